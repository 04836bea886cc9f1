import Storage

/// Two documents side by side: which of their persistent elements have one id, and which of these are spelled alike.
///
/// - Complexity: O(*n*) in the elements to make; lookups are cheap if both have their elements in about the same
///   order.
struct DocumentPair {
    let document: Document
    let other: Document
    private let texts: TextPlaces
    private let otherTexts: TextPlaces
    /// The counterparts in the other document for the document's elements.
    let nodes: Counterparts<Node>
    let edges: Counterparts<Edge>
    /// The name in the other document for each name that elements of the document share.
    private let symbols: [Symbol?]

    init(_ document: Document, _ other: Document) {
        (self.document, self.other) = (document, other)
        (texts, otherTexts) = (TextPlaces(document.arena), TextPlaces(other.arena))
        nodes = Counterparts(document, texts, in: other, otherTexts)
        edges = Counterparts(document, texts, in: other, otherTexts)
        symbols = document.symbols.identifiers.map { other.symbols.find($0) }
    }

    /// Returns true if a node is spelled as its counterpart.
    func isSame(_ slot: Node.Slot, _ own: Node.Slot) -> Bool {
        if !hasSameText(slot, own) { return false }
        // What the same members say of the geometry is the same.
        return document.storedGeometry(slot) == other.storedGeometry(own)
            || document.columnGeometry(slot) == other.columnGeometry(own)
    }

    /// Returns true if an edge is spelled as its counterpart, and ends on the same handles.
    func isSame(_ slot: Edge.Slot, _ own: Edge.Slot) -> Bool {
        let (a, b) = (document.edges.ends(slot), other.edges.ends(own))
        return nodes[a.source] == b.source && nodes[a.target] == b.target && isSame(a.sourceHandle, b.sourceHandle)
            && isSame(a.targetHandle, b.targetHandle) && hasSameText(slot, own)
    }

    private func isSame(_ symbol: Symbol?, _ own: Symbol?) -> Bool {
        guard let symbol else { return own == nil }
        return own != nil && symbols[symbol.index] == own
    }

    @inline(__always)
    private func hasSameText<Kind: StampedKind>(_ slot: Slot<Kind>, _ own: Slot<Kind>) -> Bool {
        texts.text(Kind.text(of: slot, in: document)).hasSameBytes(as: otherTexts.text(Kind.text(of: own, in: other)))
    }
}

/// Pairs persistent elements of a document with the elements of another one that have the same ids.
struct Counterparts<Kind: StampedKind> {
    /// The elements of the document, in their order.
    let slots: [Slot<Kind>]
    private var links: [Link<Kind>]

    /// The element that has the id of this one.
    subscript(slot: Slot<Kind>) -> Slot<Kind>? { links[slot.index].slot }

    fileprivate init(_ document: Document, _ texts: TextPlaces, in other: Document, _ otherTexts: TextPlaces) {
        slots = Kind.lastingSlots(in: document)
        links = Array(repeating: .none, count: Kind.slotCount(in: document))
        // Mostly it follows the one that was found last.
        var guess = Slot<Kind>(index: 0)
        let (end, mayBeTransient) = (Kind.slotCount(in: other), other.hasTransientElements)
        for slot in slots {
            let id = texts.id(Kind.text(of: slot, in: document))
            var found: Slot<Kind>? = guess
            let text = guess.index < end ? Kind.text(of: guess, in: other) : 0
            if text == 0 || !otherTexts.id(text).hasSameBytes(as: id) { found = Kind.slot(utf8: id, in: other) }
            guard let found else { continue }
            guess = Slot(index: found.index + 1)
            if !mayBeTransient || !Kind.isTransient(found, in: other) { links[slot.index] = Link(found) }
        }
    }
}

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
