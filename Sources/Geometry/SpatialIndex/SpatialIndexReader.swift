import Storage

/// A chunk that a query found: its items and which of them touch.
@usableFromInline struct SpatialIndexFind {
    @usableFromInline let slots: UnsafePointer<Int32>
    /// The boxes of its items.
    @usableFromInline let lanes: UnsafePointer<SpatialIndexLanes>
    /// One bit a lane that touches.
    @usableFromInline let touching: UInt32
    /// One bit for each lane that is inside, among those that touch.
    @usableFromInline let inside: UInt32

    @inlinable init(
        slots: UnsafePointer<Int32>, lanes: UnsafePointer<SpatialIndexLanes>, touching: UInt32, inside: UInt32
    ) {
        self.slots = slots
        self.lanes = lanes
        self.touching = touching
        self.inside = inside
    }

    @inline(__always) @inlinable static func forEachBit(_ bits: UInt32, _ body: (Int) -> Bool) -> Bool {
        var rest = bits
        while rest != 0 {
            guard body(rest.trailingZeroBitCount) else { return false }
            rest &= rest &- 1
        }
        return true
    }
}

/// The chunks of one cell: the first of them, its touching lanes, and the next.
@usableFromInline struct SpatialIndexChain {
    @usableFromInline var chunk: Int
    @usableFromInline var touching: UInt32
    @usableFromInline var next: UInt32
}

/// Reads a spatial index in place, without counting references: valid while the index is held and not changed.
public struct SpatialIndexReader<Element> {
    @usableFromInline let storage: UnsafePointer<SpatialIndexStorage>

    @inlinable @inline(__always) init(_ storage: UnsafePointer<SpatialIndexStorage>) { self.storage = storage }

    @inlinable var table: SpatialIndexTable { @inline(__always) _read { yield storage.pointee.table } }
    @inlinable var chunks: SpatialIndexChunks { @inline(__always) _read { yield storage.pointee.chunks } }
    @inlinable var levels: ContiguousArray<SpatialIndexLevel> {
        @inline(__always) _read { yield storage.pointee.levels }
    }
    @inlinable var levelsInUse: UInt32 { @inline(__always) get { storage.pointee.levelsInUse } }
}

extension SpatialIndexReader {
    /// Calls the body with every item whose box touches the rectangle, once; both are closed. The order is unspecified
    /// but the same for equal histories.
    @inlinable @inline(__always) public func visit(touching rect: Rect, _ body: (Slot<Element>) -> Void) {
        _ = visitChunks(touching: rect, wantsInside: false) { find in
            SpatialIndexFind.forEachBit(find.touching) { lane in
                body(Slot(find.slots[lane]))
                return true
            }
        }
    }

    /// Calls the body with every item whose box is within a distance of the point along both axes.
    @inlinable @inline(__always) public func visit(
        near point: Point, within distance: Double, _ body: (Slot<Element>) -> Void
    ) {
        visit(touching: Rect(point, point).grown(by: distance), body)
    }

    /// The same, with the stored box of each item.
    @inlinable @inline(__always) public func visitBoxes(
        near point: Point, within distance: Double, _ body: (Slot<Element>, Rect) -> Void
    ) {
        _ = visitChunks(touching: Rect(point, point).grown(by: distance), wantsInside: false) { find in
            SpatialIndexFind.forEachBit(find.touching) { lane in
                body(Slot(find.slots[lane]), SpatialIndexLanes.box(at: find.lanes, lane: lane).rect)
                return true
            }
        }
    }

    /// The same as `visit` for items that are not long.
    @inlinable @inline(__always) public func visitShort(
        near point: Point, within distance: Double, _ body: (Slot<Element>) -> Void
    ) {
        let query = SpatialIndexQuery(Rect(point, point).grown(by: distance))
        guard query.rect.minX <= query.rect.maxX, query.rect.minY <= query.rect.maxY else { return }
        _ = walk(query, false, levels: (1 &<< Self.longLevel) &- 1) { find in
            SpatialIndexFind.forEachBit(find.touching) { lane in
                body(Slot(find.slots[lane]))
                return true
            }
        }
    }

    @inlinable static var longLevel: UInt32 { 2 }

    /// Calls the body with every touching chunk, until it returns false, and returns whether it never did.
    @inline(__always) @inlinable
    func visitChunks(touching rect: Rect, wantsInside: Bool, _ body: (SpatialIndexFind) -> Bool) -> Bool {
        guard rect.minX <= rect.maxX, rect.minY <= rect.maxY else { return true }
        let query = SpatialIndexQuery(rect)
        let isSwept = query.isLarge && prefersSweep(for: query)
        return isSwept ? sweep(query, wantsInside, body) : walk(query, wantsInside, body)
    }

    /// Returns true if it is cheaper to read all chunks of the pages around than to look up each cell.
    /// A look-up costs about four times as much.
    @inlinable func prefersSweep(for query: SpatialIndexQuery) -> Bool {
        var cells = 0
        forEachLevel { level in
            cells &+= cellRange(level, query).count
        }
        return cells > 48 && sweepBeats(cells, query)
    }

    @inline(never) @usableFromInline func sweepBeats(_ cells: Int, _ query: SpatialIndexQuery) -> Bool {
        var read = 0
        for page in chunks.pages where page.bounds.touches(query.outer) { read &+= 1 &<< SpatialIndexChunks.pageShift }
        return read < cells &* 4
    }

    @inline(__always) @inlinable func forEachLevel(_ body: (Int) -> Void) {
        var rest = levelsInUse
        while rest != 0 {
            body(rest.trailingZeroBitCount)
            rest &= rest &- 1
        }
    }

    /// The cells that can contain an item of the level that touches the query.
    @inline(__always) @inlinable func cellRange(_ level: Int, _ query: SpatialIndexQuery) -> SpatialIndexCellRange {
        guard level != SpatialIndexCell.lastLevel else {
            return SpatialIndexCellRange(minColumn: 0, maxColumn: 0, minRow: 0, maxRow: 0)
        }
        let inverse = SpatialIndexCell.inverseSize(level: level)
        // The slack covers the rounding of centers and of the reach.
        let slack = 0x1p-9
        let reachX = Double(levels[level].reachX) * inverse + slack
        let reachY = Double(levels[level].reachY) * inverse + slack
        return SpatialIndexCellRange(
            minColumn: SpatialIndexCell.coordinate(Double(query.outer.minX) * inverse - reachX),
            maxColumn: SpatialIndexCell.coordinate(Double(query.outer.maxX) * inverse + reachX),
            minRow: SpatialIndexCell.coordinate(Double(query.outer.minY) * inverse - reachY),
            maxRow: SpatialIndexCell.coordinate(Double(query.outer.maxY) * inverse + reachY))
    }

    /// Looks up the cells around a query, some dozens at a time: first the chunks of all, then the touching lanes in
    /// each, and only then the next chunks, so that no look-up waits for the memory of the one before it.
    @inline(__always) @inlinable
    func walk(
        _ query: SpatialIndexQuery, _ wantsInside: Bool, levels: UInt32 = .max, _ body: (SpatialIndexFind) -> Bool
    ) -> Bool {
        let outer = SpatialIndexLanes(repeating: query.outer)
        let inner = wantsInside ? SpatialIndexLanes(repeating: query.inner) : nil
        let batch = 32
        return withUnsafeTemporaryAllocation(of: SpatialIndexChain.self, capacity: batch) { chains in
            var count = 0
            var rest = levelsInUse & levels
            while rest != 0 {
                let level = rest.trailingZeroBitCount
                rest &= rest &- 1
                let range = cellRange(level, query)
                var row = range.minRow
                while row <= range.maxRow {
                    var column = range.minColumn
                    while column <= range.maxColumn {
                        let chunk = table.chunk(of: SpatialIndexCell(level: level, column: column, row: row))
                        column &+= 1
                        guard chunk >= 0 else { continue }
                        chains[count].chunk = chunk
                        count &+= 1
                        guard count == batch else { continue }
                        guard visit(chains, count, outer, inner, body) else { return false }
                        count = 0
                    }
                    row &+= 1
                }
            }
            return visit(chains, count, outer, inner, body)
        }
    }

    @inline(__always) @inlinable
    func visit(
        _ chains: UnsafeMutableBufferPointer<SpatialIndexChain>, _ count: Int, _ outer: SpatialIndexLanes,
        _ inner: SpatialIndexLanes?, _ body: (SpatialIndexFind) -> Bool
    ) -> Bool {
        var place = 0
        while place < count {
            // Each chunk of a chain has an item in its first lane. To ask brings the items near while the boxes are waited for.
            let chunk = chains[place].chunk
            chains[place].touching = chunks.slots[chunk &* 8] < 0 ? 0 : touching(chunk, outer)
            chains[place].next = chunks.links[chunk] &>> 4
            place &+= 1
        }
        place = 0
        while place < count {
            var chunk = chains[place].chunk
            var touching = chains[place].touching
            var next = chains[place].next
            while true {
                if touching != 0 {
                    guard visitChunk(chunk, touching, inner, body) else { return false }
                }
                if next == SpatialIndexChunks.none { break }
                chunk = Int(next)
                touching = self.touching(chunk, outer)
                next = chunks.links[chunk] &>> 4
            }
            place &+= 1
        }
        return true
    }

    @inline(__always) @inlinable
    func touching(_ chunk: Int, _ outer: SpatialIndexLanes) -> UInt32 {
        chunks.lanes[chunk].touching(outer)
    }

    @inline(__always) @inlinable
    func visitChunk(
        _ chunk: Int, _ touching: UInt32, _ inner: SpatialIndexLanes?, _ body: (SpatialIndexFind) -> Bool
    ) -> Bool {
        let inside = inner.map { chunks.lanes[chunk].inside($0) } ?? 0
        guard let slots = chunks.slots.address(of: chunk &* 8), let lanes = chunks.lanes.address(of: chunk) else {
            return true
        }
        return body(SpatialIndexFind(slots: slots, lanes: lanes, touching: touching, inside: inside))
    }

    @inline(__always) @inlinable
    func sweep(_ query: SpatialIndexQuery, _ wantsInside: Bool, _ body: (SpatialIndexFind) -> Bool) -> Bool {
        let outer = SpatialIndexLanes(repeating: query.outer)
        let inner = SpatialIndexLanes(repeating: query.inner)
        for page in chunks.pages.indices where chunks.pages[page].bounds.touches(query.outer) {
            let isInside = query.inner.contains(chunks.pages[page].bounds)
            let goesOn = chunks.lanes.withPage(page) { lanes in
                chunks.slots.withPage(page) { slots in
                    guard let lanes, let boxes = lanes.baseAddress, let slots = slots?.baseAddress else { return true }
                    for chunk in lanes.indices {
                        let items = slots + chunk &* 8
                        let touching =
                            isInside
                            ? chunks.occupied(page &<< SpatialIndexChunks.pageShift &+ chunk)
                            : lanes[chunk].touching(outer)
                        guard touching != 0 else { continue }
                        let inside = isInside ? touching : wantsInside ? lanes[chunk].inside(inner) : 0
                        let find = SpatialIndexFind(
                            slots: items, lanes: boxes + chunk, touching: touching, inside: inside)
                        guard body(find) else { return false }
                    }
                    return true
                }
            }
            guard goesOn else { return false }
        }
        return true
    }
}

/// The rectangle of a query in single precision, rounded outward to find items and inward to decide which are inside.
@usableFromInline struct SpatialIndexQuery: Sendable {
    @usableFromInline let rect: Rect
    @usableFromInline let outer: SpatialIndexBox

    @inline(__always) @inlinable init(_ rect: Rect) {
        self.rect = rect
        outer = SpatialIndexBox(outward: rect)
    }

    @inlinable var inner: SpatialIndexBox {
        SpatialIndexBox(
            minX: SpatialIndexBox.upper(rect.minX), minY: SpatialIndexBox.upper(rect.minY),
            maxX: SpatialIndexBox.lower(rect.maxX), maxY: SpatialIndexBox.lower(rect.maxY))
    }

    /// Is true if it can touch more than 6 x 6 cells of a level; fewer are simply walked.
    @inlinable var isLarge: Bool { !(outer.longerSide <= 2048) }
}

/// A block of cells of one level, borders included.
@usableFromInline struct SpatialIndexCellRange: Sendable {
    @usableFromInline let minColumn: Int
    @usableFromInline let maxColumn: Int
    @usableFromInline let minRow: Int
    @usableFromInline let maxRow: Int

    @inlinable init(minColumn: Int, maxColumn: Int, minRow: Int, maxRow: Int) {
        self.minColumn = minColumn
        self.maxColumn = maxColumn
        self.minRow = minRow
        self.maxRow = maxRow
    }

    @inlinable var count: Int { (maxColumn &- minColumn &+ 1) &* (maxRow &- minRow &+ 1) }
}
