import Geometry
import Graph
import Storage

/// The nodes whose centers lie in one cell, shown together.
///
/// Sums are of whole numbers, so the order of additions does not matter.
public struct Cluster: Sendable, Equatable {
    /// The number of nodes.
    public internal(set) var count = 0
    /// The bounds of the nodes' frames, clipped to the cell.
    public private(set) var bounds = Rect.empty
    /// The symbol of the type that most of the nodes have; nil if most have none.
    public internal(set) var type: Symbol?
    /// The number of edges from these nodes to those of other cells, by cell.
    var links: [(to: Cell, count: Int)] = []
    private var square = Rect.empty
    /// Sums of the centers' distances from the corner of the cell, in 2^-32 of its side.
    private var sumX: UInt64 = 0
    private var sumY: UInt64 = 0
    /// Sum of the areas of the clipped frames, in 2^-32 of the cell's area.
    private var coveredArea: UInt64 = 0

    private static let unit = 0x1p32

    /// The mean of the nodes' centers.
    public var center: Point {
        func mean(_ low: Double, _ sum: UInt64) -> Double {
            low + square.width * (Double(sum) / Double(max(count, 1)) / Cluster.unit)
        }
        return Point(x: mean(square.minX, sumX), y: mean(square.minY, sumY))
    }

    /// The area of the clipped frames, as a part of the cell's area; above 1 if frames overlap.
    public var density: Double { Double(coveredArea) / Cluster.unit }

    /// Adds a node whose center is in the cell.
    mutating func add(_ frame: Rect, center: Point, in square: Rect) {
        func part(_ value: Double) -> UInt64 { UInt64(max(0, min(value, 1)) * Cluster.unit) }
        let clipped = Rect(
            minX: max(frame.minX, square.minX), minY: max(frame.minY, square.minY), maxX: min(frame.maxX, square.maxX),
            maxY: min(frame.maxY, square.maxY))
        self.square = square
        count += 1
        sumX &+= part((center.x - square.minX) / square.width)
        sumY &+= part((center.y - square.minY) / square.height)
        // By rounding a center may lie here although its frame does not.
        guard clipped.minX <= clipped.maxX, clipped.minY <= clipped.maxY else { return }
        bounds = bounds.union(clipped)
        coveredArea &+= part(clipped.width / square.width * (clipped.height / square.height))
    }

    /// The members in which another cluster differs.
    func changes(to other: Cluster) -> ClusterMembers {
        var members: ClusterMembers = []
        if bounds != other.bounds { members.insert(.bounds) }
        if center != other.center { members.insert(.center) }
        if count != other.count { members.insert(.count) }
        if density != other.density { members.insert(.density) }
        if type != other.type { members.insert(.type) }
        return members
    }

    /// Returns true if no member differs that clients are sent; links are not compared.
    public static func == (a: Cluster, b: Cluster) -> Bool { a.changes(to: b).isEmpty }
}

/// The members of a cluster that changed.
public struct ClusterMembers: OptionSet, Sendable {
    /// One bit for each member.
    public let rawValue: UInt8

    /// A set from its bits; unknown bits are kept and mean nothing.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The part of their cell that the nodes cover.
    public static let bounds = ClusterMembers(rawValue: 1)
    /// The mean of the nodes' centers.
    public static let center = ClusterMembers(rawValue: 2)
    /// The number of nodes.
    public static let count = ClusterMembers(rawValue: 4)
    /// The share of the cell that the nodes cover.
    public static let density = ClusterMembers(rawValue: 8)
    /// The type that most of the nodes have.
    public static let type = ClusterMembers(rawValue: 16)
    /// Every member, as a new cluster is sent.
    public static let all = ClusterMembers(rawValue: 31)
}

/// The number of edges from the nodes of one cell to those of another.
public struct ClusterLink: Sendable, Equatable {
    /// The cell of the sources.
    public let source: Cell
    /// The cell of the targets.
    public let target: Cell
    /// The number of edges.
    public let count: Int

    /// Orders links by source, then by target.
    func precedes(_ other: ClusterLink) -> Bool { (source, target) < (other.source, other.target) }

    func hasSameEnds(as other: ClusterLink) -> Bool { source == other.source && target == other.target }
}
