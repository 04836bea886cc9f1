import Geometry
import Layout
import Seeding

/// A layered drawing with groups that is edited, and laid out again after each edit with the least change.
struct EditedDrawing {
    private(set) var graph: LayoutGraph
    private(set) var drawing: LayoutDrawing
    private let layout: LayeredLayout
    /// The nodes of the drawing before that the last edit moved.
    private(set) var moved = 0

    init?(_ graph: LayoutGraph, _ layout: LayeredLayout) {
        guard let drawing = layout.drawing(of: graph, { _ in true }) else { return nil }
        (self.graph, self.drawing, self.layout) = (graph, drawing, layout)
    }

    var isGroup: [Bool] {
        var isGroup = graph.sizes.map { _ in false }
        for parent in graph.parents where parent >= 0 { isGroup[parent] = true }
        return isGroup
    }

    /// The graph with the places and the ways of its drawing.
    var placed: LayoutGraph {
        var placed = graph
        placed.places = drawing.places.map { $0 }
        if !drawing.sizes.isEmpty { placed.sizes = drawing.sizes }
        for edge in placed.edges.indices where edge < drawing.bends.count {
            placed.edges[edge].way = drawing.bends[edge]
            placed.edges[edge].isDrawn = true
        }
        return placed
    }

    /// Lays out again; false if there is no drawing.
    mutating func layOut(_ edited: LayoutGraph? = nil, movable share: Double = 0.1) -> Bool {
        let graph = edited ?? placed
        var algorithm = LayoutAlgorithm(.layered(layout))
        algorithm.movableShare = share
        guard let next = algorithm.drawing(of: graph, { _ in true }) else { return false }
        moved = zip(drawing.places, next.places).count { $0 != $1 }
        (self.graph, drawing) = (graph, next)
        return true
    }

    /// Adds a leaf, an edge that leads on, a node on an edge, or enlarges a node, and lays out again.
    mutating func edit(_ seeded: inout Seeded, movable share: Double = 0.1) -> Bool {
        var edited = placed
        let leaves = graph.sizes.indices.filter { !isGroup[$0] }
        let node = leaves[seeded.below(leaves.count)]
        switch seeded.below(4) {
        case 0:
            edited.add(in: graph.parents.isEmpty ? -1 : graph.parents[node])
            edited.edges.append(LayoutEdge(source: node, target: edited.count - 1))
        case 1:
            let other = leaves[seeded.below(leaves.count)]
            let isOn = along(node) + 100 < along(other)
            if isOn { edited.edges.append(LayoutEdge(source: node, target: other)) }
        case 2:
            guard !edited.edges.isEmpty else { break }
            let edge = edited.edges.remove(at: seeded.below(edited.edges.count))
            edited.add(in: -1)
            edited.edges.append(LayoutEdge(source: edge.source, target: edited.count - 1))
            edited.edges.append(LayoutEdge(source: edited.count - 1, target: edge.target))
        default:
            edited.sizes[node].width += 40
            edited.sizes[node].height += 10
        }
        return layOut(edited, movable: share)
    }

    private func along(_ node: Int) -> Double {
        let center = Rect(origin: drawing.places[node], size: graph.sizes[node]).center
        switch layout.direction {
        case .down: return center.y
        case .up: return -center.y
        case .right: return center.x
        case .left: return -center.x
        }
    }

    private var frames: [Rect] {
        zip(drawing.places, drawing.sizes.isEmpty ? graph.sizes : drawing.sizes).map { Rect(origin: $0, size: $1) }
    }

    /// Pairs of nodes that hold none and cover each other.
    var overlaps: Int {
        let (frames, isGroup) = (frames, isGroup)
        return frames.indices.reduce(0) { sum, a in
            isGroup[a]
                ? sum
                : sum
                    + frames.indices.dropFirst(a + 1).count { b in
                        !isGroup[b] && LayeredDrawing.overlap(frames[a], frames[b])
                    }
        }
    }

    /// Nodes that stick out of what holds them.
    var sticksOut: Int {
        let frames = frames
        return graph.parents.indices.count { node in
            let parent = graph.parents[node]
            return parent >= 0 && !frames[parent].grown(by: 0.01).contains(frames[node])
        }
    }

    /// Pairs of an edge and a node that it enters though it is not its end.
    var through: Int {
        let (frames, isGroup) = (frames, isGroup)
        return graph.edges.indices.reduce(0) { sum, edge in
            let ends = graph.edges[edge]
            let way = [frames[ends.source].center] + drawing.bends[edge] + [frames[ends.target].center]
            return sum
                + frames.indices.count { node in
                    !isGroup[node] && node != ends.source && node != ends.target
                        && zip(way, way.dropFirst()).contains { LayeredDrawing.enters($0, $1, frames[node]) }
                }
        }
    }
}

extension LayoutGraph {
    fileprivate mutating func add(in parent: Int) {
        sizes.append(Size(width: 100, height: 50))
        places.append(nil)
        isFixed.append(false)
        if !parents.isEmpty { parents.append(parent) }
    }
}
