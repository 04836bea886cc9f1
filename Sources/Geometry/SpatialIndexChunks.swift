/// The boxes of the eight lanes of a chunk; a lane without an item is not a number, so that no comparison finds it.
@usableFromInline struct SpatialIndexLanes: Equatable, Sendable {
    @usableFromInline var minX: SIMD8<Float>
    @usableFromInline var minY: SIMD8<Float>
    @usableFromInline var maxX: SIMD8<Float>
    @usableFromInline var maxY: SIMD8<Float>

    @inlinable init(repeating box: SpatialIndexBox) {
        minX = SIMD8(repeating: box.minX)
        minY = SIMD8(repeating: box.minY)
        maxX = SIMD8(repeating: box.maxX)
        maxY = SIMD8(repeating: box.maxY)
    }

    @inlinable static var vacant: SpatialIndexBox { SpatialIndexBox(minX: .nan, minY: .nan, maxX: .nan, maxY: .nan) }

    @inlinable subscript(lane: Int) -> SpatialIndexBox {
        get { SpatialIndexBox(minX: minX[lane], minY: minY[lane], maxX: maxX[lane], maxY: maxY[lane]) }
        set {
            minX[lane] = newValue.minX
            minY[lane] = newValue.minY
            maxX[lane] = newValue.maxX
            maxY[lane] = newValue.maxY
        }
    }

    /// One bit a lane whose box touches the box that `other` repeats.
    @inlinable func touching(_ other: Self) -> UInt32 {
        Self.bits(
            (minX .<= other.maxX) .& (maxX .>= other.minX) .& (minY .<= other.maxY) .& (maxY .>= other.minY))
    }

    /// One bit a lane whose box lies inside the box that `other` repeats.
    @inlinable func inside(_ other: Self) -> UInt32 {
        Self.bits(
            (minX .>= other.minX) .& (maxX .<= other.maxX) .& (minY .>= other.minY) .& (maxY .<= other.maxY))
    }

    @inlinable static func bits(_ mask: SIMDMask<SIMD8<Int32>>) -> UInt32 {
        let weights = SIMD8<UInt32>(1, 2, 4, 8, 16, 32, 64, 128)
        let eight = unsafeBitCast(mask, to: SIMD8<UInt32>.self) & weights
        let four = eight.lowHalf | eight.highHalf
        let two = four.lowHalf | four.highHalf
        return two.x | two.y
    }
}

/// What a sweep needs to know of a page of chunks to skip it: a box around all that was put in, and whether it is in use.
@usableFromInline struct SpatialIndexPage: Sendable {
    @usableFromInline var bounds = SpatialIndexBox.empty
    @usableFromInline var chunksInUse = 0

    @inlinable init() {}
}

/// The pool in which the cells' chains of eight-lane chunks lie, with a list of free chunks.
///
/// Only the first chunk of a chain has free lanes, and those are its last ones. A place is `chunk * 8 + lane`.
@usableFromInline struct SpatialIndexChunks: Sendable {
    @usableFromInline var lanes = PagedArray<SpatialIndexLanes>(default: .init(repeating: SpatialIndexLanes.vacant))
    /// The item in each place, or −1.
    @usableFromInline var slots = PagedArray<Int32>(default: -1)
    /// For each chunk the next one of the chain (or of the free list) above four bits with the lanes in use.
    @usableFromInline var links = PagedArray<UInt32>(default: Self.none &<< 4)
    @usableFromInline var pages: ContiguousArray<SpatialIndexPage> = []
    @usableFromInline var count = 0
    @usableFromInline var firstFree = Self.none

    @inlinable init() {}

    /// The end of a chain.
    @inlinable static var none: UInt32 { 0x0FFF_FFFF }
    @inlinable static var pageShift: Int { PagedArray<SpatialIndexLanes>.pageShift }

    /// Takes a chunk, free or new, and makes it the first of the chain that starts at `next`.
    @inlinable mutating func allocate(next: UInt32, lanesInUse: UInt32) -> Int {
        let chunk: Int
        if firstFree != Self.none {
            chunk = Int(firstFree)
            firstFree = links[chunk] &>> 4
        } else {
            chunk = count
            count &+= 1
            precondition(count < Int(Self.none), "the pool of the spatial index is full")
            if count > pages.count &<< Self.pageShift { pages.append(SpatialIndexPage()) }
        }
        pages[chunk &>> Self.pageShift].chunksInUse &+= 1
        links[chunk] = next &<< 4 | lanesInUse
        return chunk
    }

    /// Gives back a chunk whose lanes are vacant.
    @inlinable mutating func release(_ chunk: Int) {
        links[chunk] = firstFree &<< 4
        firstFree = UInt32(truncatingIfNeeded: chunk)
        let page = chunk &>> Self.pageShift
        pages[page].chunksInUse &-= 1
        if pages[page].chunksInUse == 0 { pages[page].bounds = .empty }
    }

    @inlinable func box(at place: Int) -> SpatialIndexBox {
        lanes.withPage(place &>> (3 &+ Self.pageShift)) { page in
            guard let page else { return SpatialIndexLanes.vacant }
            return page[(place &>> 3) & ((1 &<< Self.pageShift) &- 1)][place & 7]
        }
    }

    @inlinable mutating func setBox(_ box: SpatialIndexBox, at place: Int) {
        lanes[place &>> 3][place & 7] = box
        let page = place &>> (3 &+ Self.pageShift)
        if !pages[page].bounds.contains(box) { pages[page].bounds.formUnion(box) }
    }

    @inlinable mutating func vacate(_ place: Int) {
        lanes[place &>> 3][place & 7] = SpatialIndexLanes.vacant
        slots[place] = -1
    }

    var bytes: Int {
        lanes.bytes + slots.bytes + links.bytes + pages.capacity * MemoryLayout<SpatialIndexPage>.stride
    }
}
