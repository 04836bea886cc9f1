import EdgeRouting
import Geometry
import Graph
import Layout
import Storage

/// The space that the names beside handles take: a layout lays out nodes that are wider by them, and edges leave level past
/// the names.
struct HandleLabelSpace {
    /// The widths by which a node is wider on each side.
    private struct Space {
        var left = 0.0
        var right = 0.0
    }

    /// The distance of a name from what comes after it.
    private static let distance = 6.0

    private var spaces: [Int: Space] = [:]

    /// Makes nodes wider whose handles have names beside them.
    ///
    /// - Parameter slots: of the nodes, by number.
    /// - Complexity: O(*n*) in the nodes, and in the handles and edges of those whose handles have names.
    init(of slots: [Node.Slot], _ document: Document, in graph: inout LayoutGraph) {
        for (number, slot) in slots.enumerated() where !graph.isFixed[number] && !document.isContainer(slot) {
            let labels = HandleLabels(document, slot).beside
            if labels.isEmpty { continue }
            let frame = document.frame(slot)
            var space = Space()
            for label in labels where label.side == .left || label.side == .right {
                space.left = max(space.left, frame.minX - label.box.minX + Self.distance)
                space.right = max(space.right, label.box.maxX - frame.maxX + Self.distance)
            }
            if !labels.contains(where: { $0.side == .left }) { space.left = 0 }
            if !labels.contains(where: { $0.side == .right }) { space.right = 0 }
            if space.left == 0 && space.right == 0 { continue }
            spaces[number] = space
            graph.sizes[number].width += space.left + space.right
            graph.places[number]?.x -= space.left
        }
        if spaces.isEmpty { return }
        for edge in graph.edges.indices {
            move(&graph.edges[edge].sourceHandle, of: graph.edges[edge].source, graph)
            move(&graph.edges[edge].targetHandle, of: graph.edges[edge].target, graph)
        }
    }

    private func move(_ handle: inout LayoutHandle?, of node: Int, _ graph: LayoutGraph) {
        guard let space = spaces[node], let side = handle?.side else { return }
        switch side {
        case .left: handle?.offset.x = 0
        case .right: handle?.offset.x = graph.sizes[node].width
        case .top, .bottom, .center: handle?.offset.x += space.left
        }
    }

    /// Gives nodes their own sizes again, and edges the corners behind names.
    ///
    /// - Parameter areBent: whether edges have corners where they leave and arrive.
    /// - Complexity: O(*n*) in the nodes and edges where a node has names beside its handles, else O(1).
    func leave(_ drawing: inout LayoutDrawing, _ graph: inout LayoutGraph, areBent: Bool) {
        if spaces.isEmpty { return }
        if areBent {
            for (number, edge) in graph.edges.enumerated() where edge.source != edge.target {
                if let corner = corner(edge.sourceHandle, of: edge.source, drawing),
                    isBent(corner, drawing.bends[number].first)
                {
                    drawing.bends[number].insert(corner, at: 0)
                }
                if let corner = corner(edge.targetHandle, of: edge.target, drawing),
                    isBent(corner, drawing.bends[number].last)
                {
                    drawing.bends[number].append(corner)
                }
            }
        }
        for (number, space) in spaces {
            drawing.places[number].x += space.left
            graph.places[number]?.x += space.left
            graph.sizes[number].width -= space.left + space.right
            if !drawing.sizes.isEmpty { drawing.sizes[number].width -= space.left + space.right }
        }
    }

    /// The point behind the name of a handle.
    private func corner(_ handle: LayoutHandle?, of node: Int, _ drawing: LayoutDrawing) -> Point? {
        guard let handle, let space = spaces[node] else { return nil }
        guard handle.side == .left && space.left > 0 || handle.side == .right && space.right > 0 else { return nil }
        return drawing.places[node] + handle.offset
    }

    /// Returns true if a path that is level up to a corner turns there.
    private func isBent(_ corner: Point, _ next: Point?) -> Bool { next.map { $0.y != corner.y } ?? true }
}
