import Geometry
import Graph

/// A square of the canvas, by its column and row in a grid through the origin.
public struct Cell: Hashable, Comparable, Sendable {
    public let column: Int
    public let row: Int

    /// Row by row.
    public static func < (a: Cell, b: Cell) -> Bool { a.row != b.row ? a.row < b.row : a.column < b.column }

    /// The cell of a point, in cells of a side; what is farther away than numbers count cells lies in the outermost.
    public init(of point: Point, side: Double) { self.init(Cell.place(point.x, side), Cell.place(point.y, side)) }

    init(_ column: Int, _ row: Int) {
        self.column = column
        self.row = row
    }

    static func place(_ coordinate: Double, _ side: Double) -> Int {
        let cells = (coordinate / side).rounded(.down)
        return cells.isNaN ? 0 : Int(max(-0x1p50, min(0x1p50, cells)))
    }

    public func square(side: Double) -> Rect {
        Rect(x: Double(column) * side, y: Double(row) * side, width: side, height: side)
    }
}

/// The nodes whose centres lie in one cell, as they are shown together.
///
/// Sums are of whole numbers, so that it does not matter in what order nodes came.
public struct Cluster: Sendable, Equatable {
    public internal(set) var count = 0
    /// What the frames cover of the cell: their bounds, clipped to it.
    public private(set) var bounds = Rect.empty
    /// The number of the name of the type that most of the nodes have, −1 for none.
    public internal(set) var type: Int32 = -1
    /// To the cells in which edges of these nodes end, how many lead there; not to the cell itself.
    var links: [(to: Cell, count: Int)] = []
    private var square = Rect.empty
    /// Of the centres, from the corner of the cell, in 2^-32 of its side.
    private var sumX: UInt64 = 0
    private var sumY: UInt64 = 0
    /// Of the parts of the cell that the frames cover, in 2^-32 of it.
    private var covered: UInt64 = 0

    private static let unit = 0x1p32

    /// The centroid of the nodes' centres.
    public var center: Point {
        func middle(_ low: Double, _ sum: UInt64) -> Double {
            low + square.width * (Double(sum) / Double(max(count, 1)) / Cluster.unit)
        }
        return Point(x: middle(square.minX, sumX), y: middle(square.minY, sumY))
    }

    /// The area of the frames as far as they lie in the cell, 1 for all of it; more where they lie over one another.
    public var density: Double { Double(covered) / Cluster.unit }

    mutating func add(_ frame: Rect, center: Point, in square: Rect) {
        func part(_ value: Double) -> UInt64 { UInt64(max(0, min(value, 1)) * Cluster.unit) }
        let seen = Rect(
            minX: max(frame.minX, square.minX), minY: max(frame.minY, square.minY), maxX: min(frame.maxX, square.maxX),
            maxY: min(frame.maxY, square.maxY))
        self.square = square
        count += 1
        sumX &+= part((center.x - square.minX) / square.width)
        sumY &+= part((center.y - square.minY) / square.height)
        // A frame whose centre is here by a hair of rounding alone covers nothing.
        guard seen.minX <= seen.maxX, seen.minY <= seen.maxY else { return }
        bounds = bounds.union(seen)
        covered &+= part(seen.width / square.width * (seen.height / square.height))
    }

    /// What a client that knows a cluster has to be told to know another in its place.
    func changes(to other: Cluster) -> ClusterMembers {
        var members: ClusterMembers = []
        if bounds != other.bounds { members.insert(.bounds) }
        if center != other.center { members.insert(.center) }
        if count != other.count { members.insert(.count) }
        if density != other.density { members.insert(.density) }
        if type != other.type { members.insert(.type) }
        return members
    }

    public static func == (a: Cluster, b: Cluster) -> Bool { a.changes(to: b).isEmpty }
}

/// The members of a cluster that changed.
public struct ClusterMembers: OptionSet, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let bounds = ClusterMembers(rawValue: 1)
    public static let center = ClusterMembers(rawValue: 2)
    public static let count = ClusterMembers(rawValue: 4)
    public static let density = ClusterMembers(rawValue: 8)
    public static let type = ClusterMembers(rawValue: 16)
    public static let all = ClusterMembers(rawValue: 31)
}

/// How many edges lead from the nodes of one cell to those of another.
public struct ClusterLink: Sendable, Equatable {
    public let source: Cell
    public let target: Cell
    public let count: Int

    /// By source, then by target.
    func precedes(_ other: ClusterLink) -> Bool { (source, target) < (other.source, other.target) }

    func joinsTheSame(as other: ClusterLink) -> Bool { source == other.source && target == other.target }
}

/// The clusters and links that a frame brings, changes and takes away, row by row.
public struct ClusterChanges: Sendable {
    public internal(set) var entered: [(cell: Cell, cluster: Cluster)] = []
    public internal(set) var updated: [(cell: Cell, cluster: Cluster, members: ClusterMembers)] = []
    public internal(set) var left: [Cell] = []
    public internal(set) var enteredLinks: [ClusterLink] = []
    public internal(set) var updatedLinks: [ClusterLink] = []
    public internal(set) var leftLinks: [ClusterLink] = []

    var isEmpty: Bool {
        entered.isEmpty && updated.isEmpty && left.isEmpty && enteredLinks.isEmpty && updatedLinks.isEmpty
            && leftLinks.isEmpty
    }
}
