import Storage

/// Copies of the texts of elements in which a text was found, one after the other: scattered in the document, loading
/// one costs several times as much as searching it.
public struct FoundTexts: Sendable {
    /// An element with the ranges of its texts and its label.
    private struct Entry<Element>: Sendable {
        let slot: Slot<Element>
        let start: Int
        let end: Int
        let idBytes: Int
        let label: Range<Int>?
    }

    private var nodes: [Entry<Node>] = []
    private var edges: [Entry<Edge>] = []
    private var bytes: [UInt8] = []
    /// Is true if a spelling may differ from its meaning.
    private var hasEscapes = false

    /// The number of bytes beyond which nothing is kept.
    private static let limit = 16 << 20
    private static let backslash = FoldedWord(folded: [UInt8(ascii: "\\")])

    /// Adds a node's texts, with those of edges after them; false if they are too many.
    mutating func add(_ slot: Node.Slot, _ strings: ElementStrings) -> Bool {
        guard let entry = entry(slot, strings) else { return false }
        nodes.append(entry)
        return true
    }

    /// Adds an edge's texts; false if they are too many.
    mutating func add(_ slot: Edge.Slot, _ strings: ElementStrings) -> Bool {
        guard let entry = entry(slot, strings) else { return false }
        edges.append(entry)
        return true
    }

    private mutating func entry<Element>(_ slot: Slot<Element>, _ strings: ElementStrings) -> Entry<Element>? {
        let start = bytes.count
        let end = start + strings.whole.count
        // An entry counts as a text of its own size.
        if end + (nodes.count + edges.count) * MemoryLayout<Entry<Node>>.stride > FoundTexts.limit { return nil }
        bytes += strings.whole
        hasEscapes = hasEscapes || FoundTexts.backslash.firstIndex(in: strings.whole) != nil
        return Entry(slot: slot, start: start, end: end, idBytes: strings.idBytes, label: strings.label)
    }

    /// Calls `body` with each node that may contain a text, and its texts, in the order of addition.
    func visitNodes(mayHave text: TextSearch, _ body: (Node.Slot, inout ElementStrings) -> Void) {
        visit(nodes, isNode: true, with: hasEscapes ? nil : text.decisiveWord, body)
    }

    /// Calls `body` with each edge that may contain a text, and its texts, in the order of addition.
    func visitEdges(mayHave text: TextSearch, _ body: (Edge.Slot, inout ElementStrings) -> Void) {
        visit(edges, isNode: false, with: hasEscapes ? nil : text.decisiveWord, body)
    }

    /// - Parameter word: a required word; all texts are searched for it as one.
    private func visit<Element>(
        _ entries: [Entry<Element>], isNode: Bool, with word: FoldedWord?,
        _ body: (Slot<Element>, inout ElementStrings) -> Void
    ) {
        bytes.withUnsafeBufferPointer { bytes in
            var found = -1
            for entry in entries {
                if let word {
                    // What begins in one text and ends in the next is in neither, as `body` finds out.
                    if found < entry.start {
                        guard let next = word.firstIndex(in: bytes, from: entry.start) else { return }
                        found = next
                    }
                    if found >= entry.end { continue }
                }
                var strings = ElementStrings(
                    whole: UnsafeBufferPointer(rebasing: bytes[entry.start..<entry.end]), idBytes: entry.idBytes,
                    isNode: isNode, label: entry.label)
                body(entry.slot, &strings)
            }
        }
    }
}
