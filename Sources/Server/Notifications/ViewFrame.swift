import Editing
import Geometry
import Graph
import Interaction
import Routing
import Wire

/// `view/frame`: all that changed in a view because of one input.
enum ViewFrame {
    static let notification = ServerNotification(
        name: "view/frame", summary: "What changed in a view because of one input; sent before the reply.",
        params: schema)

    /// Tells what changed in a view, if anything did.
    @inline(__always)
    static func announce(_ editor: inout Workspace, _ view: Int, _ clock: Clock, into outbox: inout Outbox) {
        if editor.mayOweFrame(of: view) { announceChanges(&editor, view, clock, into: &outbox) }
    }

    private static func announceChanges(
        _ editor: inout Workspace, _ view: Int, _ clock: Clock, into outbox: inout Outbox
    ) {
        // With the client's clock the same messages give the same bytes, however fast they are read.
        guard let frame = editor.takeFrame(of: view, heedsCredit: clock == .server) else { return }
        outbox.begin()
        outbox.writer.notification("view/frame")
        write(frame, of: view, &editor, into: &outbox.writer)
        outbox.writer.endObject()
        outbox.end()
    }

    // MARK: Writing

    /// - Parameter editor: not changed; a copy of it would cost more than all the rest.
    static func write(_ frame: Frame, of view: Int, _ editor: inout Workspace, into writer: inout JSONWriter) {
        let target = FrameTarget(editor.views[view].id, editor.views[view].mode, editor.views[view].flatness)
        writer.beginObject()
        writer.name("view")
        writer.string(target.view)
        writer.name("frame")
        writer.integer(frame.number)
        writer.name("revision")
        writer.integer(frame.revision)
        if let viewport = frame.viewport { writer.viewport(viewport) }
        if let scale = frame.labelScale {
            writer.name("labelScale")
            writer.coordinate(scale)
        }
        if let level = frame.level {
            writer.name("level")
            writer.string(level.rawValue)
        }
        if frame.hasItems { writeItems(frame, of: view, &editor, into: &writer) }
        writeState(frame, target, editor.document, into: &writer)
        writer.endObject()
    }

    private static func writeState(
        _ frame: Frame, _ target: FrameTarget, _ document: Document, into writer: inout JSONWriter
    ) {
        if let selection = frame.selection {
            writer.name("selection")
            writer.beginObject()
            writer.name("nodes")
            writer.integer(selection.nodes)
            writer.name("edges")
            writer.integer(selection.edges)
            writer.endObject()
        }
        writer.news("hover", frame.hover) { $1.element($0, document) }
        writer.news("focus", frame.focus) { $1.element($0, document) }
        writer.news("dropTarget", frame.dropTarget) { $1.element($0, document) }
        writer.news("gesture", frame.gesture) { $1.gesture($0, target, document) }
        if let guides = frame.guides {
            writer.name("guides")
            if guides.isEmpty { writer.null() } else { Shape.guides.write(guides, &writer) }
        }
        if let cursor = frame.cursor {
            writer.name("cursor")
            if cursor == .default { writer.null() } else { writer.string(cursor.rawValue) }
        }
        if let isMoving = frame.isMoving {
            writer.name("moving")
            if isMoving { writer.boolean(true) } else { writer.null() }
        }
        if let animated = frame.animated {
            writer.name("animations")
            if animated.isEmpty { writer.null() } else { writer.animations(of: animated, document) }
        }
    }

    private static func writeItems(
        _ frame: Frame, of view: Int, _ editor: inout Workspace, into writer: inout JSONWriter
    ) {
        let (nodes, edges, clusters) = (frame.nodes, frame.edges, frame.clusters)
        writer.left(
            nodes: nodes.left.map(\.string) + clusters.left.map(\.name),
            edges: edges.left.map(\.string) + clusters.leftLinks.map(\.name))
        let items = ItemWriting(view, &editor)
        writer.parts(
            "enter", hasNodes: !nodes.entered.isEmpty || !clusters.entered.isEmpty,
            hasEdges: !edges.entered.isEmpty || !clusters.enteredLinks.isEmpty
        ) { writer in
            for slot in nodes.entered { items.node(slot, nil, &editor, into: &writer) }
            for (cell, cluster) in clusters.entered { writer.cluster(cluster, cell, nil, editor.document) }
        } edges: { writer in
            for slot in edges.entered { items.edge(slot, nil, &editor, into: &writer) }
            for link in clusters.enteredLinks { writer.link(link, isWhole: true) }
        }
        writer.parts(
            "update", hasNodes: !nodes.updated.isEmpty || !clusters.updated.isEmpty,
            hasEdges: !edges.updated.isEmpty || !clusters.updatedLinks.isEmpty
        ) { writer in
            for (slot, members) in nodes.updated { items.node(slot, members, &editor, into: &writer) }
            for (cell, cluster, members) in clusters.updated {
                writer.cluster(cluster, cell, members, editor.document)
            }
        } edges: { writer in
            for (slot, members) in edges.updated { items.edge(slot, members, &editor, into: &writer) }
            for link in clusters.updatedLinks { writer.link(link, isWhole: false) }
        }
    }
}

/// What a frame says besides what changed: the view it is for, and in which form paths are told there.
struct FrameTarget {
    let view: String
    let mode: View.SceneMode
    let flatness: Double

    init(_ view: String, _ mode: View.SceneMode, _ flatness: Double) {
        self.view = view
        self.mode = mode
        self.flatness = flatness
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

    fileprivate mutating func news<Value>(
        _ name: StaticString, _ news: Frame.News<Value>, _ write: (Value, inout JSONWriter) -> Void
    ) {
        switch news {
        case .none: return
        case .gone:
            self.name(name)
            null()
        case .now(let value):
            self.name(name)
            write(value, &self)
        }
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

    fileprivate mutating func element(_ element: View.Element, _ document: Document) {
        beginObject()
        switch element {
        case .node(let slot):
            name("node")
            document.withNodeID(slot) { string(utf8: $0) }
        case .edge(let slot):
            name("edge")
            document.withEdgeID(slot) { string(utf8: $0) }
        }
        endObject()
    }

    /// The dashes as SwiftFlow moves them: so many canvas units a second, from source to target.
    fileprivate mutating func animations(of edges: [Int32], _ document: Document) {
        beginObject()
        name("edges")
        beginArray()
        for slot in edges { document.withEdgeID(slot) { string(utf8: $0) } }
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
