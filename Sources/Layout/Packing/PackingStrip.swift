import Geometry

/// A strip that is filled from its top: the widest box that fits goes into the highest gap.
///
/// The lower border of what is there is a chain of ledges; the highest ledge comes from a heap. A ledge that no box fits
/// sinks to its nearest neighbor and joins it, so each box adds at most one ledge (Imahori and Yagiura 2010).
struct PackingStrip {
    /// A piece of the lower border, from its left end; its right end is where the next one begins.
    private struct Ledge {
        var left: Double
        var bottom: Double
        var previous: Int
        var next: Int
    }

    private let boxes: [Size]
    private let width: Double
    private var widths: PackingWidths
    private var ledges: [Ledge]
    private var heap = Heap<PackingEntry>()

    /// The top-left corner of each box; nil when stopped. Boxes wider than the strip stick out.
    ///
    /// - Complexity: O(*n* log *n*).
    static func places(of boxes: [Size], in width: Double, _ isOn: () -> Bool) -> [Point]? {
        var strip = PackingStrip(boxes, width)
        return strip.fill(isOn)
    }

    private init(_ boxes: [Size], _ width: Double) {
        self.boxes = boxes
        self.width = width
        widths = PackingWidths(boxes)
        ledges = [Ledge(left: 0, bottom: 0, previous: -1, next: -1)]
        ledges.reserveCapacity(boxes.count + 1)
    }

    private mutating func fill(_ isOn: () -> Bool) -> [Point]? {
        var places = Array(repeating: Point.zero, count: boxes.count)
        heap.insert(PackingEntry(bottom: 0, left: 0, ledge: 0))
        var count = 0
        while count < boxes.count, let item = heap.removeFirst() {
            if count % 4096 == 0, !isOn() { return nil }
            // A ledge that sank or was joined since has another entry, or none.
            let ledge = ledges[item.ledge]
            guard ledge.bottom == item.bottom, ledge.left == item.left, ledge.previous != item.ledge else { continue }
            let isAlone = ledge.previous < 0 && ledge.next < 0
            if let box = widths.takeWidest(within: right(of: item.ledge) - ledge.left)
                ?? (isAlone ? widths.takeWidest(within: .infinity) : nil)
            {
                places[box] = Point(x: ledge.left, y: ledge.bottom)
                place(boxes[box], on: item.ledge)
                count += 1
            } else {
                sink(item.ledge)
            }
        }
        return places
    }

    private func right(of ledge: Int) -> Double {
        let next = ledges[ledge].next
        return next < 0 ? width : ledges[next].left
    }

    private mutating func push(_ ledge: Int) {
        heap.insert(PackingEntry(bottom: ledges[ledge].bottom, left: ledges[ledge].left, ledge: ledge))
    }

    /// Puts a box at the left end of a ledge; what is left of it becomes a new one.
    private mutating func place(_ box: Size, on ledge: Int) {
        let next = ledges[ledge].next
        let end = ledges[ledge].left + box.width
        if end < right(of: ledge) {
            let rest = ledges.count
            ledges.append(Ledge(left: end, bottom: ledges[ledge].bottom, previous: ledge, next: next))
            ledges[ledge].next = rest
            if next >= 0 { ledges[next].previous = rest }
            push(rest)
        }
        ledges[ledge].bottom += box.height
        push(ledge)
    }

    /// Fills a ledge with waste down to the higher one of its neighbors, and joins it with that one.
    private mutating func sink(_ ledge: Int) {
        let (previous, next) = (ledges[ledge].previous, ledges[ledge].next)
        if next >= 0, previous < 0 || ledges[next].bottom < ledges[previous].bottom {
            ledges[ledge].bottom = ledges[next].bottom
            drop(next)
            push(ledge)
        } else if previous >= 0 {
            drop(ledge)
            push(previous)
        }
    }

    /// Joins a ledge with the one before it. A ledge that is gone comes before itself.
    private mutating func drop(_ ledge: Int) {
        let (previous, next) = (ledges[ledge].previous, ledges[ledge].next)
        ledges[previous].next = next
        if next >= 0 { ledges[next].previous = previous }
        ledges[ledge].previous = ledge
    }
}

/// Boxes that are not placed yet, by their width; of equal ones the highest comes first, then the first.
struct PackingWidths {
    /// The order from the narrowest on.
    private let order: [Int]
    private let widths: [Double]
    /// A place for each place of the order, plus one, that is not above it and whose box is still there; 0 when there
    /// is none.
    private var free: [Int]

    init(_ boxes: [Size]) {
        order = boxes.indices.sorted { a, b in
            let (first, second) = (boxes[a], boxes[b])
            if first.width != second.width { return first.width < second.width }
            return first.height != second.height ? first.height < second.height : a > b
        }
        widths = order.map { boxes[$0].width }
        free = Array(0...boxes.count)
    }

    /// Removes and returns the widest box of at most a width.
    mutating func takeWidest(within width: Double) -> Int? {
        var low = 0
        var high = widths.count
        while low < high {
            let middle = (low + high) / 2
            if widths[middle] <= width { low = middle + 1 } else { high = middle }
        }
        var place = low
        while free[place] != place {
            free[place] = free[free[place]]
            place = free[place]
        }
        guard place > 0 else { return nil }
        free[place] = place - 1
        return order[place - 1]
    }
}

/// An entry of the heap of ledges: the highest one comes first, the leftmost of equal ones.
struct PackingEntry: Comparable {
    var bottom: Double
    var left: Double
    var ledge: Int

    static func < (a: Self, b: Self) -> Bool {
        if a.bottom != b.bottom { return a.bottom < b.bottom }
        return a.left != b.left ? a.left < b.left : a.ledge < b.ledge
    }
}
