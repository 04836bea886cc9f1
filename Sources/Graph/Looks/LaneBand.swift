import Geometry
import LayoutKinds
import Storage

/// The band of a lane on the canvas, painted behind its nodes.
public struct LaneBand: Sendable, Equatable {
    /// The id of the lane's constraint; nil if it has none.
    public var constraint: Identifier?
    /// The id of the lane.
    public var lane: Identifier
    /// The text in its top left corner; nil without one.
    public var title: String?
    /// The rectangle of the band, on the canvas.
    public var frame: Rect

    /// A band from its parts; see the properties.
    public init(constraint: Identifier?, lane: Identifier, title: String?, frame: Rect) {
        (self.constraint, self.lane, self.title, self.frame) = (constraint, lane, title, frame)
    }

    /// The distance from nodes to the outer border of the bands, and that to a border with a title above, in canvas units.
    static let padding = 24.0
    static let titleSpace = 36.0
}

extension Document {
    /// The bands of the lanes of all constraints in their order; one without a node that is shown has none.
    ///
    /// A constraint with more than `Limits.laneBands` lanes has none. The bands of a constraint lie side by side along
    /// the axis on which fewer of its nodes reach into another band; if both axes are equal, across the axis along
    /// which more edges of its nodes lead, or for as many edges, longer gaps. Each border lies where the fewest nodes are on a wrong side, in the middle
    /// of the widest free space.
    ///
    /// - Complexity: O(*n* (log *n* + *l*) + *m*) in the nodes and the lanes of each constraint, and the edges that leave its nodes.
    public var laneBands: [LaneBand] {
        constraints.flatMap { constraint -> [LaneBand] in
            guard case .lanes(let lanes)? = constraint.wish, lanes.count <= Limits.laneBands else { return [] }
            let frames = lanes.map { lane in
                lane.compactMap { shownFrame(of: constraint.nodes[$0]) }
            }
            let filled = frames.indices.filter { !frames[$0].isEmpty }
            let nodes = lanes.joined().lazy.map { constraint.nodes[$0] }
            guard let bands = LaneBands(filled.map { frames[$0] }, leadsAcross: { leadsAcross(nodes) }) else {
                return []
            }
            return zip(filled, bands.frames).map { lane, frame in
                let name = constraint.lanes[lane]
                return LaneBand(constraint: constraint.id, lane: name.id, title: name.title, frame: frame)
            }
        }
    }

    /// Returns true if more edges of some nodes lead from left to right, or back, than up or down; if they are as many,
    /// if they cross longer gaps there.
    private func leadsAcross(_ ids: some Sequence<Node.ID>) -> Bool {
        var (surplus, distance) = (0, 0.0)
        for id in ids {
            guard let slot = node(id), let source = shownFrame(of: id) else { continue }
            var next = nodes.firstOut(slot)
            while let edge = next {
                next = edges.nextOut(edge)
                guard let target = shownFrame(of: nodeID(edges.ends(edge).target)) else { continue }
                let across = max(target.minX - source.maxX, source.minX - target.maxX)
                let down = max(target.minY - source.maxY, source.minY - target.maxY)
                surplus += (across >= 0 ? 1 : 0) - (down >= 0 ? 1 : 0)
                distance += max(across, 0) - max(down, 0)
            }
        }
        return surplus > 0 || surplus == 0 && distance > 0
    }

    private func shownFrame(of id: Node.ID) -> Rect? {
        guard let slot = node(id), isPlaced(slot), !isConcealed(slot) else { return nil }
        let frame = frame(slot)
        return frame.origin.isFinite && frame.maxX.isFinite && frame.maxY.isFinite ? frame : nil
    }
}

/// Bands side by side in the order of lanes.
private struct LaneBands {
    private(set) var frames: [Rect] = []

    /// Nil without lanes.
    ///
    /// - Parameters:
    ///   - lanes: the frames of the nodes of each; none is empty.
    ///   - leadsAcross: whether edges lead rather across than down.
    init?(_ lanes: [[Rect]], leadsAcross: () -> Bool) {
        if lanes.isEmpty { return nil }
        let columns = LaneBorders(lanes.map { lane in lane.map { ($0.minX, $0.maxX) } })
        let rows = LaneBorders(lanes.map { lane in lane.map { ($0.minY, $0.maxY) } })
        let bounds = lanes.joined().reduce(Rect.empty) { $0.union($1) }
        let (left, right) = (bounds.minX - LaneBand.padding, bounds.maxX + LaneBand.padding)
        let (top, bottom) = (bounds.minY - LaneBand.titleSpace, bounds.maxY + LaneBand.padding)
        if columns.strays < rows.strays || columns.strays == rows.strays && !leadsAcross() {
            let borders = [left] + columns.borders + [right]
            frames = zip(borders, borders.dropFirst()).map { Rect(minX: $0, minY: top, maxX: $1, maxY: bottom) }
        } else {
            let borders = [top] + rows.borders + [bottom]
            frames = zip(borders, borders.dropFirst()).map { Rect(minX: left, minY: $0, maxX: right, maxY: $1) }
        }
    }
}

/// The borders between lanes along one axis.
private struct LaneBorders {
    private(set) var borders: [Double] = []
    /// The number of nodes on a wrong side of a border, for all borders together.
    private(set) var strays = 0

    /// - Parameter lanes: the extents of the nodes of each lane.
    init(_ lanes: [[(low: Double, high: Double)]]) {
        var nodes: [(middle: Double, lane: Int, low: Double, high: Double)] = []
        for (lane, list) in lanes.enumerated() {
            for (low, high) in list { nodes.append((low / 2 + high / 2, lane, low, high)) }
        }
        nodes.sort { ($0.middle, $0.lane) < ($1.middle, $1.lane) }
        // The farthest end of the nodes up to each, and the nearest beginning of those behind it.
        var ends = nodes.map(\.high)
        for at in ends.indices.dropFirst() { ends[at] = max(ends[at], ends[at - 1]) }
        var starts = nodes.map(\.low)
        for at in starts.indices.dropLast().reversed() { starts[at] = min(starts[at], starts[at + 1]) }
        var first = 1
        for lane in 0..<max(0, lanes.count - 1) {
            // Nodes of the lanes behind that lie before the border, and the other way round.
            var wrong = nodes[first...].count { $0.lane <= lane } + nodes[..<first].count { $0.lane > lane }
            var best = (wrong: wrong, at: first)
            func width(_ at: Int) -> Double { starts[at] - ends[at - 1] }
            for at in first..<nodes.count {
                if at > first { wrong += nodes[at - 1].lane > lane ? 1 : -1 }
                if (wrong, -width(at)) < (best.wrong, -width(best.at)) { best = (wrong, at) }
            }
            let border = (ends[best.at - 1] + starts[best.at]) / 2
            borders.append(border)
            strays += nodes.count { $0.lane <= lane ? $0.high > border : $0.low < border }
            first = best.at
        }
        for at in borders.indices.dropFirst() { borders[at] = max(borders[at], borders[at - 1]) }
    }
}
