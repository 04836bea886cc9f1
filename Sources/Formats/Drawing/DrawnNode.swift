import Geometry
import Graph
import Wire

/// A node as writers of languages for drawings see it.
struct DrawnNode {
    let label: String
    let shape: NodeShape
    let isRound: Bool
    let isHidden: Bool
    let look: DrawnLook
    /// The object in `data` without the label in it; nil if there is nothing else.
    let data: JSON?
    /// The direction in which its contents are laid out, if it states that.
    let direction: TextGraph.Direction?
    /// The members that its text in a file of this format has besides.
    let kept: JSON?
    /// The names of the members of its style that have no word here.
    let lostStyles: [String]
    /// The names of its other members that say something.
    let others: [String]

    /// Members that follow from others, or that the writers ask the document for.
    private static let silent: Set<JSONString> = [
        "id", "position", "width", "height", "initialWidth", "initialHeight", "measured", "parentId", "parentNode",
        "label", "shape", "cornerRadius", "handles", "sourcePosition", "targetPosition", "selected", "dragging",
        "resizing", "positionAbsolute", "transient",
    ]

    /// The node of a slot.
    ///
    /// - Parameter format: the name of the format whose foreign members count.
    init(_ document: Document, _ slot: Node.Slot, _ format: String) {
        label = DrawnNode.isEmptyLabel(document, slot) ? "" : NodeText(document, slot).label
        shape = document.nodes.flags(slot).shape
        isRound = document.cornerRadius(ofNode: slot).map { $0 > 0 } ?? false
        var (isHidden, data, direction, kept) = (false, JSON?.none, TextGraph.Direction?.none, JSON?.none)
        var (look, lostStyles, others) = (DrawnLook(), [String](), [String]())
        document.withNodeMembers(slot) { members in
            JSONMembers.visit(members) { name, value in
                let name = JSONString(name)
                if DrawnNode.silent.contains(name) || saysNothing(name, value) { return }
                let json = JSONText(copy: value).json
                switch name {
                case "hidden": isHidden = json?.booleanValue ?? false
                case "style": if let json { look = DrawnLook(node: json, lost: &lostStyles) }
                case "data": data = json
                case "type" where json == "group": break
                case "acceptsChildren" where json == true && document.nodes.firstChild(of: slot) != nil: break
                case "foreign":
                    kept = json?[format]
                    if json?.objectValue?.members.contains(where: { $0.name != JSONString(format) }) ?? false {
                        others.append("foreign")
                    }
                case "layout":
                    direction = json?["options"]?["direction"]?.stringValue.flatMap { TextGraph.Direction(layout: $0) }
                    if direction == nil { others.append("layout") }
                default: others.append(name.description)
                }
            }
        }
        (self.isHidden, self.direction, self.kept) = (isHidden, direction, kept)
        (self.look, self.lostStyles, self.others) = (look, lostStyles, others)
        self.data = DrawnNode.withoutLabel(data, label)
    }

    /// Returns true if the node says that its label is empty.
    private static func isEmptyLabel(_ document: Document, _ slot: Node.Slot) -> Bool {
        document.withNodeMembers(slot) { members in
            var isEmpty = false
            JSONMembers.visit(members) { name, value in
                if name == "label" { isEmpty = value.elementsEqual("\"\"".utf8) }
            }
            return isEmpty
        }
    }

    /// The rest of `data` without the label.
    private static func withoutLabel(_ data: JSON?, _ label: String) -> JSON? {
        guard case .object(let object)? = data else { return data == .null ? nil : data }
        let rest = object.members.filter { member in
            let isShown = member.name == "label" || member.name == "text"
            return !(isShown && member.value.stringValue == label)
        }
        if rest.isEmpty { return nil }
        return rest.count == object.members.count
            ? data : .object(rest.reduce(into: JSONObject()) { $0.append($1.name, $1.value) })
    }
}

extension TextGraph.Direction {
    /// The direction of a name in the options of layouts.
    init?(layout name: String) {
        switch name {
        case "down": self = .down
        case "up": self = .up
        case "right": self = .right
        case "left": self = .left
        default: return nil
        }
    }

    /// Its name in the options of layouts.
    var layout: String {
        switch self {
        case .down: "down"
        case .up: "up"
        case .right: "right"
        case .left: "left"
        }
    }
}
