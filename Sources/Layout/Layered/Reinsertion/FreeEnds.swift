/// The edge ends that can meet their nodes in several ways; a search chooses one. They bend around their node on a
/// side, or enter between handles.
struct FreeEnds {
    struct Way {
        /// The slot at which the edge meets its node.
        let slot: Int
        /// The fixed cost of this way at the node.
        let cost: Int
        /// The side on which it bends around the node: -1 left, 1 right, 0 neither.
        let side: Int
        /// The place on the border of the node, from left to right, of its handle or of its entry.
        let position: Int
    }

    struct End {
        let edge: Int
        let node: Int
        let isUpper: Bool
        let weight: Int
        let ways: [Way]
        var way: Int

        var slot: Int { ways[way].slot }
    }

    /// The cost of entering at a handle of other edges, compared with a crossing.
    static let meeting = Reinsertion.crossing / 4

    private(set) var list: [End] = []
    /// The slots of all edges, at both ends.
    private(set) var upperSlots: [Int] = []
    private(set) var lowerSlots: [Int] = []
    /// The number of the free end of each edge, -1 without one; empty without free ends.
    private var uppers: [Int] = []
    private var lowers: [Int] = []
    /// The free ends by node.
    private var atNode = Adjacency(count: 0, ends: [])
    /// A flag for each free end: true if its edge is inserted.
    private var isIn: [Bool] = []

    /// Makes an empty list.
    init() {}

    /// - Parameter slots: the slots of all edges, at their upper and their lower ends.
    init(_ ends: [End], slots: (uppers: [Int], lowers: [Int]), nodeCount: Int) {
        if ends.isEmpty { return }
        list = ends
        (upperSlots, lowerSlots) = slots
        uppers = Array(repeating: -1, count: upperSlots.count)
        lowers = uppers
        for (number, end) in ends.enumerated() {
            if end.isUpper { uppers[end.edge] = number } else { lowers[end.edge] = number }
            if end.isUpper { upperSlots[end.edge] = end.slot } else { lowerSlots[end.edge] = end.slot }
        }
        atNode = Adjacency(count: nodeCount, ends: ends.map(\.node))
        isIn = Array(repeating: true, count: ends.count)
    }

    var isEmpty: Bool { list.isEmpty }

    /// The number of a free end; nil if the end has no choice.
    @inline(__always) func number(_ edge: Int, isUpper: Bool) -> Int? {
        if list.isEmpty { return nil }
        let number = isUpper ? uppers[edge] : lowers[edge]
        return number < 0 ? nil : number
    }

    /// The cost of a way of an end: its own cost and its crossings with the inserted ends at the node.
    func cost(_ number: Int, way: Int) -> Int {
        let end = list[number]
        let own = end.ways[way]
        var sum = own.cost
        for slot in 0..<atNode.degree(end.node) {
            let other = atNode.item(end.node, slot)
            if !isIn[other] || other == number || list[other].isUpper == end.isUpper { continue }
            if FreeEnds.cross(own, list[other].ways[list[other].way]) {
                sum += list[other].weight * Reinsertion.crossing
            }
        }
        return sum * end.weight
    }

    /// Returns true if an end from above and an end from below cross at their node.
    private static func cross(_ a: Way, _ b: Way) -> Bool {
        if a.side != 0 && b.side != 0 { return a.side == b.side }
        if a.side == 0 && b.side == 0 { return false }
        let (bent, straight) = a.side != 0 ? (a, b) : (b, a)
        return bent.side > 0 ? straight.position > bent.position : straight.position < bent.position
    }

    mutating func set(_ number: Int, isIn: Bool) { self.isIn[number] = isIn }
    mutating func set(_ number: Int, way: Int) { list[number].way = way }

    /// The cost of all ends at their nodes, if all are inserted.
    var cost: Int {
        list.indices.reduce(0) { sum, number in
            let end = list[number]
            return sum + (end.isUpper ? cost(number, way: end.way) : end.weight * end.ways[end.way].cost)
        }
    }
}
