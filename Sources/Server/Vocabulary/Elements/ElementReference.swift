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

/// A handle of a node, by their ids.
struct HandleReference: Sendable {
    var node = Identifier("")
    var handle = Identifier("")
}

extension Shape where Value == HandleReference {
    static let handleReference = Shape.object(
        "HandleReference", "A handle of a node.", initial: HandleReference(),
        members: [
            .required("node", \.node, .identifier, "the node"),
            .required("handle", \.handle, .identifier, "the handle there"),
        ])
}
