import Storage
import Wire

// The conflicts of merges that are not resolved.

extension Document {
    /// A diagnostic for each noted conflict, with fixes for the sides that can be taken.
    ///
    /// - Complexity: O(the notes), and O(the contents of elements that a side has removed).
    func conflictDiagnostics() -> [Diagnostic] {
        conflictNotes.map { key, conflict in
            let sides = MergeConflict.Side.allCases.filter { takes($0, of: conflict) }
            return Diagnostic(
                .error, "conflict", of: [key.description],
                nodes: [conflict.node].compactMap { $0 }.filter { node($0) != nil },
                edges: [conflict.edge].compactMap { $0 }.filter { edge($0) != nil },
                path: JSONPointer(tokens: [MergeConflict.notes, key]).text, message: conflict.message,
                fixes: sides.map { .resolveConflict(key, $0) } + [.resolveConflict(key, nil)])
        }
    }

    /// Returns true if the value of a side can be taken: no lock forbids it, and everything that it names exists.
    private func takes(_ side: MergeConflict.Side, of conflict: MergeConflict) -> Bool {
        switch conflict.member {
        case "@stands":
            guard let whole = conflict.value(on: side) else { return isRemovable(conflict.node, conflict.edge) }
            return holds(whole, of: conflict)
        case "@id":
            guard let renamed = conflict.renamed else { return false }
            let other = conflict.id(on: side == .ours ? .theirs : .ours, renamed)
            return conflict.node != nil ? isRemovable(other, nil) : isRemovable(nil, other)
        case "@place":
            guard let place = conflict.value(on: side) else { return false }
            let next = place["before"]?.stringValue.map(Identifier.init)
            if let id = conflict.node { return node(id) != nil && next.map { node($0) != nil } ?? true }
            return conflict.edge.map { edge($0) != nil } == true && next.map { edge($0) != nil } ?? true
        default: return takesValue(of: side, conflict)
        }
    }

    private func takesValue(of side: MergeConflict.Side, _ conflict: MergeConflict) -> Bool {
        let (field, value) = (StampedField(named: JSONString(conflict.member)), conflict.value(on: side))
        let member = field.member
        if let id = conflict.node {
            guard let slot = node(id), !nodes.flags(slot).contains(.locked) else { return false }
            if StampedElement.parents.contains(StampedField(member)) {
                return value.map { parent in
                    lies(nodes.type(slot).map { symbols[$0] }, in: parent) { !isNode($0, inside: slot) }
                } ?? true
            }
            return settings.dataProblems != .refuse || (member != "data" && member != "type")
        }
        if let id = conflict.edge {
            guard let slot = edge(id), !edges.flags(slot).contains(.locked) else { return false }
            if field != .ends { return true }
            let ends = edges.ends(slot)
            return [value?["source"]?.stringValue, value?["target"]?.stringValue]
                .allSatisfy(isFree) && isFree(nodeID(ends.source).string) && isFree(nodeID(ends.target).string)
        }
        return true
    }

    /// Returns true if an element of a side can be inserted.
    private func holds(_ whole: JSON, of conflict: MergeConflict) -> Bool {
        if let id = conflict.node {
            if let slot = node(id), nodes.flags(slot).contains(.locked) { return false }
            if settings.dataProblems == .refuse { return false }
            let parents = StampedElement.parents.compactMap { whole[$0.member.description] }
            let type = whole["type"]?.stringValue.map(Identifier.init)
            return parents.allSatisfy { parent in
                lies(type, in: parent) { slot in node(id).map { !isNode(slot, inside: $0) } ?? true }
            }
        }
        if let slot = conflict.edge.flatMap({ edge($0) }), edges.flags(slot).contains(.locked) { return false }
        return isFree(whole["source"]?.stringValue) && isFree(whole["target"]?.stringValue)
    }

    /// Returns true if there is a node of this id that is not locked.
    private func isFree(_ id: String?) -> Bool {
        guard let slot = id.flatMap({ node(Identifier($0)) }) else { return false }
        return !nodes.flags(slot).contains(.locked)
    }

    /// Returns true if a parent accepts a node of a type.
    private func lies(_ type: Identifier?, in parent: JSON, _ isPossible: (Node.Slot) -> Bool) -> Bool {
        if parent == .null { return true }
        guard isFree(parent.stringValue), let slot = parent.stringValue.flatMap({ node(Identifier($0)) }) else {
            return false
        }
        return accepts(type, in: slot) && isPossible(slot)
    }

    /// Returns true if an element is gone, or can be removed with everything that belongs to it.
    private func isRemovable(_ node: Node.ID?, _ edge: Edge.ID?) -> Bool {
        if let slot = edge.flatMap({ self.edge($0) }) { return !edges.flags(slot).contains(.locked) }
        guard let slot = node.flatMap({ self.node($0) }) else { return true }
        var isLocked = false
        func visit(_ slot: Node.Slot) {
            if nodes.flags(slot).contains(.locked) { isLocked = true }
            visitEdges(of: slot) { if edges.flags($0).contains(.locked) { isLocked = true } }
        }
        visit(slot)
        visitDescendants(of: slot, visit)
        return !isLocked
    }
}

extension MergeConflict {
    /// The id of a side's element, if both sides inserted this id and one of them was renamed.
    public func id(on side: Side, _ renamed: Identifier) -> Identifier? {
        (side == .theirs) == isTheirs ? node ?? edge : renamed
    }
}
