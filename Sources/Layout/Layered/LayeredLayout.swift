import Geometry

/// Nodes in layers, so that edges lead from one layer to a later one, with few crossings and short edges.
///
/// Sugiyama, Tagawa and Toda 1981, in phases that can be read one by one: components, cycles, layers, order, places,
/// routes. A drawing depends on the graph alone: the same input gives the same places. Where orders are equally good,
/// that of the document counts.
public struct LayeredLayout: Sendable {
    /// What layers are to be.
    public enum Layering: String, CaseIterable, Sendable {
        /// The least total span of edges.
        case networkSimplex = "shortest"
        /// Each node as near to the sources as edges let it.
        case longestPath
    }

    /// What the places of handles mean for the order of edges at a node.
    public enum Ports: String, CaseIterable, Sendable {
        /// Their order is kept.
        case order
        /// Their order is kept, and edges are straightened from handle to handle.
        case fixed
        /// They mean nothing.
        case free
    }

    /// Where edges lead.
    public var direction = Direction.down
    /// Between the nodes of a layer, in canvas units.
    public var nodeSpacing = 50.0
    /// Between layers, in canvas units.
    public var layerSpacing = 80.0
    /// Where nodes lie in their layer along the flow.
    public var align = LayoutAlignment.center
    public var layering = Layering.networkSimplex
    public var ports = Ports.order
    /// Whether labels of edges get space.
    public var labels = true
    /// Width by height of the whole, where components can be packed so.
    public var aspectRatio = 1.6

    /// With the default options.
    public init() {}

    /// Lays out a graph; nil if the watch stopped it.
    ///
    /// - Complexity: near O((*n* + *m*) log (*n* + *m*)); the work for few crossings is bounded by the size of the graph.
    public func drawing(of graph: LayoutGraph, _ watch: LayoutWatch) -> LayoutDrawing? {
        guard watch(0) else { return nil }
        let frame = FlowFrame(direction: direction)
        var drawing = LayoutDrawing(
            places: Array(repeating: .zero, count: graph.count), bends: Array(repeating: [], count: graph.edges.count))
        let parts = ConnectedParts(graph)
        var sheets: [Sheet] = []
        var done = 0
        for index in 0..<parts.count {
            let component = FlowComponent(
                graph, nodes: parts.nodes(of: index), edges: parts.edges(of: index), local: parts.local, frame, self)
            let total = Double(graph.count)
            let before = done
            done += component.nodes.count
            let phases = Phases(layout: self, share: Double(component.nodes.count) / total)
            guard
                let sheet = phases.sheet(
                    of: component, { watch((Double(before) + $0 * Double(done - before)) / total) })
            else { return nil }
            sheets.append(sheet)
        }
        let origins = Sheet.pack(sheets, ratio: aspectRatio, spacing: nodeSpacing, frame)
        for (sheet, origin) in zip(sheets, origins) { sheet.write(to: &drawing, at: origin, frame, graph) }
        return drawing
    }
}
