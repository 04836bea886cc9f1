import Storage
import Wire

/// Nodes or edges, as far as stamps and merging treat both alike.
protocol StampedKind: Sendable {
    /// The element of this id, transient or not.
    static func slot(of id: Identifier, in document: Document) -> Storage.Slot<Self>?
    static func slot(utf8 id: UnsafeBufferPointer<UInt8>, in document: Document) -> Storage.Slot<Self>?
    static func isAlive(_ slot: Storage.Slot<Self>, in document: Document) -> Bool
    static func isTransient(_ slot: Storage.Slot<Self>, in document: Document) -> Bool
    static func withID<R>(
        _ slot: Storage.Slot<Self>, in document: Document, _ body: (UnsafeBufferPointer<UInt8>) -> R
    ) -> R
    /// The members of an element, the id among them.
    static func members(of slot: Storage.Slot<Self>, in document: Document) -> JSONObject
    /// Whether an element is spelled as one of another document.
    static func isSame(
        _ slot: Storage.Slot<Self>, in document: Document, as own: Storage.Slot<Self>, of other: Document
    ) -> Bool
    static func order(in document: Document) -> ElementOrder<Self>
    /// How many slots there are, free ones among them.
    static func slotCount(in document: Document) -> Int
    /// Its stamps in a table.
    static var stamps: WritableKeyPath<StampTable, StampedElements<Self>> & Sendable { get }
    static var conflict: WritableKeyPath<MergeConflict, Identifier?> & Sendable { get }
}

extension StampedKind {
    /// The lasting element of this id.
    static func lasting(_ id: Identifier, in document: Document) -> Storage.Slot<Self>? {
        slot(of: id, in: document).flatMap { isTransient($0, in: document) ? nil : $0 }
    }

    static func id(of slot: Storage.Slot<Self>, in document: Document) -> Identifier {
        withID(slot, in: document) { Identifier(utf8: $0) }
    }

    /// The lasting elements in their order.
    static func lastingSlots(in document: Document) -> [Storage.Slot<Self>] {
        let slots = order(in: document).slots
        return document.hasTransientElements ? slots.filter { !isTransient($0, in: document) } : slots
    }

    /// Of each of some elements the lasting one of another document that has its id.
    ///
    /// - Complexity: O(*n*); little is asked where both documents have their elements in about the same order.
    static func counterparts(
        of slots: [Storage.Slot<Self>], in document: Document, _ other: Document
    ) -> [Storage.Slot<Self>?] {
        var guess = Storage.Slot<Self>(index: 0)
        let (end, mayBeTransient) = (slotCount(in: other), other.hasTransientElements)
        return slots.map { slot in
            withID(slot, in: document) { id in
                var found: Storage.Slot<Self>?
                if guess.index < end, isAlive(guess, in: other), withID(guess, in: other, { $0.hasSameBytes(as: id) }) {
                    found = guess
                } else {
                    found = self.slot(utf8: id, in: other)
                }
                if let found { guess = Storage.Slot(index: found.index + 1) }
                return mayBeTransient ? found.flatMap { isTransient($0, in: other) ? nil : $0 } : found
            }
        }
    }
}

extension Node: StampedKind {
    static var stamps: WritableKeyPath<StampTable, StampedElements<Node>> & Sendable { \.nodes }
    static var conflict: WritableKeyPath<MergeConflict, Identifier?> & Sendable { \.node }

    static func slot(of id: Identifier, in document: Document) -> Slot? { document.node(id) }
    static func slot(utf8 id: UnsafeBufferPointer<UInt8>, in document: Document) -> Slot? { document.node(utf8: id) }
    static func isAlive(_ slot: Slot, in document: Document) -> Bool { document.nodes.isAlive(slot) }
    static func isTransient(_ slot: Slot, in document: Document) -> Bool { document.isTransient(slot) }
    static func members(of slot: Slot, in document: Document) -> JSONObject { document.node(at: slot).stamped }
    static func order(in document: Document) -> ElementOrder<Node> { document.nodes.order }
    static func slotCount(in document: Document) -> Int { document.nodes.slotCount }

    static func withID<R>(_ slot: Slot, in document: Document, _ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
        document.withNodeID(slot, body)
    }

    static func isSame(_ slot: Slot, in document: Document, as own: Slot, of other: Document) -> Bool {
        document.columnGeometry(slot) == other.columnGeometry(own)
            && document.withNodeMembers(slot) { a in other.withNodeMembers(own) { a.hasSameBytes(as: $0) } }
    }
}

extension Edge: StampedKind {
    static var stamps: WritableKeyPath<StampTable, StampedElements<Edge>> & Sendable { \.edges }
    static var conflict: WritableKeyPath<MergeConflict, Identifier?> & Sendable { \.edge }

    static func slot(of id: Identifier, in document: Document) -> Slot? { document.edge(id) }
    static func slot(utf8 id: UnsafeBufferPointer<UInt8>, in document: Document) -> Slot? { document.edge(utf8: id) }
    static func isAlive(_ slot: Slot, in document: Document) -> Bool { document.edges.isAlive(slot) }
    static func isTransient(_ slot: Slot, in document: Document) -> Bool { document.isTransient(edge: slot) }
    static func members(of slot: Slot, in document: Document) -> JSONObject { document.edge(at: slot).stamped }
    static func order(in document: Document) -> ElementOrder<Edge> { document.edges.order }
    static func slotCount(in document: Document) -> Int { document.edges.slotCount }

    static func withID<R>(_ slot: Slot, in document: Document, _ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
        document.withEdgeID(slot, body)
    }

    static func isSame(_ slot: Slot, in document: Document, as own: Slot, of other: Document) -> Bool {
        let (a, b) = (document.edges.ends(slot), other.edges.ends(own))
        func isSame(_ x: Node.Slot, _ y: Node.Slot) -> Bool {
            document.withNodeID(x) { x in other.withNodeID(y) { x.hasSameBytes(as: $0) } }
        }
        func isSame(_ x: Symbol?, _ y: Symbol?) -> Bool {
            x.map { document.symbols[$0] } == y.map { other.symbols[$0] }
        }
        return isSame(a.source, b.source) && isSame(a.target, b.target) && isSame(a.sourceHandle, b.sourceHandle)
            && isSame(a.targetHandle, b.targetHandle)
            && document.withEdgeMembers(slot) { x in other.withEdgeMembers(own) { x.hasSameBytes(as: $0) } }
    }
}
