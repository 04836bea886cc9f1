import Editing
import Graph
import Interaction
import Wire

/// Reads the state of a view.
struct ViewRead: ReturningMethod {
    var view = Identifier("")
    var list = false
    var reading = false

    struct Result: Sendable {
        var view = ""
        var document = ""
        var width = 0.0
        var height = 0.0
        var viewport = Viewport()
        var selection = SelectionState()
        var reading: ElementList?
        var gesture: String?
        var hover: ElementReference?
        var focus: ElementReference?
        var editing: ViewEdit.Editing?
        var tool: String?
        var own = ViewSettings()
        var pointers: [Pointer]?
    }

    /// A pressed pointer: its state, and the rejected claims with their reasons.
    struct Pointer: Sendable {
        var id = 0
        var part = ContactPart.none
        var claim: Claim?
        var refusals: [Refusal] = []
    }

    struct Refusal: Sendable {
        var claim = Claim.drag
        var reason = Claim.Reason.locked
    }

    private static let pointer = Shape.object(
        "Pointer", "A pointer that is down.", initial: Pointer(),
        members: [
            .required("id", \.id, .integer, "its number"),
            .required("part", \.part, .choice(of: ContactPart.self), "what it does now"),
            .optional("claim", \.claim, .choice(of: Claim.self), "what its movement does or will do"),
            .required("refusals", \.refusals, .array(of: refusal), "the claims that were rejected"),
        ])

    private static let refusal = Shape.object(
        "", "", initial: Refusal(),
        members: [
            .required("claim", \.claim, .choice(of: Claim.self), "the rejected claim"),
            .required("reason", \.reason, .choice(of: Claim.Reason.self), "why not"),
        ])

    static let name = "view/read"
    static let summary = "Reads the state of a view; ids of the selection on request."
    static let failures: [Failure.Kind] = [.noSuchView]
    static let params = Shape.object(
        "", "", initial: ViewRead(),
        members: [
            .required("view", \.view, .identifier, "which"),
            .defaulted(
                "list", earlier: "selection", \.list, .boolean, "whether to list the ids of the selection",
                default: "false"),
            .defaulted(
                "reading", \.reading, .boolean, "whether to list what its frames show in the order in which it is read",
                default: "false"),
        ])
    static let result = Shape<Result>.object(
        "ViewState", "The state of a view.", initial: Result(),
        members: [
            .required("view", \.view, .string, "its name"),
            .required("document", \.document, .string, "what it looks at"),
            .required("width", \.width, .number, "screen points"),
            .required("height", \.height, .number, "screen points"),
            .required("viewport", \.viewport, .viewport, "what it shows"),
            .required("selection", \.selection, .selection, "how many elements, and on request their ids"),
            .optional(
                "reading", \.reading, ElementList.shape,
                "on request: the items of its frames in the order in which they are read"),
            .optional("gesture", \.gesture, .string, "the kind of the open gesture"),
            .optional("hover", \.hover, .elementReference, "under the pointer"),
            .optional("focus", \.focus, .elementReference, "with the focus"),
            .optional("editing", \.editing, .editing, "whose content is open for editing"),
            .optional("tool", \.tool, .string, "the tool of the view; absent for that of the settings"),
            .optional(
                "canvasDrag", \.own.canvasDrag, .choice(of: InteractionSettings.CanvasDrag.self),
                "its own setting of this name; absent for that of the document"),
            .optional(
                "canvasLongPress", \.own.canvasLongPress, .choice(of: InteractionSettings.CanvasLongPress.self),
                "its own setting of this name; absent for that of the document"),
            .optional(
                "wheel", \.own.wheel, .choice(of: InteractionSettings.Wheel.self),
                "its own setting of this name; absent for that of the document"),
            .optional(
                "zoomOnDoubleTap", \.own.zoomOnDoubleTap, .boolean,
                "its own setting of this name; absent for that of the document"),
            .optional(
                "inertia", \.own.inertia, .boolean, "its own setting of this name; absent for that of the document"),
            .optional(
                "autoPan", \.own.autoPan, .boolean, "its own setting of this name; absent for that of the document"),
            .optional("pointers", \.pointers, .array(of: pointer), "those that are down; absent if there is none"),
        ])

    func perform(in session: inout Session) throws(Failure) -> Result {
        var shown: ElementList?
        if reading {
            shown = try session.withView(view) { (workspace, index) throws(EditError) in
                let (nodes, edges) = workspace.shownInReadingOrder(in: index)
                let document = workspace.document
                return ElementList(nodes.map { document.nodeID($0) }, edges.map { document.edgeID($0) })
            }
        }
        let location = try session.documents.location(of: view)
        let open = try session.documents.document(location.document)
        let window = open.workspace.windows[location.view]
        let view = window.view
        let document = open.workspace.document
        func reference(_ element: ElementSlot?) -> ElementReference? {
            switch element {
            case .node(let slot): ElementReference(node: document.nodeID(slot))
            case .edge(let slot): ElementReference(edge: document.edgeID(slot))
            case nil: nil
            }
        }
        return Result(
            view: view.id, document: open.name, width: view.size.width, height: view.size.height,
            viewport: view.viewport, selection: SelectionState(view.selection, document, withIDs: list), reading: shown,
            gesture: view.gesture?.kind.name, hover: reference(view.hover),
            focus: view.focusedGhost.map { ElementReference($0) } ?? reference(view.focus),
            editing: view.editing.map { ViewEdit.Editing($0, document) },
            tool: view.tool?.name, own: view.own,
            pointers: window.contacts.isEmpty ? nil : window.contacts.map(Pointer.init))
    }
}

extension ViewRead.Pointer {
    init(id: Int, part: ContactPart, claim: Claim?, refusals: [Claim.Refusal]) {
        self.id = id
        self.part = part
        self.claim = claim
        self.refusals = refusals.map { ViewRead.Refusal(claim: $0.claim, reason: $0.reason) }
    }
}
