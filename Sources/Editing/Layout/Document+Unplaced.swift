import Geometry
import Graph
import Layout

// The layout of documents whose texts say nothing of places.

extension Document {
    /// The layout of a document whose nodes have no places yet: in layers, whose direction their handles say, or of very many
    /// elements in a grid, which takes no time.
    ///
    /// Hidden elements count: in drawings they are there for the places of the others alone.
    public var unplacedLayout: LayoutOptions {
        var options = LayoutOptions(
            nodes.count + edges.count <= Limits.unplacedElements
                ? LayoutAlgorithm(.layered(LayeredLayout()))
                : LayoutAlgorithm(.grid(GridLayout())))
        options.hidden = .count
        return options
    }

    /// Lays all nodes out, before the document is edited by anyone.
    ///
    /// - Throws: `invalidValue` (a node would leave the range of doubles).
    /// - Complexity: as the algorithm.
    public mutating func layOutUnplaced() throws(EditError) {
        updateInheritance()
        guard let plan = try layoutPlan(of: nodeSlots, unplacedLayout, { _ in true }) else { return }
        _ = try transact { (transaction) throws(EditError) in try transaction.perform(plan) }
    }
}
