import Graph
import Wire

extension Outline {
    /// The members that are a label, the first that is there first.
    private static let labels = ["name", "label", "text"]

    /// Reads trees: an object with `name`, `label`, `text` or `id` and a list of `children`, or a list of such objects.
    ///
    /// A child may also be a text, which is its label. All other members of an object become the `data` of its node.
    /// Nil if the value is no tree.
    ///
    /// - Complexity: O(*n*).
    init?(_ json: JSON) {
        let roots: [JSON]
        if case .array(let list) = json { roots = list } else { roots = [json] }
        guard let first = roots.first, Outline.isTree(first) else { return nil }
        for root in roots { add(root, under: nil) }
    }

    private static func isTree(_ json: JSON) -> Bool {
        guard case .object(let object) = json else { return false }
        if case .array? = object["children"] { return true }
        return (labels + ["id"]).contains { object[$0].flatMap(Outline.words) != nil }
    }

    /// The words of a text or a number.
    private static func words(_ json: JSON) -> String? {
        if case .number(let number) = json { return number.text }
        return json.stringValue
    }

    /// Adds an item with all below it; no deeper than JSON may be nested.
    private mutating func add(_ json: JSON, under parent: Int?) {
        if let label = Outline.words(json) { return items.append(Item(label: label, parent: parent)) }
        guard case .object(let object) = json else {
            return losses.append(
                Loss(kind: .node, id: nil, code: "format", message: "a tree has objects and texts", element: json.text))
        }
        var item = Item(parent: parent)
        var children: [JSON] = []
        let label = Outline.labels.first { object[$0].flatMap(Outline.words) != nil }
        for member in object.members {
            if let label, member.name == JSONString(label) {
                item.label = Outline.words(member.value)
            } else if member.name == "id", let id = Outline.words(member.value) {
                item.id = id
            } else if member.name == "children", case .array(let list) = member.value {
                children = list
            } else {
                item.data[member.name] = member.value
            }
        }
        item.label = item.label ?? item.id
        items.append(item)
        let place = items.count - 1
        for child in children { add(child, under: place) }
    }
}
