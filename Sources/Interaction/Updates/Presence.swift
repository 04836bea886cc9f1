import Geometry
import Graph
import Storage

/// The state of a view that the other views of a document may show.
public struct Presence: Sendable, Equatable {
    /// The name of the user, as the client gave it.
    public var name: String?
    /// A color in any form of CSS, as the client gave it.
    public var color: String?
    /// The position of the pointer, in canvas units; nil if it is not over the view.
    public internal(set) var pointer: Point?
    /// Some of the selected nodes, at most `Limits.presenceElements`.
    public internal(set) var nodes: [Node.ID] = []
    /// The selected edges.
    public internal(set) var edges: [Edge.ID] = []
    /// The elements that the open gesture has; nil if it has none.
    public internal(set) var claims: Claims?
    /// The content that is open for editing; nil if none is.
    public internal(set) var editing: Editing?
    /// The drag in the view; nil if there is none, or if it has not moved yet.
    public internal(set) var drag: Drag?

    init() {}

    /// Elements that a gesture has for its view, each at most `Limits.presenceElements`.
    public struct Claims: Sendable, Equatable {
        /// The nodes.
        public let nodes: [Node.ID]
        /// The edges.
        public let edges: [Edge.ID]
    }

    /// A node with content that is open for editing.
    public struct Editing: Sendable, Equatable {
        /// The node.
        public let node: Node.ID
        /// A JSON Pointer into its data, if only a part is open.
        public let path: String?
        /// The selected part of the text there.
        public let selection: View.TextSelection?
    }

    /// Nodes on their way: the document learns of it at the end.
    public struct Drag: Sendable, Equatable {
        /// Some of the outermost nodes, at most `Limits.presenceElements`.
        public let nodes: [Node.ID]
        /// The offset of the dragged nodes, in canvas units.
        public let offset: Point
    }
}

/// The presence of a view: its state for others, and whether its frames hold theirs.
struct PresenceState: Sendable {
    /// The name that the client gave.
    var name: String?
    var color: String?
    /// Is true if frames carry the presence of the other views.
    let followsOthers: Bool
    /// The presence that the others may know.
    private(set) var shown = Presence()
    /// The version of the latest news, a count of the workspace.
    private(set) var version: Int
    /// The selection that `shown` was made from; nil if a slot of it may have got another element.
    private var selection: Selection? = Selection()
    /// The dragged nodes, with the gesture of the view and the revisions of the document and of the drag.
    private var dragged: (nodes: [Node.ID], gesture: Int, revision: Int, known: Int) = ([], 0, 0, 0)

    /// The elements that a gesture of the view has, by its number and the revision of the document.
    private var claimed: (claims: Presence.Claims?, gesture: Int, revision: Int) = (nil, 0, -1)

    init(followsOthers: Bool, version: Int) {
        self.followsOthers = followsOthers
        self.version = version
    }

    /// Updates the shown state from the view.
    ///
    /// - Returns: true if it is new, with this version.
    /// - Complexity: O(the words of the selection); O(the selection) if that has changed.
    mutating func publish(
        pointer: Point?, _ view: borrowing View, _ drag: Presence.Drag?, of document: Document, revision: Int,
        version: Int
    ) -> Bool {
        let selection = view.selection
        var now = shown
        now.editing = view.editing.map { .init(node: document.nodeID($0.node), path: $0.path, selection: $0.selection) }
        now.claims = claims(of: view, document, revision: revision)
        (now.name, now.color, now.pointer) = (name, color, pointer)
        if self.selection != selection {
            let few = Presence.some(of: selection)
            now.nodes = document.nodesInOrder(few.nodes).map { document.nodeID($0) }
            now.edges = document.edgesInOrder(few.edges).map { document.edgeID($0) }
            self.selection = selection
        }
        now.drag = drag
        if now == shown { return false }
        shown = now
        self.version = version
        return true
    }

    /// Returns the elements that the gesture of the view has.
    ///
    /// - Complexity: O(1) while neither the gesture nor the document changes.
    private mutating func claims(
        of view: borrowing View, _ document: Document, revision: Int
    ) -> Presence.Claims? {
        guard let gesture = view.gesture else { return nil }
        // A drag finds the nodes that moved into it, or out of it, at its next move.
        let revision = gesture.as(DragGesture.self)?.revision ?? revision
        if claimed.gesture != view.gestureCount || claimed.revision != revision {
            let claims = gesture.payload.claims
            let few = Presence.some(of: Selection(nodes: claims.nodes, edges: claims.edges))
            let shown = Presence.Claims(
                nodes: document.nodesInOrder(few.nodes).map { document.nodeID($0) },
                edges: document.edgesInOrder(few.edges).map { document.edgeID($0) })
            claimed = (claims.isEmpty ? nil : shown, view.gestureCount, revision)
        }
        return claimed.claims
    }

    /// Returns the visible part of a drag.
    ///
    /// - Parameters:
    ///   - gesture: its number, of the gestures of the view.
    ///   - revision: of the document.
    /// - Complexity: O(1) while neither the drag nor the document changes.
    mutating func show(
        _ drag: DragGesture, _ gesture: Int, of document: Document, revision: Int
    ) -> Presence.Drag? {
        if (dragged.gesture, dragged.revision, dragged.known) != (gesture, revision, drag.revision) {
            var nodes = dragged.gesture == gesture ? dragged.nodes : []
            if drag.revision == revision {
                let few = drag.roots.prefix(Limits.presenceElements)
                nodes = document.nodesInOrder(Array(few)).map { document.nodeID($0) }
            } else {
                // After another change the drag finds its nodes again at its next move.
                nodes.removeAll { document.node($0) == nil }
            }
            dragged = (nodes, gesture, revision, drag.revision)
        }
        if drag.offset == .zero || dragged.nodes.isEmpty { return nil }
        return Presence.Drag(nodes: dragged.nodes, offset: drag.offset)
    }

    /// Forgets selected elements that are gone: their slots may get others.
    mutating func forget(nodes: [Node.Slot], edges: [Edge.Slot]) {
        guard let known = selection else { return }
        if nodes.contains(where: { known.nodes.contains($0) }) || edges.contains(where: { known.edges.contains($0) }) {
            selection = nil
        }
    }
}

extension Presence {
    fileprivate static func some(of selection: Selection) -> (nodes: [Node.Slot], edges: [Edge.Slot]) {
        (
            Array(selection.nodes.slots.prefix(Limits.presenceElements)),
            Array(selection.edges.slots.prefix(Limits.presenceElements))
        )
    }
}
