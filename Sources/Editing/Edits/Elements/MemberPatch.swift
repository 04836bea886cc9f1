import Graph
import Wire

/// The effect of an update on the members of an element.
enum MemberPatch {
    /// A merge patch after RFC 7396: null removes.
    case merge(JSONObject)
    /// Whole new values, including nulls, and names to remove. In an update a name that begins with `/` is a pointer
    /// (RFC 6901) to a value inside a member.
    case assign(set: JSONObject, unset: [String])

    /// An element's text with the changes, and the names of the members that are different.
    struct Result {
        var text: JSONText
        var names: Set<JSONString>
    }

    /// The members it speaks of.
    var names: [JSONString] {
        switch self {
        case .merge(let patch): patch.members.map(\.name)
        case .assign(let set, let unset):
            (set.members.map(\.name) + unset.map { JSONString($0) }).map { name in
                name.pointer.flatMap { JSONPointer($0)?.tokens.first } ?? name
            }
        }
    }

    /// Is true if it names `locked` and nothing else but the id.
    var isOnlyAboutLocked: Bool {
        let names = names
        return names.contains("locked") && names.allSatisfy { $0 == "locked" || $0 == "id" }
    }

    /// An error in the element, seen from the parameters.
    func locate(_ error: EditError) -> EditError {
        switch self {
        case .merge: error.inside("patch")
        case .assign(let set, _):
            if let name = error.path.first, set[name] == nil,
                let key = set.members.first(where: { member in
                    member.name.pointer.flatMap { JSONPointer($0)?.tokens.first } == JSONString(name)
                })
            {
                located(error, at: ["set", key.name.description])
            } else {
                error.inside("set")
            }
        }
    }

    private func located(_ error: EditError, at path: [String]) -> EditError {
        var error = error
        error.path = path
        return error
    }

    /// Changes a node; nil if it equals the former one, whatever its spelling. If no column is named, only the other
    /// members are written and read.
    ///
    /// - Throws: `invalidValue`, with the path in the parameters.
    func applied(to node: Node) throws(EditError) -> Node? {
        let isWhole = node.writesGeometry || names.contains { Node.columns.contains($0) }
        let text = isWhole ? node.text : JSONText(trusted: node.members)
        guard let result = try applied(to: text, id: node.id) else { return nil }
        do throws(EditError) {
            if isWhole { return try Node(result.text, checking: result.names) }
            return try node.with(members: result.text.bytes, checking: Array(result.names))
        } catch {
            throw locate(error)
        }
    }

    /// The geometry of a node for which the patch has only numbers in their shortest spelling; nil if it has more.
    func geometry(from before: NodeGeometry) -> NodeGeometry? {
        guard case .merge(let patch) = self, !patch.isEmpty else { return nil }
        var after = before
        for member in patch.members {
            switch (member.name, member.value) {
            case ("position", .object(let point)):
                for coordinate in point.members {
                    guard let number = coordinate.value.shortDouble else { return nil }
                    switch coordinate.name {
                    case "x": after.x = number
                    case "y": after.y = number
                    default: return nil
                    }
                }
                if point.isEmpty || after.x.isNaN || after.y.isNaN { return nil }
            case ("width", let value):
                guard let length = value.shortDouble, length >= 0 else { return nil }
                after.width = length
            case ("height", let value):
                guard let length = value.shortDouble, length >= 0 else { return nil }
                after.height = length
            default: return nil
            }
        }
        return after
    }

    /// Changes an element; nil if it equals the former one, whatever its spelling.
    ///
    /// - Parameter isExact: whether unnamed members always stay, and names are no pointers.
    /// - Throws: `invalidValue`.
    func applied(to text: JSONText, id: Identifier, isExact: Bool = false) throws(EditError) -> Result? {
        let names = names
        let stored = stored(names, in: text)
        var altered: [(name: JSONString, value: JSONText)] = []
        var removed: Set<JSONString> = []
        for (name, value) in try changes(of: stored, id: id, isExact: isExact) {
            if value == stored[name] { continue }
            if let value { altered.append((name, value.text)) } else { removed.insert(name) }
        }
        // The older name of the parent would replace the one that is taken away.
        if !isExact && names.contains("parentId") && !names.contains("parentNode") && stored["parentNode"] != nil {
            removed.insert("parentNode")
        }
        if altered.isEmpty && removed.isEmpty { return nil }
        let result = JSONMembers.setting(altered, removing: removed, in: text.bytes)
        let changed = removed.isEmpty ? Set(altered.map(\.name)) : removed.union(altered.map(\.name))
        return Result(text: JSONText(trusted: result), names: changed)
    }

    /// The members of an element that the patch speaks of, and the older name of the parent; the others are not read.
    private func stored(_ names: [JSONString], in text: JSONText) -> JSONObject {
        var stored: JSONObject = [:]
        // Few are compared one by one.
        let many = names.count > 8 ? Set(names) : []
        JSONMembers.visit(text.bytes) { name, value in
            let isNamed = many.isEmpty ? names.contains { name == $0 } : many.contains(JSONString(name))
            guard isNamed || name == "parentNode" else { return }
            var cursor = JSONCursor(value)
            stored[JSONString(name)] = try? JSON(reading: &cursor, checked: false)
        }
        return stored
    }

    private func changes(
        of stored: JSONObject, id: Identifier, isExact: Bool
    ) throws(EditError) -> [(JSONString, JSON?)] {
        var changes: [(JSONString, JSON?)] = []
        switch self {
        case .merge(let patch):
            for member in patch.members {
                try check(member.name, member.value, id: id, path: ["patch", "id"])
                let value = member.value == .null ? nil : (stored[member.name] ?? .null).merging(member.value)
                changes.append((member.name, value))
            }
        case .assign(let set, let unset):
            if !isExact,
                set.members.contains(where: { $0.name.pointer != nil })
                    || unset.contains(where: { $0.utf8.first == UInt8(ascii: "/") })
            {
                return try PointedValues(set, unset).changes(of: stored) { (name, value, path) throws(EditError) in
                    try check(name, value, id: id, path: path)
                }
            }
            for member in set.members {
                try check(member.name, member.value, id: id, path: ["set", "id"])
                changes.append((member.name, member.value))
            }
            for (index, name) in unset.enumerated() {
                let name = JSONString(name)
                try check(name, nil, id: id, path: ["unset", "\(index)"])
                if set[name] != nil {
                    throw .invalid("\"\(name)\" is both set and unset", path: ["unset", "\(index)"])
                }
                changes.append((name, nil))
            }
        }
        return changes
    }

    /// The id may be stated, but not changed.
    private func check(_ name: JSONString, _ value: JSON?, id: Identifier, path: [String]) throws(EditError) {
        guard name == "id" else { return }
        if value != .string(id.string) { throw .invalid("the id of an element does not change", path: path) }
    }
}

extension JSON {
    /// The double of a number that is spelled as it is written.
    fileprivate var shortDouble: Double? {
        guard case .number(let number) = self, let double = number.double, JSONNumber(double).text == number.text else {
            return nil
        }
        return double
    }
}
