import Geometry

/// A strip that is filled from its top: the widest box that fits goes into the highest gap.
///
/// The lower border of the placed boxes is a chain of ledges; a heap returns the highest ledge. A ledge on which no box
/// fits sinks to its nearest neighbor and joins it, so each box adds at most one ledge (Imahori and Yagiura 2010).
struct PackingStrip {
    /// A piece of the lower border; it ends where the next one begins.
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
            // Entries of ledges that have sunk or were joined are outdated.
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

    /// Puts a box at the left end of a ledge; the rest of the ledge becomes a new one.
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

    /// Lowers a ledge to its higher neighbor as waste, and joins the two.
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

    /// Joins a ledge with the one before it. A removed ledge is its own predecessor.
    private mutating func drop(_ ledge: Int) {
        let (previous, next) = (ledges[ledge].previous, ledges[ledge].next)
        ledges[previous].next = next
        if next >= 0 { ledges[next].previous = previous }
        ledges[ledge].previous = ledge
    }
}

/// The boxes that are not placed yet, by width; of equal ones the highest comes first, then the first.
struct PackingWidths {
    /// The order by rising width.
    private let order: [Int]
    private let widths: [Double]
    /// For each place of the order, plus one, a place at or below it as a link towards the next unused box; 0 if there
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

    /// Removes and returns the widest box up to a width.
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

/// An entry of the heap of ledges: the highest comes first, of equal ones the leftmost.
struct PackingEntry: Comparable {
    var bottom: Double
    var left: Double
    var ledge: Int

    static func < (a: Self, b: Self) -> Bool {
        if a.bottom != b.bottom { return a.bottom < b.bottom }
        return a.left != b.left ? a.left < b.left : a.ledge < b.ledge
    }
}
