import Graph
import Storage
import Wire

extension Transaction {
    /// Resolves conflicts of merges: removes their notes, and with a side takes its values.
    ///
    /// The side's elements come first, so that others may refer to them; elements that it has removed go last, with
    /// their contents and edges.
    ///
    /// - Parameters:
    ///   - keys: the keys of the notes; nil for all.
    ///   - rules: the treatment of edges that come or end elsewhere with a side, and that the rules refuse.
    /// - Returns: how many were resolved, and the edges that were left out.
    /// - Throws: `invalidValue` (there is none of a key), and with a side all errors of a change that is applied.
    /// - Complexity: O(the notes), and that of the changes; of a conflict of settings or types, O(these).
    public mutating func resolveConflicts(
        _ keys: [JSONString]?, taking side: MergeConflict.Side?, rules: RulePolicy = .report
    ) throws(EditError) -> (count: Int, losses: [Loss]) {
        let notes = document.content[MergeConflict.notes]?.objectValue ?? [:]
        for (index, key) in (keys ?? []).enumerated() where notes[key] == nil {
            throw .invalid("there is no conflict \"\(key.description)\"", path: ["keys", "\(index)"])
        }
        let wanted = keys.map { Set($0) }
        var losses: [Loss] = []
        if let side {
            let conflicts = document.conflictNotes.filter { wanted?.contains($0.key) ?? true }.map(\.conflict)
            let edges = Set(conflicts.compactMap(\.edge)).map { id in
                (id, document.edge(id).map { document.edge(at: $0) })
            }
            do throws(EditError) {
                try take(side, of: conflicts)
                let asked = edges.compactMap { id, before -> Edge.Slot? in
                    document.edge(id).flatMap { before?.hasSameEnds(as: document.edge(at: $0)) == true ? nil : $0 }
                }
                losses = try enforce(rules, on: document.edgesInOrder(asked))
            } catch {
                // The place of the error is in no parameter.
                var error = error
                error.path = []
                throw error
            }
        }
        let left = notes.members.filter { note in wanted.map { !$0.contains(note.name) } ?? false }
        if left.count < notes.count {
            setMember(MergeConflict.notes.description, to: left.isEmpty ? nil : .object(JSONObject(distinct: left)))
        }
        return (notes.count - left.count, losses)
    }

    private mutating func take(_ side: MergeConflict.Side, of conflicts: [MergeConflict]) throws(EditError) {
        var whole = DocumentChange()
        var (nodes, edges): ([Node.ID], [Edge.ID]) = ([], [])
        for conflict in conflicts {
            switch conflict.member {
            case "@stands":
                if let element = conflict.value(on: side)?.text {
                    if let id = conflict.node { whole.nodes.append((id, .whole(element))) }
                    if let id = conflict.edge { whole.edges.append((id, .whole(element))) }
                } else {
                    nodes += [conflict.node].compactMap { $0 }
                    edges += [conflict.edge].compactMap { $0 }
                }
            case "@id":
                guard let renamed = conflict.renamed,
                    let other = conflict.id(on: side == .ours ? .theirs : .ours, renamed)
                else { continue }
                if conflict.node != nil { nodes.append(other) } else { edges.append(other) }
            default: break
            }
        }
        if !whole.nodes.isEmpty || !whole.edges.isEmpty { try apply(whole) }
        var content = document.content
        for conflict in conflicts where !["@stands", "@id"].contains(conflict.member) {
            if conflict.node == nil && conflict.edge == nil {
                content.put(conflict.value(on: side), in: StampedField(named: JSONString(conflict.member)))
            } else {
                try apply(change(taking: side, of: conflict))
            }
        }
        try replaceContent(by: content)
        // Some may have gone with others, or before.
        edges = edges.filter { document.edge($0) != nil }
        nodes = nodes.filter { document.node($0) != nil }
        if !nodes.isEmpty || !edges.isEmpty { try removeElements(nodes: nodes, edges: edges) }
    }

    /// The change that sets the value or the position of a side in an element.
    private func change(taking side: MergeConflict.Side, of conflict: MergeConflict) -> DocumentChange {
        var change = DocumentChange()
        let value = conflict.value(on: side)
        if conflict.member == "@place" {
            let next = value?["before"]?.stringValue.map(Identifier.init)
            if let id = conflict.node { change.nodeOrder = [.init(id: id, before: next)] }
            if let id = conflict.edge { change.edgeOrder = [.init(id: id, before: next)] }
            return change
        }
        let field = StampedField(named: JSONString(conflict.member))
        func alteration(of element: JSON?) -> DocumentChange.Alteration {
            var members = JSONObject()
            if field == .ends {
                for name in Edge.endMembers { members[name] = value?[name.description] }
                return .assign(set: members, unset: Edge.endMembers.filter { members[$0] == nil }.map(\.description))
            }
            members[field.member] = element?.objectValue?[field.member]
            members.put(value, in: field)
            return .assign(set: members, unset: members.isEmpty ? [field.member.description] : [])
        }
        if let id = conflict.node {
            change.nodes = [(id, alteration(of: document.node(id).map { document.node(at: $0).json }))]
        }
        if let id = conflict.edge {
            change.edges = [(id, alteration(of: document.edge(id).map { document.edge(at: $0).json }))]
        }
        return change
    }

    /// Replaces the members of the document that differ from those of an object with all of them.
    private mutating func replaceContent(by content: JSONObject) throws(EditError) {
        var change = DocumentChange()
        var set = JSONObject()
        var unset: [String] = []
        for name in Set((content.members + document.content.members).map(\.name)).sorted() {
            let value = content[name]
            if value == document.content[name] || Document.uncountedMembers.contains(name) { continue }
            switch name {
            case "settings": change.settings = value.map { .whole($0.text) } ?? .gone
            case "types": change.types = value.map { .whole($0.text) } ?? .gone
            default: if let value { set[name] = value } else { unset.append(name.description) }
            }
        }
        if !set.isEmpty || !unset.isEmpty { change.content = .assign(set: set, unset: unset) }
        try apply(change)
    }
}

extension JSONObject {
    /// Sets a field, or removes it; a part of a member is written into the present member.
    fileprivate mutating func put(_ value: JSON?, in field: StampedField) {
        guard let child = field.child else { return self[field.member] = value }
        if field.member == "constraints" {
            var entries = self[field.member]?.arrayValue ?? []
            let place = entries.firstIndex { $0["id"] == .string(child) } ?? entries.count
            entries.replaceSubrange(place..<min(place + 1, entries.count), with: value.map { [$0] } ?? [])
            self[field.member] = entries.isEmpty ? nil : .array(entries)
        } else {
            var member = self[field.member]?.objectValue ?? [:]
            member[child] = value
            self[field.member] = .object(member)
        }
    }
}
