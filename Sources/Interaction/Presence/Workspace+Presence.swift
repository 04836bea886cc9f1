import Graph
import Storage

// What views show of themselves to the others of their document.

extension Workspace {
    /// Gives a view the name and the colour under which the others show it; nil is none.
    public mutating func setPresence(name: String?, color: String?, of view: View.Slot) {
        views[view].presence.name = name
        views[view].presence.color = color
    }

    /// Brings what views show of themselves in step, if any other follows it.
    ///
    /// - Complexity: O(1) if none does; else O(views).
    public mutating func publishPresence() {
        if presenceFollowers == 0 { return }
        var isNew = false
        for view in views.slots {
            let version = presenceVersion + 1
            let isShown = views[view].publishPresence(of: editor.document, editor.revision, version: version)
            if !isShown { continue }
            presenceVersion = version
            isNew = true
        }
        if isNew { markPresence() }
    }

    /// Notes that the views that follow others may have to be sent what is new.
    mutating func markPresence() {
        for view in views.slots where views[view].presence.followsOthers { views[view].sent.dirty.insert(.presence) }
    }

    /// Takes what is new of the other views; nil for one that was closed.
    mutating func takePresence(of view: View.Slot) -> [ViewUpdate.Neighbor] {
        guard views[view].presence.followsOthers, views[view].sent.dirty.contains(.presence) else { return [] }
        var news: [ViewUpdate.Neighbor] = []
        var gone = views[view].sent.presence
        for other in views.slots where other != view {
            let id = views[other].id
            gone[id] = nil
            let version = views[other].presence.version
            if views[view].sent.presence[id] == version { continue }
            views[view].sent.presence[id] = version
            news.append(.init(view: id, presence: views[other].presence.shown))
        }
        for id in gone.keys.sorted() {
            views[view].sent.presence[id] = nil
            news.append(.init(view: id, presence: nil))
        }
        return news
    }

    /// All of the other views.
    func presenceOfOthers(in view: View.Slot) -> [ViewUpdate.Neighbor] {
        if !views[view].presence.followsOthers { return [] }
        return views.slots.filter { $0 != view }.map {
            .init(view: views[$0].id, presence: views[$0].presence.shown)
        }
    }
}

extension View {
    fileprivate mutating func publishPresence(of document: Document, _ revision: Int, version: Int) -> Bool {
        let screen = pointers.contacts.first?.at ?? resting?.at
        let pointer = screen.map { viewport.canvas($0) }.flatMap { $0.isFinite ? $0 : nil }
        var shown: Presence.Drag?
        if case .drag(let drag) = gesture {
            shown = presence.show(drag, gestureCount, of: document, revision: revision)
        }
        return presence.publish(pointer: pointer, selection, shown, of: document, version: version)
    }
}
