import EdgeRouting
import Geometry
import Graph
import Storage

/// Edges so long that their bounds are mostly empty, by their parts.
///
/// A point in a crowded document lies in the bounds of every long edge that passes near, but in the boxes of only a
/// few of their parts, and near even fewer chords.
///
/// They are cut when a question about a point first needs them; until a job has cut many, the bounds serve.
public struct LongEdges: Sendable {
    typealias Part = LongEdgePart

    /// The boxes, by number of the part.
    private(set) var boxes = SpatialIndex<Part>()
    private var parts: [Part] = []
    /// The first of the list of free parts.
    private var firstFree = Link<Part>.none
    private var firstParts: [Edge.Slot: Slot<Part>] = [:]
    /// Is true if there are not too many: beyond `limit` of them they are searched for by their bounds.
    private var isComplete = true
    /// The edges whose parts may have moved, each once, in the order of recording.
    private var stale: [Edge.Slot] = []
    private var noted = SlotMap<Edge>()

    /// The number of stale edges above which they wait for a job.
    var edgesAtOnce = Int.max
    private var work = Work.none

    /// The repeated cutting of all edges, if many are stale.
    private enum Work { case none, wanted, running }

    /// Is true if every long edge is here, by its present parts.
    var isUsable: Bool { isComplete && isCurrent }
    /// Is true if no edge is stale.
    var isCurrent: Bool { stale.isEmpty && !isCutting }
    /// Is true while a job cuts all edges.
    private var isCutting: Bool {
        if case .running = work { true } else { false }
    }
    /// Is true if a job should begin.
    var wantsJob: Bool {
        if case .wanted = work { true } else { false }
    }

    private static let limit = 1 << 16
    /// The side of the smallest cells of the index: in a larger one, a point would meet the parts of far edges.
    static let side = 512.0
    /// Edges are cut fine up to this number of parts, then coarse: some 50 bytes each, 100 MiB in all.
    private static let fineLimit = 1 << 20

    var bytes: Int { boxes.bytes + parts.capacity * MemoryLayout<Part>.stride + firstParts.capacity * 9 }

    /// The drawing of an edge: its curve, and the boxes of its labels.
    typealias Drawn = (path: Path, labels: [Rect])

    init() {}

    /// Begins with long edges that are all stale.
    init(stale edges: [Edge.Slot], edgesAtOnce: Int) {
        self.edgesAtOnce = edgesAtOnce
        for edge in edges { note(edge, isLong: true) }
    }

    /// Sets many edges at once, which costs less than one after the other.
    fileprivate init(_ edges: [Edge.Slot], _ drawn: (Edge.Slot) -> Drawn?) {
        var places = ContiguousArray<Rect>()
        for edge in edges {
            guard let drawn = drawn(edge) else { continue }
            enter(edge, drawn, partCount: places.count) { edges, part, box in
                edges.parts.append(part)
                places.append(box)
                return Slot(index: places.count - 1)
            }
        }
        boxes.load(count: places.count) { places[$0.index] }
    }

    /// Records that an edge may have moved: only a question about a point needs the positions of its parts.
    ///
    /// - Parameter isLong: whether it is a long one now.
    mutating func note(_ edge: Edge.Slot, isLong: Bool) {
        if !isLong && !isCutting && firstParts[edge] == nil { return }
        if noted.insert(edge) { stale.append(edge) }
    }

    /// Cuts the recorded edges into parts again, or leaves them to a job; `drawn` returns the drawing of a long edge.
    ///
    /// - Complexity: O(the recorded edges and their parts); all edges if many were recorded.
    mutating func update(_ drawn: (Edge.Slot) -> Drawn?) {
        if isCutting { return }
        if stale.count > edgesAtOnce {
            work = .wanted
            return
        }
        work = .none
        if stale.count > firstParts.count / 4 { return cutAll(drawn) }
        for edge in stale {
            remove(edge)
            guard let drawn = drawn(edge) else { continue }
            enter(edge, drawn, partCount: boxes.count) { edges, part, box in edges.add(part, box) }
        }
        (stale, noted) = ([], SlotMap())
    }

    private mutating func cutAll(_ drawn: (Edge.Slot) -> Drawn?) {
        let edgesAtOnce = edgesAtOnce
        self = LongEdges(takeAll(), drawn)
        self.edgesAtOnce = edgesAtOnce
    }

    /// Returns all edges, of which none is stale any more.
    private mutating func takeAll() -> [Edge.Slot] {
        for edge in firstParts.keys where noted.insert(edge) { stale.append(edge) }
        defer { (stale, noted) = ([], SlotMap()) }
        return stale.sorted { $0.index < $1.index }
    }

    // MARK: Jobs

    /// Hands over the edges for a job that cuts all; nil if it is not wanted.
    mutating func beginJob() -> [Edge.Slot]? {
        if !wantsJob { return nil }
        work = .running
        return takeAll()
    }

    /// Adopts the results of a job. Edges that were recorded since are still stale.
    mutating func finishJob(_ found: LongEdges) {
        // Where all were begun again since, it is of no use.
        if !isCutting { return }
        let (stale, noted, edgesAtOnce) = (stale, noted, edgesAtOnce)
        self = found
        (self.stale, self.noted, self.edgesAtOnce) = (stale, noted, edgesAtOnce)
    }

    /// Cuts an edge into parts and chains them; `add` returns the number of each.
    private mutating func enter(
        _ edge: Edge.Slot, _ drawn: Drawn, partCount: Int, _ add: (inout LongEdges, Part, Rect) -> Slot<Part>
    ) {
        if firstParts.count >= LongEdges.limit {
            isComplete = false
            return
        }
        var first = Link<Part>.none
        let most = partCount < LongEdges.fineLimit ? 64 : 16
        drawn.path.visitParts(noLongerThan: LongEdges.side, atMost: most) { part in
            first.slot = add(&self, Part(edge: edge, next: first, part), part.bounds)
        }
        for label in drawn.labels { first.slot = add(&self, Part(edge: edge, next: first), label) }
        if let first = first.slot { firstParts[edge] = first }
    }

    private mutating func remove(_ edge: Edge.Slot) {
        if firstParts.isEmpty { return }
        var following = firstParts.removeValue(forKey: edge)
        while let slot = following {
            following = parts[slot].next.slot
            boxes.remove(slot)
            parts[slot] = Part(edge: edge, next: firstFree)
            firstFree.slot = slot
        }
    }

    private mutating func add(_ part: Part, _ box: Rect) -> Slot<Part> {
        let slot = firstFree.slot ?? Slot(index: parts.count)
        if slot.index < parts.count {
            firstFree = parts[slot].next
            parts[slot] = part
        } else {
            parts.append(part)
        }
        boxes.set(slot, box)
        return slot
    }

    /// The edge of a part in `boxes`, if the part may be near enough to the point.
    @inline(__always)
    func edge(ofPart slot: Slot<Part>, in box: Rect, near point: Point, within distance: Double) -> Edge.Slot? {
        let part = parts[slot]
        return part.mayLie(near: point, within: distance, box) ? part.edge : nil
    }
}

/// A part of an edge: of its curve, or its label.
///
/// The chord of a part of a curve is a diagonal of its box less the bend all round, so it need not be stored.
struct LongEdgePart: Sendable {
    let edge: Edge.Slot
    /// The next part of the edge, or the next that is free.
    let next: Link<LongEdgePart>
    /// The greatest distance of the part from its chord, negative if the chord leads up to the right; infinite without
    /// a chord.
    let bend: Float

    init(edge: Edge.Slot, next: Link<LongEdgePart>) {
        (self.edge, self.next) = (edge, next)
        bend = .infinity
    }

    init(edge: Edge.Slot, next: Link<LongEdgePart>, _ part: PathPart) {
        (self.edge, self.next) = (edge, next)
        let vector = part.chord.vector
        let size = Float(part.bend).nextUp
        bend = (vector.x < 0) == (vector.y < 0) ? size : -size
    }

    /// Returns true if the part may be near enough to a point, judged by its chord and the errors of single precision.
    @inline(__always)
    func mayLie(near point: Point, within distance: Double, _ box: Rect) -> Bool {
        let size = Double(abs(bend))
        let inner = box.grown(by: -size)
        let chord =
            bend < 0
            ? Segment(start: Point(x: inner.minX, y: inner.maxY), end: Point(x: inner.maxX, y: inner.minY))
            : Segment(start: Point(x: inner.minX, y: inner.minY), end: Point(x: inner.maxX, y: inner.maxY))
        let extent = max(max(abs(box.minX), abs(box.maxX)), max(abs(box.minY), abs(box.maxY)))
        let reach = distance + size + extent * 0x1p-20
        let offset = chord.point(at: chord.nearestParameter(to: point)) - point
        // What is not a number is near.
        return !(offset.squaredLength > reach * reach)
    }
}

/// The cutting of long edges into their parts, on a copy: any thread may run it.
public struct LongEdgeJob: Sendable {
    private let edges: [Edge.Slot]
    private let routes: EdgeRoutes
    private let document: Document

    /// - Parameter edges: the long edges.
    init(_ edges: [Edge.Slot], _ routes: EdgeRoutes, _ document: Document) {
        (self.edges, self.routes, self.document) = (edges, routes, document)
    }

    /// Cuts them. If it is stopped, the result is useless.
    public func run(isStopped: () -> Bool) -> LongEdges {
        LongEdges(edges) { isStopped() ? nil : routes.drawn(edge: $0, document) }
    }
}
