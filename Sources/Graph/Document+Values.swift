import Storage
import Values
import Wire

// The values that nodes compute, in step with the document where they are asked for.

extension Document {
    /// Brings the values in step, before questions about them.
    ///
    /// - Complexity: O(descendants of changed nodes, and their edges); everything the first time and after a change of
    ///   types; O(types) in a document that computes nothing.
    public mutating func updateValues() {
        let isCurrent = storage.value.evaluation?.isCurrent
        if isCurrent ?? !types.values.contains(where: { $0.computation != nil }) { return }
        storage.value.updateValues()
    }

    /// Returns the value of a node, as of the last `updateValues`; nil if its type computes nothing.
    public func value(_ slot: Node.Slot) -> NodeValue? { storage.value.evaluation?.values[slot] }

    /// Starts or stops the recording of changed values.
    public mutating func keepValueChanges(_ isWanted: Bool) {
        if isWanted && storage.value.evaluation == nil { storage.value.evaluation = Evaluation() }
        updateValues()
        storage.value.evaluation?.keepChanges(isWanted)
    }

    /// The values that changed since the last call, or since the recording began: in document order, nil for nodes
    /// that no longer have one, removed nodes last.
    ///
    /// - Complexity: O(*n* log *n*) in the changed values, plus the cost of `updateValues`.
    public mutating func takeValueChanges() -> [(id: Identifier, value: NodeValue?)] {
        updateValues()
        guard let evaluation = storage.value.evaluation, let changes = evaluation.changes, !changes.isEmpty else {
            return []
        }
        let changed = changes.changed(evaluation.values, ValueGraph(storage.value))
        storage.value.evaluation?.keepChanges(true)
        return changed
    }

    /// Returns the nodes with changed values since the last call; from now on such nodes are recorded or not.
    public mutating func takePassingValues(keeping isWanted: Bool) -> [Node.Slot] {
        if storage.value.evaluation == nil { return [] }
        updateValues()
        return storage.value.evaluation?.takePassing(keeping: isWanted) ?? []
    }

    /// Returns the reason why the value of a source does not fit a target whose data type names a kind of values; nil
    /// if it fits.
    func valueProblem(from source: Node.Slot, _ handle: Symbol, to target: Handle) -> String? {
        let kinds = target.dataTypes.compactMap { Value.Kind(rawValue: $0.string) }
        guard !kinds.isEmpty, !target.dataTypes.contains(DataTypes.any),
            let outcome = storage.value.outcome(source, handle)
        else { return nil }
        switch outcome {
        case .success(let value):
            let wanted = kinds.map { "\"\($0)\"" }.joined(separator: " or ")
            return kinds.contains(value.kind) ? nil : "a \(value.kind) does not fit a \(wanted)"
        case .failure(let error): return "the source has no value, but an error: \(error.code)"
        }
    }
}

extension DocumentStorage {
    fileprivate mutating func updateValues() {
        if evaluation == nil { evaluation = Evaluation() }
        let graph = ValueGraph(self)
        evaluation?.update(graph)
    }

    fileprivate func outcome(_ slot: Node.Slot, _ handle: Symbol) -> Outcome? {
        guard let evaluation else { return nil }
        var bindings = evaluation.bindings
        guard let output = bindings.binding(of: slot, ValueGraph(self))?.output(handle) else { return nil }
        return evaluation.values[slot]?.outcome(output)
    }

    /// Marks a node whose value may have changed, and the following nodes if its handles may have.
    mutating func noteValues(of slot: Node.Slot, andAfter: Bool = false) {
        if evaluation == nil { return }
        evaluation?.note(slot)
        var next = andAfter ? nodes.firstOut(slot) : nil
        while let edge = next {
            evaluation?.note(edges.ends(edge).target)
            next = edges.nextOut(edge)
        }
    }

    /// Drops the value of a node that is removed.
    mutating func dropValue(of slot: Node.Slot) {
        if evaluation == nil { return }
        let id = arena.text(nodes.rows[slot].text).withID { Identifier(utf8: $0) }
        evaluation?.remove(slot, id)
    }
}

extension Document {
    /// The value at a path in a node's data.
    ///
    /// - Complexity: O(the bytes of the node).
    public func dataValue(of slot: Node.Slot, at path: some Sequence<JSONString>) -> Outcome {
        withNodeMembers(slot) { Value.read(path, inDataOf: $0) }
    }
}

extension ValueGraph {
    convenience init(_ storage: DocumentStorage) {
        self.init(storage.nodes, storage.edges, storage.arena, storage.catalog, storage.types)
    }
}
