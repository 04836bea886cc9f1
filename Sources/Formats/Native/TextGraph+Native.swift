import Graph
import Wire

extension TextGraph {
    /// Keeps the outermost members of a file as they stand, with other values for those that hold its elements.
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

    /// Keeps what a format has besides in the document.
    mutating func keep(_ value: JSONText, of format: Format) {
        members.append(("foreign", JSONText(native: value, of: format)))
    }

    /// The document, for readers of JSON.
    mutating func content() throws(ShapeError) -> Format.Content {
        do throws(EditError) { return try document() } catch { throw ShapeError(error.message) }
    }
}

extension ExportTally {
    /// Notes elements that are not written because they are transient.
    mutating func addTransients(_ transients: TransientElements, of document: Document) {
        for slot in document.nodesInOrder(transients.nodes) {
            add(.node, document.nodeID(slot), "transient", "a transient node is not written, nor are its edges")
        }
        for slot in document.edgesInOrder(transients.edges) where document.edges.flags(slot).contains(.transient) {
            add(.edge, document.edgeID(slot), "transient", "a transient edge is not written")
        }
    }

    /// Notes members of the document that a format has no place for.
    mutating func addContent(of document: Document, _ format: Format, besides names: Set<JSONString> = []) {
        for member in document.content.members {
            if ["foreign", "nodewire", "counters", "stamps", "settings"].contains(member.name) { continue }
            if !names.contains(member.name) {
                add(.document, nil, "member", "\(format.title) has no `\(member.name)`")
            }
        }
    }
}
