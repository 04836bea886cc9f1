import EdgeRouting
import Geometry
import Graph
import Layout
import Storage

/// The space for the names beside handles: nodes are laid out with wider frames, and edges leave level past the names.
struct HandleLabelSpace {
    /// The added widths on the sides of a node.
    private struct Space {
        var left = 0.0
        var right = 0.0
    }

    /// The distance between a name and the next thing.
    private static let distance = 6.0

    private var spaces: [Int: Space] = [:]

    /// Widens the nodes that have names beside their handles.
    ///
    /// - Parameter slots: the nodes, by number.
    /// - Complexity: O(*n*) in the nodes, plus the handles and edges of nodes with named handles.
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

    /// Restores the sizes of nodes, and adds the corners of edges behind names.
    ///
    /// - Parameter areBent: true if edges have corners where they leave and arrive.
    /// - Complexity: O(*n*) in the nodes and edges if a node has names beside its handles, else O(1).
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

    /// Returns true if a path that is level up to a corner bends there.
    private func isBent(_ corner: Point, _ next: Point?) -> Bool { next.map { $0.y != corner.y } ?? true }
}
