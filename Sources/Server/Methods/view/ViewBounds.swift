import Editing
import Geometry
import Graph
import Interaction
import Wire

/// Returns the area of elements on the canvas and on the screen.
struct ViewBounds: ReturningMethod {
    var view = Identifier("")
    var elements = Elements.all

    /// The elements that are measured.
    enum Elements: Sendable {
        case all, selection
        case named(nodes: [Identifier]?, edges: [Identifier]?)
    }

    struct Result: Sendable {
        var canvas: Rect?
        var screen: Rect?
    }

    static let name = "view/bounds"
    static let summary = "Returns the bounds of elements on the canvas and on the screen, as far as they are shown."
    static let failures: [Failure.Kind] = [.noSuchView, .noSuchNode, .noSuchEdge]
    static let params = Shape.object(
        "", "", initial: ViewBounds(),
        members: [
            .required("view", \.view, .identifier, "which"),
            .required("of", \.elements, .measuredElements, "everything, the selection, or elements by their ids"),
        ])
    static let result = Shape<Result>.object(
        "", "", initial: Result(),
        members: [
            .required("canvas", \.canvas, Shape<Rect>.rect.optional, "in canvas units; null if nothing is shown"),
            .required("screen", \.screen, Shape<Rect>.rect.optional, "in screen points"),
        ])

    func perform(in session: inout Session) throws(Failure) -> Result {
        try session.withView(view) { (workspace, index) throws(EditError) in
            let document = workspace.document
            let selection = workspace[index].selection
            let measured =
                switch elements {
                case .all: MeasuredElements.all
                case .selection: MeasuredElements.some(nodes: selection.nodes.slots, edges: selection.edges.slots)
                case .named(let nodes, let edges): try MeasuredElements.named(nodes, edges, in: document)
                }
            guard let canvas = measured.bounds(in: &workspace) else { return Result() }
            let viewport = workspace.viewport(of: index)
            let corners = (Point(x: canvas.minX, y: canvas.minY), Point(x: canvas.maxX, y: canvas.maxY))
            return Result(canvas: canvas, screen: Rect(viewport.screen(corners.0), viewport.screen(corners.1)))
        }
    }
}

extension Shape where Value == ViewBounds.Elements {
    /// `"all"`, `"selection"`, or an object with ids.
    static let measuredElements: Shape = {
        let ids = Shape<ElementIDs>.object(
            "", "", initial: ElementIDs(),
            members: [
                .optional("nodes", \.nodes, .array(of: .identifier), "these nodes"),
                .optional("edges", \.edges, .array(of: .identifier), "these edges, with their labels"),
            ])
        let words = Shape<MeasuredWord>.choice(of: MeasuredWord.self)
        return Shape(
            schema: .oneOf([words.schema, ids.schema]),
            read: { (cursor) throws(ShapeError) in
                if cursor.peek() == .object {
                    let ids = try ids.read(&cursor)
                    return .named(nodes: ids.nodes, edges: ids.edges)
                }
                return try words.read(&cursor) == .all ? .all : .selection
            },
            write: { _, writer in writer.null() })
    }()
}

/// The words that need no ids.
private enum MeasuredWord: String, CaseIterable, Sendable { case all, selection }

/// Elements by their ids.
private struct ElementIDs: Sendable {
    var nodes: [Identifier]?
    var edges: [Identifier]?
}
