import Geometry
import Graph
import Storage

/// The places of labels that slide along their edges to avoid nodes, handles and other labels.
///
/// A label has a few candidate places on its edge (Kakoulis and Tollis, "On the Edge Label Placement Problem", 1996)
/// and takes the cheapest, one label after another (the greedy method in Christensen, Marks and Shieber, "An Empirical
/// Study of Algorithms for Point-Feature Label Placement", 1995). Labels are placed in the order of their edges' ids
/// and avoid only those before them. So their places depend only on the drawing, and a change affects only the labels
/// near it.
struct LabelPlaces: Sendable {
    /// An edge as it is drawn: the part that labels need.
    struct Line: Sendable, Equatable {
        /// The fingerprint of the edge's id, which orders the labels.
        let id: UInt64
        let path: Path
        /// The center of the label at its own place.
        let home: Point
        /// The size of the label; nil without one.
        let size: Size?
        /// Is true if the edge states the place of its label.
        let isFixed: Bool
        /// The boxes of its other labels.
        let further: [Rect]
        /// The groups around its ends, which the label may overlap.
        let containers: [Node.Slot]
    }

    /// The frames and the form with which an edge is shown.
    struct Shown: Sendable, Equatable {
        let source: Rect
        let target: Rect
        let form: EdgeForm?
    }

    /// A line, and the place of its label.
    private struct Entry: Sendable {
        var line: Line
        /// The box of the label; nil until it is placed.
        var box: Rect?
        /// The fraction of the length at which it lies; nil for its own place.
        var fraction: Double?
        /// The candidates of the choice; nil if its own place is free.
        var choice: Choice?

        var isMovable: Bool { line.size != nil && !line.isFixed }
    }

    /// The candidates of a label whose own place is not free.
    private struct Choice: Sendable {
        /// Its own place, then all candidates that were tried.
        var tried: [Rect]
        /// The candidates for which crossing lines were counted.
        var counted: [Rect] = []
        /// Is true if the line has changed since.
        var isOutdated = false
    }

    /// The part of an entry that all labels around it read.
    private struct Spot: Sendable, Equatable {
        var box = Rect.empty
        var isPlaced = false
        var isMovable = false
        var hasFurther = false
    }

    private var entries: [Edge.Slot: Entry] = [:]
    private var spots = PagedArray<Spot>(default: Spot())
    private var frames: [Node.Slot: Rect] = [:]
    private var nodes = SpatialIndex<Node>()
    /// The bounds of the lines.
    private var lines = SpatialIndex<Edge>()
    /// The bounds of the labels of each edge.
    private var boxes = SpatialIndex<Edge>()
    /// The bounds of the candidates that each displaced label tried, and of those for which it counted lines.
    private var tried = SpatialIndex<Edge>()
    private var counted = SpatialIndex<Edge>()
    private var touched: [(edge: Edge.Slot, isDrawn: Bool)] = []
    private var stale = SlotSet<Edge>()
    /// The edges that are shown differently than in the document.
    private(set) var shown: [Edge.Slot: Shown] = [:]
    /// Is true if the document places labels.
    let isActive: Bool

    init(isActive: Bool = false) { self.isActive = isActive }

    /// Is true if nothing has changed since the last update. O(1).
    var isCurrent: Bool { touched.isEmpty && stale.isEmpty }

    func contains(_ edge: Edge.Slot) -> Bool { entries[edge] != nil }

    /// The fraction of its edge's length at which a label lies since the last update; nil for its own place.
    func fraction(of edge: Edge.Slot) -> Double? { entries[edge]?.fraction }

    // MARK: Taking changes

    /// Records that the drawing of an edge may have changed, or that it is not drawn any more.
    mutating func touch(_ edge: Edge.Slot, isDrawn: Bool) { touched.append((edge, isDrawn)) }

    /// Records that an edge is shown differently than in the document.
    mutating func show(_ edge: Edge.Slot, _ other: Shown) {
        if entries[edge] != nil && shown[edge] == other { return }
        shown[edge] = other
        touch(edge, isDrawn: true)
    }

    /// Removes and returns the touched edges, each with its latest state.
    mutating func takeTouched() -> [(edge: Edge.Slot, isDrawn: Bool)] {
        defer { touched = [] }
        var seen = SlotSet<Edge>()
        return touched.reversed().filter { seen.insert($0.edge) }
    }

    /// Sets the frame of a node; nil if it is not visible.
    mutating func set(_ node: Node.Slot, _ frame: Rect?) {
        let former = frames[node]
        if former == frame { return }
        frames[node] = frame
        if let frame { nodes.set(node, frame) } else { nodes.remove(node) }
        for rect in [former, frame] { if let rect { mark(around: rect.grown(by: LabelPlaces.gap)) } }
    }

    /// Sets an edge to its drawn state; nil if it is not drawn.
    mutating func set(_ edge: Edge.Slot, _ line: Line?, _ document: Document) {
        if let line, let other = entries[edge]?.line.id, other != line.id { set(edge, nil, document) }
        let former = entries[edge]
        if former?.line == line { return }
        if former?.line.path != line?.path { markCounted(former?.line.path, line?.path) }
        // All labels avoid these, regardless of ids.
        for entry in [former, line.map { Entry(line: $0) }] {
            guard let entry else { continue }
            for rect in entry.line.further { mark(around: rect) }
            if !entry.isMovable, let box = entry.line.homeBox { mark(around: box) }
        }
        guard let line else {
            if let box = former?.box { mark(around: box) }
            entries[edge] = nil
            lines.remove(edge)
            index(edge, nil)
            stale.remove(edge)
            return
        }
        var entry = former ?? Entry(line: line)
        entry.line = line
        entry.choice?.isOutdated = true
        if !entry.isMovable {
            if let box = former?.box { mark(around: box) }
            (entry.box, entry.fraction, entry.choice) = (line.homeBox, nil, nil)
        }
        entries[edge] = entry
        lines.set(edge, line.path.bounds)
        index(edge, entry)
        if entry.isMovable { stale.insert(edge) } else { stale.remove(edge) }
    }

    // MARK: Placing

    /// Places the labels that changes may affect; returns the edges whose labels have moved.
    ///
    /// - Complexity: O(*n*) for these labels and everything near their edges.
    mutating func update(_ document: Document) -> [Edge.Slot] {
        // The last item is processed first.
        var queue = stale.slots.sorted { document.isBefore($1, $0) }
        var moved: [Edge.Slot] = []
        while let edge = queue.popLast() {
            stale.remove(edge)
            guard let former = entries[edge], let place = place(edge, former, document) else { continue }
            var entry = former
            (entry.box, entry.fraction, entry.choice) = place
            entries[edge] = entry
            index(edge, entry)
            if place.fraction != former.fraction { moved.append(edge) }
            if place.box == former.box { continue }
            for rect in [former.box, place.box] {
                guard let rect else { continue }
                for other in movable(around: rect) where document.isBefore(edge, other) && stale.insert(other) {
                    var (low, high) = (0, queue.count)
                    while low < high {
                        let middle = (low + high) / 2
                        if document.isBefore(other, queue[middle]) { low = middle + 1 } else { high = middle }
                    }
                    queue.insert(other, at: low)
                }
            }
        }
        return moved
    }

    /// The cheapest place: the label's own one, unless that is worse by a quarter.
    private func place(
        _ edge: Edge.Slot, _ former: Entry, _ document: Document
    ) -> (box: Rect, fraction: Double?, choice: Choice?)? {
        let line = former.line
        guard let size = line.size, let home = line.homeBox else { return nil }
        let cost = overlap(home, edge, line, document)
        if cost == 0 { return (home, nil, nil) }
        var least = Int.max
        var best: [(fraction: Double, box: Rect)] = []
        var choice = Choice(tried: former.choice.flatMap { $0.isOutdated ? nil : $0.tried } ?? [home])
        if choice.tried.count == 1 { choice.tried += line.path.labelCandidates.map { Rect(center: $0, size) } }
        for (step, box) in choice.tried.dropFirst().enumerated() {
            let cost = overlap(box, edge, line, document)
            if cost > least { continue }
            if cost < least { best = [] }
            least = cost
            best.append((LabelPlaces.fraction(ofCandidate: step), box))
        }
        if best.isEmpty || 4 * cost <= 5 * least { return (home, nil, choice) }
        var chosen = best[0]
        var fewest = Int.max
        for candidate in best.prefix(LabelPlaces.lineTests) where fewest > 0 {
            choice.counted.append(candidate.box)
            let crossing = crossings(candidate.box, edge)
            if crossing < fewest { (chosen, fewest) = (candidate, crossing) }
        }
        return (Rect(center: line.path.point(atFraction: chosen.fraction), size), chosen.fraction, choice)
    }

    /// The area that a label would share with nodes and labels, in whole square units, so that sums do not depend on
    /// their order.
    private func overlap(_ box: Rect, _ edge: Edge.Slot, _ line: Line, _ document: Document) -> Int {
        var sum = 0
        nodes.visit(touching: box.grown(by: LabelPlaces.gap)) { node in
            guard let frame = frames[node], !line.containers.contains(node) else { return }
            sum += box.sharedArea(with: frame.grown(by: LabelPlaces.gap))
        }
        boxes.visit(touching: box) { other in
            let spot = spots[other]
            if spot.hasFurther { for rect in entries[other]?.line.further ?? [] { sum += box.sharedArea(with: rect) } }
            if other == edge || !spot.isPlaced { return }
            let area = box.sharedArea(with: spot.box)
            if area > 0, !spot.isMovable || document.isBefore(other, edge) { sum += area }
        }
        return sum
    }

    /// The number of other edges whose lines cross a box.
    private func crossings(_ box: Rect, _ edge: Edge.Slot) -> Int {
        var count = 0
        lines.visit(touching: box) { if $0 != edge, entries[$0]?.line.path.touches(box) == true { count += 1 } }
        return count
    }

    // MARK: Marking

    /// The distance between labels and nodes, which includes the nodes' handles, in canvas units.
    private static let gap = 5.0
    /// The fraction of the length of one of the `candidates`; those near the middle come first.
    fileprivate static func fraction(ofCandidate step: Int) -> Double {
        0.5 + Double(step % 2 == 0 ? step / 2 : -(step + 1) / 2) * 0.05
    }

    fileprivate static let candidates = 17
    /// The greatest number of candidates for which lines are counted.
    private static let lineTests = 6

    /// The labels that a change in a rectangle may affect: those at their own place there, and displaced ones with a
    /// candidate there. A label without a place yet is in `stale` instead.
    private func movable(around rect: Rect) -> [Edge.Slot] {
        var found: [Edge.Slot] = []
        boxes.visit(touching: rect) { edge in
            let spot = spots[edge]
            if spot.isMovable && spot.isPlaced && spot.box.touches(rect) { found.append(edge) }
        }
        tried.visit(touching: rect) { edge in
            if entries[edge]?.choice?.tried.contains(where: { $0.touches(rect) }) == true { found.append(edge) }
        }
        return found
    }

    /// Marks the labels for which the count of crossing lines has changed.
    private mutating func markCounted(_ former: Path?, _ path: Path?) {
        let paths = [former, path].compactMap { $0 }.map { (path: $0, bounds: $0.bounds) }
        var found = SlotSet<Edge>()
        for (_, bounds) in paths { counted.visit(touching: bounds) { if !stale.contains($0) { found.insert($0) } } }
        found.forEach { edge in
            let isOther = (entries[edge]?.choice?.counted ?? []).contains { box in
                paths.filter { $0.bounds.touches(box) && $0.path.touches(box) }.count == 1
            }
            if isOther { stale.insert(edge) }
        }
    }

    private mutating func mark(around rect: Rect) {
        for edge in movable(around: rect) { stale.insert(edge) }
    }

    /// Updates the indices for an entry; nil for a removed one.
    private mutating func index(_ edge: Edge.Slot, _ entry: Entry?) {
        let further = entry?.line.further ?? []
        spots[edge] = Spot(
            box: entry?.box ?? .empty, isPlaced: entry?.box != nil, isMovable: entry?.isMovable == true,
            hasFurther: !further.isEmpty)
        boxes.set(edge, within: further.reduce(entry?.box ?? .empty) { $0.union($1) })
        tried.set(edge, within: (entry?.choice?.tried ?? []).reduce(.empty) { $0.union($1) })
        counted.set(edge, within: (entry?.choice?.counted ?? []).reduce(.empty) { $0.union($1) })
    }
}

extension SpatialIndex<Edge> {
    /// Sets the bounds of an edge; empty bounds remove it.
    fileprivate mutating func set(_ edge: Edge.Slot, within bounds: Rect) {
        if !bounds.isEmpty { set(edge, bounds) } else if contains(edge) { remove(edge) }
    }
}

extension LabelPlaces.Line {
    /// The box of the label at its own place.
    fileprivate var homeBox: Rect? { size.map { Rect(center: home, $0) } }

    /// - Parameter route: the route with the label at its own place.
    init(_ edge: Edge.Slot, _ route: Route, _ document: Document) {
        let flags = document.edges.flags(edge)
        id = document.withEdgeID(edge) { fingerprint(of: UnsafeRawBufferPointer($0)) }
        path = route.path
        home = route.label
        size = document.labelSize(ofEdge: edge)
        isFixed = flags.contains(.labelPlaced)
        further = document.furtherLabels(ofEdge: edge, along: route).map(\.box)
        containers = size == nil || isFixed ? [] : document.containers(ofEdge: edge)
    }
}

extension Document {
    /// The groups around the ends of an edge, each once.
    fileprivate func containers(ofEdge edge: Edge.Slot) -> [Node.Slot] {
        let ends = drawnEnds(ofEdge: edge)
        var found: [Node.Slot] = []
        for end in [ends.source, ends.target] {
            var container = nodes.parent(end)
            while let slot = container, !found.contains(slot) {
                found.append(slot)
                container = nodes.parent(slot)
            }
        }
        return found
    }
}

extension Path {
    /// The candidate points of a label from a tenth to nine tenths of the length; those near the middle come first.
    ///
    /// They are within a canvas unit of the path.
    fileprivate var labelCandidates: [Point] {
        let points = flattened(tolerance: 1)
        var lengths = [0.0]
        for (start, end) in zip(points, points.dropFirst()) {
            lengths.append(lengths[lengths.count - 1] + (end - start).length)
        }
        let length = lengths[lengths.count - 1]
        return (0..<LabelPlaces.candidates).map { step in
            let fraction = LabelPlaces.fraction(ofCandidate: step)
            var leg = 1
            while leg + 1 < points.count && lengths[leg] < fraction * length { leg += 1 }
            guard leg < points.count, lengths[leg] > lengths[leg - 1] else { return points[leg - 1] }
            let part = (fraction * length - lengths[leg - 1]) / (lengths[leg] - lengths[leg - 1])
            return points[leg - 1].interpolated(to: points[leg], at: part)
        }
    }
}

extension Rect {
    init(center: Point, _ size: Size) {
        self.init(
            minX: center.x - size.width / 2, minY: center.y - size.height / 2, maxX: center.x + size.width / 2,
            maxY: center.y + size.height / 2)
    }

    /// The area that two rectangles share, in whole square units; more than 0 if they share any.
    fileprivate func sharedArea(with other: Rect) -> Int {
        let width = min(maxX, other.maxX) - max(minX, other.minX)
        let height = min(maxY, other.maxY) - max(minY, other.minY)
        guard width > 0, height > 0, (width * height).isFinite else { return 0 }
        return Int(min(width * height, 1e6).rounded(.up))
    }
}
