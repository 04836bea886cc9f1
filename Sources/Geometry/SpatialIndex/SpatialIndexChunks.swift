import Storage

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
        SpatialIndexBox(minX: minX[lane], minY: minY[lane], maxX: maxX[lane], maxY: maxY[lane])
    }

    /// Reads one lane of the chunk at an address; a subscript would bring the vectors through the stack.
    @inlinable static func box(at chunk: UnsafeRawPointer, lane: Int) -> SpatialIndexBox {
        let lane = chunk + lane &* 4
        return SpatialIndexBox(
            minX: lane.load(as: Float.self), minY: lane.load(fromByteOffset: 32, as: Float.self),
            maxX: lane.load(fromByteOffset: 64, as: Float.self), maxY: lane.load(fromByteOffset: 96, as: Float.self))
    }

    @inlinable static func setBox(_ box: SpatialIndexBox, at chunk: UnsafeMutableRawPointer, lane: Int) {
        let lane = chunk + lane &* 4
        lane.storeBytes(of: box.minX, as: Float.self)
        lane.storeBytes(of: box.minY, toByteOffset: 32, as: Float.self)
        lane.storeBytes(of: box.maxX, toByteOffset: 64, as: Float.self)
        lane.storeBytes(of: box.maxY, toByteOffset: 96, as: Float.self)
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

/// A summary of a page of chunks, by which a sweep may skip it: a box around all inserted boxes, and the chunks in
/// use.
@usableFromInline struct SpatialIndexPage: Sendable {
    @usableFromInline var bounds = SpatialIndexBox.empty
    @usableFromInline var chunksInUse = 0

    @inlinable init() {}
}

/// The pool of the cells' chains of eight-lane chunks, with a list of free chunks.
///
/// Only the first chunk of a chain has free lanes, and those are its last ones. A position is `chunk * 8 + lane`.
@usableFromInline struct SpatialIndexChunks: Sendable {
    @usableFromInline var lanes = PagedArray<SpatialIndexLanes>(default: .init(repeating: SpatialIndexLanes.vacant))
    /// The item at each position, or −1.
    @usableFromInline var slots = PagedArray<Int32>(default: -1)
    /// The next chunk of the chain (or of the free list) after each chunk, above four bits with the lanes in use.
    @usableFromInline var links = PagedArray<UInt32>(default: Self.none &<< 4)
    @usableFromInline var pages: ContiguousArray<SpatialIndexPage> = []
    @usableFromInline var count = 0
    @usableFromInline var firstFree = Self.none
    @usableFromInline var freeCount = 0

    @inlinable init() {}

    /// The end of a chain.
    @inlinable static var none: UInt32 { 0x0FFF_FFFF }
    @inlinable static var pageShift: Int { PagedArray<SpatialIndexLanes>.pageShift }

    /// Takes a chunk and makes it the first of the chain that starts at `next`.
    ///
    /// While at most an eighth of the pool is free the chunk is a new one: a chunk from elsewhere would widen the
    /// bounds of a page whose chunks lie close together.
    @inlinable mutating func allocate(next: UInt32, lanesInUse: UInt32) -> Int {
        let chunk: Int
        if freeCount &* 8 > count {
            chunk = Int(firstFree)
            firstFree = links[chunk] &>> 4
            freeCount &-= 1
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

    /// Releases a chunk with empty lanes.
    @inlinable mutating func release(_ chunk: Int) {
        links[chunk] = firstFree &<< 4
        firstFree = UInt32(truncatingIfNeeded: chunk)
        freeCount &+= 1
        let page = chunk &>> Self.pageShift
        pages[page].chunksInUse &-= 1
        if pages[page].chunksInUse == 0 { pages[page].bounds = .empty }
    }

    @inline(__always) @inlinable func box(at place: Int) -> SpatialIndexBox {
        lanes.withPage(Self.page(of: place)) { page in
            guard let page = page?.baseAddress else { return SpatialIndexLanes.vacant }
            return SpatialIndexLanes.box(at: page + Self.offset(of: place), lane: place & 7)
        }
    }

    @inline(__always) @inlinable mutating func setBox(_ box: SpatialIndexBox, at place: Int) {
        write(box, at: place)
        let page = Self.page(of: place)
        if !pages[page].bounds.contains(box) { pages[page].bounds.formUnion(box) }
    }

    @inlinable mutating func vacate(_ place: Int) {
        write(SpatialIndexLanes.vacant, at: place)
        slots[place] = -1
    }

    @inline(__always) @inlinable mutating func write(_ box: SpatialIndexBox, at place: Int) {
        lanes.withMutablePage(Self.page(of: place)) { page in
            guard let page = page.baseAddress else { return }
            SpatialIndexLanes.setBox(box, at: page + Self.offset(of: place), lane: place & 7)
        }
    }

    @inline(__always) @inlinable static func page(of place: Int) -> Int { place &>> (3 &+ pageShift) }

    /// The chunk of a position, counted from the first of its page.
    @inline(__always) @inlinable static func offset(of place: Int) -> Int { place &>> 3 & ((1 &<< pageShift) &- 1) }

    /// One bit a lane that holds an item; none in a free chunk.
    @inlinable func occupied(_ chunk: Int) -> UInt32 { (1 &<< (links[chunk] & 15)) &- 1 }

    var bytes: Int {
        lanes.bytes + slots.bytes + links.bytes + pages.capacity * MemoryLayout<SpatialIndexPage>.stride
    }
}
