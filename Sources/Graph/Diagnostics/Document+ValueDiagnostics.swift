import Storage
import Wire

// What is wrong with expressions and with what they compute.

extension Document {
    /// Wrong expressions, in the order of the types: unreadable ones, then names of handles that the type or its nodes
    /// do not have.
    func expressionDiagnostics() -> [Diagnostic] {
        if !types.values.contains(where: { $0.computation != nil }) { return [] }
        guard case .object(let object)? = content["types"] else { return [] }
        let unknown = UnknownNames(self)
        return object.members.flatMap { member -> [Diagnostic] in
            let name = Identifier(member.name.description)
            guard let symbol = symbols.find(name), let computation = types[symbol]?.computation else { return [] }
            return computation.outputs.enumerated().flatMap { index, output -> [Diagnostic] in
                let path = Document.pointer(to: name, output)
                let subject = ["types", name.string, "computed"] + (output.handle.map { [$0.string] } ?? [])
                guard case .failure(let error) = output.expression else {
                    return unknown.diagnostics(symbol, output: index, subject, path)
                }
                return [
                    Diagnostic(
                        .error, "expression", of: subject, path: path, at: error.position,
                        message: "type \"\(name)\": \(error.message)")
                ]
            }
        }
    }

    private static func pointer(to type: Identifier, _ output: Computation.Output) -> String {
        let handle = output.handle.map { "/" + JSONPointer.escaped($0.string) } ?? ""
        return "/types/\(JSONPointer.escaped(type.string))/computed\(handle)"
    }

    /// Returns true if an expression of one of these nodes names a handle that is not there.
    func hasUnknownNames(_ slots: Set<Node.Slot>) -> Bool {
        if !types.values.contains(where: { $0.computation != nil }) { return false }
        let graph = ValueGraph(storage.value)
        var bindings = ValueBindings()
        return slots.contains {
            nodes.isAlive($0) && bindings.binding(of: $0, graph)?.unknown.isEmpty == false
        }
    }

    /// Is true if computed nodes wait for each other, as of the last `updateValues`.
    var hasValueCycles: Bool { storage.value.evaluation?.hasCycles == true }

    /// The sets of computed nodes that wait for each other, as of the last `updateValues`.
    func valueCycleDiagnostics() -> [Diagnostic] {
        guard hasValueCycles, let evaluation = storage.value.evaluation else { return [] }
        let graph = ValueGraph(storage.value)
        var bindings = evaluation
        var search = ComponentSearch(nodes, edges)
        for slot in nodeSlots where evaluation.values[slot]?.isCycle == true {
            search.visit(from: slot) { bindings.carriesValue($0, graph) }
        }
        let cycles = search.components.map { search.nodes(of: $0).sorted { nodes.order.key($0) < nodes.order.key($1) } }
            .filter { $0.count > 1 || search.isLoop($0[0]) }
        return cycles.sorted { nodes.order.key($0[0]) < nodes.order.key($1[0]) }.map { cycle in
            Diagnostic(
                .error, "cycle", of: ["nodes", nodeID(cycle[0]).string], nodes: cycle.map { nodeID($0) },
                message: cycle.count == 1
                    ? "node \"\(nodeID(cycle[0]))\" waits for its own value"
                    : "\(cycle.count) nodes wait for each other's values",
                fixes: valueCycleFix(cycle))
        }
    }

    /// Removes the edges that close the cycle, unless one of them is locked.
    private func valueCycleFix(_ cycle: [Node.Slot]) -> [Diagnostic.Fix] {
        var closing = edgesClosingCycles(among: cycle)
        for slot in cycle {
            visitEdges(of: slot) { if edges.ends($0).source == edges.ends($0).target { closing.append($0) } }
        }
        if closing.contains(where: { edges.flags($0).contains(.locked) }) { return [] }
        return [.removeEdges(closing.map { edgeID($0) })]
    }
}

/// The names in expressions that no handle has, by type, with the nodes they are missing at.
private struct UnknownNames {
    private struct Key: Hashable {
        let type: Symbol
        let output: Int
        let name: String
    }

    private struct Entry {
        let name: String
        let position: Int
        var nodes: [Node.ID] = []
    }

    private var entries: [Key: Entry] = [:]
    private var order: [Key] = []

    /// - Complexity: O(*n*) in the nodes, and in the names unknown at each.
    init(_ document: Document) {
        let graph = ValueGraph(document.storage.value)
        var bindings = ValueBindings()
        for (type, list) in document.typeHandles.sorted(by: { $0.key < $1.key }) {
            for unknown in bindings.binding(ofType: type, list, graph)?.unknown ?? [] { note(unknown, type, nil) }
        }
        for slot in document.nodeSlots {
            guard let type = document.nodes.type(slot), let binding = bindings.binding(of: slot, graph) else {
                continue
            }
            for unknown in binding.unknown { note(unknown, type, document.nodeID(slot)) }
        }
    }

    private mutating func note(_ unknown: ValueBinding.Unknown, _ type: Symbol, _ node: Node.ID?) {
        let key = Key(type: type, output: unknown.output, name: unknown.name)
        if entries[key] == nil {
            entries[key] = Entry(name: unknown.name, position: unknown.position)
            order.append(key)
        }
        if let node, entries[key]?.nodes.count ?? 0 < Limits.unshownElements { entries[key]?.nodes.append(node) }
    }

    func diagnostics(_ type: Symbol, output: Int, _ subject: [String], _ path: String) -> [Diagnostic] {
        let found = order.filter { $0.type == type && $0.output == output }.compactMap { entries[$0] }
        return found.sorted { $0.position < $1.position }.map { entry in
            Diagnostic(
                .error, "expression", of: subject + [entry.name], nodes: entry.nodes, path: path, at: entry.position,
                message: "there is no target handle \"\(entry.name)\"")
        }
    }
}
