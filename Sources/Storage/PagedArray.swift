/// A column of trivial elements indexed by slot, stored in pages, so that growing copies no element and a copy of the
/// value shares its pages until one of the two writes.
///
/// Every slot from 0 up can be read: an unwritten slot reads as the default. A page is allocated by the first
/// assignment that differs from the default, or by the first change in place; a sparse column costs one word a page.
///
/// - Complexity: O(1) to read and write; the first write to a shared page copies that page.
public struct PagedArray<Element: Equatable & Sendable>: Sendable {
    /// Each page is empty, and reads as the default, or holds `pageSize` elements.
    @usableFromInline var pages: ContiguousArray<ContiguousArray<Element>> = []
    public let defaultElement: Element

    /// An empty array whose unwritten slots read as `element`.
    @inlinable public init(default element: Element) {
        defaultElement = element
    }

    /// The power of two that gives `pageSize`: large elements lie in short pages, since the first
    /// element of a small document takes a whole one.
    @inlinable public static var pageShift: Int {
        MemoryLayout<Element>.stride <= 32 ? 10 : MemoryLayout<Element>.stride <= 64 ? 8 : 7
    }

    /// Elements a page: 1,024, 256 for elements of more than 32 bytes, 128 for those of more than 64.
    @inlinable public static var pageSize: Int { 1 << pageShift }

    /// The number of pages up to the last one written, allocated or not.
    @inlinable public var pageCount: Int { pages.count }

    /// Memory in use by the pages and their table, in bytes.
    public var bytes: Int {
        let header = 32
        let allocated = pages.reduce(0) { $0 + ($1.isEmpty ? 0 : header + $1.capacity * MemoryLayout<Element>.stride) }
        return allocated + header + pages.capacity * MemoryLayout<ContiguousArray<Element>>.stride
    }

    /// The element of a slot; slots never written read as the default. O(1); the first write to a page allocates it.
    @inlinable public subscript(slot: Int) -> Element {
        @inline(__always) get {
            let page = Self.page(of: slot)
            guard page < pages.count else { return defaultElement }
            let offset = Self.offset(of: slot)
            guard offset < pages[page].count else { return defaultElement }
            return pages[page][offset]
        }
        set {
            let page = Self.page(of: slot)
            if page >= pages.count || pages[page].isEmpty {
                if newValue == defaultElement { return }
                allocate(page: page)
            }
            pages[page][Self.offset(of: slot)] = newValue
        }
        _modify {
            let page = Self.page(of: slot)
            if page >= pages.count || pages[page].isEmpty { allocate(page: page) }
            yield &pages[page][Self.offset(of: slot)]
        }
    }

    /// The element of a slot, which is never negative. O(1).
    @inlinable public subscript<Row>(slot: Slot<Row>) -> Element {
        @inline(__always) get { self[slot.index] }
        @inline(__always) set { self[slot.index] = newValue }
        @inline(__always) _modify { yield &self[slot.index] }
    }

    /// Reserves the table of pages; pages are allocated when they are written.
    @inlinable public mutating func reserve(_ slots: Int) {
        pages.reserveCapacity((slots + Self.pageSize - 1) >> Self.pageShift)
    }

    /// Passes the elements of a page, slots `index * pageSize` and up, or nil if all of them are the default.
    @inline(__always) @inlinable public func withPage<Result>(
        _ index: Int, _ body: (UnsafeBufferPointer<Element>?) -> Result
    ) -> Result {
        guard index < pages.count, !pages[index].isEmpty else { return body(nil) }
        return pages[index].withUnsafeBufferPointer { body($0) }
    }

    /// The address of a slot's element, followed by the rest of its page. It is nil in a page that is not allocated.
    ///
    /// It is valid while the caller holds the array and nothing changes it. Unlike `withPage` it retains nothing.
    @inline(__always) @inlinable public func address(of slot: Int) -> UnsafePointer<Element>? {
        let page = Self.page(of: slot)
        guard page < pages.count, !pages[page].isEmpty else { return nil }
        return pages[page].withUnsafeBufferPointer { $0.baseAddress.map { $0 + Self.offset(of: slot) } }
    }

    /// Passes the elements of a page for writing; allocates the page if needed.
    @inline(__always) @inlinable public mutating func withMutablePage<Result>(
        _ index: Int, _ body: (UnsafeMutableBufferPointer<Element>) -> Result
    ) -> Result {
        if index >= pages.count || pages[index].isEmpty { allocate(page: index) }
        return pages[index].withUnsafeMutableBufferPointer { body($0) }
    }

    /// Sets consecutive slots, page by page; a page of default values is not allocated.
    @inlinable public mutating func set(_ slots: Range<Int>, to element: (_ slot: Int) -> Element) {
        var first = slots.lowerBound
        while first < slots.upperBound {
            let page = Self.page(of: first)
            let end = min(slots.upperBound, (page + 1) << Self.pageShift)
            let isAllocated = page < pages.count && !pages[page].isEmpty
            if isAllocated || (first..<end).contains(where: { element($0) != defaultElement }) {
                withMutablePage(page) { target in
                    for slot in first..<end { target[Self.offset(of: slot)] = element(slot) }
                }
            }
            first = end
        }
    }

    /// Resets every slot to the default and releases the pages.
    @inlinable public mutating func removeAll() {
        pages = []
    }

    /// A negative slot falls far behind the last page: it reads as the default and cannot be written.
    @inline(__always) @inlinable static func page(of slot: Int) -> Int {
        Int(bitPattern: UInt(bitPattern: slot) >> UInt(pageShift))
    }

    @inline(__always) @inlinable static func offset(of slot: Int) -> Int { slot & (pageSize - 1) }

    @inline(never) @inlinable mutating func allocate(page: Int) {
        precondition(page < 1 << 40, "a slot is not negative")
        while pages.count <= page { pages.append([]) }
        pages[page] = ContiguousArray(repeating: defaultElement, count: Self.pageSize)
    }
}
