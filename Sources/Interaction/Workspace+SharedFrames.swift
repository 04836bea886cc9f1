import Graph
import Storage

// Views with equal contents share frames; a view that shows no part of a change gets none.

/// A frame that several views receive, equal except for their names and the numbers of their frames.
public struct SharedFrame: Sendable {
    /// The revision of the document.
    public let revision: Int
    /// The text after the revision, as the first view received it.
    public fileprivate(set) var text: [UInt8] = []
    /// The number of views that have not received it yet.
    fileprivate var waiting: Int
}

extension Workspace {
    /// Lets views follow the last change; returns those that must check it at once. The others check it at their next
    /// frame, and most then skip it.
    ///
    /// - Parameter drawing: the version of the drawing before the scene follows the change.
    mutating func follow(_ delta: Delta, revision: Int, drawing: Int) -> [View.Slot] {
        if delta.onlyRedraws {
            return windows.followQuietly(
                delta, content.document, isRouted: !content.scene.routes.isEmpty, drawing: drawing)
        }
        let changes = content.revisions
        windows.changeScenes { scene, known in
            if known != revision - 1 { scene.note(changes.latest(revision - known)?.dropLast()) }
            // A large change is not kept.
            scene.note(delta)
        }
        for view in windows.slots {
            windows[view].sent.followed.revision = revision
            windows[view].sent.shown = nil
        }
        return Array(windows.slots)
    }

    /// Is true if frames of a view depend only on the document, apart from the selection.
    @inline(__always)
    mutating func showsOnlyDocument(in view: View.Slot) -> Bool {
        content.problems == nil && content.hasNoConstraints && windows[view].showsOnlyDocument
    }

    /// Withdraws the mark of a view if all changes of the drawing since its last check are outside its sent area;
    /// returns whether this is so.
    mutating func passesOver(_ view: View.Slot) -> Bool {
        let mayPass = windows[view].sent.shown != nil || windows[view].view.mode == .none
        if !mayPass || windows[view].sent.sharedFrame != nil { return false }
        if refreshed != content.revision {
            content.refreshItems()
            refreshed = content.revision
        }
        guard content.problems == nil, content.hasNoConstraints else { return false }
        return windows[view].passesOver(content.scene.redrawn, refreshed)
    }

    // MARK: Sharing

    /// Moves shared items to one view, with those views that will be sent the same; it then owns them alone.
    ///
    /// - Complexity: O(the following views) if it shares its items, else O(1).
    mutating func takeScenes(sharedWith view: View.Slot, heedsCredit: Bool) -> [View.Slot] {
        if windows[view].sent.transition != nil || windows[view].sent.scene.isAlone() { return [] }
        var others: [View.Slot] = []
        for other in windows.slots.dropFirst(view.index + 1)
        where windows[other].sent.scene.isShared(with: windows[view].sent.scene) {
            guard windows[other].view.dirty == .content, windows[other].sent.transition == nil,
                windows[other].sent.followed.revision == windows[view].sent.followed.revision,
                !(heedsCredit && windows[other].sent.isHeldBack), showsOnlyDocument(in: other)
            else { continue }
            others.append(other)
        }
        for other in others { windows[other].sent.scene = SentState.noScene }
        return others
    }

    /// Gives other views the items of a view, and if it has a frame that frame.
    mutating func share(_ hasFrame: Bool, of view: View.Slot, with others: [View.Slot]) {
        for other in others {
            windows[other].sent.scene = windows[view].sent.scene
            windows[other].sent.followed = windows[view].sent.followed
            windows[other].sent.shown = windows[view].sent.shown
            if hasFrame { windows[other].sent.sharedFrame = sharedFrames.count } else { windows[other].view.dirty = [] }
        }
        if hasFrame { sharedFrames.append(SharedFrame(revision: content.revision, waiting: others.count)) }
    }

    /// Keeps the text of the frame that was taken last, if others share it.
    public mutating func keepSharedText(_ text: () -> [UInt8]) {
        guard let last = sharedFrames.indices.last, sharedFrames[last].text.isEmpty else { return }
        sharedFrames[last].text = text()
    }

    /// Takes the frame that a view shares with one before it; returns the id of the view and the number of the frame, too, or
    /// nil if it shares none.
    public mutating func takeSharedFrame(of view: View.Slot) -> (view: String, number: Int, frame: SharedFrame)? {
        guard let index = windows[view].sent.sharedFrame else { return nil }
        windows[view].sent.sharedFrame = nil
        windows[view].view.dirty = []
        windows[view].sent.number += 1
        sharedFrames[index].waiting -= 1
        let frame = sharedFrames[index]
        while sharedFrames.last?.waiting == 0 { sharedFrames.removeLast() }
        return (windows[view].view.id, windows[view].sent.number, frame)
    }

    /// Lets a view share the items of one with the same content, if there is one.
    ///
    /// - Complexity: O(views).
    mutating func shareScene(of view: View.Slot) {
        guard mayShareScene(of: view) else { return }
        for other in windows.slots
        where other != view && windows[other].sent.calmFrames >= Window.calmFramesToShare
            && windows[other].view.showsSame(as: windows[view].view)
        {
            guard windows[other].sent.followed == windows[view].sent.followed, windows[other].view.dirty.isEmpty,
                showsOnlyDocument(in: other), mayShareScene(of: other)
            else { continue }
            windows[view].sent.scene = windows[other].sent.scene
            return
        }
    }

    private func mayShareScene(of view: View.Slot) -> Bool {
        windows[view].view.selection.isEmpty && windows[view].view.handles == .listed
            && windows[view].sent.shown != nil
    }
}

extension Window {
    /// The number of frames without other changes after which a view may share its items: a moved view has to copy
    /// them first.
    static let calmFramesToShare = 4

    /// Is true if frames here depend only on the document, apart from the selection. The window is borrowed.
    @inline(__always)
    var showsOnlyDocument: Bool {
        mutating get {
            isCalm && view.hover == nil && !view.framesSelection && !showsMore
        }
    }

    /// Is true if frames depend on elements elsewhere, or nothing was sent yet.
    @inline(__always)
    private var showsMore: Bool {
        mutating get {
            view.emphasized != nil || view.showsValues || !view.asked.isEmpty || sent.isFirst || !sent.lanes.isEmpty
        }
    }

    /// Withdraws the mark if the changes of the drawing are outside the sent area; returns whether they are.
    fileprivate mutating func passesOver(_ redrawn: Redrawn, _ revision: Int) -> Bool {
        if let shown = sent.shown, !redrawn.misses(shown, since: sent.followed.drawing) { return false }
        if view.disturbance != nil {
            guard isCalmBesidesGesture, !showsMore, view.passesOverDisturbance(redrawn) else { return false }
        } else if view.mode == .none || !showsOnlyDocument {
            return false
        }
        view.dirty = []
        sent.transition = nil
        sent.followed = (revision, redrawn.version)
        return true
    }
}

extension Delta {
    /// Is true if a change only redraws existing elements: none is removed, and no type or setting has changed.
    fileprivate var onlyRedraws: Bool {
        members.isEmpty && !nodes.contains { $0.goneID != nil } && !edges.contains { $0.goneID != nil }
    }
}

extension Content {
    /// Is true if the document has no constraints, from which lanes follow.
    fileprivate var hasNoConstraints: Bool { mutating get { editor.document.constraints.isEmpty } }
}

extension SentState {
    /// A placeholder for items that were taken out for a while.
    static let noScene = CopyOnWrite(SentScene())
}

extension View {
    /// Returns true if frames of another view would have the same items, apart from the document.
    fileprivate func showsSame(as other: View) -> Bool {
        viewport == other.viewport && size == other.size && mode == other.mode && margin == other.margin
            && carried == other.carried && showsProblems == other.showsProblems && showsLinks == other.showsLinks
            && showsTypes == other.showsTypes && contents == other.contents
    }
}

extension [Window] {
    /// The slots of windows of a kind, which are read in place.
    mutating func slots(where isWanted: (inout Window) -> Bool) -> [View.Slot] {
        withUnsafeMutableBufferPointer { windows in
            var slots: [View.Slot] = []
            for index in windows.indices where isWanted(&windows[index]) { slots.append(View.Slot(index: index)) }
            return slots
        }
    }

    /// Notes in calm windows, also below open gestures, that the document is drawn otherwise; returns the others.
    mutating func followQuietly(
        _ delta: Delta, _ document: Document, isRouted: Bool, drawing: Int
    ) -> [View.Slot] {
        let makesWay = document.settings.interaction.dragLayout != nil
        return slots(where: { window in
            if !window.isCalm {
                if makesWay || !window.isCalmBesidesGesture { return true }
                return !window.view.disturbQuietly(by: delta, document, isRouted: isRouted, drawing: drawing)
            }
            if window.view.mode != .none || window.view.framesSelection { window.view.dirty.insert(.content) }
            return false
        })
    }

    /// Changes the items of all views, shared ones once.
    ///
    /// - Parameter body: is given the items, and the revision that they follow.
    mutating func changeScenes(_ body: (inout SentScene, Int) -> Void) {
        var done = SlotSet<Window>()
        for view in slots where self[view].view.mode != .none && done.insert(view) {
            var scene = self[view].sent.scene
            var sharing = [view]
            for other in slots.dropFirst(view.index + 1) where self[other].sent.scene.isShared(with: scene) {
                sharing.append(other)
                done.insert(other)
            }
            for other in sharing { self[other].sent.scene = SentState.noScene }
            body(&scene.value, self[view].sent.followed.revision)
            for other in sharing { self[other].sent.scene = scene }
        }
    }
}
