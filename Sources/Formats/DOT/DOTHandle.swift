import Geometry

/// The place on a node where an edge ends: a field of a record or table, a side, or both.
struct DOTHandle {
    /// The id as it is written: `f0`, `n`, or `f0` with a side.
    var id: String
    /// The side and the position along it; nil if none is stated.
    var side: (side: Side, offset: Double?)?
    /// Is true if the id is a side unless the node has a field with this name.
    let isSideByName: Bool

    /// - Parameter compass: the side after a field; without one, the field's name may be a side.
    init(_ field: String, _ compass: String?) {
        id = field
        isSideByName = compass == nil
        side = DOTHandle.side(of: compass ?? field)
    }

    /// The compass point nearest to a place on a side; it may be a corner.
    ///
    /// - Parameter size: the size of the node.
    static func compass(_ side: Side, _ offset: SideOffset, _ size: Size) -> String {
        let length = side.isHorizontal ? size.height : size.width
        let offset = length > 0 ? offset.along(0, length) / length : 0.5
        let ends = offset < 0.25 ? 0 : offset > 0.75 ? 2 : 1
        switch side {
        case .top: return ["nw", "n", "ne"][ends]
        case .bottom: return ["sw", "s", "se"][ends]
        case .left: return "w"
        case .right: return "e"
        case .center: return "c"
        }
    }

    /// The side of a compass point.
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

/// A handle of a node, as a key of lookups.
struct HandleKey: Hashable {
    let node: Int
    let isSource: Bool
    let id: String
}
