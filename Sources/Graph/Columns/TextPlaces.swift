/// The addresses of the texts of an arena: reading many of them retains nothing.
///
/// It is valid as long as the arena is held and not changed.
struct TextPlaces {
    private let pages: [UnsafePointer<UInt8>?]
    private let large: [UnsafeBufferPointer<UInt8>]

    /// - Complexity: O(the pages and the long texts).
    init(_ arena: TextArena) {
        pages = arena.pages.map { $0.withUnsafeBufferPointer(\.baseAddress) }
        large = arena.large.map { $0.withUnsafeBufferPointer { $0 } }
    }

    /// The id and the members of an element as they are stored, with the length of the id in front.
    @inline(__always)
    func text(_ reference: TextArena.Reference) -> UnsafeBufferPointer<UInt8> {
        if reference >> 63 == 1 { return large[Int(reference & 0xFFFF_FFFF)] }
        let start = pages[Int(reference >> 36)].map { $0 + (Int(reference >> 16) & 0xFFFFF) }
        return UnsafeBufferPointer(start: start, count: Int(reference & 0xFFFF))
    }

    /// The id of an element.
    @inline(__always)
    func id(_ reference: TextArena.Reference) -> UnsafeBufferPointer<UInt8> {
        let text = text(reference)
        return UnsafeBufferPointer(rebasing: text[2..<2 + (Int(text[0]) | Int(text[1]) << 8)])
    }
}
