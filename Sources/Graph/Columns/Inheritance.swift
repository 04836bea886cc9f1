import Geometry
import Storage

/// The properties that contents inherit from containers: an origin, a position in the stack, concealment.
///
/// Derived from the columns. A few levels are walked each time; deeper containers have stored entries, so that a
/// question about a node does not cost its depth. Outdated entries are not read, only walked around.
struct Inheritance: Sendable {
    /// The properties that contents inherit from one container.
    struct Entry: Equatable, Sendable {
        var origin = Point.zero
        /// The container's own z.
        var z = -Double.infinity
        /// Is true if the container, or one around it, is hidden.
        var hides = false
        /// The outermost collapsed node among the container and its ancestors.
        var collapsed = Link<Node>.none
        var conceals: Bool { hides || collapsed.slot != nil }
        /// The number of containers from the outermost to this one; 0 marks a missing entry.
        var depth: Int32 = 0
        /// A container farther out, so chosen that every container around is O(log depth) of these away (Myers 1983, "An
        /// applicative random-access stack").
        var jump = Link<Node>.none
    }

    /// Containers up to this depth are walked.
    static let walkedDepth: Int32 = 16

    private var entries = PagedArray<Entry>(default: Entry())
    /// The containers with an entry.
    private var kept: [Node.Slot] = []
    /// Containers that are new, or that moved with all their contents.
    private var pending: [Node.Slot] = []
    private var isStale = false

    var isCurrent: Bool { !isStale && pending.isEmpty }

    /// Returns the entry that the container hands down, if it is known without walking.
    @inline(__always)
    func entry(_ container: Node.Slot) -> Entry? {
        if kept.isEmpty || isStale { return nil }
        let entry = entries[container]
        return entry.depth > 0 ? entry : nil
    }

    /// A node was moved, hidden, or put on another level; `isContainer`: whether it has contents.
    mutating func nodeChanged(_ slot: Node.Slot, isContainer: Bool) {
        if kept.isEmpty || isStale { return }
        if isContainer || entries[slot].depth > 0 { isStale = true }
    }

    /// A container is new, or moved.
    mutating func containerCame(_ slot: Node.Slot) {
        if pending.last != slot { pending.append(slot) }
    }

    mutating func takePending() -> [Node.Slot] {
        var slots = pending
        pending = []
        if isStale {
            for slot in kept { entries[slot] = Entry() }
            slots += kept
            kept = []
            isStale = false
        }
        return slots
    }

    /// The jump of a container whose parent has an entry: beyond the parent's jump if the two jumps from there are
    /// equally long.
    func jump(through parent: Node.Slot?, _ outer: Entry) -> Link<Node> {
        guard let first = outer.jump.slot, let next = entry(first), let second = next.jump.slot,
            let last = entry(second),
            outer.depth - next.depth == next.depth - last.depth
        else { return Link(parent) }
        return next.jump
    }

    mutating func keep(_ entry: Entry, for slot: Node.Slot) {
        if entry.depth <= Inheritance.walkedDepth { return }
        if entries[slot].depth == 0 { kept.append(slot) }
        entries[slot] = entry
    }
}
