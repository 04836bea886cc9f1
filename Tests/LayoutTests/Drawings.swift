import Geometry
import Layout
import Seeding

extension Seeded {
    /// A graph of nodes of one size and of edges between any two.
    mutating func graph(nodes: Int, edges: Int, of size: Size = Size(width: 150, height: 60)) -> LayoutGraph {
        LayoutGraph(
            sizes: Array(repeating: size, count: nodes),
            edges: (0..<edges).map { _ in LayoutEdge(source: below(nodes), target: below(nodes)) })
    }
}
