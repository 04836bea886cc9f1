import Geometry
import Graph
import Storage

/// The targets of snapping in a region: the lines of its nodes, the gaps between them, and straight edges.
struct SnapLines: Sendable {
    let frames: ContiguousArray<Rect>
    private let columns: SnapAxisLines
    private let rows: SnapAxisLines
    var straights: [SnapStraight] = []

    /// - Parameters:
    ///   - frames: the frames of nodes that give lines, in an order that does not depend on the search.
    ///   - row: the numbers of the frames in rows and columns with the moving ones.
    /// - Complexity: O(*n* log *n*).
    init(_ frames: ContiguousArray<Rect>, row: [Int32] = [], straights: [SnapStraight] = []) {
        self.frames = frames
        columns = SnapAxisLines(.x, frames, row)
        rows = SnapAxisLines(.y, frames, row)
        self.straights = straights
    }

    subscript(axis: Axis) -> SnapAxisLines {
        @inline(__always) _read { if axis == .x { yield columns } else { yield rows } }
    }
}

/// The lines and the gaps along one axis.
struct SnapAxisLines: Sendable {
    /// A line through sides or middles of nodes.
    struct Line: Sendable {
        let position: Double
        /// The index of its first node in the list of members; they end where those of the next line begin.
        let start: Int
        /// The range of its nodes' coordinates along the other axis.
        var from: Double
        var to: Double
    }

    let axis: Axis
    /// The lines by their positions, which differ.
    private(set) var lines: ContiguousArray<Line> = []
    private var members: ContiguousArray<Int32> = []
    let gaps: SnapGaps
    /// The lengths along the axis of the nodes in rows with the moving ones.
    let sizes: ContiguousArray<SnapPlace>

    init(_ axis: Axis, _ frames: ContiguousArray<Rect>, _ row: [Int32]) {
        self.axis = axis
        gaps = SnapGaps(axis, frames, row)
        sizes = ContiguousArray(
            row.map { SnapPlace(position: frames[Int($0)].high(axis) - frames[Int($0)].low(axis), index: $0) }.sorted())
        var places: ContiguousArray<SnapPlace> = []
        places.reserveCapacity(frames.count * 3)
        for (index, frame) in frames.enumerated() {
            for anchor in SnapAnchor.allCases {
                places.append(SnapPlace(position: frame.position(anchor, axis), index: Int32(index)))
            }
        }
        places.sort()
        members.reserveCapacity(places.count)
        let other = axis.other
        for place in places {
            let frame = frames[Int(place.index)]
            let (from, to) = (frame.low(other), frame.high(other))
            if let last = lines.indices.last, lines[last].position == place.position {
                lines[last].from = min(lines[last].from, from)
                lines[last].to = max(lines[last].to, to)
            } else {
                lines.append(Line(position: place.position, start: members.count, from: from, to: to))
            }
            members.append(place.index)
        }
    }

    /// Returns the span of the visible nodes of a line along the other axis; nil if none is visible.
    ///
    /// - Parameter visible: the visible part; nil if all is visible.
    func span(_ line: Int, _ frames: ContiguousArray<Rect>, _ visible: Rect?) -> (from: Double, to: Double)? {
        guard let visible else { return (lines[line].from, lines[line].to) }
        var span: (from: Double, to: Double)?
        for member in members[lines[line].start..<end(line)] {
            let frame = frames[Int(member)]
            guard visible.touches(frame) else { continue }
            let from = min(span?.from ?? .infinity, frame.low(axis.other))
            span = (from, max(span?.to ?? -.infinity, frame.high(axis.other)))
        }
        return span
    }

    /// Returns true if a line has a visible node.
    func isVisible(_ line: Int, _ frames: ContiguousArray<Rect>, _ visible: Rect?) -> Bool {
        guard let visible else { return true }
        return members[lines[line].start..<end(line)].contains { visible.touches(frames[Int($0)]) }
    }

    private func end(_ line: Int) -> Int { line + 1 < lines.count ? lines[line + 1].start : members.count }
}

/// A position along an axis, with the nodes there.
struct SnapPlace: Sendable, Comparable {
    let position: Double
    let index: Int32

    static func < (a: SnapPlace, b: SnapPlace) -> Bool {
        a.position < b.position || (a.position == b.position && a.index < b.index)
    }
}
