import Graph
import Storage

// What the clients of views are sent, and what views show of themselves to the others of their document.

extension Workspace {
    /// Returns true if anything in a view may have changed since its last frame.
    ///
    /// - Complexity: O(1), once the places of what has changed are in step.
    @inline(__always)
    public mutating func mayHaveFrame(of view: View.Slot) -> Bool {
        let dirty = windows[view].view.dirty
        return !dirty.isEmpty && !(dirty == .content && passesOver(view))
    }

    /// Takes what changed in a view since its last frame, if anything did, and returns whether it did.
    ///
    /// - Parameter heedsCredit: whether a client that has yet to acknowledge frames gets no more of them.
    ///   The changes that it misses come later, in one frame.
    /// - Parameter shares: whether the views behind this one take their frames next, so that those which show the same may be
    ///   sent this one (`sharedFrame`).
    /// - Parameter send: is given it with the document. It is large, so it is looked at where it was made.
    /// - Complexity: O(what changed and what is visible), whatever the size of the document and of the selection.
    public mutating func takeFrame(
        of view: View.Slot, heedsCredit: Bool, shares: Bool = false, _ send: (ViewUpdate, Document) -> Void
    ) -> Bool {
        if windows[view].mayRenewHover { windows[view].view.renewHover(on: stage(of: view)) }
        renewGesture(in: view)
        if heedsCredit && windows[view].sent.isHeldBack { return false }
        refresh(for: view)
        let isCalm = windows[view].view.dirty == .content && showsOnlyDocument(in: view)
        let others = isCalm && shares ? takeScenes(sharedWith: view, heedsCredit: heedsCredit) : []
        if windows[view].view.mode != .none, windows[view].sent.followed.revision != content.revision {
            let count = content.revision - windows[view].sent.followed.revision
            windows[view].sent.scene.value.note(content.revisions.latest(count))
        }
        arrange(view)
        var update = ViewUpdate()
        windows.takePresence(of: view, presence.news, into: &update)
        let isNew = windows[view].takeUpdate(
            into: &update, content.document, scene, content.problems?.value, isReadOnly: content.editor.refusesEdits,
            revision: content.revision)
        windows[view].sent.followed = (content.revision, content.scene.redrawn.version)
        windows[view].sent.calmFrames = isCalm ? windows[view].sent.calmFrames + 1 : 0
        if !others.isEmpty {
            share(isNew, of: view, with: others)
        } else if isCalm && windows[view].sent.calmFrames == Window.calmFramesToShare {
            shareScene(of: view)
        }
        if isNew { send(update, content.document) }
        return isNew
    }

    /// Brings in step what the frames of a view show.
    private mutating func refresh(for view: View.Slot) {
        if windows[view].view.mode != .none {
            content.refreshItems()
            if windows[view].compared != nil { windows[view].compared?.refreshItems() }
        }
        if windows[view].view.showsValues || windows[view].view.showsTexts { content.updateValues() }
    }

    /// Brings in step what a view shows while others make way for nodes that are dragged there.
    ///
    /// - Complexity: O(1) without such a drag, else as the layout of the document.
    private mutating func arrange(_ view: View.Slot) {
        if windows[view].arrangement == nil
            && (content.document.settings.interaction.dragLayout == nil || windows[view].view.gesture == nil)
        {
            return
        }
        windows[view].arrange(on: stage(of: view))
    }

    /// The first frame of a view that would be opened now as this one is; what the view has sent stays as it is.
    ///
    /// - Complexity: O(what is visible).
    public mutating func wholeFrame(of view: View.Slot) -> ViewUpdate {
        renewGesture(in: view)
        refresh(for: view)
        arrange(view)
        var others: [ViewUpdate.Neighbor] = []
        if windows[view].presence.followsOthers {
            for other in windows.slots where other != view { others.append(windows[other].neighbor) }
        }
        return windows[view].wholeUpdate(
            content.document, scene, content.problems?.value, isReadOnly: content.editor.refusesEdits,
            revision: content.revision, others)
    }

    /// Is true if a view shows problems, or what follows from them.
    public var showsProblems: Bool { content.problems != nil }

    /// Notes that the problems of elements may be others, after changes of diagnostics were taken.
    public mutating func noteProblems() {
        guard let version = content.problems?.value.version else { return }
        let followsStates = document.edgeStates.contains(.invalid)
        for view in windows.slots
        where windows[view].view.showsProblems || followsStates && windows[view].view.mode != .none {
            if windows[view].sent.problems != version { windows[view].view.dirty.insert(.problems) }
        }
    }

    /// Notes up to which frame the client of a view has drawn.
    public mutating func acknowledge(_ frame: Int, in view: View.Slot) { windows[view].sent.acknowledge(frame) }

    /// Lets the clients of all views move to what they are sent next of a change of the document; nil does nothing.
    public mutating func animateChanges(_ transition: Transition?) {
        guard let transition else { return }
        for index in windows.slots where windows[index].view.dirty.contains(.content) {
            windows[index].sent.transition = transition.timed(over: Spring.standardWay)
        }
    }

    // MARK: Presence

    /// Gives a view the name and the color under which the others show it; nil is none.
    public mutating func setPresence(name: String?, color: String?, of view: View.Slot) {
        windows[view].presence.name = name
        windows[view].presence.color = color
    }

    /// Brings what views show of themselves in step, if any other follows it.
    ///
    /// - Complexity: O(1) if none does; else O(views).
    public mutating func publishPresence() {
        if presence.followers == 0 { return }
        let known = presence.version
        for view in windows.slots {
            let version = presence.version + 1
            let isNew = windows[view].publishPresence(of: content.document, revision, version: version)
            if !isNew { continue }
            presence.version = version
            presence.news.add(view)
        }
        if presence.version != known { windows.markPresence() }
    }
}

extension [Window] {
    /// The place of the view with an id; nil if none is open.
    func slot(of id: String) -> View.Slot? { firstIndex { $0.view.id == id }.map { View.Slot(index: $0) } }

    /// Notes that the views that follow others may have to be sent what is new.
    mutating func markPresence() {
        for view in slots where self[view].presence.followsOthers { self[view].view.dirty.insert(.presence) }
    }

    /// Takes what is new to a view of the others; one that was closed has no presence.
    ///
    /// - Parameter log: of the views that showed something new; it forgets all when one is closed.
    /// - Complexity: O(what is new), or O(views) if that is forgotten.
    fileprivate mutating func takePresence(of view: View.Slot, _ log: Log<View.Slot>, into update: inout ViewUpdate) {
        guard self[view].presence.followsOthers, self[view].view.dirty.contains(.presence) else { return }
        let some = log.since(self[view].sent.presenceMark)
        self[view].sent.presenceMark = log.end
        let others = some.map { Set($0).sorted { $0.index < $1.index } } ?? slots.map { $0 }
        for other in others where other != view {
            let (id, version) = (self[other].view.id, self[other].presence.version)
            if self[view].sent.presence[id] == version { continue }
            self[view].sent.presence[id] = version
            update.presence.append(self[other].neighbor)
        }
        if some != nil { return }
        var gone = self[view].sent.presence
        for other in slots where other != view { gone[self[other].view.id] = nil }
        for id in gone.keys.sorted() {
            self[view].sent.presence[id] = nil
            update.presence.append(.init(view: id, presence: nil))
        }
    }
}

extension Window {
    /// The presence that the other views of the document are sent of it.
    fileprivate var neighbor: ViewUpdate.Neighbor { .init(view: view.id, presence: presence.shown) }

    /// Brings what is shown to other views in step; returns whether it is new, with this version.
    fileprivate mutating func publishPresence(of document: Document, _ revision: Int, version: Int) -> Bool {
        let screen = input.pointers.contacts.first?.at ?? view.resting?.at
        let pointer = screen.map { view.viewport.canvas($0) }.flatMap { $0.isFinite ? $0 : nil }
        var shown: Presence.Drag?
        if let drag = view.gesture?.as(DragGesture.self) {
            shown = presence.show(drag, view.gestureCount, of: document, revision: revision)
        }
        return presence.publish(
            pointer: pointer, view, shown, of: document, revision: revision, version: version)
    }
}
