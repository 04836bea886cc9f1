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
        var cells = SpatialIndexCensus(boxes)
        for box in boxes where box.minX <= box.maxX {
            let level = SpatialIndexCell(of: box).level
            levels[level].add(box)
            levelsInUse |= 1 << UInt32(level)
            count += 1
        }
        table = SpatialIndexTable(capacity: cells.counts.count)
        for number in cells.orderAlongCurve() { reserveChunks(cell: number, in: &cells) }
        places.reserve(boxes.count)
        for (slot, number) in cells.cellOfSlot.enumerated() where number >= 0 {
            let place = Int(cells.next[Int(number)])
            cells.next[Int(number)] += 1
            chunks.setBox(boxes[slot], at: place)
            chunks.slots[place] = Int32(truncatingIfNeeded: slot)
            places[slot] = Int32(truncatingIfNeeded: place)
        }
    }

    /// Takes the chunks of a cell, enters it in the table and notes its first place.
    ///
    /// Places fill from the lowest chunk up, and the highest, which may have free lanes, is the first of the chain.
    private mutating func reserveChunks(cell number: Int, in cells: inout SpatialIndexCensus) {
        var rest = cells.counts[number]
        var next = SpatialIndexChunks.none
        cells.next[number] = Int32(truncatingIfNeeded: chunks.count * 8)
        while rest > 0 {
            let used = min(rest, 8)
            next = UInt32(chunks.allocate(next: next, lanesInUse: UInt32(used)))
            rest -= used
        }
        table.insert(cells.cells[number], chunk: Int(next))
    }
}

/// A count of the items of each cell, in which cells are numbered as they turn up; the first step of loading an index.
struct SpatialIndexCensus {
    var cellOfSlot = ContiguousArray<Int32>()
    var cells = ContiguousArray<SpatialIndexCell>()
    var counts = ContiguousArray<Int32>()
    /// The next place to fill of each cell.
    var next = ContiguousArray<Int32>()

    init(_ boxes: ContiguousArray<SpatialIndexBox>) {
        var numbers = SpatialIndexTable()
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
            counts[number] += 1
            cellOfSlot.append(Int32(truncatingIfNeeded: number))
        }
        next = ContiguousArray(repeating: 0, count: cells.count)
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
