import Geometry

/// The place on a node where an edge ends: a field of a record or of a table, a side, or both.
struct DOTHandle {
    /// The id as it is written: `f0`, `n`, or `f0` with a side.
    var id: String
    /// The side and where along it; nil if none is stated.
    var side: (side: Side, offset: Double?)?

    /// - Parameter compass: the side behind a field; without a field it takes its place.
    init(_ field: String, _ compass: String?) {
        id = field
        side = DOTHandle.side(of: compass ?? field)
    }

    /// The side that a point of the compass is on.
    private static func side(of compass: String) -> (side: Side, offset: Double?)? {
        switch compass {
        case "n": (.top, nil)
        case "ne": (.top, 1)
        case "nw": (.top, 0)
        case "e": (.right, nil)
        case "w": (.left, nil)
        case "s": (.bottom, nil)
        case "se": (.bottom, 1)
        case "sw": (.bottom, 0)
        case "c": (.center, nil)
        default: nil
        }
    }
}

/// A handle of a node, to find out whether it has it.
struct HandleKey: Hashable {
    let node: Int
    let isSource: Bool
    let id: String
}
