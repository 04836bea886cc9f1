import Storage

extension SpatialIndex {
    /// The bounds of all items, by the caller's exact values, and of a further rectangle; nil without either.
    ///
    /// - Complexity: O(the pages, and the items of those that extend to the outermost).
    public func bounds(beside others: Rect? = nil, _ exact: (Slot<Element>) -> Rect) -> Rect? {
        var found = others ?? .empty
        for page in outermostPages { extend(&found, by: page, exact) }
        for page in chunks.pages.indices { extend(&found, by: page, exact) }
        return found.isEmpty ? nil : found
    }

    /// The page that reaches farthest on each side, unless its outermost items have gone.
    private var outermostPages: [Int] {
        let pages = chunks.pages
        guard var left = pages.indices.first else { return [] }
        var (right, top, bottom) = (left, left, left)
        for page in pages.indices {
            let bounds = pages[page].bounds
            if bounds.minX < pages[left].bounds.minX { left = page }
            if bounds.maxX > pages[right].bounds.maxX { right = page }
            if bounds.minY < pages[top].bounds.minY { top = page }
            if bounds.maxY > pages[bottom].bounds.maxY { bottom = page }
        }
        return [left, right, top, bottom]
    }

    private func extend(_ found: inout Rect, by page: Int, _ exact: (Slot<Element>) -> Rect) {
        var inner = SpatialIndexQuery(found).inner
        if inner.contains(chunks.pages[page].bounds) { return }
        chunks.lanes.withPage(page) { lanes in
            chunks.slots.withPage(page) { slots in
                guard let lanes, let slots else { return }
                for chunk in lanes.indices {
                    var rest = chunks.occupied(page &<< SpatialIndexChunks.pageShift &+ chunk)
                    if rest != 0 { rest &= ~lanes[chunk].inside(SpatialIndexLanes(repeating: inner)) }
                    while rest != 0 {
                        found = found.union(exact(Slot(slots[chunk &* 8 &+ rest.trailingZeroBitCount])))
                        inner = SpatialIndexQuery(found).inner
                        rest &= rest &- 1
                        if rest != 0 { rest &= ~lanes[chunk].inside(SpatialIndexLanes(repeating: inner)) }
                    }
                }
            }
        }
    }

    /// The center of an item's stored box, in single precision, as in `visitCenters`.
    public func center(of slot: Slot<Element>) -> Point? {
        let place = Int(places[slot])
        guard place >= 0 else { return nil }
        let box = chunks.box(at: place)
        return Point(x: Double((box.minX + box.maxX) * 0.5), y: Double((box.minY + box.maxY) * 0.5))
    }

    /// A rectangle that holds every item; empty if there is none.
    ///
    /// - Complexity: O(*n* / 2,048).
    public var bounds: Rect {
        var bounds = SpatialIndexBox.empty
        for page in chunks.pages { bounds.formUnion(page.bounds) }
        return bounds.rect
    }
}
