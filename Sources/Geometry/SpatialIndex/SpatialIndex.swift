import Storage

/// A spatial index of rectangles: it finds the items that touch a point or a rectangle, and follows every move.
///
///     var index = SpatialIndex<String>()
///     index.set(Slot(0), Rect(x: 0, y: 0, width: 50, height: 20))
///     index.set(Slot(1), Rect(x: 100, y: 0, width: 50, height: 20))
///     assert(index.slots(near: Point(x: 95, y: 10), within: 8) == [Slot(1)])
///
/// Items are slots that the caller assigns. The index stores boxes in single precision, rounded outward, and answers
/// with every item whose box touches; the caller tests exactly.
///
/// It is a hierarchy of hash grids (Teschner and others 2003) with loose cells (Ulrich 2000): an item is in only one
/// cell, that of its center on the level of its size, and a query grows by the half of the largest item of each level.
/// So a move inside a cell writes one lane, and any other costs two table look-ups. A sweep over the pool of chunks,
/// page by page, answers a large rectangle; a query never costs more than reading the pool once.
///
/// - Complexity: O(1) to set and to remove; a query costs the cells around it, or O(*n*) / 8 comparisons at worst, if
///   very many items are in one place.
public struct SpatialIndex<Element>: Sendable {
    @usableFromInline var storage = CopyOnWrite(SpatialIndexStorage())

    /// An index without items.
    public init() {}

    /// Memory in use, in bytes.
    public var bytes: Int {
        MemoryLayout<SpatialIndexStorage>.size + table.entries.capacity * MemoryLayout<UInt64>.stride + chunks.bytes
            + places.bytes
    }

    /// Returns true if the slot has a rectangle in the index. O(1).
    @inlinable public func contains(_ slot: Slot<Element>) -> Bool { places[slot] >= 0 }

    /// The stored box of an item: its bounds, rounded outward to single precision.
    @inlinable public func bounds(of slot: Slot<Element>) -> Rect? {
        let place = Int(places[slot])
        return place < 0 ? nil : chunks.box(at: place).rect
    }

    /// Inserts an item or moves it. Bounds that are empty or not a number remove the item.
    @inlinable public mutating func set(_ slot: Slot<Element>, _ bounds: Rect) {
        guard bounds.minX <= bounds.maxX, bounds.minY <= bounds.maxY else { return remove(slot) }
        let box = SpatialIndexBox(outward: bounds)
        let cell = SpatialIndexCell(of: box)
        let place = Int(places[slot])
        if place >= 0 {
            let old = SpatialIndexCell(of: chunks.box(at: place))
            if old == cell {
                if !levels[cell.level].covers(box) { levels[cell.level].include(box) }
                chunks.setBox(box, at: place)
                return
            }
            move(slot, box, from: place, in: old, to: cell)
        } else {
            attach(slot, box, to: cell, at: table.find(cell))
        }
    }

    /// Removes an item, if it is there.
    public mutating func remove(_ slot: Slot<Element>) {
        let place = Int(places[slot])
        guard place >= 0 else { return }
        let cell = SpatialIndexCell(of: chunks.box(at: place))
        detach(place, from: cell, at: table.find(cell))
        places[slot] = -1
    }

    /// Moves an item to another cell. Both look-ups come first, so that their cache misses overlap.
    @inline(never) @usableFromInline
    mutating func move(
        _ slot: Slot<Element>, _ box: SpatialIndexBox, from place: Int, in old: SpatialIndexCell,
        to cell: SpatialIndexCell
    ) {
        let oldEntry = table.find(old)
        let entry = table.find(cell)
        let cellCount = table.count
        detach(place, from: old, at: oldEntry)
        attach(slot, box, to: cell, at: table.count == cellCount ? entry : table.find(cell))
    }

    /// Puts an item without a cell into one, whose entry in the table is given; negative for a new cell.
    @usableFromInline
    mutating func attach(_ slot: Slot<Element>, _ box: SpatialIndexBox, to cell: SpatialIndexCell, at entry: Int) {
        let place: Int
        if entry >= 0 {
            let first = table.chunk(at: entry)
            let link = chunks.links[first]
            let used = link & 15
            if used < 8 {
                chunks.links[first] = link &+ 1
                place = first &* 8 &+ Int(used)
            } else {
                let chunk = chunks.allocate(next: UInt32(truncatingIfNeeded: first), lanesInUse: 1)
                table.setChunk(chunk, at: entry)
                place = chunk &* 8
            }
        } else {
            let chunk = chunks.allocate(next: SpatialIndexChunks.none, lanesInUse: 1)
            table.insert(cell, chunk: chunk)
            place = chunk &* 8
        }
        chunks.setBox(box, at: place)
        chunks.slots[place] = slot.number
        places[slot] = Int32(truncatingIfNeeded: place)
        levels[cell.level].add(box)
        levelsInUse |= 1 &<< UInt32(truncatingIfNeeded: cell.level)
        count &+= 1
    }

    /// Frees a position and fills it with the last item of the cell; does not change `places` of the removed item.
    @usableFromInline
    mutating func detach(_ place: Int, from cell: SpatialIndexCell, at entry: Int) {
        precondition(entry >= 0, "every item lies in a cell of the table")
        let first = table.chunk(at: entry)
        let link = chunks.links[first]
        let last = first &* 8 &+ Int(link & 15) &- 1
        if last != place {
            let slot = Slot<Element>(chunks.slots[last])
            chunks.setBox(chunks.box(at: last), at: place)
            chunks.slots[place] = slot.number
            places[slot] = Int32(truncatingIfNeeded: place)
        }
        chunks.vacate(last)
        if link & 15 > 1 {
            chunks.links[first] = link &- 1
        } else {
            chunks.release(first)
            let next = link &>> 4
            if next == SpatialIndexChunks.none {
                table.remove(at: entry)
            } else {
                table.setChunk(Int(next), at: entry)
            }
        }
        levels[cell.level].subtract()
        if levels[cell.level].count == 0 { levelsInUse &= ~(1 &<< UInt32(truncatingIfNeeded: cell.level)) }
        count &-= 1
    }
}

/// A summary of a level for queries: the number of its items, and half the sides of the largest one since it was empty.
@usableFromInline struct SpatialIndexLevel: Sendable {
    @usableFromInline var count: Int32 = 0
    @usableFromInline var reachX: Float = 0
    @usableFromInline var reachY: Float = 0

    @inlinable init() {}

    @inlinable func covers(_ box: SpatialIndexBox) -> Bool {
        (box.maxX - box.minX) * 0.5 <= reachX && (box.maxY - box.minY) * 0.5 <= reachY
    }

    @inlinable mutating func include(_ box: SpatialIndexBox) {
        let x = (box.maxX - box.minX) * 0.5
        let y = (box.maxY - box.minY) * 0.5
        if x > reachX { reachX = x }
        if y > reachY { reachY = y }
    }

    @inlinable mutating func add(_ box: SpatialIndexBox) {
        include(box)
        count &+= 1
    }

    @inlinable mutating func subtract() {
        count &-= 1
        if count == 0 { self = Self() }
    }
}
