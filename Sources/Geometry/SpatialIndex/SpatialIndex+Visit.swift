import Storage

extension SpatialIndex {
    /// Reads the index while the caller holds it and does not change it; no reference is counted.
    @inlinable public var reader: SpatialIndexReader<Element> {
        @inline(__always) get { SpatialIndexReader(storage.address) }
    }

    /// Gives a reader to `body`.
    @inlinable @inline(__always) func read<Result>(_ body: (SpatialIndexReader<Element>) -> Result) -> Result {
        defer { withExtendedLifetime(storage) {} }
        return body(reader)
    }

    /// Visits items, as the visit of a reader does.
    @inlinable @inline(__always) public func visit(touching rect: Rect, _ body: (Slot<Element>) -> Void) {
        read { $0.visit(touching: rect, body) }
    }

    /// Visits items, as the visit of a reader does.
    @inlinable @inline(__always) public func visit(
        near point: Point, within distance: Double, _ body: (Slot<Element>) -> Void
    ) {
        read { $0.visit(near: point, within: distance, body) }
    }

    /// Returns true if an item that is there is too long for the cells of the lower levels: beyond 2,048 units.
    public func isLong(_ slot: Slot<Element>) -> Bool {
        SpatialIndexCell(of: chunks.box(at: Int(places[slot]))).level >= Int(SpatialIndexReader<Element>.longLevel)
    }

    /// Returns true if an item with these bounds would be too long for those cells.
    /// Without an item there is none.
    public static func isLong(_ bounds: Rect) -> Bool {
        guard bounds.minX <= bounds.maxX, bounds.minY <= bounds.maxY else { return false }
        let cell = SpatialIndexCell(of: SpatialIndexBox(outward: bounds))
        return cell.level >= Int(SpatialIndexReader<Element>.longLevel)
    }

    /// The items whose boxes are within a distance of the point along both axes, in the order of `visit`.
    public func slots(near point: Point, within distance: Double) -> [Slot<Element>] {
        var slots: [Slot<Element>] = []
        slots.reserveCapacity(16)
        visit(near: point, within: distance) { slots.append($0) }
        return slots
    }

    /// The first item that touches the rectangle and satisfies the predicate, in the order of `visit`; the visit stops
    /// there.
    @inlinable @inline(__always) public func first(touching rect: Rect, where isWanted: (Slot<Element>) -> Bool)
        -> Slot<Element>?
    {
        var wanted: Slot<Element>?
        _ = visitChunks(touching: rect, wantsInside: false) { find in
            SpatialIndexFind.forEachBit(find.touching) { lane in
                let slot = Slot<Element>(find.slots[lane])
                guard isWanted(slot) else { return true }
                wanted = slot
                return false
            }
        }
        return wanted
    }

    /// Returns the number of items that touch the rectangle, or a few more than a limit.
    /// A box that touches only because it was rounded counts.
    public func count(touching rect: Rect, upTo limit: Int) -> Int {
        var count = 0
        _ = visitChunks(touching: rect, wantsInside: false) { find in
            count &+= find.touching.nonzeroBitCount
            return count <= limit
        }
        return count
    }

    /// Calls `inside` with items that are certainly inside the rectangle, and `crossing` with the others that touch
    /// it, which the caller tests exactly: some of these may be inside, or not touch, by less than the rounding.
    @inlinable @inline(__always) public func visit(
        touching rect: Rect, inside: (Slot<Element>) -> Void, crossing: (Slot<Element>) -> Void
    ) {
        _ = visitChunks(touching: rect, wantsInside: true) { find in
            _ = SpatialIndexFind.forEachBit(find.inside) { lane in
                inside(Slot(find.slots[lane]))
                return true
            }
            return SpatialIndexFind.forEachBit(find.touching & ~find.inside) { lane in
                crossing(Slot(find.slots[lane]))
                return true
            }
        }
    }

    @inlinable @inline(__always)
    func visitChunks(touching rect: Rect, wantsInside: Bool, _ body: (SpatialIndexFind) -> Bool) -> Bool {
        read { $0.visitChunks(touching: rect, wantsInside: wantsInside, body) }
    }
}
