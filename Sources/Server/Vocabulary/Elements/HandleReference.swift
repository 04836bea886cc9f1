import Graph
import Wire

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
