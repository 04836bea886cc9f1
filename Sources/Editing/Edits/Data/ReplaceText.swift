import Graph
import Wire

extension Transaction {
    /// The position of a change in a text, transformed from the revision of its writer.
    public struct PlacedChange: Sendable {
        /// The performed change; others have removed none of it.
        public let change: TextChange
        /// The changes over which it was brought on, the oldest first.
        public let others: [TextLog.Change]
    }

    /// Replaces a part of a text in the data of a node: of a string, or of a rich text, whose runs follow.
    ///
    /// - Parameters:
    ///   - pointer: into the data.
    ///   - from: in Unicode scalars, as `to`.
    ///   - revision: the document's revision for the part; nil is the present text.
    /// - Throws: `noSuchNode`, `locked`, `invalidValue` (no text there, not in its range, no such revision),
    ///   `invalidData`, `contentModified` (the later changes of the text are no longer known).
    /// - Complexity: O(the text of the node, now and in each of its changes since the revision), and O(*n* log *n*) in the runs.
    @discardableResult
    public mutating func replaceText(
        _ id: Node.ID, at pointer: JSONPointer, from: Int, to: Int, with text: String, asOf revision: Int? = nil
    ) throws(EditError) -> PlacedChange {
        let slot = try document.slot(node: id)
        let data = document.withNodeMembers(slot) { JSONMembers.value("data", in: $0) }
        guard let old = data?[pointer], var rich = try RichText(old) else {
            throw .invalid("there is neither a string nor a rich text", path: ["path"])
        }
        var others: [TextLog.Change] = []
        if let revision { others = try changes(of: slot, at: pointer, since: revision) }
        let count = others.reduce(rich.count) { $0 - $1.change.growth }
        guard from >= 0, from <= count else {
            throw .invalid("the text has \(count) characters", path: ["from"])
        }
        guard to >= from, to <= count else {
            throw .invalid("the part ends behind its beginning, and inside of the text", path: ["to"])
        }
        let change = others.reduce(TextChange(from: from, to: to, text: text)) { $0.after($1.change) }
        rich.change(change)
        guard let changed = data?.replacing(pointer, with: rich.json) else {
            return PlacedChange(change: change, others: others)
        }
        try updateNode(id, set: ["data": changed], unset: [])
        note(change, of: slot, at: pointer, isAnswered: revision != nil)
        return PlacedChange(change: change, others: others)
    }
}
