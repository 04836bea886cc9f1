import Geometry

/// Edges so long that their bounds are mostly empty, by the boxes of their parts.
///
/// A point in a crowded document lies within the bounds of every long edge that passes anywhere near; of their parts it
/// lies in few.
struct LongEdges: Sendable {
    private var parts = SpatialIndex()
    /// The edge of each part, −1 for a number that is free.
    private var edges: [Int32] = []
    private var free: [Int32] = []
    private var partsOfEdges: [Int32: [Int32]] = [:]
    /// Whether every long edge is here: beyond `limit` of them they are looked for by their bounds.
    private(set) var isComplete = true

    /// With some sixteen parts each, about 50 MiB.
    private static let limit = 1 << 16

    var bytes: Int { parts.bytes + edges.capacity * 4 + partsOfEdges.count * 128 }

    mutating func set(_ edge: Int32, _ path: Path?, label: Rect?) {
        remove(edge)
        guard let path else { return }
        if partsOfEdges.count >= LongEdges.limit {
            isComplete = false
            return
        }
        var numbers: [Int32] = []
        path.visitBoxes { numbers.append(add($0, of: edge)) }
        if let label { numbers.append(add(label, of: edge)) }
        partsOfEdges[edge] = numbers
    }

    mutating func remove(_ edge: Int32) {
        guard !partsOfEdges.isEmpty, let numbers = partsOfEdges.removeValue(forKey: edge) else { return }
        for number in numbers {
            parts.remove(number)
            edges[Int(number)] = -1
        }
        free += numbers
    }

    private mutating func add(_ box: Rect, of edge: Int32) -> Int32 {
        let number = free.popLast() ?? Int32(edges.count)
        if Int(number) == edges.count { edges.append(edge) } else { edges[Int(number)] = edge }
        parts.set(number, box)
        return number
    }

    /// Calls `body` with the edges of which a part lies no farther from the point, an edge perhaps more than once.
    @inline(__always)
    func visit(near point: Point, within distance: Double, _ body: (Int32) -> Void) {
        parts.visit(near: point, within: distance) { body(edges[Int($0)]) }
    }
}
