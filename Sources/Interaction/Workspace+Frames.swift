import Graph
import Storage

// What the clients of views are sent, and what views show of themselves to the others of their document.

extension Workspace {
    /// Returns true if anything in a view may have changed since its last frame.
    ///
    /// - Complexity: O(1), once the positions of changed elements are up to date.
    @inline(__always)
    public mutating func mayHaveFrame(of view: View.Slot) -> Bool {
        let dirty = windows[view].view.dirty
        return !dirty.isEmpty && !(dirty == .content && passesOver(view))
    }

    /// Sends the changes in a view since its last frame, if any, and returns whether there were any.
    ///
    /// - Parameter heedsCredit: whether a client that has not yet acknowledged frames gets no more of them. The missed
    ///   changes come later, in one frame.
    /// - Parameter shares: whether the following views send their frames next, so that views with the same content may
    ///   be sent this one (`sharedFrame`).
    /// - Parameter send: receives it with the document. It is large, so it is read in place.
    /// - Complexity: O(the changes and the visible elements), whatever the size of the document and of the selection.
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

    /// Updates the content of a view's frames.
    private mutating func refresh(for view: View.Slot) {
        if windows[view].view.mode != .none {
            content.refreshItems()
            if windows[view].compared != nil { windows[view].compared?.refreshItems() }
        }
        if windows[view].view.showsValues || !windows[view].view.asked.isEmpty { content.updateValues() }
    }

    /// Updates the drawing of a view while others make way for nodes that are dragged there.
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

    /// The first frame of a view if it were opened now like this one; the sent state of the view does not change.
    ///
    /// - Complexity: O(the visible elements).
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

    /// Is true if a view shows problems, or depends on them.
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

    /// Records the last frame that the client of a view has drawn.
    public mutating func acknowledge(_ frame: Int, in view: View.Slot) { windows[view].sent.acknowledge(frame) }

    /// Sets the transition for the next frames of all views after a change of the document; nil does nothing.
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

    /// Updates the state that views show to others, if any other view follows it.
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
    /// The index of the view with an id; nil if none is open.
    func slot(of id: String) -> View.Slot? { firstIndex { $0.view.id == id }.map { View.Slot(index: $0) } }

    /// Records that views which follow others may have news.
    mutating func markPresence() {
        for view in slots where self[view].presence.followsOthers { self[view].view.dirty.insert(.presence) }
    }

    /// Returns the news of the others for a view; a closed one has no presence.
    ///
    /// - Parameter log: of the views that showed something new; it forgets all when one is closed.
    /// - Complexity: O(the news), or O(views) if these are no longer known.
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

    /// Updates the state shown to other views; returns whether it is new, with this version.
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
