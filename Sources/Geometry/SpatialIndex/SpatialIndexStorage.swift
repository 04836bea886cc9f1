import Storage

/// The whole content of a spatial index, behind the one reference of a `SpatialIndex`.
@usableFromInline struct SpatialIndexStorage: Sendable {
    @usableFromInline var table = SpatialIndexTable()
    @usableFromInline var chunks = SpatialIndexChunks()
    @usableFromInline var places = PagedArray<Int32>(default: -1)
    @usableFromInline var levels = ContiguousArray(repeating: SpatialIndexLevel(), count: 32)
    @usableFromInline var levelsInUse: UInt32 = 0
    @usableFromInline var count = 0

    @inlinable init() {}
}

extension SpatialIndex {
    @inlinable var table: SpatialIndexTable {
        @inline(__always) _read { yield storage.value.table }
        @inline(__always) _modify { yield &storage.value.table }
    }

    @inlinable var chunks: SpatialIndexChunks {
        @inline(__always) _read { yield storage.value.chunks }
        @inline(__always) _modify { yield &storage.value.chunks }
    }

    /// The position of each item, or −1.
    @inlinable var places: PagedArray<Int32> {
        @inline(__always) _read { yield storage.value.places }
        @inline(__always) _modify { yield &storage.value.places }
    }

    @inlinable var levels: ContiguousArray<SpatialIndexLevel> {
        @inline(__always) _read { yield storage.value.levels }
        @inline(__always) _modify { yield &storage.value.levels }
    }

    /// One bit a level that holds items.
    @inlinable var levelsInUse: UInt32 {
        @inline(__always) get { storage.value.levelsInUse }
        @inline(__always) set { storage.value.levelsInUse = newValue }
    }

    /// The number of items that are stored.
    public internal(set) var count: Int {
        @inlinable @inline(__always) get { storage.value.count }
        @usableFromInline set { storage.value.count = newValue }
    }
}
