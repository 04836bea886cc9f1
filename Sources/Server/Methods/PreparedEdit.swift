import Editing
import Graph

/// An edit that was performed on a copy of its document, on any thread, with its result.
struct PreparedEdit<Outcome: Sendable>: Sendable {
    let transaction: PreparedTransaction
    let outcome: Outcome

    /// - Throws: the errors of the edit.
    init(of document: Document, _ edit: (inout Transaction) throws(EditError) -> Outcome) throws(EditError) {
        var outcome: Outcome?
        transaction = try PreparedTransaction(writtenOf: document) { (transaction) throws(EditError) in
            outcome = try edit(&transaction)
        }
        guard let outcome else { throw EditError(.limits, "stopped") }
        self.outcome = outcome
    }
}

extension Transaction {
    /// Takes over what an edit did to a copy, if nothing was performed here and the document is as it was then; returns its
    /// result, or nil.
    mutating func take<Outcome>(_ prepared: PreparedEdit<Outcome>?) -> Outcome? {
        guard let prepared, take(prepared.transaction) else { return nil }
        return prepared.outcome
    }
}
