import Wire

/// A transaction that was performed on a copy of a document, on any thread, for the document itself to take over.
public struct PreparedTransaction: Sendable {
    fileprivate let base: Document
    fileprivate let transaction: Transaction
    /// The change, and the document afterwards.
    public let finished: (delta: Delta, document: Document)

    /// Performs a transaction on a copy.
    ///
    /// - Parameter text: makes a text from the changes and the resulting document.
    /// - Throws: the errors of `body`.
    public init(
        of base: Document, _ body: (inout Transaction) throws(EditError) -> Void,
        describing text: (Delta, Document) -> JSONText
    ) throws(EditError) {
        self.base = base
        var transaction = Transaction(base)
        try body(&transaction)
        var ended = transaction
        finished = (ended.finished(), ended.document)
        transaction.described = DescribedDelta(
            delta: transaction.delta, document: transaction.document, finished: finished,
            text: text(finished.delta, finished.document))
        self.transaction = transaction
    }
}

/// The changes of a transaction at one moment, the changes after them, and the text of the former.
struct DescribedDelta: Sendable {
    let delta: Delta
    let document: Document
    let finished: (delta: Delta, document: Document)
    let text: JSONText
}

extension Transaction {
    /// Adopts a transaction that was performed on a copy, if nothing was performed here and the document is unchanged;
    /// otherwise false.
    ///
    /// - Complexity: O(1).
    public mutating func take(_ prepared: PreparedTransaction) -> Bool {
        guard delta.isEmpty, document.isCopy(of: prepared.base) else { return false }
        let texts = texts
        self = prepared.transaction
        self.texts = texts
        return true
    }

    /// The text of the adopted changes, if nothing has changed since.
    ///
    /// - Complexity: O(1).
    public var description: JSONText? {
        guard let described, described.delta.isSame(as: delta) else { return nil }
        return described.text
    }
}

extension Delta {
    /// Returns true if neither delta was changed since one was a copy of the other. O(1).
    public func isSame(as other: Delta) -> Bool {
        nodes.isShared(with: other.nodes) && edges.isShared(with: other.edges)
            && nodeOrder.isShared(with: other.nodeOrder) && edgeOrder.isShared(with: other.edgeOrder)
            && members.isShared(with: other.members) && measured.isShared(with: other.measured)
    }
}

extension Array {
    /// Returns true if both are in the same memory, which neither has to itself then.
    fileprivate func isShared(with other: [Element]) -> Bool {
        withUnsafeBufferPointer { own in
            other.withUnsafeBufferPointer { own.count == $0.count && own.baseAddress == $0.baseAddress }
        }
    }
}
