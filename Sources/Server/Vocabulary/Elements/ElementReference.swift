import Graph
import Wire

/// One node or one edge, by id.
struct ElementReference: Sendable {
    var node: Identifier?
    var edge: Identifier?
}

extension Shape where Value == ElementReference {
    static let elementReference = Shape.object(
        "ElementReference", "One node or one edge.", initial: ElementReference(),
        members: [
            .optional("node", \.node, .identifier, "a node"), .optional("edge", \.edge, .identifier, "or an edge"),
        ])
}
