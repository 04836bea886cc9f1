import Geometry
import Graph
import Layout

// The layout of documents from texts without positions.

extension Document {
    /// The layout of a document without positions: layers in the direction of the handles or, for very many elements, a
    /// grid, which is fast and leaves the edges as they are.
    ///
    /// Hidden elements count: in drawings they only affect the places of others.
    public var unplacedLayout: LayoutOptions {
        let isLarge = nodes.count + edges.count > Limits.unplacedElements
        var options = LayoutOptions(
            isLarge ? LayoutAlgorithm(.grid(GridLayout())) : LayoutAlgorithm(.layered(LayeredLayout())))
        if isLarge { (options.edges, options.isMeasured) = (.keep, false) }
        options.hidden = .count
        return options
    }

    /// Lays out all nodes, before the first edit of the document.
    ///
    /// - Throws: `invalidValue` (a node would leave the range of doubles).
    /// - Complexity: that of the algorithm.
    public mutating func layOutUnplaced() throws(EditError) {
        updateInheritance()
        var options = unplacedLayout
        options.isMeasured = false
        guard let plan = try layoutPlan(of: nodeSlots, options, { _ in true }) else { return }
        _ = try transact { (transaction) throws(EditError) in try transaction.perform(plan) }
    }
}
