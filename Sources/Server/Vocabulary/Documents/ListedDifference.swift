import Geometry
import Graph
import Interaction
import Wire

/// A difference as it is listed.
struct ListedDifference: Sendable {
    var node: Identifier?
    var edge: Identifier?
    var difference = ElementDifference.Kind.changed
    var changes: [JSONPointer]?
    var from: Point?
    var bounds: Rect?

    init() {}

    init(_ found: Workspace.PlacedDifference) {
        switch found.element {
        case .node(let id): node = id
        case .edge(let id): edge = id
        }
        difference = found.difference.kind
        changes = found.difference.changes.isEmpty ? nil : found.difference.changes
        (from, bounds) = (found.difference.from, found.bounds)
    }

    static let shape = Shape.object(
        "Difference", "The differences of an element between a document and the one with which a view compares it.",
        initial: ListedDifference(),
        members: [
            .optional("node", \.node, .identifier, "a node"), .optional("edge", \.edge, .identifier, "or an edge"),
            .required(
                "difference", \.difference, .choice(of: ElementDifference.Kind.self),
                "whether the other document has no such element, only it has it, or has it otherwise"),
            .optional(
                "changes", \.changes, .pointers,
                "JSON Pointers to the values that differ, at most \(Limits.differencePointers)"),
            .optional("from", \.from, .point, "where the left top of a node is in the other document, if elsewhere"),
            .optional(
                "bounds", \.bounds, .rect, "of its drawing, of a removed one where it was; absent if it is not drawn"
            ),
        ])
}

extension Shape where Value == [JSONPointer] {
    /// JSON Pointers (RFC 6901).
    static let pointers = Shape.array(of: .jsonPointer)
}

extension ElementReference {
    init(_ element: Comparison.Element) {
        switch element {
        case .node(let id): node = id
        case .edge(let id): edge = id
        }
    }
}
