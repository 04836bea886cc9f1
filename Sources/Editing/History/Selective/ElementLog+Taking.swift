import Graph
import Wire

// What made something of one content is done to another one.

extension ElementLog.Content {
    /// The content after applying the differences of `new` from `old`: member by member, and for some members part by
    /// part.
    func taking(_ old: ElementLog.Content, _ new: ElementLog.Content) -> ElementLog.Content {
        switch (self, old, new) {
        case (.node(let own), .node(let old), .node(let new)): .node(own.taking(old, new))
        case (.edge(let own), .edge(let old), .edge(let new)): .edge(own.taking(old, new))
        case (.parts(let own), .parts(let old), .parts(let new)): .parts(JSON.takingParts(own, old, new))
        case (.node, _, _), (.edge, _, _), (.parts, _, _), (.value, _, _): new
        }
    }
}

extension ElementLog.Content {
    /// The content with other values of some fields, none if it has one; nil if that is nothing of its kind.
    func without(_ fields: [StampedField]) -> ElementLog.Content? {
        func lacking(_ value: JSON) -> JSON {
            var object = value.objectValue ?? [:]
            for field in fields {
                if field == .ends {
                    // Without its ends it is no edge.
                    for name in Edge.endMembers { object[name] = name == "source" || name == "target" ? "" : nil }
                    continue
                }
                guard let child = field.child else {
                    object[field.member] = object[field.member] == nil ? .null : nil
                    continue
                }
                var inner = object[field.member]?.objectValue ?? [:]
                inner[child] = inner[child] == nil ? .null : nil
                object[field.member] = .object(inner)
            }
            return .object(object)
        }
        switch self {
        case .node(let node): return (try? Node(lacking(node.json).text, isStored: true)).map { .node($0) }
        case .edge(let edge): return (try? Edge(lacking(edge.json).text, isStored: true)).map { .edge($0) }
        case .value(let value): return .value(value == nil ? .null : nil)
        case .parts(let value):
            let children = fields.compactMap(\.child)
            guard var object = (value ?? [:]).objectValue, children.count == fields.count else {
                return .parts(value == nil ? .null : nil)
            }
            for child in children { object[child] = object[child] == nil ? .null : nil }
            return .parts(.object(object))
        }
    }
}

extension Node {
    fileprivate func taking(_ old: Node, _ new: Node) -> Node {
        var node = self
        if old.members == new.members {
            node.setGeometry(geometry.taking(old.geometry, new.geometry))
            return node
        }
        guard let patch = MemberPatch(json, old.json, new.json),
            let text = try? patch.applied(to: text, id: id, isExact: true)?.text,
            let changed = try? Node(text, isStored: true)
        else { return self }
        node.setGeometry(changed.geometry)
        node.members = changed.members
        return node
    }

    /// The node without the member that names its parent.
    var withoutParent: Node {
        let patch = MemberPatch.assign(set: [:], unset: ["parentId", "parentNode"])
        guard let text = try? patch.applied(to: text, id: id, isExact: true)?.text,
            let changed = try? Node(text, isStored: true)
        else { return self }
        var node = self
        node.members = changed.members
        return node
    }
}

extension NodeGeometry {
    fileprivate func taking(_ old: NodeGeometry, _ new: NodeGeometry) -> NodeGeometry {
        func differs(_ a: Double, _ b: Double) -> Bool { a != b && !(a.isNaN && b.isNaN) }
        var geometry = self
        if differs(old.x, new.x) || differs(old.y, new.y) { (geometry.x, geometry.y) = (new.x, new.y) }
        if differs(old.width, new.width) { geometry.width = new.width }
        if differs(old.height, new.height) { geometry.height = new.height }
        return geometry
    }
}

extension Edge {
    fileprivate func taking(_ old: Edge, _ new: Edge) -> Edge {
        guard let patch = MemberPatch(json, old.json, new.json, areEndsJoined: true),
            let text = try? patch.applied(to: text, id: id, isExact: true)?.text
        else { return self }
        return (try? Edge(text, isStored: true)) ?? self
    }
}

extension MemberPatch {
    /// Makes the change that leads from `old` to `new` and applies to an element; nil if it changes nothing.
    fileprivate init?(_ own: JSON, _ old: JSON, _ new: JSON, areEndsJoined: Bool = false) {
        let (own, old, new) = (own.objectValue ?? [:], old.objectValue ?? [:], new.objectValue ?? [:])
        var set = JSONObject()
        var unset: [String] = []
        visitDifferences(old, new) { name, before, after in
            let value = name == "data" ? JSON.takingParts(own[name], before, after) : after
            if let value { set[name] = value } else if let text = name.string { unset.append(text) }
        }
        // Ends come from one edge whole.
        if areEndsJoined, Edge.endMembers.contains(where: { old[$0] != new[$0] }) {
            for name in Edge.endMembers { set[name] = new[name] }
            unset.removeAll { Edge.endMembers.contains(JSONString($0)) }
            unset += Edge.endMembers.filter { new[$0] == nil && own[$0] != nil }.map(\.description)
        }
        if set.isEmpty && unset.isEmpty { return nil }
        self = .assign(set: set, unset: unset)
    }
}

extension JSON {
    /// A value after applying the differences of `new` from `old`: member by member, if all of them are objects or
    /// nothing.
    ///
    /// An object is removed only when it is empty.
    fileprivate static func takingParts(_ own: JSON?, _ old: JSON?, _ new: JSON?) -> JSON? {
        guard var object = (own ?? [:]).objectValue, let old = (old ?? [:]).objectValue,
            let parts = (new ?? [:]).objectValue
        else { return new }
        visitDifferences(old, parts) { name, _, after in object[name] = after }
        return new == nil && object.isEmpty ? nil : .object(object)
    }
}

/// Calls `body` with the members that two objects do not have in common.
private func visitDifferences(_ old: JSONObject, _ new: JSONObject, _ body: (JSONString, JSON?, JSON?) -> Void) {
    for member in old.members where new[member.name] != member.value {
        body(member.name, member.value, new[member.name])
    }
    for member in new.members where old[member.name] == nil { body(member.name, nil, member.value) }
}
