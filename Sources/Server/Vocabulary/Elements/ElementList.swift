import Graph
import Wire

/// Nodes and edges by id, as they are sent.
struct ElementList: Sendable {
    var nodes: [Identifier]?
    var edges: [Identifier]?

    init() {}

    init(_ nodes: [Identifier], _ edges: [Identifier]) {
        self.nodes = nodes.isEmpty ? nil : nodes
        self.edges = edges.isEmpty ? nil : edges
    }

    static let shape = Shape.object(
        "ElementList", "Nodes and edges by id.", initial: ElementList(),
        members: [
            .optional("nodes", \.nodes, .array(of: .identifier), "ids of nodes"),
            .optional("edges", \.edges, .array(of: .identifier), "ids of edges"),
        ])
}
