import Geometry

/// A box of the plane by axes: axis 0 is x, axis 1 is y.
struct RouteBox: Hashable, Sendable {
    /// The least coordinates.
    var lo: SIMD2<Double>
    /// The greatest coordinates.
    var hi: SIMD2<Double>

    /// The box of a frame, grown, on the raster of the search.
    init(_ frame: Rect, grownBy margin: Double) {
        let a = SIMD2(RouteBox.raster(frame.minX), RouteBox.raster(frame.minY))
        let b = SIMD2(RouteBox.raster(frame.maxX), RouteBox.raster(frame.maxY))
        lo = pointwiseMin(a, b) - margin
        hi = pointwiseMax(a, b) + margin
    }

    init(lo: SIMD2<Double>, hi: SIMD2<Double>) {
        self.lo = lo
        self.hi = hi
    }

    /// Beyond this no coordinate is told apart from it.
    static let limit = 68_719_476_736.0

    /// The nearest multiple of 1/16 within the limits: sums of such numbers are exact, so that equal lengths compare equal.
    static func raster(_ value: Double) -> Double {
        guard value == value else { return 0 }
        return (min(max(value, -limit), limit) * 16).rounded() / 16
    }

    /// No box: it holds nothing and meets nothing.
    static let none = RouteBox(lo: SIMD2(repeating: .infinity), hi: SIMD2(repeating: -.infinity))

    /// Whether there is no such box.
    var isNone: Bool { lo.x > hi.x }

    /// Whether a point lies inside, not on the border.
    func holds(_ point: SIMD2<Double>) -> Bool { all(point .> lo) && all(point .< hi) }

    /// Whether the open insides of two boxes meet.
    func meets(_ other: RouteBox) -> Bool { all(lo .< other.hi) && all(other.lo .< hi) }
}

/// The obstacles of a plane in a grid whose lines follow how dense they lie; the grid changes no answer, only its cost.
struct RouteField: Sendable {
    /// How far an obstacle reaches beyond its frame in the search.
    let margin: Double
    /// Grown boxes by number.
    private(set) var boxes: [RouteBox] = []
    /// Coordinates that part the columns (axis 0) and the rows (axis 1).
    private(set) var parts: [[Double]] = [[], []]
    /// Numbers of the obstacles in each cell, row by row.
    private(set) var cells: [[Int32]] = [[]]
    /// Obstacles that cover too many cells to be listed in each.
    private(set) var wide: [Int32] = []
    private var count = 0
    private var loaded = 0

    init(margin: Double) { self.margin = margin }

    /// How many cells lie along an axis.
    func extent(_ axis: Int) -> Int { parts[axis].count + 1 }

    /// The cell along an axis that holds a coordinate.
    func cell(_ axis: Int, of coordinate: Double) -> Int {
        parts[axis].withUnsafeBufferPointer { lines in
            var low = 0
            var high = lines.count
            while low < high {
                let middle = (low + high) >> 1
                if lines[middle] <= coordinate { low = middle + 1 } else { high = middle }
            }
            return low
        }
    }

    /// Sets or removes an obstacle.
    mutating func set(_ number: Int, _ box: RouteBox) {
        while boxes.count <= number { boxes.append(.none) }
        if !boxes[number].isNone {
            remove(number, boxes[number])
            count -= 1
        }
        boxes[number] = box
        if box.isNone { return }
        count += 1
        if count > 2 * loaded + 16 { load() } else { insert(number, box) }
    }

    /// Lays the grid again.
    private mutating func load() {
        loaded = count
        let side = Int(Double(count).squareRoot().rounded(.up))
        for axis in 0...1 {
            let middles = boxes.lazy.filter { !$0.isNone }.map { ($0.lo[axis] + $0.hi[axis]) / 2 }.sorted()
            parts[axis] = []
            for k in 1..<max(side, 2) {
                let line = middles[min(k * middles.count / side, middles.count - 1)]
                if parts[axis].last != line { parts[axis].append(line) }
            }
        }
        cells = Array(repeating: [], count: extent(0) * extent(1))
        wide = []
        for number in boxes.indices where !boxes[number].isNone { insert(number, boxes[number]) }
    }

    private func span(_ box: RouteBox) -> (x0: Int, x1: Int, y0: Int, y1: Int, isWide: Bool) {
        let x0 = cell(0, of: box.lo.x)
        let x1 = cell(0, of: box.hi.x)
        let y0 = cell(1, of: box.lo.y)
        let y1 = cell(1, of: box.hi.y)
        return (x0, x1, y0, y1, (x1 - x0 + 1) * (y1 - y0 + 1) > 128)
    }

    private mutating func insert(_ number: Int, _ box: RouteBox) {
        let at = span(box)
        if at.isWide { return wide.append(Int32(number)) }
        for y in at.y0...at.y1 { for x in at.x0...at.x1 { cells[y * extent(0) + x].append(Int32(number)) } }
    }

    private mutating func remove(_ number: Int, _ box: RouteBox) {
        let at = span(box)
        if at.isWide { return wide.removeAll { $0 == number } }
        for y in at.y0...at.y1 {
            for x in at.x0...at.x1 { cells[y * extent(0) + x].removeAll { $0 == number } }
        }
    }
}
