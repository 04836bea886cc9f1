import Editing
import Geometry
import Graph
import Interaction
import Storage
import Wire

/// `view/frame`: all that changed in a view because of one input.
struct ViewFrame: FrameObject {
    let update: ViewUpdate
    /// As it was when the update was taken.
    let document: Document

    static let notification = ServerNotification(
        name: "view/frame", summary: "What changed in a view because of one input; sent before the reply.",
        params: schema)

    /// Sends what changed in a view, if anything did.
    @inline(__always)
    static func announce(_ workspace: inout Workspace, _ view: View.Slot, _ clock: Clock, into outbox: inout Outbox) {
        if workspace.mayHaveFrame(of: view) { announceChanges(&workspace, view, clock, into: &outbox) }
    }

    private static func announceChanges(
        _ workspace: inout Workspace, _ view: View.Slot, _ clock: Clock, into outbox: inout Outbox
    ) {
        // With the client's clock the same messages give the same bytes, however fast they are read.
        guard let update = workspace.takeFrame(of: view, heedsCredit: clock == .server) else { return }
        outbox.begin()
        outbox.writer.notification("view/frame")
        ViewFrame(update: update, document: workspace.document).write(into: &outbox.writer)
        outbox.writer.endObject()
        outbox.end()
    }

    // MARK: Rows

    static func rows(_ rows: inout some FrameRows<ViewFrame>) {
        rows.always("view", .string(), "which") { $1.string($0.update.view) }
        rows.always("frame", .integer(), "its number in the view, from 1") { $1.integer($0.update.number) }
        rows.always("revision", .integer(), "of the document") { $1.integer($0.update.revision) }
        rows.optional("viewport", Shape.viewport.schema, "the new one", { $0.update.viewport }) { $2.viewport($0) }
        rows.optional(
            "labelScale", .number(), "1 / zoom, when the zoom is new: what keeps text its size on the screen",
            { $0.update.labelScale }
        ) { $2.coordinate($0) }
        rows.optional(
            "level", .choice(SceneLevel.allCases.map(\.rawValue)),
            "the new detail: boxes are frames alone, clusters nodes shown together", { $0.update.level }
        ) { $2.string($0.rawValue) }
        itemRows(&rows)
        stateRows(&rows)
        gestureRows(&rows)
    }

    @inline(__always)
    private static func itemRows(_ rows: inout some FrameRows<ViewFrame>) {
        rows.optional(
            "leave", LeavingItems.schema, "what is no longer visible; applied first", { LeavingItems($0.update) }
        ) { $0.write(into: &$2) }
        rows.optional(
            "enter", FrameItems.schema, "whole items that have become visible", { $0.items(isEntering: true) }
        ) { $0.write(into: &$2) }
        rows.optional(
            "update", FrameItems.schema, "changed members of visible items: a null removes one; applied last",
            { $0.items(isEntering: false) }
        ) { $0.write(into: &$2) }
    }

    /// Nil where there are none.
    @inline(__always)
    private func items(isEntering: Bool) -> FrameItems? {
        let items = FrameItems(frame: self, isEntering: isEntering)
        return items.isEmpty ? nil : items
    }

    @inline(__always)
    private static func stateRows(_ rows: inout some FrameRows<ViewFrame>) {
        rows.optional(
            "selection", ShownSelection.schema, "how much is selected now",
            { $0.update.selection }
        ) { ShownSelection(counts: $0, change: $1.update.selectionChange, document: $1.document).write(into: &$2) }
        rows.element("hover", "under the pointer; null for nothing") { $0.hover }
        rows.element("focus", "with the focus; null for nothing") { $0.focus }
        rows.change(
            "editing", Shape.editing.schema, "whose content is open for editing; null for none", { $0.update.editing }
        ) { Shape.editing.write(.init(node: $1.document.nodeID($0.node), path: $0.path), &$2) }
        rows.change(
            "running", Shape.running.schema, "where the dialog of the view has come to; null for none",
            { $0.update.running }
        ) { Shape.running.write(.init($0, $1.document), &$2) }
        rows.element(
            "dropTarget", "the element that takes what is held over the view from outside; null for none"
        ) { $0.dropTarget }
    }

    @inline(__always)
    private static func gestureRows(_ rows: inout some FrameRows<ViewFrame>) {
        rows.change(
            "gesture", GestureMembers.drawn, "the open gesture; null when it is over", { $0.update.gesture }
        ) { $2.gesture($0, .drawn($1.update.mode, flatness: $1.update.flatness), $1.document) }
        rows.change(
            "guides", Shape.guides.schema, "what the gesture aligns to; null for nothing",
            { .init($0.update.guides, removing: \.isEmpty) }
        ) { Shape.guides.write($0, &$2) }
        rows.change(
            "cursor", .choice(Cursor.allCases.map(\.rawValue)), "the pointer's look; null for the usual one",
            { .init($0.update.cursor) { $0 == .default } }
        ) { $2.string($0.rawValue) }
        rows.change(
            "moving", .boolean,
            "true while the view is panned, pinched or in motion of its own, and shortly after; null when it rests",
            { .init($0.update.isMoving) { !$0 } }
        ) { $2.boolean($0) }
        rows.optional(
            "transition", Shape<Transition>.fullTransition.schema,
            "how to move to the items that changed; absent is at once", { $0.update.transition }
        ) { Shape.fullTransition.write($0, &$2) }
        rows.change(
            "animations", Animations.schema, "the edges with moving dashes; null for none",
            { .init($0.update.animated, removing: \.isEmpty) }
        ) { Animations(edges: $0, document: $1.document).write(into: &$2) }
        rows.optional(
            "presence", .dictionary(of: .oneOf([Presence.schema, .null])),
            "what is new of other views, by id, in a view opened with `presence`; null for one that is closed",
            { $0.update.presence.isEmpty ? nil : $0.update.presence }
        ) { neighbors, _, writer in
            writer.beginObject()
            for neighbor in neighbors {
                writer.name(neighbor.view)
                if let presence = neighbor.presence { presence.write(into: &writer) } else { writer.null() }
            }
            writer.endObject()
        }
    }
}

extension FrameRows<ViewFrame> {
    /// An element of the document, or none.
    @inline(__always)
    fileprivate mutating func element(
        _ name: StaticString, _ doc: @autoclosure () -> String,
        _ value: (ViewUpdate) -> ViewUpdate.Change<View.Element>
    ) {
        change(name, Shape.elementReference.schema, doc(), { value($0.update) }) { element, frame, writer in
            writer.beginObject()
            switch element {
            case .node(let slot):
                writer.name("node")
                frame.document.writeNodeID(slot, into: &writer)
            case .edge(let slot):
                writer.name("edge")
                frame.document.writeEdgeID(slot, into: &writer)
            }
            writer.endObject()
        }
    }
}

extension ViewUpdate.Change {
    /// A value that is sent as null where it is the usual one; nil has not changed.
    @inline(__always)
    fileprivate init(_ value: Value?, removing isUsual: (Value) -> Bool) {
        guard let value else {
            self = .none
            return
        }
        self = isUsual(value) ? .removed : .set(value)
    }
}

// MARK: Forms

extension ViewFrame {
    // Forms of numbers on the canvas that are written at once; they are rounded.

    static let point = Schema.object([coordinate("x", "to the right"), coordinate("y", "down")], isOpen: false)

    static let rounded = Schema.object(
        [
            coordinate("x", "the left side"), coordinate("y", "the top"), coordinate("width", "to the right"),
            coordinate("height", "down"),
        ], isOpen: false)

    static let path = Schema.oneOf([.string(), .array(of: point)])

    private static func coordinate(_ name: String, _ doc: String) -> Schema.Member {
        Schema.Member(name: name, schema: .number(), isRequired: true, doc: doc)
    }
}

extension JSONWriter {
    fileprivate mutating func viewport(_ viewport: Viewport) {
        beginObject()
        name("x")
        number(viewport.x)
        name("y")
        number(viewport.y)
        name("zoom")
        number(viewport.zoom)
        endObject()
    }
}
