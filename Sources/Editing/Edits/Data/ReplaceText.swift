import Graph
import Wire

extension Transaction {
    /// Replaces a part of a text in the data of a node: of a string, or of a rich text, whose runs follow.
    ///
    /// - Parameters:
    ///   - pointer: into the data.
    ///   - from: in Unicode scalars, as `to`.
    /// - Throws: `noSuchNode`, `locked`, `invalidValue` (no text there, not in its range), `invalidData`.
    /// - Complexity: O(the text of the node), and O(*n* log *n*) in the runs.
    public mutating func replaceText(
        _ id: Node.ID, at pointer: JSONPointer, from: Int, to: Int, with text: String
    ) throws(EditError) {
        let slot = try document.slot(node: id)
        let data = document.withNodeMembers(slot) { JSONMembers.value("data", in: $0) }
        guard let old = data?[pointer], var rich = try RichText(old) else {
            throw .invalid("there is neither a string nor a rich text", path: ["path"])
        }
        guard from >= 0, from <= rich.count else {
            throw .invalid("the text has \(rich.count) characters", path: ["from"])
        }
        guard to >= from, to <= rich.count else {
            throw .invalid("the part ends behind its beginning, and inside of the text", path: ["to"])
        }
        rich.replace(from: from, to: to, with: text)
        guard let changed = data?.replacing(pointer, with: rich.json) else { return }
        try updateNode(id, set: ["data": changed], unset: [])
    }
}
