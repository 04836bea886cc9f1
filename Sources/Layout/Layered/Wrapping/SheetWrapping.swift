import Geometry

/// A layered drawing that is cut into pieces; the pieces lie side by side across the flow.
///
/// A cut edge leaves its piece at the end of the flow, returns beside the piece, and enters the next piece before its
/// start. The edges of one cut are nested, so that they do not cross there.
struct SheetWrapping {
    /// A step along the line of an edge.
    private enum Step {
        /// A corner in a piece.
        case point(Point, piece: Int)
        /// The return around the cut behind a piece, from the point where the edge meets the cut.
        case round(Int, across: Double, isForward: Bool)
    }

    /// A piece of the drawing.
    private struct Piece {
        /// The ranges across and along the flow; the range along it includes the corners of edges.
        var low = Double.infinity
        var high = -Double.infinity
        var top = Double.infinity
        var bottom = -Double.infinity
        /// The coordinate along the flow where its first layer begins.
        var start = 0.0
        /// The offset by which it is moved.
        var offset = Point.zero
    }

    private let layout: LayeredLayout
    private let graph: LayoutGraph
    private var sheet: Sheet
    /// The boxes of nodes and groups, and the box of each node of the document.
    private var boxes: [Rect] = []
    private var numbers: [Int: Int] = [:]
    private var cuts: [Int] = []
    /// The coordinates of the cuts along the flow.
    private var cutPlaces: [Double] = []
    private var pieces: [Piece] = []
    /// The edges at each cut, by where they meet it.
    private var passing: [[(across: Double, edge: Int)]] = []

    /// Returns the best wrapped drawing; the drawing itself if that is best.
    ///
    /// - Parameters:
    ///   - edges: the document's edges in the drawing.
    ///   - extent: the width of all drawings in the wanted ratio without waste; a smaller drawing is not wrapped for
    ///     the ratio.
    /// - Complexity: O((*n* + *m*) log (*n* + *m*)) plus the number of corners.
    static func wrapped(
        _ sheet: Sheet, edges: some Sequence<Int>, of graph: LayoutGraph, _ layout: LayeredLayout, beyond extent: Double
    ) -> Sheet {
        let (width, height) =
            layout.direction.isHorizontal ? (sheet.height, sheet.width) : (sheet.width, sheet.height)
        let isLong = layout.cleanRatio.map { max(width, height * $0) > extent } ?? false
        let isWide = layout.direction.isHorizontal && width > layout.cleanWidth
        guard isLong || isWide else { return sheet }
        var wrapping = SheetWrapping(sheet, graph, layout)
        return wrapping.wrap(Array(edges))
    }

    private init(_ sheet: Sheet, _ graph: LayoutGraph, _ layout: LayeredLayout) {
        (self.sheet, self.graph, self.layout) = (sheet, graph, layout)
        for (node, place) in zip(sheet.nodes, sheet.places) where node >= 0 {
            let size = graph.sizes[node].clean
            let flowSize = Size(width: layout.direction.across(size), height: layout.direction.along(size))
            add(node, Rect(origin: place, size: flowSize))
        }
        for (node, frame) in zip(sheet.frameNodes, sheet.frames) { add(node, frame) }
    }

    private mutating func add(_ node: Int, _ box: Rect) {
        numbers[node] = boxes.count
        boxes.append(box)
    }

    private mutating func wrap(_ edges: [Int]) -> Sheet {
        let drawn = edges.filter { numbers[graph.edges[$0].source] != nil && numbers[graph.edges[$0].target] != nil }
        let labels = sheet.labels.map { label in
            let origin = Point(x: label.middle.x - label.size.width / 2, y: label.middle.y - label.size.height / 2)
            return Rect(origin: origin, size: label.size)
        }
        let ends = drawn.map { edge in
            (source: numbers[graph.edges[edge].source] ?? 0, target: numbers[graph.edges[edge].target] ?? 0)
        }
        let blocks = SheetCuts(
            boxes + labels, points: sheet.corners.flatMap(\.points), edges: ends, layout)
        cuts = blocks.best()
        if cuts.isEmpty { return sheet }
        cutPlaces = cuts.map { blocks.cut(behind: $0) }
        passing = cuts.map { _ in [] }
        pieces = (0...cuts.count).map { number in
            var piece = Piece()
            piece.start = blocks.blocks[number == 0 ? 0 : cuts[number - 1] + 1].top
            return piece
        }
        for box in boxes + labels { extend(piece(at: box.center.y), to: box) }
        var corners = Array(repeating: [Point](), count: graph.edges.count)
        for (edge, points) in sheet.corners { corners[edge] = points }
        let ways = drawn.map { cutWay($0, corners[$0]) }
        placePieces()
        let ranks = ranks()
        sheet.corners = []
        for (edge, way) in zip(drawn, ways) { draw(edge, way, ranks) }
        moveRest()
        return sheet
    }

    /// The piece at a coordinate along the flow.
    private func piece(at along: Double) -> Int {
        var (low, high) = (0, cutPlaces.count)
        while low < high {
            let middle = (low + high) / 2
            if cutPlaces[middle] < along { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private mutating func extend(_ piece: Int, to box: Rect) {
        pieces[piece].low = min(pieces[piece].low, box.minX)
        pieces[piece].high = max(pieces[piece].high, box.maxX)
        pieces[piece].top = min(pieces[piece].top, box.minY)
        pieces[piece].bottom = max(pieces[piece].bottom, box.maxY)
    }

    // MARK: Edges

    /// The point where an edge ends at a node.
    private func end(_ node: Int, _ handle: LayoutHandle?, next: Point?) -> Point {
        let box = boxes[numbers[node] ?? 0]
        if let handle = FlowHandle(handle, graph.sizes[node].clean, layout.direction) {
            return box.center + handle.offset
        }
        guard layout.isOrthogonal, let next else { return box.center }
        return Point(x: min(max(next.x, box.minX), box.maxX), y: min(max(next.y, box.minY), box.maxY))
    }

    /// The line of an edge with its ends, split at cuts on its way to its target's piece.
    private mutating func cutWay(_ edge: Int, _ corners: [Point]) -> [Step] {
        let ends = graph.edges[edge]
        let first = end(ends.source, ends.sourceHandle, next: corners.first)
        let last = end(ends.target, ends.targetHandle, next: corners.last)
        var current = piece(at: boxes[numbers[ends.source] ?? 0].center.y)
        let target = piece(at: boxes[numbers[ends.target] ?? 0].center.y)
        var way: [Step] = [.point(first, piece: current)]
        var before = first
        for point in corners + [last] {
            while current != target {
                let cut = current < target ? current : current - 1
                let place = cutPlaces[cut]
                guard current < target ? point.y > place : point.y <= place else { break }
                let share = point.y == before.y ? 0 : min(max((place - before.y) / (point.y - before.y), 0), 1)
                let across = before.x + (point.x - before.x) * share
                passing[cut].append((across, edge))
                for side in [cut, cut + 1] { extend(side, to: Rect(origin: Point(x: across, y: place), size: .none)) }
                way.append(.round(cut, across: across, isForward: current < target))
                current += current < target ? 1 : -1
            }
            way.append(.point(point, piece: current))
            extend(current, to: Rect(origin: point, size: .none))
            before = point
        }
        return way
    }

    /// The rank of each edge at each cut, from the least place across the flow.
    private func ranks() -> [[Int: Int]] {
        passing.map { list in
            let sorted = list.sorted { $0.across != $1.across ? $0.across < $1.across : $0.edge < $1.edge }
            var ranks: [Int: Int] = [:]
            for (rank, entry) in sorted.enumerated() { ranks[entry.edge] = rank }
            return ranks
        }
    }

    private mutating func draw(_ edge: Int, _ way: [Step], _ ranks: [[Int: Int]]) {
        var points: [Point] = []
        var isCut = false
        for step in way {
            switch step {
            case .point(let point, let piece): points.append(point + pieces[piece].offset)
            case .round(let cut, let across, let isForward):
                isCut = true
                let round = corners(round: cut, across: across, rank: ranks[cut][edge] ?? 0)
                points += isForward ? round : round.reversed()
            }
        }
        if isCut { return sheet.append(points, of: edge, isTurned: false) }
        let inner = Array(points.dropFirst().dropLast())
        if !inner.isEmpty { sheet.corners.append((edge, inner)) }
    }

    /// The corners of an edge around a cut: behind the piece before it, back beside that piece, and before the next
    /// piece.
    private func corners(round cut: Int, across: Double, rank: Int) -> [Point] {
        let (piece, next) = (pieces[cut], pieces[cut + 1])
        let step = SheetCuts.step(passing[cut].count)
        let fromLast = Double(passing[cut].count - 1 - rank)
        let place = Point(x: across, y: cutPlaces[cut])
        let (start, end) = (place + piece.offset, place + next.offset)
        let bottom = piece.bottom + piece.offset.y + step * (fromLast + 1)
        let top = next.top + next.offset.y - step * Double(rank + 1)
        let lane = piece.high + piece.offset.x + margin + step * fromLast
        return [
            start, Point(x: start.x, y: bottom), Point(x: lane, y: bottom), Point(x: lane, y: top),
            Point(x: end.x, y: top), end,
        ]
    }

    /// The distance between a piece and the edges beside it.
    private var margin: Double { max(layout.clean(layout.nodeSpacing) / 2, SheetCuts.step) }

    // MARK: Places

    /// Places the pieces side by side with aligned first layers, the top left of all at zero.
    private mutating func placePieces() {
        var (left, before, after) = (0.0, 0.0, 0.0)
        for number in pieces.indices {
            pieces[number].offset = Point(x: left - pieces[number].low, y: -pieces[number].start)
            left += pieces[number].high - pieces[number].low
            var (top, bottom) = (pieces[number].top, pieces[number].bottom)
            if number > 0 { top -= tracks(number - 1) }
            if number < cuts.count {
                bottom += tracks(number)
                left += 2 * margin + max(0, tracks(number) - SheetCuts.step(passing[number].count))
            }
            before = max(before, pieces[number].start - top)
            after = max(after, bottom - pieces[number].start)
        }
        for number in pieces.indices { pieces[number].offset.y += before }
        (sheet.width, sheet.height) = (left, before + after)
    }

    private func tracks(_ cut: Int) -> Double {
        SheetCuts.step(passing[cut].count) * Double(passing[cut].count)
    }

    /// Moves everything except edges.
    private mutating func moveRest() {
        for index in sheet.places.indices {
            let box = sheet.nodes[index] < 0 ? nil : numbers[sheet.nodes[index]].map { boxes[$0] }
            let offset = pieces[piece(at: box?.center.y ?? sheet.places[index].y)].offset
            sheet.places[index] = sheet.places[index] + offset
        }
        sheet.frames = sheet.frames.map { $0.offset(by: pieces[piece(at: $0.center.y)].offset) }
        for index in sheet.labels.indices {
            let middle = sheet.labels[index].middle
            sheet.labels[index].middle = middle + pieces[piece(at: middle.y)].offset
        }
    }
}

extension Size {
    fileprivate static let none = Size(width: 0, height: 0)
}
