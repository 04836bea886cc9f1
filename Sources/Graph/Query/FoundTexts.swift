import Storage

/// Copies of the texts of elements in which a text was found, one after the other: scattered in the document, each of them
/// costs several times as much to come by as to look through.
public struct FoundTexts: Sendable {
    /// An element and where its texts begin.
    struct Entry<Element>: Sendable {
        let slot: Slot<Element>
        let start: Int
        let end: Int
        let idBytes: Int
    }

    private(set) var nodes: [Entry<Node>] = []
    private(set) var edges: [Entry<Edge>] = []
    private var bytes: [UInt8] = []

    /// Beyond so many bytes nothing is kept.
    private static let limit = 16 << 20

    /// Adds a node's texts; false if they are too many.
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
        return Entry(slot: slot, start: start, end: end, idBytes: strings.idBytes)
    }

    /// Calls `body` with each node and its texts, in the order in which they were added.
    func visitNodes(_ body: (Node.Slot, ElementStrings) -> Void) {
        bytes.withUnsafeBufferPointer { bytes in
            for entry in nodes { body(entry.slot, FoundTexts.strings(entry, isNode: true, in: bytes)) }
        }
    }

    /// Calls `body` with each edge and its texts, in the order in which they were added.
    func visitEdges(_ body: (Edge.Slot, ElementStrings) -> Void) {
        bytes.withUnsafeBufferPointer { bytes in
            for entry in edges { body(entry.slot, FoundTexts.strings(entry, isNode: false, in: bytes)) }
        }
    }

    @inline(__always)
    private static func strings<Element>(
        _ entry: Entry<Element>, isNode: Bool, in bytes: UnsafeBufferPointer<UInt8>
    ) -> ElementStrings {
        ElementStrings(
            whole: UnsafeBufferPointer(rebasing: bytes[entry.start..<entry.end]), idBytes: entry.idBytes, isNode: isNode
        )
    }
}
