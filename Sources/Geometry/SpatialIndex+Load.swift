extension SpatialIndex {
    /// Replaces all items by those of slots 0 ..< `count`; a slot without bounds, or with bounds that are empty or not a
    /// number, is left out.
    ///
    /// Memory is sized to what is there, and the chunks lie along a Z-order curve, so that what is near on the canvas is
    /// near in memory.
    ///
    /// - Complexity: O(*n*); asks once for the bounds of each slot, in order.
    @inlinable public mutating func load(count: Int, bounds: (Int32) -> Rect?) {
        var boxes = ContiguousArray<SpatialIndexBox>()
        boxes.reserveCapacity(count)
        for slot in 0..<count {
            if let rect = bounds(Int32(slot)), rect.minX <= rect.maxX, rect.minY <= rect.maxY {
                boxes.append(SpatialIndexBox(outward: rect))
            } else {
                boxes.append(SpatialIndexLanes.vacant)
            }
        }
        load(boxes)
    }

    @usableFromInline mutating func load(_ boxes: ContiguousArray<SpatialIndexBox>) {
        precondition(boxes.count < Int(SpatialIndexChunks.none), "slots of the spatial index have 28 bits")
        self = SpatialIndex()
        var census = SpatialIndexCensus(boxes)
        table = SpatialIndexTable(capacity: census.counts.count)
        for number in census.orderAlongCurve() { reserveChunks(cell: number, in: &census) }
        for number in census.counts.indices {
            levels[census.cells[number].level].count += census.counts[number]
            count += Int(census.counts[number])
        }
        for level in levels.indices where levels[level].count > 0 {
            levels[level].reachX = census.levels[level].reachX
            levels[level].reachY = census.levels[level].reachY
            levelsInUse |= 1 << UInt32(level)
        }
        fill(boxes, census.takePlaces(into: &places, placeCount: chunks.count * 8))
    }

    /// Takes the chunks of a cell, enters it in the table and notes its first place.
    ///
    /// Places fill from the lowest chunk up, and the highest, which may have free lanes, is the first of the chain.
    private mutating func reserveChunks(cell number: Int, in census: inout SpatialIndexCensus) {
        var rest = census.counts[number]
        var next = SpatialIndexChunks.none
        census.next[number] = Int32(truncatingIfNeeded: chunks.count * 8)
        while rest > 0 {
            let used = min(rest, 8)
            next = UInt32(chunks.allocate(next: next, lanesInUse: UInt32(used)))
            rest -= used
        }
        table.insert(census.cells[number], chunk: Int(next))
    }

    /// Writes the pool page by page: the items of each place, and their boxes.
    private mutating func fill(_ boxes: ContiguousArray<SpatialIndexBox>, _ items: ContiguousArray<Int32>) {
        for page in chunks.pages.indices {
            let first = page << (SpatialIndexChunks.pageShift + 3)
            let places = first..<min(first + 8 << SpatialIndexChunks.pageShift, items.count)
            var bounds = SpatialIndexBox.empty
            chunks.slots.withMutablePage(page) { slots in
                for place in places { slots[place - first] = items[place] }
            }
            chunks.lanes.withMutablePage(page) { lanes in
                guard let lanes = lanes.baseAddress else { return }
                for place in places where items[place] >= 0 {
                    let box = boxes[Int(items[place])]
                    SpatialIndexLanes.setBox(box, at: lanes + (place - first) >> 3, lane: place & 7)
                    bounds.formUnion(box)
                }
            }
            chunks.pages[page].bounds = bounds
        }
    }
}

/// A count of the items of each cell, in which cells are numbered as they turn up; the first step of loading an index.
struct SpatialIndexCensus {
    /// The number of each item's cell, or −1.
    var cellOfSlot = ContiguousArray<Int32>()
    var cells = ContiguousArray<SpatialIndexCell>()
    var counts = ContiguousArray<Int32>()
    /// The next place to fill of each cell.
    var next = ContiguousArray<Int32>()
    var levels = ContiguousArray(repeating: SpatialIndexLevel(), count: 32)

    init(_ boxes: ContiguousArray<SpatialIndexBox>) {
        var numbers = SpatialIndexTable(capacity: boxes.count / 8)
        cellOfSlot.reserveCapacity(boxes.count)
        for box in boxes {
            guard box.minX <= box.maxX else {
                cellOfSlot.append(-1)
                continue
            }
            let cell = SpatialIndexCell(of: box)
            var number = numbers.chunk(of: cell)
            if number < 0 {
                number = cells.count
                numbers.insert(cell, chunk: number)
                cells.append(cell)
                counts.append(0)
            }
            counts[number] &+= 1
            if !levels[cell.level].covers(box) { levels[cell.level].include(box) }
            cellOfSlot.append(Int32(truncatingIfNeeded: number))
        }
        next = ContiguousArray(repeating: 0, count: cells.count)
    }

    /// Gives each item the next place of its cell, and returns the item of each place, or −1.
    mutating func takePlaces(into places: inout PagedArray<Int32>, placeCount: Int) -> ContiguousArray<Int32> {
        var items = ContiguousArray<Int32>(repeating: -1, count: placeCount)
        places.reserve(cellOfSlot.count)
        let size = PagedArray<Int32>.pageSize
        for first in stride(from: 0, to: cellOfSlot.count, by: size) {
            places.withMutablePage(first / size) { page in
                for slot in first..<min(first + size, cellOfSlot.count) where cellOfSlot[slot] >= 0 {
                    let number = Int(cellOfSlot[slot])
                    let place = next[number]
                    next[number] = place &+ 1
                    page[slot - first] = place
                    items[Int(place)] = Int32(truncatingIfNeeded: slot)
                }
            }
        }
        return items
    }

    /// The numbers of the cells along the Z-order curve, by a radix sort of three passes.
    func orderAlongCurve() -> ContiguousArray<Int> {
        var keys = ContiguousArray<UInt64>()
        keys.reserveCapacity(cells.count)
        for (number, cell) in cells.enumerated() { keys.append(cell.orderAlongCurve << 28 | UInt64(number)) }
        var sorted = keys
        for shift: UInt64 in [28, 40, 52] {
            var starts = ContiguousArray<Int>(repeating: 0, count: 4097)
            for key in keys { starts[Int(key >> shift & 4095) + 1] += 1 }
            for digit in 1...4096 { starts[digit] += starts[digit - 1] }
            for key in keys {
                let digit = Int(key >> shift & 4095)
                sorted[starts[digit]] = key
                starts[digit] += 1
            }
            swap(&keys, &sorted)
        }
        return ContiguousArray(keys.lazy.map { Int($0 & SpatialIndexTable.chunkMask) })
    }
}
