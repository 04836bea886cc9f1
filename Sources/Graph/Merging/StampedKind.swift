import Storage
import Wire

/// Nodes or edges, as far as stamps and merging treat both alike.
protocol StampedKind: Sendable {
    /// The element of this id, transient or not.
    static func slot(of id: Identifier, in document: Document) -> Storage.Slot<Self>?
    static func slot(utf8 id: UnsafeBufferPointer<UInt8>, in document: Document) -> Storage.Slot<Self>?
    static func isTransient(_ slot: Storage.Slot<Self>, in document: Document) -> Bool
    static func withID<R>(
        _ slot: Storage.Slot<Self>, in document: Document, _ body: (UnsafeBufferPointer<UInt8>) -> R
    ) -> R
    /// Writes an element as stored, without its measured size: each replica has fonts of its own.
    static func write(_ slot: Storage.Slot<Self>, in document: Document, into writer: inout JSONWriter)
    /// Returns the address of its text in the arena of the document; 0 for a slot without an element.
    static func text(of slot: Storage.Slot<Self>, in document: Document) -> TextArena.Reference
    static func counterparts(in pair: DocumentPair) -> Counterparts<Self>
    /// Returns true if an element is spelled as its counterpart.
    static func isSame(_ slot: Storage.Slot<Self>, _ own: Storage.Slot<Self>, in pair: DocumentPair) -> Bool
    static func order(in document: Document) -> ElementOrder<Self>
    /// Returns the number of slots, free ones among them.
    static func slotCount(in document: Document) -> Int
    /// Its stamps in a table.
    static var stamps: WritableKeyPath<StampTable, StampedElements<Self>> & Sendable { get }
    static var conflict: WritableKeyPath<MergeConflict, Identifier?> & Sendable { get }
    static var touched: WritableKeyPath<StampedPart, [Identifier]> & Sendable { get }
    static var names: WritableKeyPath<Renaming, [Identifier: Identifier]> & Sendable { get }
    /// The beginning of made ids.
    static var idPrefix: String { get }
    /// The fields of its members.
    static var split: StampedSplit { get }
    /// The members that name nodes.
    static var references: [JSONString] { get }
    /// The members that have no stamps, which older files may still have.
    static var unstamped: Set<JSONString> { get }
    /// The parent of the element.
    static func parent(of slot: Storage.Slot<Self>, in document: Document) -> Storage.Slot<Self>?
}

extension StampedKind {
    /// The persistent element of this id.
    static func lasting(_ id: Identifier, in document: Document) -> Storage.Slot<Self>? {
        slot(of: id, in: document).flatMap { isTransient($0, in: document) ? nil : $0 }
    }

    static func id(of slot: Storage.Slot<Self>, in document: Document) -> Identifier {
        withID(slot, in: document) { Identifier(utf8: $0) }
    }

    /// The members of an element, the id among them.
    static func members(of slot: Storage.Slot<Self>, in document: Document) -> JSONObject {
        var writer = JSONWriter(capacity: 512)
        write(slot, in: document, into: &writer)
        return writer.parsed.objectValue ?? [:]
    }

    /// The persistent elements in their order.
    static func lastingSlots(in document: Document) -> [Storage.Slot<Self>] {
        let slots = order(in: document).slots
        return document.hasTransientElements ? slots.filter { !isTransient($0, in: document) } : slots
    }
}

extension StampedKind {
    /// Some elements, each after its parent.
    static func outermostFirst(_ slots: [Storage.Slot<Self>], in document: Document) -> [Storage.Slot<Self>] {
        var open = SlotSet(slots)
        var order: [Storage.Slot<Self>] = []
        for start in slots {
            var chain: [Storage.Slot<Self>] = []
            var next: Storage.Slot<Self>? = start
            while let slot = next, open.remove(slot) {
                chain.append(slot)
                next = parent(of: slot, in: document)
            }
            order += chain.reversed()
        }
        return order
    }
}

extension Node: StampedKind {
    static var stamps: WritableKeyPath<StampTable, StampedElements<Node>> & Sendable { \.nodes }
    static var conflict: WritableKeyPath<MergeConflict, Identifier?> & Sendable { \.node }
    static var touched: WritableKeyPath<StampedPart, [Identifier]> & Sendable { \.nodes }
    static var names: WritableKeyPath<Renaming, [Identifier: Identifier]> & Sendable { \.nodes }
    static var idPrefix: String { "n-" }
    static var split: StampedSplit { .node }
    static var references: [JSONString] { StampedElement.parents.map(\.member) }
    static let unstamped: Set<JSONString> = ["measured"]
    static func parent(of slot: Slot, in document: Document) -> Slot? { document.nodes.parent(slot) }

    static func slot(of id: Identifier, in document: Document) -> Slot? { document.node(id) }
    static func slot(utf8 id: UnsafeBufferPointer<UInt8>, in document: Document) -> Slot? { document.node(utf8: id) }
    static func isTransient(_ slot: Slot, in document: Document) -> Bool { document.isTransient(slot) }
    static func write(_ slot: Slot, in document: Document, into writer: inout JSONWriter) {
        document.writeNode(slot, isMeasured: false, into: &writer)
    }
    static func order(in document: Document) -> ElementOrder<Node> { document.nodes.order }
    static func slotCount(in document: Document) -> Int { document.nodes.slotCount }

    static func text(of slot: Slot, in document: Document) -> TextArena.Reference { document.nodes.rows[slot].text }
    static func counterparts(in pair: DocumentPair) -> Counterparts<Node> { pair.nodes }
    static func isSame(_ slot: Slot, _ own: Slot, in pair: DocumentPair) -> Bool { pair.isSame(slot, own) }

    static func withID<R>(_ slot: Slot, in document: Document, _ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
        document.withNodeID(slot, body)
    }
}

extension Edge: StampedKind {
    static var stamps: WritableKeyPath<StampTable, StampedElements<Edge>> & Sendable { \.edges }
    static var conflict: WritableKeyPath<MergeConflict, Identifier?> & Sendable { \.edge }
    static var touched: WritableKeyPath<StampedPart, [Identifier]> & Sendable { \.edges }
    static var names: WritableKeyPath<Renaming, [Identifier: Identifier]> & Sendable { \.edges }
    static var idPrefix: String { "e-" }
    static var split: StampedSplit { .edge }
    static var references: [JSONString] { ["source", "target"] }
    static let unstamped: Set<JSONString> = []
    static func parent(of slot: Slot, in document: Document) -> Slot? { nil }

    static func slot(of id: Identifier, in document: Document) -> Slot? { document.edge(id) }
    static func slot(utf8 id: UnsafeBufferPointer<UInt8>, in document: Document) -> Slot? { document.edge(utf8: id) }
    static func isTransient(_ slot: Slot, in document: Document) -> Bool { document.isTransient(edge: slot) }
    static func write(_ slot: Slot, in document: Document, into writer: inout JSONWriter) {
        document.writeEdge(slot, into: &writer)
    }
    static func order(in document: Document) -> ElementOrder<Edge> { document.edges.order }
    static func slotCount(in document: Document) -> Int { document.edges.slotCount }

    static func text(of slot: Slot, in document: Document) -> TextArena.Reference { document.edges.rows[slot].text }
    static func counterparts(in pair: DocumentPair) -> Counterparts<Edge> { pair.edges }
    static func isSame(_ slot: Slot, _ own: Slot, in pair: DocumentPair) -> Bool { pair.isSame(slot, own) }

    static func withID<R>(_ slot: Slot, in document: Document, _ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
        document.withEdgeID(slot, body)
    }
}
