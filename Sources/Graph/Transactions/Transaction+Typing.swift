import Storage
import Wire

extension Transaction {
    /// The changes of a text since a revision, the oldest first; those of this transaction lead to the next one.
    ///
    /// - Throws: `invalidValue` (the document has no such revision yet), `contentModified` (they are not known any more, or
    ///   the text was not there all the time).
    public func changes(
        of slot: Node.Slot, at pointer: JSONPointer, since revision: Int
    ) throws(EditError) -> [TextLog.Change] {
        if revision > texts.revision || revision < 0 {
            throw .invalid("the document has revision \(texts.revision)", path: ["revision"])
        }
        guard var changes = texts.changes(of: slot, at: pointer, since: revision) else { throw .textModified(revision) }
        guard let before = formerNode(slot) else { return changes }
        let own = typed.filter { $0.node == slot && $0.pointer == pointer }
        guard let before, let pending = TextLog.changes(from: before, to: document.node(at: slot), at: pointer, own)
        else { throw .textModified(revision) }
        changes += pending.all.map { TextLog.Change(revision: texts.revision + 1, change: $0, writer: nil) }
        return changes
    }

    /// Records an edit's change of a text.
    ///
    /// - Parameter isAnswered: whether the reply has the performed operations.
    public mutating func note(
        _ change: TextChange, of slot: Node.Slot, at pointer: JSONPointer, isAnswered: Bool
    ) {
        typed.append(TextLog.Typed(node: slot, pointer: pointer, change: change, isAnswered: isAnswered))
    }
}

extension EditError {
    /// The error that changes of a text since a revision are not known.
    fileprivate static func textModified(_ revision: Int) -> EditError {
        EditError(
            .contentModified, "what has become of the text since revision \(revision) is not known: read it again",
            path: ["revision"])
    }
}
