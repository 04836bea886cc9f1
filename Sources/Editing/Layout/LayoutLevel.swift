import Geometry
import Graph
import Layout

/// An edge that is laid out, between the members that its ends are or lie in.
struct LayoutLink: Sendable {
    let slot: Edge.Slot
    /// The number of the source among members.
    let source: Int
    let target: Int
    /// The number of the layout of the level of both.
    let layout: Int
}

/// A part of an edge that lies in one level.
struct LayoutPiece {
    /// The end of a piece.
    enum End {
        /// A member of the level, by its number.
        case member(Int)
        /// A border of the group that the level fits into, by its number.
        case border(Int)
        /// The frame of a group of the level, where the piece inside it ends: its level and border.
        case crossing(Int, Int)
    }

    let link: Int
    let source: End
    let target: End

    /// Is true if it lies in the level of both ends of the edge, where the label is.
    var isOuter: Bool {
        if case .border = source { return false }
        if case .border = target { return false }
        return true
    }

    /// Is true if it is all of the edge: the corners of the edge are its own.
    var isWhole: Bool {
        guard case .member = source, case .member = target else { return false }
        return true
    }
}

/// The contents of one group, or of the canvas, while they are laid out.
struct LayoutLevel {
    /// The numbers of the members.
    var members: [Int] = []
    var edges: [LayoutPiece] = []
    /// The corners of each piece, as places of the level are counted.
    var bends: [[Point]] = []
    /// The middle of the label of each piece, as places of the level are counted; empty without any.
    var labels: [Point?] = []
    /// The order of the borders of one side, the least first; empty leaves it to the layout.
    var borderRanks: [Double] = []
    /// The borders where edges enter the group or leave it: for each member one of each kind.
    private(set) var borders: [(kind: LayoutBorder, member: Int)] = []
    /// The places on the frame of the group, by border.
    var borderPlaces: [Point] = []
    /// Is true if its borders have places.
    var isLaidOut: Bool { borderPlaces.count == borders.count }
    private var entries: [Int: Int] = [:]
    private var exits: [Int: Int] = [:]

    /// The border by which edges enter a member, or leave it.
    mutating func border(_ kind: LayoutBorder, of member: Int) -> Int {
        let known = kind == .entry ? entries[member] : exits[member]
        if let known { return known }
        if kind == .entry { entries[member] = borders.count } else { exits[member] = borders.count }
        borders.append((kind, member))
        return borders.count - 1
    }
}
