import Geometry
import Graph
import Storage
import Wire

/// A node as writers of drawing formats see it.
struct ExportNode {
    let slot: Node.Slot
    let id: Identifier
    /// The member `label`, which may be empty; nil without the member.
    private(set) var label: String?
    /// The member `data`; nil if it is null.
    private(set) var data: JSON?
    /// Is true if its type is that of groups.
    private(set) var isGroup = false
    private(set) var isHidden = false
    let shape: NodeShape
    /// The radius of its corners or that of its type, in canvas units.
    let cornerRadius: Double?
    private(set) var look = DrawnLook()
    /// The names of the members of its style that a look does not have.
    private(set) var lostStyles: [String] = []
    /// The stated direction of its contents' layout.
    private(set) var direction: TextGraph.Direction?
    /// The additional members that the format keeps for it.
    private(set) var kept: JSON?
    /// The names of its other members with a meaning.
    private(set) var others: [String] = []

    /// Members that follow from others, that all writers read directly, or that belong to a view.
    private static let silent = NameTable([
        "id", "position", "width", "height", "initialWidth", "initialHeight", "measured", "parentId", "parentNode",
        "shape", "cornerRadius", "handles", "selected", "dragging", "resizing", "positionAbsolute", "transient",
    ])

    /// Reads the node of a slot.
    ///
    /// - Parameters:
    ///   - format: the format whose part of `foreign` is read.
    ///   - taken: the members that the writer can express; with `foreign` among them, the parts of other formats are no
    ///     losses.
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

    /// Stores a member. Returns false if there is no property for it.
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

    /// The text in pictures: the label, which may be empty, else the label in the data, else the id.
    func shownLabel(in document: Document) -> String { label == "" ? "" : NodeText(document, slot).label }

    /// The data without its label; nil if nothing else is in it.
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

extension JSONString {
    /// The text, with unpaired surrogates replaced.
    var shown: String { string ?? String(decoding: withoutLoneSurrogates, as: UTF8.self) }
}
