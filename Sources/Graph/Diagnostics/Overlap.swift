import Geometry
import Storage

// Siblings that lie over each other, though neither contains anything.

extension Document {
    /// Returns true if a node takes space that others should not use: it is shown and has an extent, contains nothing
    /// and accepts nothing.
    func takesSpace(_ slot: Node.Slot) -> Bool {
        let geometry = nodes.geometry(slot)
        return nodes.flags(slot).isDisjoint(with: [.unplaced, .hidden, .acceptsChildren])
            && nodes.firstChild(of: slot) == nil && geometry.width > 0 && geometry.height > 0 && !isConcealed(slot)
    }

    /// Returns true if two nodes that take space are siblings whose frames share more than a border.
    func overlap(_ a: Node.Slot, _ b: Node.Slot) -> Bool {
        a != b && nodes.parent(a) == nodes.parent(b) && nodes.geometry(a).overlaps(nodes.geometry(b))
    }

    /// Returns true if there are other nodes in the node's parent, or on the canvas with it.
    func hasSiblings(_ slot: Node.Slot) -> Bool {
        guard let parent = nodes.parent(slot) else { return true }
        return nodes.firstChild(of: parent) != slot || nodes.nextSibling(slot) != nil
    }

    /// - Parameter second: the later one in the order of the document; it is moved aside unless it is locked.
    func overlapDiagnostics(_ first: Node.Slot, _ second: Node.Slot) -> [Diagnostic] {
        let ids = [nodeID(first), nodeID(second)]
        let names = ids.map(\.string).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        let fix = asideMove(of: second, beside: first) ?? asideMove(of: first, beside: second)
        let overlap = Diagnostic(
            .hint, "overlap", of: ["nodes"] + names, nodes: ids,
            message: "node \"\(ids[1])\" lies over node \"\(ids[0])\"", fixes: fix.map { [$0] } ?? [])
        return graded([overlap])
    }

    /// The least distance between two nodes after one of them was moved aside.
    private static let gap = 20.0

    /// The shortest move to the left, right, up or down that separates a node from another one.
    private func asideMove(of slot: Node.Slot, beside other: Node.Slot) -> Diagnostic.Fix? {
        if nodes.flags(slot).contains(.locked) { return nil }
        let (moved, fixed) = (nodes.geometry(slot), nodes.geometry(other))
        let ways = [
            Point(x: fixed.x + fixed.width - moved.x + Document.gap, y: 0),
            Point(x: 0, y: fixed.y + fixed.height - moved.y + Document.gap),
            Point(x: fixed.x - moved.x - moved.width - Document.gap, y: 0),
            Point(x: 0, y: fixed.y - moved.y - moved.height - Document.gap),
        ]
        let shortest = ways.filter { way in
            var there = moved
            there.x += way.x
            there.y += way.y
            return way.isFinite && there.x.isFinite && there.y.isFinite && !there.overlaps(fixed)
        }
        .min { abs($0.x) + abs($0.y) < abs($1.x) + abs($1.y) }
        return shortest.map { .move(nodeID(slot), $0) }
    }
}

extension NodeGeometry {
    fileprivate func overlaps(_ other: NodeGeometry) -> Bool {
        x < other.x + other.width && other.x < x + width && y < other.y + other.height && other.y < y + height
    }
}

/// The overlaps of a whole document, found node by node with an index of its own.
struct OverlapSearch {
    /// The number of nearby nodes to check; beyond it the search stops.
    private static let mostLooks = 20_000_000

    private let index: SpatialIndex<Node>
    private var looks = 0

    /// - Complexity: O(*n*) in the nodes.
    init(_ document: Document) {
        var items = SpatialIndexItems(capacity: document.nodes.slotCount)
        for number in 0..<document.nodes.slotCount {
            let slot = Node.Slot(index: number)
            let isThere = document.nodes.isAlive(slot) && document.takesSpace(slot)
            items.append(isThere ? document.frame(slot) : nil)
        }
        index = SpatialIndex(items)
    }

    /// Returns the earlier nodes, in document order, that a node overlaps; nil if the search stopped early.
    mutating func overlapped(by slot: Node.Slot, _ document: Document) -> [Node.Slot]? {
        if looks > OverlapSearch.mostLooks { return nil }
        if !index.contains(slot) { return [] }
        var found: [Node.Slot] = []
        let key = document.nodes.order.key(slot)
        if !document.hasSiblings(slot) { return [] }
        index.visit(touching: document.frame(slot)) { other in
            looks += 1
            if document.nodes.order.key(other) < key && document.overlap(slot, other) { found.append(other) }
        }
        return document.nodesInOrder(found)
    }
}
