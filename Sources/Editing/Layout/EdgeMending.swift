import EdgeRouting
import Geometry
import Graph
import Layout
import Storage

/// Changes edges that could not be read after a layout: edges through nodes, edges on one another, and loops behind
/// their node.
struct EdgeMending {
    /// An edge that is drawn by its own ends.
    struct Line {
        let slot: Edge.Slot
        let ends: EdgeEnds
        let treatment: LayoutPlan.Treatment
        /// The corners, or points on a curve, with both ends.
        var points: [Point]
        /// Is true if a mended edge becomes a straight line.
        let isLine: Bool
        /// The change of the edge; nil if it stays as it is.
        var change: LayoutPlan.EdgeChange?
        /// The new radius of its corners; nil if the radius stays.
        var cornerRadius: Double?
    }

    let document: Document
    /// The nodes that lines avoid, by the indices of their boxes.
    let nodes: [Node.Slot]
    var detours: LineDetours
    var lines: [Line] = []
    /// The labels of lines, once one is moved.
    var labels: LabelBoxes?

    /// - Parameters:
    ///   - document: the document after the plan.
    ///   - others: edges that the plan has not laid out; they are mended, too.
    ///   - nodes: the nodes that edges avoid.
    ///
    /// Returns nil if `watch` stopped it.
    init?(
        _ document: Document, _ plan: LayoutPlan, and others: [Edge.Slot], nodes: [Node.Slot], _ watch: LayoutWatch
    ) {
        self.document = document
        let shown = nodes.filter { document.isPlaced($0) && !document.isConcealed($0) }
        self.nodes = shown
        let titles = shown.compactMap { document.isContainer($0) ? document.titleBox(ofGroup: $0) : nil }
        detours = LineDetours(around: shown.map { document.frame($0) } + titles)
        guard watch(0.2) else { return nil }
        let lanes = EdgeRoutes(lanesOf: plan.edges + others, document)
        let treatments = plan.treatments + others.map { _ in LayoutPlan.Treatment(edges: .auto, cornerRadius: nil) }
        // Few edges are checked at more points.
        let fineness = plan.edges.count + others.count < 1_000 ? 64 : 8
        for (index, (slot, treatment)) in zip(plan.edges + others, treatments).enumerated() where treatment.isMended {
            if index % 1024 == 0, !watch(0.2 + 0.8 * Double(index) / Double(treatments.count)) { return nil }
            let isKept = document.edges.flags(slot).contains(.locked) || document.isRouted(slot)
            guard !isKept, !document.isConcealed(edge: slot), !document.isRedirected(edge: slot),
                let path = lanes.path(ofEdge: slot, in: document)
            else { continue }
            let isLine = treatment.edges == .waypoints || treatment.edges == .curves || document.isLine(edge: slot)
            lines.append(
                Line(
                    slot: slot, ends: document.edges.ends(slot), treatment: treatment,
                    points: path.chords(atMost: fineness), isLine: isLine))
        }
    }

    /// Returns the necessary changes of edges; nil if `watch` stopped it.
    mutating func bends(_ watch: LayoutWatch) throws(EditError) -> [LayoutPlan.Bend]? {
        var loops: [Node.Slot: Int] = [:]
        for index in lines.indices {
            // A single line may take long.
            guard watch(index % 8 == 0 ? Double(index) / Double(lines.count) : 0) else { return nil }
            if lines[index].ends.source == lines[index].ends.target {
                loops[lines[index].ends.source, default: 0] += 1
                mendLoop(index, loops[lines[index].ends.source, default: 1] - 1)
            } else if !detours.isFree(lines[index].points, isOpen: isOpen(index)) {
                leadAround(index) { watch(0) }
            }
            if lines[index].isLine, lines[index].ends.source != lines[index].ends.target {
                leadAroundOwn(index) { watch(0) }
                leadAroundTitles(index) { watch(0) }
            }
        }
        guard let groups = sameLines(watch) else { return nil }
        for group in groups {
            guard watch(1) else { return nil }
            spread(group)
        }
        guard smooth(watch) else { return nil }
        var bends: [LayoutPlan.Bend] = []
        for (index, line) in lines.enumerated() {
            if index % 1024 == 0, !watch(1) { return nil }
            let changes = [line.change, line.cornerRadius.map { .cornerRadius($0) }].compactMap { $0 }
            if !changes.isEmpty { bends.append(try LayoutPlan.Bend(line.slot, changes, in: document)) }
        }
        return bends
    }

    /// Returns a predicate that is true for boxes that an edge may enter: those of its nodes, of their groups, and of
    /// nodes inside them. The boxes of titles follow those of nodes.
    func isOpen(_ index: Int, titles: Bool = true) -> (Int) -> Bool {
        let ends = lines[index].ends
        // A curve consists of many lines that enter the same groups.
        var known: [Int: Bool] = [:]
        return { [document, nodes] box in
            if box >= nodes.count { return titles }
            if let answer = known[box] { return answer }
            let answer = document.isOpen(nodes[box], toEdgeBetween: ends)
            known[box] = answer
            return answer
        }
    }

    private mutating func bend(_ index: Int, _ points: [Point]) {
        lines[index].points = points
        let waypoints = Array(points.dropFirst().dropLast())
        lines[index].change =
            lines[index].isLine ? .type(.straight, waypoints: waypoints, label: nil) : .waypoints(waypoints)
    }

    /// Returns the first line that passes through no node.
    private mutating func free(_ ways: [[Point]], _ isOpen: (Int) -> Bool) -> [Point]? {
        for way in ways where detours.isFree(way, isOpen: isOpen) { return way }
        return nil
    }

    private mutating func leadAround(_ index: Int, _ isWanted: () -> Bool) {
        let line = lines[index]
        let type = document.pathType(ofEdge: line.slot)
        if !line.isLine, type == .bezier || type == .smoothStep {
            lines[index].change = .avoiding
            return
        }
        guard let first = line.points.first, let last = line.points.last else { return }
        let stops = type == .straight ? line.points : [first, last]
        guard let way = detours.way(stops, isOpen: isOpen(index), isWanted) else { return }
        // A straight edge would be drawn beside its parallels again; a corner keeps it in the free space.
        let isInLane = way.count == 2 && !document.edges.flags(line.slot).contains(.bent)
        bend(index, isInLane ? nearer(to: way, line.points, isOpen(index)) : way)
    }

    /// Leads a line around the titles of groups if it can. Its label stays near.
    private mutating func leadAroundTitles(_ index: Int, _ isWanted: () -> Bool) {
        let points = lines[index].points
        let isOpen = isOpen(index, titles: false)
        if detours.isFree(points, isOpen: isOpen) { return }
        guard let way = detours.way(points, isOpen: isOpen, isWanted), way.count - 2 <= Limits.waypoints else { return }
        bend(index, way, labelNear: points)
    }

    /// Leads a line around its own node if it would reach its end through that node.
    ///
    /// Such an edge has no handles and leads back, so its end lies on the far side of the node.
    private mutating func leadAroundOwn(_ index: Int, _ isWanted: () -> Bool) {
        let (points, ends) = (lines[index].points, lines[index].ends)
        guard points.count > 1 else { return }
        let (from, to) = (points[0], points[points.count - 1])
        let first = stub(from, points[1], ends.source)
        let last = stub(to, points[points.count - 2], ends.target)
        if first == nil && last == nil { return }
        let isOpen = isOpen(index)
        let isClosed = { [nodes] (box: Int) in
            let node = box < nodes.count ? nodes[box] : nil
            return node == ends.source && first != nil || node == ends.target && last != nil ? false : isOpen(box)
        }
        func lead(_ start: Point, _ end: Point) -> [Point]? { detours.way([start, end], isOpen: isClosed, isWanted) }
        // The part of the line outside both nodes stays as it is.
        func isBeside(_ node: Node.Slot) -> (Point) -> Bool { { [document] in document.frame(node).touches($0) } }
        var corners = points[1..<points.count - 1]
        if first != nil { corners = corners.drop(while: isBeside(ends.source)) }
        while last != nil, let corner = corners.last, isBeside(ends.target)(corner) { corners.removeLast() }
        var way: [Point]?
        if let near = corners.first, let far = corners.last {
            let head = first.map { lead($0, near) } ?? [from, near]
            let tail = last.map { lead(far, $0) } ?? [far, to]
            if let head, let tail { way = head + corners.dropFirst() + tail.dropFirst() }
        } else {
            way = lead(first ?? from, last ?? to)
        }
        guard let way, way.count <= Limits.waypoints else { return }
        bend(index, (first == nil ? [] : [from]) + way + (last == nil ? [] : [to]), labelNear: points)
    }

    /// Returns a point straight outside the end of a line at a side of its node; nil if the line does not come from inside.
    private func stub(_ end: Point, _ next: Point, _ node: Node.Slot) -> Point? {
        let frame = document.frame(node)
        let sides = [
            (Side.bottom, end.y - frame.maxY), (.top, end.y - frame.minY), (.right, end.x - frame.maxX),
            (.left, end.x - frame.minX),
        ]
        guard !document.isContainer(node), let side = sides.first(where: { abs($0.1) < 1e-6 })?.0,
            (next - end).dot(side.outward) < -1e-6, frame.touches(end)
        else { return nil }
        return end + side.outward * 12
    }

    /// Gives a line other corners; its label stays near its former position.
    private mutating func bend(_ index: Int, _ way: [Point], labelNear former: [Point]) {
        bend(index, way)
        guard case .type(let type, let waypoints, nil) = lines[index].change,
            let position = document.form(ofEdge: lines[index].slot)?.labelPosition
        else { return }
        let path = Path.polyline(RoundedPolyline(way, radius: 0))
        let label = labelPosition(index, position, from: former, on: path)
        lines[index].change = .type(type, waypoints: waypoints, label: label)
    }

    /// Finds a line that passes through no node, between one with corners that does and a straight one that does not.
    private mutating func nearer(to way: [Point], _ line: [Point], _ isOpen: (Int) -> Bool) -> [Point] {
        let run = way[1] - way[0]
        let ways = [0.5, 0.2, 0].map { share in
            line.indices.map { index in
                if index == 0 || index == line.count - 1 { return line[index] }
                let along = (line[index] - way[0]).dot(run) / max(run.dot(run), 1e-9)
                let foot = way[0] + run * min(max(along, 0), 1)
                return foot + (line[index] - foot) * share
            }
        }
        return free(ways, isOpen) ?? ways[2]
    }

    // MARK: Loops

    /// Leads a loop out of its node; each further loop reaches farther.
    private mutating func mendLoop(_ index: Int, _ rank: Int) {
        let line = lines[index]
        if document.edges.flags(line.slot).contains(.bent) || document.settings.edgeSpread > 0 { return }
        guard let first = line.points.first, let last = line.points.last else { return }
        let ways = [36.0, 24, 12, 6].compactMap { distance in
            document.loopWaypoints(ofEdge: line.slot, at: distance * (1 + Double(rank) / 3)).map { corners in
                [first] + corners + [last]
            }
        }
        let isOpen = isOpen(index)
        if let way = free(ways, isOpen) ?? ways.first { bend(index, way) }
    }

    // MARK: Edges on one another

    private struct Pair: Hashable {
        let first: Node.Slot
        let second: Node.Slot
    }

    /// Returns groups of edges that are drawn as one line; nil if `watch` stopped it.
    private func sameLines(_ watch: LayoutWatch) -> [[Int]]? {
        var pairs: [Pair: [Int]] = [:]
        for (index, line) in lines.enumerated() where line.ends.source != line.ends.target {
            if index % 1024 == 0, !watch(1) { return nil }
            if case .avoiding = line.change { continue }
            let isForward = line.ends.source.index < line.ends.target.index
            let pair = Pair(
                first: isForward ? line.ends.source : line.ends.target,
                second: isForward ? line.ends.target : line.ends.source)
            pairs[pair, default: []].append(index)
        }
        var groups: [[Int]] = []
        for list in pairs.values where list.count > 1 {
            var same: [[Point]: [Int]] = [:]
            for index in list {
                // Points are compared to a hundredth: edges of a layout that are only near each other are different lines.
                let points = lines[index].points.map { Point(x: ($0.x * 100).rounded(), y: ($0.y * 100).rounded()) }
                let isTurned = lines[index].ends.source.index > lines[index].ends.target.index
                same[isTurned ? points.reversed() : points, default: []].append(index)
            }
            groups += same.values.filter { $0.count > 1 }
        }
        return groups.sorted { $0[0] < $1[0] }
    }

    /// Draws edges beside one another that would otherwise be one line.
    private mutating func spread(_ group: [Int]) {
        let ends = lines[group[0]].ends
        let points = lines[group[0]].points
        let isStraight = document.pathType(ofEdge: lines[group[0]].slot) == .straight || lines[group[0]].change != nil
        let middle = isStraight ? points : [points[0], points[points.count - 1]]
        let step = min(max(document.settings.edgeSpread, 10), 200 / Double(group.count))
        for (rank, index) in group.enumerated() {
            let distance = (Double(rank) - Double(group.count - 1) / 2) * step
            if distance == 0 { continue }
            let isOpen = isOpen(index)
            let ways = [1, 0.5, 0.2].map { moved(middle, by: distance * $0, ends) }
            let way = free(ways, isOpen) ?? ways[2]
            bend(index, lines[index].ends.source == ends.source ? way : way.reversed())
        }
    }

    /// Moves the corners of a line to its right; a line without corners gets two, near its ends.
    private func moved(_ line: [Point], by distance: Double, _ ends: EdgeEnds) -> [Point] {
        guard let first = line.first, let last = line.last, line.count > 2 else {
            return moved(from: line[0], to: line[line.count - 1], by: distance, ends)
        }
        let corners = line.indices.dropFirst().dropLast().map { index in
            let (before, after) = ((line[index] - line[index - 1]).unit, (line[index + 1] - line[index]).unit)
            return line[index] + (before + after).unit.quarterTurned * distance
        }
        return [first] + corners + [last]
    }

    private func moved(from start: Point, to end: Point, by distance: Double, _ ends: EdgeEnds) -> [Point] {
        let way = end - start
        let (out, back) = (
            share(of: start, end, inside: document.frame(ends.source)),
            1 - share(of: end, start, inside: document.frame(ends.target))
        )
        let aside = way.unit.quarterTurned * distance
        let free = max(0, back - out)
        let lead = min(20 / max(way.length, 1), free / 3)
        return [start, start + way * (out + lead) + aside, start + way * (back - lead) + aside, end]
    }

    /// Returns the fraction of a line that lies in the frame where it begins, 0…1.
    private func share(of start: Point, _ end: Point, inside frame: Rect) -> Double {
        var share = 1.0
        for (from, to, low, high) in [
            (start.x, end.x, frame.minX, frame.maxX), (start.y, end.y, frame.minY, frame.maxY),
        ] where from != to {
            share = min(share, max(0, ((to > from ? high : low) - from) / (to - from)))
        }
        return share
    }
}

extension Document {
    /// The box of the title of a group, estimated; nil if it shows no title.
    fileprivate func titleBox(ofGroup slot: Node.Slot) -> Rect? {
        let frame = frame(slot)
        let words = NodeText(self, slot).label.prefix(CardMeasures.mostTitle).split { $0.isWhitespace }
        if words.isEmpty || frame.height < 2 * CardMeasures.title { return nil }
        let width = TextLayout.width(words.joined(separator: " "), .bold) * CardMeasures.title
        let top = frame.minY + CardMeasures.titleY - CardMeasures.title
        return Rect(
            x: frame.minX + CardMeasures.titleX, y: top,
            width: max(min(width, frame.width - 2 * CardMeasures.titleX), 0), height: CardMeasures.title + 3)
    }
}
