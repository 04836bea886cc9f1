/// A transaction that was performed on a copy of a document, on any thread, for the document itself to take over.
public struct PreparedTransaction: Sendable {
    fileprivate let base: Document
    fileprivate let transaction: Transaction

    /// Performs a transaction on a copy.
    ///
    /// - Throws: what `body` throws.
    public init(
        of base: Document, _ body: (inout Transaction) throws(EditError) -> Void
    ) throws(EditError) {
        self.base = base
        var transaction = Transaction(base)
        try body(&transaction)
        self.transaction = transaction
    }
}

extension Transaction {
    /// Takes over what was performed on a copy, if nothing was performed here and the document is as it was then; false else.
    ///
    /// - Complexity: O(1).
    public mutating func take(_ prepared: PreparedTransaction) -> Bool {
        guard delta.isEmpty, document.isCopy(of: prepared.base) else { return false }
        let texts = texts
        self = prepared.transaction
        self.texts = texts
        return true
    }
}
