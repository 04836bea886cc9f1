import Wire

/// The store of the texts of a document's elements: each is the element's id and its remaining members as written.
///
/// Short texts share pages and return to free lists by their length, long ones have an array each. So rewriting an
/// element forever needs no more memory than its longest state. The first page has 4 KiB and each later one twice as
/// much, up to 256 KiB, which keeps small documents small.
struct TextArena: Sendable {
    /// The address of a text; 0 is not a text.
    ///
    /// Long texts have the top bit set and the index of their array; short ones a page (24 bits), an offset (20) and a
    /// length (16).
    typealias Reference = UInt64

    private static let pageBytes = (first: 1 << 12, largest: 1 << 18)
    private static let longest = 1 << 11
    private static let grain = 4

    private(set) var pages: [[UInt8]] = []
    private(set) var large: [[UInt8]] = []
    private var freeLarge: [Int] = []
    private var free: [[UInt64]] = []
    private(set) var largeBytes = 0

    /// Memory taken, free blocks included.
    ///
    /// - Complexity: O(pages).
    var bytes: Int { pages.reduce(largeBytes) { $0 + $1.count } }

    /// Stores `id` and `members` as one text: two bytes of length, the id, the members.
    mutating func store(id: UnsafeBufferPointer<UInt8>, members: UnsafeBufferPointer<UInt8>) -> Reference {
        let length = 2 + id.count + members.count
        precondition(id.count <= 0xFFFF, "ids are limited before they come here")
        if length > Self.longest {
            var text: [UInt8] = []
            text.reserveCapacity(length)
            text.append(UInt8(truncatingIfNeeded: id.count))
            text.append(UInt8(truncatingIfNeeded: id.count >> 8))
            text.append(contentsOf: id)
            text.append(contentsOf: members)
            largeBytes += length
            if let index = freeLarge.popLast() {
                large[index] = text
                return 1 << 63 | UInt64(index)
            }
            large.append(text)
            return 1 << 63 | UInt64(large.count - 1)
        }
        let place = allocate(length)
        let page = Int(place >> 36)
        let offset = Int(place >> 16) & 0xFFFFF
        pages[page].withUnsafeMutableBufferPointer { target in
            guard let page = target.baseAddress else { return }
            let start = page + offset
            start[0] = UInt8(truncatingIfNeeded: id.count)
            start[1] = UInt8(truncatingIfNeeded: id.count >> 8)
            if let source = id.baseAddress { (start + 2).update(from: source, count: id.count) }
            if let source = members.baseAddress { (start + 2 + id.count).update(from: source, count: members.count) }
        }
        return place | UInt64(length)
    }

    mutating func release(_ reference: Reference) {
        if reference >> 63 == 1 {
            let index = Int(reference & 0xFFFF_FFFF)
            largeBytes -= large[index].count
            large[index] = []
            freeLarge.append(index)
        } else if reference != 0 {
            let size = Self.sizeClass(Int(reference & 0xFFFF))
            while free.count <= size { free.append([]) }
            free[size].append(reference & ~0xFFFF)
        }
    }

    @inline(__always)
    private static func sizeClass(_ length: Int) -> Int { (length + grain - 1) / grain }

    private var filled = 0

    private mutating func allocate(_ length: Int) -> UInt64 {
        let size = Self.sizeClass(length)
        if size < free.count, let place = free[size].popLast() { return place }
        let bytes = size * Self.grain
        if filled + bytes > pages.last?.count ?? 0 {
            let pageBytes = pages.last.map { min(2 * $0.count, Self.pageBytes.largest) } ?? Self.pageBytes.first
            pages.append([UInt8](repeating: 0, count: pageBytes))
            filled = 0
        }
        // Page 0 starts at 4 so that no place is 0.
        if pages.count == 1 && filled == 0 { filled = Self.grain }
        let place = UInt64(pages.count - 1) << 36 | UInt64(filled) << 16
        filled += bytes
        return place
    }

    /// The number added to references of another arena after its texts were adopted.
    struct Shift {
        fileprivate let short: UInt64
        fileprivate let long: UInt64

        @inline(__always)
        func moved(_ reference: Reference) -> Reference { reference &+ (reference >> 63 == 1 ? long : short) }
    }

    /// Takes all texts of an arena that has released none, with their pages.
    mutating func takeAll(of other: inout TextArena) -> Shift {
        precondition(other.free.isEmpty && other.freeLarge.isEmpty, "nothing was released")
        let shift = Shift(short: UInt64(pages.count) << 36, long: UInt64(large.count))
        if !other.pages.isEmpty { filled = other.filled }
        pages += other.pages
        large += other.large
        largeBytes += other.largeBytes
        other = TextArena()
        return shift
    }

    /// The text of an element, which retains only its page and not the arena.
    @inline(__always)
    func text(_ reference: Reference) -> ArenaText {
        if reference >> 63 == 1 {
            let text = large[Int(reference & 0xFFFF_FFFF)]
            return ArenaText(page: text, start: 0, end: text.count)
        }
        let offset = Int(reference >> 16) & 0xFFFFF
        return ArenaText(page: pages[Int(reference >> 36)], start: offset, end: offset + Int(reference & 0xFFFF))
    }
}

extension TextArena {
    /// Writes the ids of many elements as strings, in batches: the addresses of a batch are read first, then its short
    /// ids are loaded together, so that none waits for the memory of the one before it.
    @inline(__always)
    func writeIDs(count: Int, of reference: (Int) -> Reference, into writer: inout JSONWriter) {
        let batch = 64
        var references = [Reference](repeating: 0, count: batch)
        var ids = [ShortID](repeating: ShortID(), count: batch)
        var first = 0
        while first < count {
            let size = min(batch, count - first)
            for place in 0..<size { references[place] = reference(first + place) }
            for place in 0..<size { ids[place] = Self.shortID(references[place], in: pages) }
            for place in 0..<size {
                if !ids[place].write(into: &writer) {
                    text(references[place]).withID { writer.string(utf8: $0) }
                }
            }
            first += size
        }
    }

    /// A copy of an id of a few bytes.
    struct ShortID {
        static let longest = 16

        var bytes = SIMD2<UInt64>()
        var count = longest + 1

        /// Writes the id as a string if it is a short one; false, and nothing is written, if not.
        @inline(__always)
        func write(into writer: inout JSONWriter) -> Bool {
            count <= ShortID.longest && writer.shortString(bytes, count: count)
        }
    }

    /// The id of a text, copied before anything is written, so that no page is retained.
    ///
    /// - Parameter pages: the pages of the arena, which itself is not passed on: that would retain all it holds.
    @inline(__always)
    static func shortID(_ reference: Reference, in pages: [[UInt8]]) -> ShortID {
        let start = Int(reference >> 16) & 0xFFFFF
        guard reference >> 63 == 0 else { return ShortID() }
        return pages[Int(reference >> 36)].withUnsafeBytes { page in
            guard start + 2 + ShortID.longest <= page.count else { return ShortID() }
            let count = Int(page[start]) | Int(page[start + 1]) << 8
            return ShortID(bytes: page.loadUnaligned(fromByteOffset: start + 2, as: SIMD2<UInt64>.self), count: count)
        }
    }
}

/// The id and the members of one element.
struct ArenaText {
    fileprivate let page: [UInt8]
    fileprivate let start: Int
    fileprivate let end: Int

    @inline(__always)
    func withID<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
        page.withUnsafeBufferPointer { page in
            let id = start + 2
            return body(UnsafeBufferPointer(rebasing: page[id..<id + ArenaText.idCount(page, start)]))
        }
    }

    @inline(__always)
    func withMembers<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
        page.withUnsafeBufferPointer { page in
            body(UnsafeBufferPointer(rebasing: page[start + 2 + ArenaText.idCount(page, start)..<end]))
        }
    }

    /// Calls `body` with the id and the members after it, and the length of the id.
    @inline(__always)
    func withWhole<R>(_ body: (UnsafeBufferPointer<UInt8>, _ idBytes: Int) -> R) -> R {
        page.withUnsafeBufferPointer { page in
            body(UnsafeBufferPointer(rebasing: page[start + 2..<end]), ArenaText.idCount(page, start))
        }
    }

    @inline(__always)
    private static func idCount(_ page: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
        Int(page[start]) | Int(page[start + 1]) << 8
    }
}
