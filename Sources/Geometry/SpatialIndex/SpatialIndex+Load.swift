import Storage

/// The bounds of slots 0 and up, collected for an index that is made at once.
public struct SpatialIndexItems: Sendable {
    @usableFromInline var boxes = ContiguousArray<SpatialIndexBox>()

    /// No slots, with a capacity.
    @inlinable public init(capacity: Int) { boxes.reserveCapacity(capacity) }

    /// Adds the next slot; one without bounds, or with bounds that are empty or not a number, will not be in the index.
    @inlinable public mutating func append(_ bounds: Rect?) {
        if let bounds, bounds.minX <= bounds.maxX, bounds.minY <= bounds.maxY {
            boxes.append(SpatialIndexBox(outward: bounds))
        } else {
            boxes.append(SpatialIndexLanes.vacant)
        }
    }

    /// Appends the slots of others.
    public mutating func append(_ others: SpatialIndexItems) { boxes.append(contentsOf: others.boxes) }
}

extension SpatialIndex {
    /// An index of all items.
    ///
    /// Memory is sized to the content, and the chunks lie along a Z-order curve, so that neighbors on the canvas are
    /// near in memory.
    ///
    /// - Complexity: O(*n*).
    public init(_ items: SpatialIndexItems) {
        self.init()
        load(items.boxes)
    }

    /// Replaces all items by those of slots 0 ..< `count`; a slot without bounds, or with bounds that are empty or not
    /// a number, is left out.
    ///
    /// - Complexity: O(*n*); reads the bounds of each slot once, in order.
    @inlinable public mutating func load(count: Int, bounds: (Slot<Element>) -> Rect?) {
        var items = SpatialIndexItems(capacity: count)
        for slot in 0..<count { items.append(bounds(Slot(index: slot))) }
        self = SpatialIndex(items)
    }

    private mutating func load(_ boxes: ContiguousArray<SpatialIndexBox>) {
        precondition(boxes.count < Int(SpatialIndexChunks.none), "slots of the spatial index have 28 bits")
        var keys = Self.keys(of: boxes, &levels)
        for level in levels.indices where levels[level].count > 0 { levelsInUse |= 1 << UInt32(level) }
        count = keys.items.count
        Self.sort(&keys.items, byBits: (keys.varyingBits >> Self.slotBits) << Self.slotBits)
        let items = Self.placeItems(inOrderOf: keys.items, boxes, &storage.value)
        Self.fill(&storage.value.chunks, boxes, items)
        setPlaces(items, slotCount: boxes.count)
    }

    /// The keys by which the items are sorted, with the bits in which they differ.
    private static func keys(
        of boxes: ContiguousArray<SpatialIndexBox>, _ levels: inout ContiguousArray<SpatialIndexLevel>
    ) -> (items: ContiguousArray<UInt64>, varyingBits: UInt64) {
        var keys = ContiguousArray<UInt64>()
        keys.reserveCapacity(boxes.count)
        var varyingBits: UInt64 = 0
        for (slot, box) in boxes.enumerated() where box.minX <= box.maxX {
            let cell = SpatialIndexCell(of: box)
            levels[cell.level].add(box)
            let key = cell.orderAlongCurve &<< slotBits | UInt64(truncatingIfNeeded: slot)
            varyingBits |= key ^ (keys.first ?? key)
            keys.append(key)
        }
        return (keys, varyingBits)
    }

    /// The low bits of a sorting key, which hold the slot; above them is the cell's position along the curve.
    private static var slotBits: UInt64 { 28 }

    /// Radix sort, lowest digit first, that skips the bits in which all keys agree.
    private static func sort(_ keys: inout ContiguousArray<UInt64>, byBits varying: UInt64) {
        let digitBits: UInt64 = 11
        var rest = varying
        var sorted = ContiguousArray<UInt64>(repeating: 0, count: rest == 0 ? 0 : keys.count)
        var starts = ContiguousArray<Int>(repeating: 0, count: 1 << digitBits)
        while rest != 0 {
            let shift = UInt64(rest.trailingZeroBitCount)
            keys.withUnsafeBufferPointer { keys in
                sorted.withUnsafeMutableBufferPointer { sorted in
                    starts.withUnsafeMutableBufferPointer { scatter(keys, into: sorted, shift, $0) }
                }
            }
            swap(&keys, &sorted)
            rest = (rest >> (shift + digitBits)) << (shift + digitBits)
        }
    }

    /// One round of the radix sort, by the digit at `shift`.
    private static func scatter(
        _ keys: UnsafeBufferPointer<UInt64>, into sorted: UnsafeMutableBufferPointer<UInt64>, _ shift: UInt64,
        _ starts: UnsafeMutableBufferPointer<Int>
    ) {
        let mask = UInt64(starts.count - 1)
        starts.update(repeating: 0)
        for key in keys { starts[Int(truncatingIfNeeded: key &>> shift & mask)] &+= 1 }
        var next = 0
        for digit in starts.indices {
            let count = starts[digit]
            starts[digit] = next
            next &+= count
        }
        for key in keys {
            let digit = Int(truncatingIfNeeded: key &>> shift & mask)
            sorted[starts[digit]] = key
            starts[digit] &+= 1
        }
    }

    /// Takes the chunks of every cell and enters it in the table; returns the item at each position, or −1.
    private static func placeItems(
        inOrderOf keys: ContiguousArray<UInt64>, _ boxes: ContiguousArray<SpatialIndexBox>,
        _ storage: inout SpatialIndexStorage
    ) -> ContiguousArray<Int32> {
        var cellCount = 0
        var chunkCount = 0
        forEachCell(of: keys) { run in
            cellCount += 1
            chunkCount += (run.count + 7) / 8
        }
        storage.table = SpatialIndexTable(capacity: cellCount)
        var items = ContiguousArray<Int32>(repeating: -1, count: chunkCount * 8)
        forEachCell(of: keys) { run in
            var place = storage.chunks.count * 8
            for key in keys[run] {
                items[place] = slot(key)
                place &+= 1
            }
            // The last chunk, which may have free lanes, becomes the first of the chain.
            var next = SpatialIndexChunks.none
            for first in stride(from: run.lowerBound, to: run.upperBound, by: 8) {
                next = UInt32(storage.chunks.allocate(next: next, lanesInUse: UInt32(min(run.upperBound - first, 8))))
            }
            storage.table.insert(SpatialIndexCell(of: boxes[Int(slot(keys[run.lowerBound]))]), chunk: Int(next))
        }
        return items
    }

    private static func slot(_ key: UInt64) -> Int32 { Int32(truncatingIfNeeded: key & ((1 &<< slotBits) &- 1)) }

    /// Calls the body with every run of keys of one cell.
    private static func forEachCell(of keys: ContiguousArray<UInt64>, _ body: (Range<Int>) -> Void) {
        var first = 0
        while first < keys.count {
            let cell = keys[first] &>> slotBits
            var end = first + 1
            while end < keys.count, keys[end] &>> slotBits == cell { end &+= 1 }
            body(first..<end)
            first = end
        }
    }

    private mutating func setPlaces(_ items: ContiguousArray<Int32>, slotCount: Int) {
        var placeOfSlot = ContiguousArray<Int32>(repeating: -1, count: slotCount)
        for (place, slot) in items.enumerated() where slot >= 0 {
            placeOfSlot[Int(slot)] = Int32(truncatingIfNeeded: place)
        }
        places.reserve(slotCount)
        let size = PagedArray<Int32>.pageSize
        for first in stride(from: 0, to: slotCount, by: size) {
            places.withMutablePage(first / size) { page in
                for slot in first..<min(first + size, slotCount) { page[slot - first] = placeOfSlot[slot] }
            }
        }
    }

    /// Writes the pool page by page: the item at each position, and its box.
    private static func fill(
        _ chunks: inout SpatialIndexChunks, _ boxes: ContiguousArray<SpatialIndexBox>, _ items: ContiguousArray<Int32>
    ) {
        for page in chunks.pages.indices {
            let first = page << (SpatialIndexChunks.pageShift + 3)
            let places = first..<min(first + (8 << SpatialIndexChunks.pageShift), items.count)
            var bounds = SpatialIndexBox.empty
            chunks.slots.withMutablePage(page) { slots in
                for place in places { slots[place - first] = items[place] }
            }
            chunks.lanes.withMutablePage(page) { lanes in
                guard let lanes = lanes.baseAddress else { return }
                for place in places where items[place] >= 0 {
                    let box = boxes[Int(items[place])]
                    SpatialIndexLanes.setBox(box, at: lanes + ((place - first) >> 3), lane: place & 7)
                    bounds.formUnion(box)
                }
            }
            chunks.pages[page].bounds = bounds
        }
    }
}
