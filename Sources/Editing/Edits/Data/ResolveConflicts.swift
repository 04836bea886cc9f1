import Graph
import Storage
import Wire

extension Transaction {
    /// Resolves conflicts of merges: their notes go, and with a side its values are put in place.
    ///
    /// Elements that the side has come first, so that others may name them; those that it has removed go last, with what is
    /// in them and ends on them.
    ///
    /// - Parameter keys: the keys of the notes; nil for all.
    /// - Returns: how many were resolved.
    /// - Throws: `invalidValue` (there is none of a key), and with a side all errors of a change that is applied.
    /// - Complexity: O(the notes), and that of the changes; of a conflict of settings or types, O(these).
    public mutating func resolveConflicts(
        _ keys: [JSONString]?, taking side: MergeConflict.Side?
    ) throws(EditError) -> Int {
        let notes = document.content[MergeConflict.notes]?.objectValue ?? [:]
        for (index, key) in (keys ?? []).enumerated() where notes[key] == nil {
            throw .invalid("there is no conflict \"\(key.description)\"", path: ["keys", "\(index)"])
        }
        let wanted = keys.map { Set($0) }
        if let side {
            let conflicts = document.conflictNotes.filter { wanted?.contains($0.key) ?? true }.map(\.conflict)
            do throws(EditError) {
                try take(side, of: conflicts)
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
        return notes.count - left.count
    }

    private mutating func take(_ side: MergeConflict.Side, of conflicts: [MergeConflict]) throws(EditError) {
        var standing = DocumentChange()
        var (nodes, edges): ([Node.ID], [Edge.ID]) = ([], [])
        for conflict in conflicts {
            switch conflict.member {
            case "@stands":
                if let whole = conflict.value(on: side)?.text {
                    if let id = conflict.node { standing.nodes.append((id, .whole(whole))) }
                    if let id = conflict.edge { standing.edges.append((id, .whole(whole))) }
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
        if !standing.nodes.isEmpty || !standing.edges.isEmpty { try apply(standing) }
        for conflict in conflicts { if let change = change(taking: side, of: conflict) { try apply(change) } }
        // Some may have gone with others, or before.
        edges = edges.filter { document.edge($0) != nil }
        nodes = nodes.filter { document.node($0) != nil }
        if !nodes.isEmpty || !edges.isEmpty { try removeElements(nodes: nodes, edges: edges) }
    }

    /// The change that puts the value or the place of a side in place; nil for a conflict about a whole element.
    private func change(taking side: MergeConflict.Side, of conflict: MergeConflict) -> DocumentChange? {
        var change = DocumentChange()
        let value = conflict.value(on: side)
        switch conflict.member {
        case "@stands", "@id": return nil
        case "@place":
            guard let value else { return nil }
            let next = value["before"]?.stringValue.map(Identifier.init)
            if let id = conflict.node { change.nodeOrder = [.init(id: id, before: next)] }
            if let id = conflict.edge { change.edgeOrder = [.init(id: id, before: next)] }
            return change
        default: break
        }
        let field = StampedField(named: JSONString(conflict.member))
        if let id = conflict.node {
            let node = document.node(id).map { document.node(at: $0).json }
            change.nodes = [(id, .assigning(value, to: field, in: node))]
        } else if let id = conflict.edge {
            let edge = document.edge(id).map { document.edge(at: $0).json }
            change.edges = [(id, .assigning(value, to: field, in: edge))]
        } else {
            let content = JSON.object(document.content)
            switch (field.member, field.child) {
            case ("settings", let child?): change.settings = .assigning(value, to: StampedField(child), in: nil)
            case ("types", let child?): change.types = .assigning(value, to: StampedField(child), in: nil)
            case ("settings", nil): change.settings = value.map { .whole($0.text) } ?? .gone
            case ("types", nil): change.types = value.map { .whole($0.text) } ?? .gone
            case ("constraints", let id?):
                var entries = content["constraints"]?.arrayValue ?? []
                let place = entries.firstIndex { $0["id"] == .string(id) } ?? entries.count
                entries.replaceSubrange(place..<min(place + 1, entries.count), with: value.map { [$0] } ?? [])
                let list: JSON? = entries.isEmpty ? nil : .array(entries)
                change.content = .assigning(list, to: StampedField("constraints"), in: nil)
            default: change.content = .assigning(value, to: field, in: content)
            }
        }
        return change
    }
}

extension DocumentChange.Alteration {
    /// Gives a field a value, or takes it away; a part of a member is put into the member as it is now.
    fileprivate static func assigning(_ value: JSON?, to field: StampedField, in object: JSON?) -> Self {
        guard let child = field.child else {
            guard let value else { return .assign(set: [:], unset: [field.member.description]) }
            return .assign(set: JSONObject([.init(name: field.member, value: value)]), unset: [])
        }
        var member = object?.objectValue?[field.member]?.objectValue ?? [:]
        member[child] = value
        return .assign(set: JSONObject([.init(name: field.member, value: .object(member))]), unset: [])
    }
}
