import Geometry
import Graph
import Storage

// Views of a document that show the same items: one of them finds out what changes, the others are sent that, too.

/// The items of an update that several views are sent.
struct SharedItems: Sendable {
    let nodes: ItemChanges<NodeItem>
    let edges: ItemChanges<EdgeItem>
    let clusters: ClusterChanges
    /// The new level, if it is one.
    let change: SceneLevel?
    let level: SceneLevel?
    let hasDetails: Bool

    init(_ update: ViewUpdate, level: SceneLevel?) {
        (nodes, edges, clusters) = (update.nodes, update.edges, update.clusters)
        (change, hasDetails) = (update.level, update.hasDetails)
        self.level = level
    }

    func put(into update: inout ViewUpdate) {
        (update.nodes, update.edges, update.clusters) = (nodes, edges, clusters)
        (update.level, update.hasDetails) = (change, hasDetails)
    }
}

/// With whom a window shares its items. The first of several windows leads the others.
struct ItemSharing: Sendable {
    /// The window whose items the client of this one has; nil for one that looks at its own.
    var leader: View.Slot?
    /// The number of windows that follow this one.
    var followers = 0
    /// The number of updates there were for the followers; of a follower, the number that it was sent.
    var count = 0
    /// The last of them.
    var items: SharedItems?
}

extension Window {
    /// Is true if nothing has changed since the last frame but what all views of the document follow.
    @inline(__always)
    fileprivate var goesAlong: Bool {
        view.dirty.subtracting([.presence, .animations]) == .content && view.gesture == nil && !mayRenewHover
    }

    /// Returns true if two windows whose clients have all there is show the same items from now on, too.
    @inline(__always)
    fileprivate func shows(sameAs other: Window) -> Bool {
        view.viewport == other.view.viewport && view.size == other.view.size && view.mode == other.view.mode
            && view.carried == other.view.carried && view.margin == other.view.margin
            && view.hover == other.view.hover && view.selection == other.view.selection
    }

    /// Is true if the client has all there is, with nothing displaced.
    @inline(__always)
    fileprivate var isSettled: Bool {
        view.dirty.isEmpty && view.mode != .none && view.gesture == nil && sent.sharing.leader == nil
            && sent.scene.displacement.isNone
    }
}

extension [Window] {
    /// Lets windows go their own way that will not show what those show with which they share items.
    ///
    /// To be asked before a window takes its items. Followers come after their leader, and take theirs in the same round.
    ///
    /// - Complexity: O(1) for a window that shares none, else O(windows).
    mutating func settleSharing(of window: View.Slot, heedsCredit: Bool) {
        if let leader = self[window].sent.sharing.leader {
            let isAhead = self[leader].sent.sharing.count > self[window].sent.sharing.count
            if !isAhead || !self[window].goesAlong { part(window, from: leader) }
        } else if self[window].sent.sharing.followers > 0 {
            if !self[window].goesAlong { return leaveFollowers(of: window) }
            for other in slots where self[other].sent.sharing.leader == window {
                if !self[other].goesAlong || heedsCredit && self[other].sent.isHeldBack { part(other, from: window) }
            }
        }
    }

    /// Lets a window follow an earlier one that shows the same.
    mutating func seekLeader(of window: View.Slot) {
        guard self[window].isSettled, self[window].sent.sharing.followers == 0 else { return }
        for other in slots.prefix(window.index)
        where self[other].isSettled && self[other].shows(sameAs: self[window]) {
            self[window].sent.scene = SentScene()
            self[window].sent.sharing = ItemSharing(leader: other, count: self[other].sent.sharing.count)
            self[other].sent.sharing.followers += 1
            return
        }
    }

    /// Lets a window that is closed share no more; those behind it move up.
    mutating func close(_ window: View.Slot) {
        if let leader = self[window].sent.sharing.leader { part(window, from: leader) }
        leaveFollowers(of: window)
        remove(at: window.index)
        for other in slots {
            guard let leader = self[other].sent.sharing.leader, leader.index > window.index else { continue }
            self[other].sent.sharing.leader = View.Slot(index: leader.index - 1)
        }
    }

    /// Gives a follower items of its own: those that its client has.
    private mutating func part(_ window: View.Slot, from leader: View.Slot) {
        self[window].sent.scene = self[leader].sent.scene
        self[window].sent.sharing = ItemSharing()
        self[leader].sent.sharing.followers -= 1
        if self[leader].sent.sharing.followers == 0 { self[leader].sent.sharing.items = nil }
    }

    /// Lets the first of its followers lead the others in its place.
    private mutating func leaveFollowers(of window: View.Slot) {
        guard let next = slots.first(where: { self[$0].sent.sharing.leader == window }) else { return }
        let sharing = self[window].sent.sharing
        part(next, from: window)
        self[next].sent.sharing.followers = sharing.followers - 1
        self[next].sent.sharing.count = sharing.count
        for other in slots where self[other].sent.sharing.leader == window {
            self[other].sent.sharing.leader = next
        }
        self[window].sent.sharing = ItemSharing()
    }
}
