import EdgeRouting
import Editing
import Geometry
import Graph
import Interaction
import Storage
import Wire

/// `view/frame`: all changes in a view because of one input.
enum ViewFrame {
    static let notification = ServerNotification(
        name: "view/frame", summary: "What changed in a view because of one input; sent before the reply.",
        params: schema)

    /// Sends the changes in a view, if any.
    ///
    /// - Parameter shares: whether the following views are sent theirs next.
    @inline(__always)
    static func announce(
        _ workspace: inout Workspace, _ view: View.Slot, _ clock: Clock, shares: Bool, into outbox: inout Outbox
    ) -> Bool {
        workspace.mayHaveFrame(of: view) && announceChanges(&workspace, view, clock, shares, into: &outbox)
    }

    private static func announceChanges(
        _ workspace: inout Workspace, _ view: View.Slot, _ clock: Clock, _ shares: Bool, into outbox: inout Outbox
    ) -> Bool {
        if let (name, number, frame) = workspace.takeSharedFrame(of: view) {
            outbox.begin()
            outbox.writer.notification("view/frame")
            begin(name, number, frame.revision, into: &outbox.writer)
            frame.text.withUnsafeBufferPointer { outbox.writer.append($0) }
            outbox.writer.endObject()
            outbox.end()
            return true
        }
        // With the client's clock the same messages give the same bytes, however fast they are read.
        var start = 0
        let isNew = workspace.takeFrame(of: view, heedsCredit: clock == .server, shares: shares) { update, document in
            outbox.begin()
            outbox.writer.notification("view/frame")
            begin(update.view, update.number, update.revision, into: &outbox.writer)
            start = outbox.writer.count
            writeRest(of: update, document, into: &outbox.writer)
        }
        if !isNew { return false }
        workspace.keepSharedText { outbox.writer.withBytes { Array($0[start...]) } }
        outbox.writer.endObject()
        outbox.end()
        return true
    }

    // MARK: Writing

    /// - Parameter document: the document at the time of the update.
    static func write(_ update: Interaction.ViewUpdate, _ document: Document, into writer: inout JSONWriter) {
        begin(update.view, update.number, update.revision, into: &writer)
        writeRest(of: update, document, into: &writer)
    }

    @inline(__always)
    private static func begin(_ view: String, _ number: Int, _ revision: Int, into writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("view")
        writer.string(view)
        writer.name("frame")
        writer.integer(number)
        writer.name("revision")
        writer.integer(revision)
    }

    private static func writeRest(
        of update: Interaction.ViewUpdate, _ document: Document, into writer: inout JSONWriter
    ) {
        if let viewport = update.viewport { writer.viewport(viewport) }
        if let scale = update.labelScale {
            writer.name("labelScale")
            writer.coordinate(scale)
        }
        if let level = update.level {
            writer.name("level")
            writer.string(level.rawValue)
        }
        if let drawing = update.drawing {
            if !drawing.value.types.isEmpty { write(drawing.value.types, into: &writer) }
            if drawing.value.hasItems { write(drawing.value, ItemWriting(update, document), document, into: &writer) }
        }
        writeState(update, document, into: &writer)
        writer.endObject()
    }

    private static func writeState(
        _ update: Interaction.ViewUpdate, _ document: Document, into writer: inout JSONWriter
    ) {
        let form = GestureForm.drawn(update.mode, flatness: update.flatness)
        if let selection = update.selection {
            writer.name("selection")
            writer.beginObject()
            writer.name("nodes")
            writer.integer(selection.nodes)
            writer.name("edges")
            writer.integer(selection.edges)
            if let change = update.selectionChange { writer.selectionChange(change, document) }
            writer.endObject()
        }
        writer.change("selectionFrame", update.selectionFrame) { Shape.rect.write($0, &$1) }
        writer.change("hover", update.hover) { $1.element($0, document) }
        if let ghost = update.focusedGhost {
            writer.name("focus")
            Shape.elementReference.write(.init(ghost), &writer)
        } else {
            writer.change("focus", update.focus) { $1.element($0, document) }
        }
        writer.change("editing", update.editing) { editing, writer in
            Shape.editing.write(.init(editing, document), &writer)
        }
        if let text = update.openText {
            writer.name("typed")
            Shape.typed.write([SentTextChange(revision: update.revision, text: text.text)], &writer)
        } else if !update.typed.isEmpty {
            writer.name("typed")
            Shape.typed.write(update.typed.map { SentTextChange($0) }, &writer)
        }
        writer.change("running", update.running) { running, writer in
            Shape.running.write(.init(running, document), &writer)
        }
        if let problems = update.problems { writer.problems(problems) }
        writer.change("tool", update.tool) { $1.string($0.name) }
        writer.change("dropTarget", update.dropTarget) { $1.element($0, document) }
        writer.change("dropFrame", update.dropFrame) { Shape.rect.write($0, &$1) }
        writer.change("gesture", update.gesture) { $1.gesture($0, form, document) }
        if let guides = update.guides {
            writer.name("guides")
            if guides.isEmpty { writer.null() } else { Shape.guides.write(guides, &writer) }
        }
        if let targets = update.targets {
            writer.name("targets")
            if targets.isEmpty { writer.null() } else { writer.ends(targets, document) }
        }
        if let cursor = update.cursor {
            writer.name("cursor")
            if cursor == .default { writer.null() } else { writer.string(cursor.rawValue) }
        }
        if let isMoving = update.isMoving {
            writer.name("moving")
            if isMoving { writer.boolean(true) } else { writer.null() }
        }
        if let transition = update.transition {
            writer.name("transition")
            writer.beginObject()
            for member in Transition.members { member.write(of: transition, into: &writer) }
            if !update.held.isEmpty { writer.selected("except", update.held, [], [], document) }
            writer.endObject()
        }
        if let animated = update.animated {
            writer.name("animations")
            if animated.isEmpty { writer.null() } else { writer.animations(of: animated, document) }
        }
        if let lanes = update.lanes {
            writer.name("lanes")
            if lanes.isEmpty { writer.null() } else { Shape.laneBands.write(lanes, &writer) }
        }
        write(update.presence, into: &writer)
    }

    private static func write(_ types: [(name: Identifier, look: JSONText?)], into writer: inout JSONWriter) {
        writer.name("types")
        writer.beginObject()
        for (name, look) in types {
            writer.name(name.string)
            if let look { writer.raw(look) } else { writer.null() }
        }
        writer.endObject()
    }

    private static func write(
        _ drawing: Interaction.ViewUpdate.Drawing, _ items: ItemWriting, _ document: Document,
        into writer: inout JSONWriter
    ) {
        let (nodes, edges, clusters) = (drawing.nodes, drawing.edges, drawing.clusters)
        let ghosts = drawing.ghosts.map { (nodes: $0.nodes, edges: $0.edges, writing: items.of($0.document)) }
        // An id may leave as that of a ghost and enter as that of an element, or the other way round.
        if !(nodes.left.isEmpty && edges.left.isEmpty && clusters.left.isEmpty && clusters.leftLinks.isEmpty
            && ghosts == nil)
        {
            writer.left(
                nodes: nodes.left.map(\.string) + clusters.left.map(\.name) + (ghosts?.nodes.left.map(\.string) ?? []),
                edges: edges.left.map(\.string) + clusters.leftLinks.map(\.name)
                    + (ghosts?.edges.left.map(\.string) ?? []))
        }
        if !drawing.handleSets.isEmpty {
            writer.name("handleSets")
            writer.beginObject()
            for set in drawing.handleSets {
                writer.name("\(set.number)")
                items.handleSet(set.key, into: &writer)
            }
            writer.endObject()
        }
        writer.parts(
            "enter",
            hasNodes: !nodes.entered.isEmpty || !clusters.entered.isEmpty || ghosts?.nodes.entered.isEmpty == false,
            hasEdges: !edges.entered.isEmpty || !clusters.enteredLinks.isEmpty || ghosts?.edges.entered.isEmpty == false
        ) { writer in
            for index in nodes.entered { items.node(nodes.items[index], nil, into: &writer) }
            for (cell, cluster) in clusters.entered { writer.cluster(cluster, cell, nil, document) }
            if let ghosts {
                for index in ghosts.nodes.entered { ghosts.writing.node(ghosts.nodes.items[index], nil, into: &writer) }
            }
        } edges: { writer in
            for index in edges.entered { items.edge(edges.items[index], nil, into: &writer) }
            for link in clusters.enteredLinks { writer.link(link, isWhole: true) }
            if let ghosts {
                for index in ghosts.edges.entered { ghosts.writing.edge(ghosts.edges.items[index], nil, into: &writer) }
            }
        }
        writer.parts(
            "update", hasNodes: !nodes.updated.isEmpty || !clusters.updated.isEmpty,
            hasEdges: !edges.updated.isEmpty || !clusters.updatedLinks.isEmpty
        ) { writer in
            for (index, members) in nodes.updated { items.node(nodes.items[index], members, into: &writer) }
            for (cell, cluster, members) in clusters.updated { writer.cluster(cluster, cell, members, document) }
        } edges: { writer in
            for (index, members) in edges.updated { items.edge(edges.items[index], members, into: &writer) }
            for link in clusters.updatedLinks { writer.link(link, isWhole: false) }
        }
    }
}

extension JSONWriter {
    fileprivate mutating func left(nodes: [String], edges: [String]) {
        if nodes.isEmpty && edges.isEmpty { return }
        name("leave")
        beginObject()
        for (kind, names) in [("nodes" as StaticString, nodes), ("edges", edges)] where !names.isEmpty {
            self.name(kind)
            beginArray()
            for name in names { string(name) }
            endArray()
        }
        endObject()
    }

    fileprivate mutating func parts(
        _ name: StaticString, hasNodes: Bool, hasEdges: Bool, _ nodes: (inout JSONWriter) -> Void,
        edges: (inout JSONWriter) -> Void
    ) {
        if !hasNodes && !hasEdges { return }
        self.name(name)
        beginObject()
        if hasNodes {
            self.name("nodes")
            beginObject()
            nodes(&self)
            endObject()
        }
        if hasEdges {
            self.name("edges")
            beginObject()
            edges(&self)
            endObject()
        }
        endObject()
    }

    fileprivate mutating func change<Value>(
        _ name: StaticString, _ change: Interaction.ViewUpdate.Change<Value>, _ write: (Value, inout JSONWriter) -> Void
    ) {
        switch change {
        case .none: return
        case .removed:
            self.name(name)
            null()
        case .set(let value):
            self.name(name)
            write(value, &self)
        }
    }

    /// Writes the elements that left first, as they are applied first.
    fileprivate mutating func selectionChange(_ change: SelectionChange, _ document: Document) {
        selected("removed", change.removed, change.goneNodes, change.goneEdges, document)
        selected("added", change.added, [], [], document)
    }

    fileprivate mutating func selected(
        _ name: StaticString, _ elements: Selection, _ goneNodes: [Node.ID], _ goneEdges: [Edge.ID],
        _ document: Document
    ) {
        self.name(name)
        beginObject()
        self.name("nodes")
        beginArray()
        document.writeNodeIDs(document.nodesInOrder(elements.nodes), into: &self)
        for id in goneNodes { string(id.string) }
        endArray()
        self.name("edges")
        beginArray()
        document.writeEdgeIDs(document.edgesInOrder(elements.edges), into: &self)
        for id in goneEdges { string(id.string) }
        endArray()
        endObject()
    }

    fileprivate mutating func viewport(_ viewport: Viewport) {
        name("viewport")
        beginObject()
        name("x")
        number(viewport.x)
        name("y")
        number(viewport.y)
        name("zoom")
        number(viewport.zoom)
        endObject()
    }

    fileprivate mutating func element(_ element: ElementSlot, _ document: Document) {
        beginObject()
        switch element {
        case .node(let slot):
            name("node")
            document.writeNodeID(slot, into: &self)
        case .edge(let slot):
            name("edge")
            document.writeEdgeID(slot, into: &self)
        }
        endObject()
    }

    /// Dashes move as in SwiftFlow: canvas units a second, from source to target.
    fileprivate mutating func animations(of edges: [Edge.Slot], _ document: Document) {
        beginObject()
        name("edges")
        beginArray()
        for slot in edges { document.writeEdgeID(slot, into: &self) }
        endArray()
        name("rate")
        number(30)
        name("dash")
        beginArray()
        number(5)
        number(5)
        endArray()
        endObject()
    }
}
