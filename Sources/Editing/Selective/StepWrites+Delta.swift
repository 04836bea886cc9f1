import Graph
import Wire

extension StepWrites {
    /// What a change wrote.
    ///
    /// - Parameter names: as they are after it, or before it.
    init(_ delta: Delta, _ names: SlotNames, in document: Document) {
        self.init()
        addNodes(delta, names, document)
        addEdges(delta, names, document)
        for change in delta.members { add(change) }
        let own = names.inside(delta)
        for step in delta.nodeOrder {
            let move = own.move(step) { names.node($0, in: document) }
            if let (id, from, to) = move { add(.node(id), .place, from: from, to: to) }
        }
        for step in delta.edgeOrder {
            let move = own.move(step) { names.edge($0, in: document) }
            if let (id, from, to) = move { add(.edge(id), .place, from: from, to: to) }
        }
        addSupports(delta)
    }

    // MARK: Elements

    private mutating func addNodes(_ delta: Delta, _ names: SlotNames, _ document: Document) {
        var gone: [(Identifier, Node)] = []
        var new: [(Identifier, Node)] = []
        for change in delta.nodes {
            switch change.content {
            case .same:
                guard let id = names.node(change.slot, in: document) else { continue }
                addGeometry(.node(id), change.before, change.after)
            case .changed(let before?, let after?) where before.id == after.id:
                addMembers(.node(after.id), before.json, after.json)
            case .changed(let before, let after):
                if let before { gone.append((before.id, before)) }
                if let after { new.append((after.id, after)) }
            }
        }
        add(gone, new, Target.node, Value.node) { $0.json }
    }

    private mutating func addEdges(_ delta: Delta, _ names: SlotNames, _ document: Document) {
        var gone: [(Identifier, Edge)] = []
        var new: [(Identifier, Edge)] = []
        for change in delta.edges {
            if let before = change.before, let after = change.after, before.id == after.id {
                addMembers(.edge(after.id), before.json, after.json)
                continue
            }
            if let before = change.before { gone.append((before.id, before)) }
            if let after = change.after { new.append((after.id, after)) }
        }
        add(gone, new, Target.edge, Value.edge) { $0.json }
    }

    /// Adds elements that went or came; one that did both has changed.
    private mutating func add<Element>(
        _ gone: [(Identifier, Element)], _ new: [(Identifier, Element)], _ target: (Identifier) -> Target,
        _ value: (Element) -> Value, _ json: (Element) -> JSON
    ) {
        var returned = Dictionary(new, uniquingKeysWith: { $1 })
        for (id, before) in gone {
            if let after = returned.removeValue(forKey: id) {
                addMembers(target(id), json(before), json(after))
            } else {
                add(target(id), .existence, from: value(before), to: .absent)
            }
        }
        for (id, after) in new where returned[id] != nil {
            add(target(id), .existence, from: .absent, to: value(after))
        }
    }

    private mutating func addGeometry(_ target: Target, _ before: NodeGeometry, _ after: NodeGeometry) {
        func value(_ number: Double) -> Value { number.isNaN ? .absent : .value(.number(number)) }
        func point(_ geometry: NodeGeometry) -> Value {
            geometry.x.isNaN ? .absent : .point(geometry.x, geometry.y)
        }
        func differs(_ a: Double, _ b: Double) -> Bool { a != b && !(a.isNaN && b.isNaN) }
        if differs(before.x, after.x) || differs(before.y, after.y) {
            add(target, .member("position"), from: point(before), to: point(after))
        }
        if differs(before.width, after.width) {
            add(target, .member("width"), from: value(before.width), to: value(after.width))
        }
        if differs(before.height, after.height) {
            add(target, .member("height"), from: value(before.height), to: value(after.height))
        }
    }

    private mutating func addMembers(_ target: Target, _ before: JSON, _ after: JSON) {
        visitDifferences(before, after) { name, old, new in
            if name == "data" {
                addParts(target, name, old, new)
            } else {
                add(target, .member(name), from: Value(old), to: Value(new))
            }
        }
    }

    /// Adds what is different of a member whose own members are written one by one, where it is an object.
    private mutating func addParts(_ target: Target, _ name: JSONString, _ before: JSON?, _ after: JSON?) {
        let isObject = (before ?? [:]).objectValue != nil && (after ?? [:]).objectValue != nil
        guard isObject, before != nil || after != nil else {
            return add(target, .member(name), from: Value(before), to: Value(after))
        }
        visitDifferences(before ?? [:], after ?? [:]) { part, old, new in
            add(target, .part(of: name, part), from: Value(old), to: Value(new))
        }
        add(
            target, .member(name), from: before == nil ? .bare : .present, to: after == nil ? .bare : .present)
    }

    private mutating func add(_ change: MemberChange) {
        let name = JSONString(change.name)
        if change.name == "settings" || change.name == "types" {
            addParts(.document, name, change.before, change.after)
        } else {
            add(.document, .member(name), from: Value(change.before), to: Value(change.after))
        }
    }

    // MARK: What a step needs

    /// Who changes an element, ends an edge on it or puts a node into it needs it to be there.
    private mutating func addSupports(_ delta: Delta) {
        for write in writes where write.cell.target != .document && write.cell.member != .existence {
            // What has no place any more is gone.
            if write.cell.member != .place || write.after.stands { support(write.cell.target) }
        }
        for change in delta.nodes {
            guard case .changed(let before, let after?) = change.content, let parent = after.parent,
                before?.parent != parent
            else { continue }
            support(.node(parent))
        }
        for change in delta.edges {
            guard let after = change.after else { continue }
            support(.node(after.source))
            support(.node(after.target))
        }
    }
}

extension StepWrites.Value {
    fileprivate init(_ json: JSON?) { self = json.map { .value($0) } ?? .absent }
}

/// Calls `body` with the members that two objects do not have in common.
private func visitDifferences(_ before: JSON, _ after: JSON, _ body: (JSONString, JSON?, JSON?) -> Void) {
    let (old, new) = (before.objectValue ?? [:], after.objectValue ?? [:])
    for member in old.members where new[member.name] != member.value {
        body(member.name, member.value, new[member.name])
    }
    for member in new.members where old[member.name] == nil { body(member.name, nil, member.value) }
}
