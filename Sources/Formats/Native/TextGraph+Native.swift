import Geometry
import Graph
import Wire

extension TextGraph {
    /// Keeps the outermost members of a file unchanged, with placeholders for those with its elements.
    mutating func keep(
        _ text: DocumentText, of format: Format,
        with parts: [(name: JSONString, value: JSONText)] = [("nodes", .null), ("edges", .null)]
    ) throws(ShapeError) {
        var outer = NativeObject()
        var found: Set<JSONString> = []
        for (name, start) in text.members {
            let name = JSONString(name)
            let part = parts.first { $0.name == name }
            if part == nil {
                outer.append(name, try text.cursor(at: start).kept())
            } else if let part, found.insert(name).inserted {
                outer.append(name, part.value)
            } else {
                tally.add(.document, nil, "member", "a second list `\(name)` is left out")
            }
        }
        keep(outer.text, of: format)
    }

    /// Keeps the part of a format in the document.
    mutating func keep(_ value: JSONText, of format: Format) {
        members.append(("foreign", JSONText(native: value, of: format)))
    }

    /// Makes the document, for readers of JSON.
    mutating func content() throws(ShapeError) -> Format.Content {
        do throws(EditError) { return try document() } catch { throw ShapeError(error.message) }
    }

    /// The id of an object that becomes a node; nil if it is left out, because it has no id or an earlier node has it.
    mutating func newID(_ id: String?, besides places: [Identifier: Int]) -> String? {
        guard let id else {
            leaveOut(.node, nil, "missingId", "a node without an id is left out")
            return nil
        }
        guard places[Identifier(id)] == nil else {
            leaveOut(.node, id, "duplicateId", "an earlier node has this id")
            return nil
        }
        return id
    }

    /// Puts each node into the smallest group that contains its rectangle completely.
    mutating func findParents(of held: [Rect?], among groups: [(place: Int, frame: Rect)]) {
        let (parents, isComplete) = Containment.groups(of: held, among: groups)
        for (place, parent) in parents.enumerated() { nodes[place].parent = parent }
        if !isComplete { tally.add(.document, nil, "limits", "there are too many groups to find what lies in them") }
    }
}
