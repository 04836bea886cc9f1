import Geometry

/// Finds boxes that overlap others, with the spatial index.
struct OverlapCheck {
    private(set) var boxes: BoxColumns
    private var index: SpatialIndex<OverlapCheck>

    init(boxes: BoxColumns) {
        self.boxes = boxes
        var items = SpatialIndexItems(capacity: boxes.count)
        for box in 0..<boxes.count { items.append(boxes.rect(box)) }
        index = SpatialIndex(items)
    }

    /// Returns a flag for each box: true if it overlaps another one.
    func overlapping() -> [Bool] { (0..<boxes.count).map { overlapsOthers($0) } }

    /// Returns true if a box in its current place overlaps another one of the index.
    func overlapsOthers(_ box: Int) -> Bool {
        index.first(touching: boxes.rect(box)) { slot in slot.index != box && boxes.overlap(box, slot.index) } != nil
    }

    /// The boxes of the index that touch a rectangle; nil if there are more than a limit.
    func touching(_ rect: Rect, limit: Int) -> [Int]? {
        guard index.count(touching: rect, upTo: limit) <= limit else { return nil }
        var found: [Int] = []
        index.visit(touching: rect) { found.append($0.index) }
        return found.sorted()
    }

    mutating func remove(_ box: Int) { index.remove(.init(index: box)) }

    mutating func insert(_ box: Int) { index.set(.init(index: box), boxes.rect(box)) }

    mutating func move(_ box: Int, to point: Point) {
        boxes.along[box] = point.x
        boxes.across[box] = point.y
    }
}

extension BoxColumns {
    func rect(_ box: Int) -> Rect {
        Rect(
            minX: along[box] - halfAlong[box], minY: across[box] - halfAcross[box],
            maxX: along[box] + halfAlong[box], maxY: across[box] + halfAcross[box])
    }
}

/// The last step: boxes that still overlap are moved one by one to the nearest free place.
struct OverlapRepair {
    private var check: OverlapCheck
    private let isFixed: [Bool]
    /// The number of candidates that may still be tried; after that, boxes are placed below all others.
    private var budget: Int
    private var bounds: Rect
    private var shelf: Rect

    /// The number of obstacles for one search.
    private static let obstacles = 256

    init(boxes: BoxColumns, isFixed: [Bool]) {
        check = OverlapCheck(boxes: boxes)
        self.isFixed = isFixed
        budget = 200_000 + 40 * boxes.count
        bounds = .empty
        for box in 0..<boxes.count { bounds = bounds.union(boxes.rect(box)) }
        shelf = Rect(minX: bounds.minX, minY: bounds.maxY, maxX: bounds.minX, maxY: bounds.maxY)
    }

    /// Moves free boxes until none overlaps another; false when stopped.
    func repair(_ boxes: inout BoxColumns, _ isOn: () -> Bool) -> Bool {
        var state = self
        var offenders: [Int] = []
        for box in isFixed.indices {
            if box % 4096 == 0, !isOn() { return false }
            if isFixed[box] || !state.check.overlapsOthers(box) { continue }
            state.check.remove(box)
            offenders.append(box)
        }
        for (number, box) in offenders.enumerated() {
            if number % 16 == 0, !isOn() { return false }
            let free = state.freePlace(for: box)
            let place = free ?? state.placeBelow(box)
            state.check.move(box, to: place)
            state.check.insert(box)
            if free != nil { state.keepShelfFree(of: box) }
            boxes.along[box] = place.x
            boxes.across[box] = place.y
        }
        return true
    }

    /// The nearest free place, searched in growing surroundings.
    private mutating func freePlace(for box: Int) -> Point? {
        let start = Point(x: check.boxes.along[box], y: check.boxes.across[box])
        if isFree(start, for: box) { return start }
        var radius = 2 * min(check.boxes.halfAlong[box], check.boxes.halfAcross[box]) + 1
        for _ in 0..<40 where budget > 0 && radius.isFinite {
            let window = check.boxes.rect(box).grown(by: radius)
            guard let near = check.touching(window, limit: OverlapRepair.obstacles) else { return nil }
            for place in candidates(for: box, near: near, within: radius) {
                budget -= 1
                if isFree(place, for: box) { return place }
                check.move(box, to: start)
                if budget <= 0 { return nil }
            }
            radius *= 2
        }
        return nil
    }

    private mutating func isFree(_ place: Point, for box: Int) -> Bool {
        check.move(box, to: place)
        return !check.overlapsOthers(box)
    }

    /// Places beside obstacles, the nearest first: straight from the box to their sides, and where two sides cross.
    private mutating func candidates(for box: Int, near: [Int], within radius: Double) -> [Point] {
        let boxes = check.boxes
        let start = Point(x: boxes.along[box], y: boxes.across[box])
        let sides = near.map { other in
            boxes.rect(other).grown(alongBy: boxes.halfAlong[box], acrossBy: boxes.halfAcross[box])
        }
        var found: [(distance: Double, place: Point)] = []
        func add(_ x: Double, _ y: Double) {
            let distance = max(abs(x - start.x), abs(y - start.y))
            if distance <= radius { found.append((Point(x: x, y: y).distance(to: start), Point(x: x, y: y))) }
        }
        for (number, side) in sides.enumerated() {
            for x in [side.minX, side.maxX] { add(x, start.y) }
            for y in [side.minY, side.maxY] { add(start.x, y) }
            for other in sides[number...] where other.touches(side) {
                for (a, b) in [(side, other), (other, side)] {
                    for x in [a.minX, a.maxX] { for y in [b.minY, b.maxY] { add(x, y) } }
                }
            }
        }
        budget -= found.count / 8
        return found.enumerated().sorted { a, b in
            a.element.distance != b.element.distance
                ? a.element.distance < b.element.distance : a.offset < b.offset
        }.map(\.element.place)
    }

    /// Starts a new shelf if a box reaches below the start of the current one.
    private mutating func keepShelfFree(of box: Int) {
        let rect = check.boxes.rect(box)
        guard rect.maxY > shelf.minY else { return }
        let bottom = max(shelf.maxY, rect.maxY)
        shelf = Rect(minX: bounds.minX, minY: bottom, maxX: bounds.minX, maxY: bottom)
    }

    /// A place on shelves below everything; shelves are as wide as everything.
    private mutating func placeBelow(_ box: Int) -> Point {
        let width = check.boxes.halfAlong[box]
        let height = check.boxes.halfAcross[box]
        if shelf.maxX + 2 * width > bounds.maxX && shelf.maxX > bounds.minX {
            shelf.minY = shelf.maxY
            shelf.maxX = bounds.minX
        }
        let place = Point(x: shelf.maxX + width, y: shelf.minY + height)
        shelf.maxX += 2 * width
        shelf.maxY = max(shelf.maxY, shelf.minY + 2 * height)
        return place
    }
}

extension Rect {
    fileprivate func grown(alongBy along: Double, acrossBy across: Double) -> Rect {
        Rect(minX: minX - along, minY: minY - across, maxX: maxX + along, maxY: maxY + across)
    }
}
