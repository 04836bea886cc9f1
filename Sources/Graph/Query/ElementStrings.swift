import Wire

/// The searched strings of an element, in place: id, label, the texts of an edge's further labels, and those of
/// `data`.
struct ElementStrings {
    /// Id and members, one after the other.
    let whole: UnsafeBufferPointer<UInt8>
    let idBytes: Int
    let isNode: Bool
    /// The unescaped range of the label in `whole`; empty without one, nil while unknown.
    var label: Range<Int>?

    /// The location of a string in an element.
    enum Place {
        case id, label
        case data
    }

    /// A step on the way to a string.
    enum Step {
        case member(JSONName)
        case element(Int)
    }

    var id: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: whole[..<idBytes]) }
    var members: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: whole[idBytes...]) }

    /// The label, the list of further ones, and `data` if it is an object or a list.
    struct Parts {
        var label: JSONName?
        /// Is true if the label is the one in `data`.
        var isLabelInData = false
        var labels: JSONCursor?
        var data: JSONCursor?

        /// Calls `body` with every text of the further labels, then with every string in `data`, and the way to it from the
        /// element, until it returns false.
        func visitRest(_ body: (JSONName, _ member: String, [Step]) -> Bool) {
            var path: [Step] = []
            if var labels {
                let isRead = ElementStrings.visit(&labels, &path) { string, path in
                    guard path.count == 2, case .member(let name) = path[1], name == "text" else { return true }
                    return body(string, "labels", path)
                }
                if !isRead { return }
                path = []
            }
            if var data { _ = ElementStrings.visit(&data, &path) { body($0, "data", $1) } }
        }
    }

    /// The label, which is searched for only once.
    mutating func findLabel() -> JSONName? {
        guard let start = whole.baseAddress else { return nil }
        if let label {
            return JSONName(start: start + label.lowerBound, count: label.count, hasEscapes: false)
        }
        guard let name = parts().label else {
            label = 0..<0
            return nil
        }
        if !name.hasEscapes { label = name.start - start..<name.start - start + name.count }
        return name
    }

    /// A node's label is its `label`, else its `data.label`; an edge's its `label`. Both are strings.
    func parts() -> Parts {
        var parts = Parts()
        if members.count <= 2 { return parts }
        var cursor = JSONCursor(members)
        guard cursor.entersObject() else { return parts }
        while let name = cursor.nextMember() {
            if name == "label", cursor.peek() == .string {
                parts.label = try? cursor.readName()
                continue
            }
            if name == "data" { parts.data = cursor }
            if name == "labels", !isNode { parts.labels = cursor }
            cursor.skipValue()
        }
        guard isNode, parts.label == nil, var data = parts.data, data.entersObject() else { return parts }
        while let name = data.nextMember() {
            if name == "label", data.peek() == .string {
                parts.label = try? data.readName()
                parts.isLabelInData = true
                break
            }
            data.skipValue()
        }
        return parts
    }

    /// Calls `body` with every string in a value and the way to it, until it returns false; returns whether it never did.
    ///
    /// - Complexity: O(*n*) in the bytes; as deep as the value, which `Limits.depth` bounds.
    static func visit(
        _ cursor: inout JSONCursor, _ path: inout [Step], _ body: (JSONName, [Step]) -> Bool
    ) -> Bool {
        switch cursor.peek() {
        case .string:
            guard let string = try? cursor.readName() else { return true }
            return body(string, path)
        case .object:
            guard cursor.entersObject() else { return true }
            while let name = cursor.nextMember() {
                path.append(.member(name))
                guard visit(&cursor, &path, body) else { return false }
                path.removeLast()
            }
        case .array:
            guard cursor.entersArray() else { return true }
            var index = 0
            while cursor.nextElement() {
                path.append(.element(index))
                guard visit(&cursor, &path, body) else { return false }
                path.removeLast()
                index += 1
            }
        default: cursor.skipValue()
        }
        return true
    }
}

extension JSONName {
    /// Calls `body` with the UTF-8 bytes that are meant; a lone surrogate is U+FFFD.
    func withMeaning<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
        if !hasEscapes { return body(spelling) }
        return JSONString(self).withoutLoneSurrogates.withUnsafeBufferPointer(body)
    }
}

extension Document {
    func withStrings<R>(ofNode slot: Node.Slot, _ body: (inout ElementStrings) -> R) -> R {
        arena.text(nodes.rows[slot].text).withWhole {
            var strings = ElementStrings(whole: $0, idBytes: $1, isNode: true)
            return body(&strings)
        }
    }

    func withStrings<R>(ofEdge slot: Edge.Slot, _ body: (inout ElementStrings) -> R) -> R {
        arena.text(edges.rows[slot].text).withWhole {
            var strings = ElementStrings(whole: $0, idBytes: $1, isNode: false)
            return body(&strings)
        }
    }

    /// Calls `body` with a node's `label`, else its `data.label`, if one is a string.
    public func withLabel<R>(ofNode slot: Node.Slot, _ body: (JSONName?) -> R) -> R {
        guard nodes.flags(slot).contains(.labelled) else { return body(nil) }
        return withStrings(ofNode: slot) { body($0.parts().label) }
    }

    /// Calls `body` with an edge's `label`, if it is a string.
    public func withLabel<R>(ofEdge slot: Edge.Slot, _ body: (JSONName?) -> R) -> R {
        withStrings(ofEdge: slot) { body($0.parts().label) }
    }
}
