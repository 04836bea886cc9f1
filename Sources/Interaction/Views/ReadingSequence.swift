import Geometry
import Graph
import Storage

/// The elements that can be seen, in the order in which they are read where that is not the order of the document.
///
/// By place, nodes follow each other by the tops of their bounds, then by their left sides. Along the flow, a node comes
/// after the sources of its edges and after its group, and what follows a node is read to its end before its neighbor is:
/// the reverse postorder of a search depth first (Tarjan, "Edge-disjoint spanning trees and depth-first search", 1976)
/// which takes starts and targets by place. A cycle is read from where that search enters it. Edges follow the order of
/// their sources, then of their targets.
struct ReadingSequence: Sendable {
    /// The revision of the document that it is of.
    let revision: Int
    let order: InteractionSettings.ReadingOrder
    private let nodes: [Node.Slot]
    private let edges: [Edge.Slot]
    private var nodePositions = SlotNumbers<Node>()
    private var edgePositions = SlotNumbers<Edge>()

    /// Puts what a scene shows in order.
    ///
    /// - Complexity: O(*n* log *n*) in the nodes and edges.
    init(_ document: Document, _ scene: Scene, revision: Int) {
        self.revision = revision
        order = document.settings.interaction.readingOrder
        let placed = document.placedNodes(in: scene)
        var positions = SlotNumbers<Node>()
        for (position, node) in placed.enumerated() { positions.insert(node, position) }
        let ends = document.ends(ofEdgesIn: scene, positions)
        if order == .flow {
            var flow = Flow(count: placed.count, ends.map(\.ends) + document.groups(of: placed, positions))
            nodes = flow.order().map { placed[$0] }
        } else {
            nodes = placed
        }
        for (position, node) in nodes.enumerated() { nodePositions.insert(node, position) }
        let position = placed.map { [nodePositions] in nodePositions[$0] ?? 0 }
        edges = ends.sorted {
            let (one, other) = ($0.ends, $1.ends)
            if one.source != other.source { return position[one.source] < position[other.source] }
            if one.target != other.target { return position[one.target] < position[other.target] }
            return document.edges.order.key($0.edge) < document.edges.order.key($1.edge)
        }.map(\.edge)
        for (position, edge) in edges.enumerated() { edgePositions.insert(edge, position) }
    }

    /// The next element of the kind of another, of nodes without one; nil at the end.
    func element(after element: ElementSlot?, _ isForward: Bool) -> ElementSlot? {
        if case .edge(let slot)? = element {
            return edgePositions[slot].flatMap { edges.next(after: $0, isForward) }.map { .edge($0) }
        }
        let position = element?.node.flatMap { nodePositions[$0] }
        return nodes.next(after: position ?? (isForward ? -1 : nodes.count), isForward).map { .node($0) }
    }

    /// Nodes in this order; those that it does not have come last, in the order in which they are given.
    func sorted(_ nodes: [Node.Slot]) -> [Node.Slot] { ReadingSequence.sorted(nodes, by: nodePositions) }

    /// Edges in this order, likewise.
    func sorted(_ edges: [Edge.Slot]) -> [Edge.Slot] { ReadingSequence.sorted(edges, by: edgePositions) }

    private static func sorted<Element>(
        _ slots: [Slot<Element>], by positions: SlotNumbers<Element>
    ) -> [Slot<Element>] {
        let placed = slots.enumerated().map { (positions[$1] ?? Int.max, $0, $1) }
        return placed.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
    }
}

/// Two nodes of which one is read before the other, by their numbers in the order of places.
private struct Ends: Comparable {
    let source: Int
    let target: Int

    static func < (one: Ends, other: Ends) -> Bool {
        (one.source, one.target) < (other.source, other.target)
    }
}

/// A search of nodes that are numbered by place along pairs of which one is read before the other.
private struct Flow {
    /// The targets of all nodes, in the order of their sources, then by place.
    private var targets: [Int]
    /// For each node, where its targets begin; and the end of all.
    private var first: [Int]
    private var hasSource: [Bool]

    init(count: Int, _ pairs: [Ends]) {
        targets = []
        targets.reserveCapacity(pairs.count)
        first = [0]
        first.reserveCapacity(count + 1)
        hasSource = Array(repeating: false, count: count)
        for pair in pairs.sorted() where pair.source != pair.target {
            while first.count <= pair.source { first.append(targets.count) }
            targets.append(pair.target)
            hasSource[pair.target] = true
        }
        while first.count <= count { first.append(targets.count) }
    }

    /// The nodes in the order in which they are read. O(nodes and pairs).
    mutating func order() -> [Int] {
        let nodes = 0..<hasSource.count
        // Forward, to find where to start and which pairs close a cycle.
        var starts: [Int] = []
        var state = Array(repeating: State.new, count: nodes.count)
        for node in nodes.filter({ !hasSource[$0] }) + nodes where state[node] == .new {
            starts.append(node)
            search(from: node, &state, isForward: true) { _ in }
        }
        // Backward, so that what is left last is read first.
        var left: [Int] = []
        left.reserveCapacity(nodes.count)
        state = Array(repeating: .new, count: nodes.count)
        for node in starts.reversed() { search(from: node, &state, isForward: false) { left.append($0) } }
        return left.reversed()
    }

    private enum State { case new, open, left }

    /// Visits what is new from a node on, depth first; a target that is open closes a cycle, and is forgotten.
    private mutating func search(
        from start: Int, _ state: inout [State], isForward: Bool, leave: (Int) -> Void
    ) {
        if state[start] != .new { return }
        state[start] = .open
        var path = [(node: start, step: 0)]
        while let (node, step) = path.last {
            let count = first[node + 1] - first[node]
            if step == count {
                state[node] = .left
                leave(node)
                path.removeLast()
                continue
            }
            path[path.count - 1].step += 1
            let position = isForward ? first[node] + step : first[node + 1] - 1 - step
            let target = targets[position]
            switch state[target] {
            case .new:
                state[target] = .open
                path.append((target, 0))
            // A pair of a node with itself is passed over.
            case .open: targets[position] = node
            case .left: break
            }
        }
    }
}

extension Document {
    /// The nodes that a scene shows, by the tops of their bounds, then by their left sides, then in the order of the document.
    fileprivate func placedNodes(in scene: Scene) -> [Node.Slot] {
        var nodes: [Node.Slot] = []
        var next = self.nodes.order.first
        while let node = next {
            if scene.nodes.contains(node) { nodes.append(node) }
            next = self.nodes.order.next(node)
        }
        let frames = nodes.map { frame($0) }
        let order = nodes.indices.sorted {
            (frames[$0].minY, frames[$0].minX, $0) < (frames[$1].minY, frames[$1].minX, $1)
        }
        return order.map { nodes[$0] }
    }

    /// The edges that a scene shows between nodes with a place, with their ends as they are drawn.
    fileprivate func ends(ofEdgesIn scene: Scene, _ positions: SlotNumbers<Node>) -> [(edge: Edge.Slot, ends: Ends)] {
        var found: [(edge: Edge.Slot, ends: Ends)] = []
        var next = edges.order.first
        while let edge = next {
            next = edges.order.next(edge)
            if !scene.edges.contains(edge) { continue }
            let drawn = drawnEnds(ofEdge: edge)
            guard let source = positions[drawn.source], let target = positions[drawn.target] else { continue }
            found.append((edge, Ends(source: source, target: target)))
        }
        return found
    }

    /// Each group before what it contains.
    fileprivate func groups(of nodes: [Node.Slot], _ positions: SlotNumbers<Node>) -> [Ends] {
        nodes.indices.compactMap { position in
            self.nodes.parent(nodes[position]).flatMap { positions[$0] }.map { Ends(source: $0, target: position) }
        }
    }
}

extension Array {
    fileprivate func next(after position: Int, _ isForward: Bool) -> Element? {
        let next = position + (isForward ? 1 : -1)
        return indices.contains(next) ? self[next] : nil
    }
}
