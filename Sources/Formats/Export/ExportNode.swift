import Geometry
import Graph
import Storage
import Wire

/// A node as writers of languages and programs for drawings see it.
struct ExportNode {
    let slot: Node.Slot
    let id: Identifier
    /// The member `label`; an empty one is a label, too.
    private(set) var label: String?
    /// The member `data`; nil for null.
    private(set) var data: JSON?
    /// Is true if it is of the type of groups.
    private(set) var isGroup = false
    private(set) var isHidden = false
    let shape: NodeShape
    /// The radius of its corners or of those of its type, canvas units.
    let cornerRadius: Double?
    private(set) var look = DrawnLook()
    /// The names of the members of its style that a look does not have.
    private(set) var lostStyles: [String] = []
    /// The direction in which its contents are laid out, if it states that.
    private(set) var direction: TextGraph.Direction?
    /// The members that it has besides in a file of the format.
    private(set) var kept: JSON?
    /// The names of its other members that say something.
    private(set) var others: [String] = []

    /// Members that follow from others, that all writers ask for, or that are the state of a view.
    private static let silent = NameTable([
        "id", "position", "width", "height", "initialWidth", "initialHeight", "measured", "parentId", "parentNode",
        "shape", "cornerRadius", "handles", "selected", "dragging", "resizing", "positionAbsolute", "transient",
    ])

    /// The node of a slot.
    ///
    /// - Parameters:
    ///   - format: the one whose foreign members count.
    ///   - taken: the names of the members that the writer has words for; `foreign` where what other formats have is no
    ///     loss.
    init(_ graph: ExportGraph, _ slot: Node.Slot, for format: Format, taking taken: Set<JSONString>) {
        let document = graph.document
        self.slot = slot
        id = document.nodeID(slot)
        shape = document.nodes.flags(slot).shape
        cornerRadius = document.cornerRadius(ofNode: slot)
        document.withNodeMembers(slot) { members in
            JSONMembers.visit(members) { name, value in
                if ExportNode.silent.index(of: name) != nil || saysNothing(name, value) { return }
                let name = JSONString(name)
                if !read(name, value, graph, format, taken) { others.append(name.description) }
            }
        }
    }

    /// Takes a member; false if that has no place.
    private mutating func read(
        _ name: JSONString, _ value: UnsafeBufferPointer<UInt8>, _ graph: ExportGraph, _ format: Format,
        _ taken: Set<JSONString>
    ) -> Bool {
        switch name {
        case "label":
            label = JSONCursor(value).string
            return label != nil
        case "type":
            isGroup = value.has("\"group\"")
            return isGroup
        case "acceptsChildren": return value.has("true") && graph.isHolder(slot)
        case "foreign":
            let json = value.json
            kept = json?[format.name]
            return taken.contains(name) || KeptParts.areAll(json, of: format)
        default: return taken.contains(name) && read(name, value, taken)
        }
    }

    private mutating func read(
        _ name: JSONString, _ value: UnsafeBufferPointer<UInt8>, _ taken: Set<JSONString>
    ) -> Bool {
        switch name {
        case "data": data = value.json
        case "hidden": isHidden = value.has("true")
        case "style":
            look = DrawnLook(node: value.json ?? .null, lost: &lostStyles)
            if look.rich != nil && !taken.contains("richLabel") { lostStyles.append("richLabel") }
            if look.fields != nil && !taken.contains("fields") { lostStyles.append("fields") }
            if look.verticalAlign != nil && !taken.contains("verticalAlign") { lostStyles.append("verticalAlign") }
        case "layout":
            let name = value.json?["options"]?["direction"]?.stringValue
            direction = name.flatMap { TextGraph.Direction(layout: $0) }
            return direction != nil
        default: break
        }
        return true
    }
}

extension ExportNode {
    /// Is true if its corners are round.
    var isRound: Bool { cornerRadius.map { $0 > 0 } ?? false }

    /// The text that pictures show: the label, else what the data have as one, else the id; an empty label is one.
    func shownLabel(in document: Document) -> String { label == "" ? "" : NodeText(document, slot).label }

    /// The data without the label in them; nil if there is nothing else.
    ///
    /// - Parameter label: the text that is written as the label.
    func data(besides label: String) -> JSON? {
        guard case .object(let object)? = data else { return data }
        let rest = object.members.filter { member in
            let isShown = member.name == "label" || member.name == "text"
            return !(isShown && member.value.stringValue == label)
        }
        if rest.isEmpty { return nil }
        return rest.count == object.members.count
            ? data : .object(rest.reduce(into: JSONObject()) { $0.append($1.name, $1.value) })
    }
}

/// The member `foreign` of an element or a document: what each of some formats has of it.
enum KeptParts {
    /// Returns true if no other format has anything.
    static func areAll(_ json: JSON?, of format: Format) -> Bool {
        json?.objectValue?.members.allSatisfy { $0.name == JSONString(format.name) } ?? true
    }

    /// Returns true if nothing is kept of a document but the direction in which it is drawn.
    static func areDirections(_ json: JSON) -> Bool {
        json.objectValue?.members.allSatisfy { kept in
            kept.value.objectValue?.members.allSatisfy { $0.name == "direction" || $0.name == "rankdir" } ?? false
        } ?? false
    }
}

extension Document {
    /// The member `foreign` of the document, if only one format has something there.
    func keptAlone(by format: Format) -> Set<JSONString> {
        KeptParts.areAll(content["foreign"], of: format) ? ["foreign"] : []
    }
}

extension JSONString {
    /// The text; halves of surrogate pairs are replaced.
    var shown: String { string ?? String(decoding: withoutLoneSurrogates, as: UTF8.self) }
}
