import Graph
import Wire

/// An object of a tree whose end has not been read yet.
struct TreeObject {
    /// The index of its item.
    let place: Int
    /// The members except the children.
    var members: [(name: JSONName, value: Range<Int>)] = []
    private var hasChildren = false

    init(place: Int) { self.place = place }

    /// The members that may be the label; the first one present counts.
    private static let labels: [StaticString] = ["name", "label", "text"]

    /// Returns true if an object has the form of a tree node.
    ///
    /// - Complexity: O(*n*) in its bytes.
    static func isTree(_ object: JSONCursor) -> Bool {
        var cursor = object
        guard cursor.entersObject() else { return false }
        while let name = cursor.nextMember() {
            let kind = cursor.peek()
            let start = cursor
            cursor.skipValue()
            if name == "value" { return true }
            if name == "children" && kind == .array { return true }
            if name == "id" && id(start) != nil { return true }
            if labels.contains(where: { name == $0 }), label(start) != nil { return true }
        }
        return false
    }

    /// Returns true if an object contains links, so that its children are not a tree; or objects, but no children and
    /// no value.
    ///
    /// - Complexity: O(*n*) in its bytes.
    static func isGraph(_ object: JSONCursor) -> Bool {
        var cursor = object
        guard cursor.entersObject() else { return false }
        var (isNode, holdsObjects, hasLinks) = (false, false, false)
        while let name = cursor.nextMember() {
            let isList = name == "children" && cursor.peek() == .array
            isNode = isNode || isList || name == "value"
            holdsObjects = holdsObjects || cursor.peek() == .object || cursor.firstElement?.isObject ?? false
            if isList { cursor.eachElement { hasLinks = hasLinks || isLink(ObjectMembers(at: $0)) } }
            cursor.skipValue()
        }
        return hasLinks || holdsObjects && !isNode
    }

    /// Returns true if an object is a link, as among the children of a graph.
    private static func isLink(_ members: ObjectMembers) -> Bool {
        members.id("source") != nil && members.id("target") != nil
            || members.id("sourceId") != nil && members.id("targetId") != nil
    }

    /// Returns true if a member `children` counts: the first one that is a list or null.
    mutating func takesChildren(_ kind: JSONKind?) -> Bool {
        guard kind == .array || kind == .null, !hasChildren else { return false }
        hasChildren = true
        return true
    }

    /// Sets the parts of the item from the members of the object.
    ///
    /// The label is the first of the label members, else the text of the value, else the id. The data contain the
    /// value, or else the label, and all other members.
    func describe(in outline: inout Outline, _ text: UnsafeBufferPointer<UInt8>) {
        func cursor(_ place: Int) -> JSONCursor { JSONCursor(text, range: members[place].value) }
        func first(_ name: StaticString, _ fits: (JSONCursor) -> Bool) -> Int? {
            members.indices.first { members[$0].name == name && fits(cursor($0)) }
        }
        func has(_ name: StaticString) -> Bool { members.contains { $0.name == name } }
        if has("source") && has("target") || has("sourceId") && has("targetId") {
            outline.losses.append(
                Loss(
                    kind: .edge, id: nil, code: "links",
                    message: "an object with two ends is a node of the tree, and no edge",
                    element: .null))
        }
        let name = TreeObject.labels.lazy.compactMap { first($0) { TreeObject.label($0) != nil } }.first
        let value = first("value") { _ in true }
        let identity = first("id") { TreeObject.id($0) != nil }
        let id = identity.flatMap { TreeObject.id(cursor($0)) }
        var data: [(JSONString, Range<Int>)] = []
        if let stated = value ?? name { data.append(("value", members[stated].value)) }
        for (place, member) in members.enumerated() where place != name && place != value && place != identity {
            if !(member.name == "value") { data.append((JSONString(member.name), member.value)) }
        }
        outline.describe(
            place, id: id, label: (name ?? value).flatMap { TreeObject.label(cursor($0)) } ?? id.map { JSONString($0) },
            data: TreeObject.data(data, in: text))
    }

    // MARK: Values

    /// The text of a string, number or boolean.
    static func label(_ value: JSONCursor) -> JSONString? {
        var cursor = value
        switch cursor.peek() {
        case .string: return (try? cursor.readName()).map { JSONString($0) }
        case .number, .boolean:
            let range = cursor.rawValue()
            let bytes = UnsafeBufferPointer(start: cursor.base + range.lowerBound, count: range.count)
            return JSONString(String(decoding: bytes, as: UTF8.self))
        default: return nil
        }
    }

    /// The id from a string or number.
    private static func id(_ value: JSONCursor) -> String? {
        var cursor = value
        guard cursor.peek() != .boolean else { return nil }
        return label(value)?.string
    }

    /// An object with some members as JSON; empty without any.
    static func data(_ members: [(JSONString, Range<Int>)], in text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        if members.isEmpty { return [] }
        var writer = JSONWriter(capacity: 64)
        writer.beginObject()
        for (name, value) in members {
            writer.name(name)
            writer.raw(UnsafeBufferPointer(rebasing: text[value]))
        }
        writer.endObject()
        return writer.take()
    }
}
