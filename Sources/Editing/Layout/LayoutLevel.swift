import Geometry
import Graph
import Layout

/// An edge that is laid out between two members, each of which is or contains one of its ends.
struct LayoutLink: Sendable {
    let slot: Edge.Slot
    /// The number of the source among members.
    let source: Int
    let target: Int
    /// The number of the layout of their common level.
    let layout: Int
}

/// The part of an edge in one level.
struct LayoutPiece {
    /// The end of a piece.
    enum End {
        /// A member of the level, by its number.
        case member(Int)
        /// A border of the group around the level, by its number.
        case border(Int)
        /// A crossing with the frame of a group of the level, where an inner piece ends: the inner level and its
        /// border.
        case crossing(Int, Int)
    }

    let link: Int
    let source: End
    let target: End

    /// Is true if its level contains both ends of the edge; the label belongs to this piece.
    var isOuter: Bool {
        if case .border = source { return false }
        if case .border = target { return false }
        return true
    }

    /// Is true if it is the whole edge, so that its corners are all corners of the edge.
    var isWhole: Bool {
        guard case .member = source, case .member = target else { return false }
        return true
    }
}

/// The contents of one group, or of the canvas, during a layout.
struct LayoutLevel {
    /// The numbers of the members.
    var members: [Int] = []
    var edges: [LayoutPiece] = []
    /// The corners of each piece, in coordinates of the level.
    var bends: [[Point]] = []
    /// The middle of the label of each piece, in coordinates of the level; empty without labels.
    var labels: [Point?] = []
    /// The order keys of the borders of one side, the least first; empty leaves the order to the layout.
    var borderRanks: [Double] = []
    /// The borders where edges enter or leave the group: at most one of each kind for each member.
    private(set) var borders: [(kind: LayoutBorder, member: Int)] = []
    /// The places of borders on the frame of the group.
    var borderPlaces: [Point] = []
    /// Is true if its borders have places.
    var isLaidOut: Bool { borderPlaces.count == borders.count }
    private var entries: [Int: Int] = [:]
    private var exits: [Int: Int] = [:]

    /// The border at which the edges of a member enter or leave the group.
    mutating func border(_ kind: LayoutBorder, of member: Int) -> Int {
        let known = kind == .entry ? entries[member] : exits[member]
        if let known { return known }
        if kind == .entry { entries[member] = borders.count } else { exits[member] = borders.count }
        borders.append((kind, member))
        return borders.count - 1
    }
}
