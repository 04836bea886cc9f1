import Values
import Wire

// What is wrong with a dialog, whatever its conditions say.

extension Document {
    /// Returns the nodes that dialogs do not reach, and the texts with unset variables.
    ///
    /// - Complexity: O(*n*) in the nodes, their edges and their data.
    func dialogDiagnostics() -> [Diagnostic] {
        guard hasDialogRoles, let exploration = exploreDialog() else { return [] }
        let unreachable = exploration.unreached.map { slot in
            let id = nodeID(slot)
            return Diagnostic(.warning, "unreachable", node: id, message: "nothing leads to node \"\(id)\"")
        }
        let deadEnds = exploration.deadEnds.map { slot in
            let id = nodeID(slot)
            return Diagnostic(
                .warning, "deadEnd", node: id, message: "node \"\(id)\" has an exit that leads nowhere")
        }
        return unreachable + deadEnds + unsetDiagnostics(exploration.reached)
    }

    /// The variables that texts of these nodes say and that no action and no input sets.
    private func unsetDiagnostics(_ slots: [Node.Slot]) -> [Diagnostic] {
        let said = slots.flatMap { slot in variablesSaid(at: slot).map { (slot, $0.name, $0.path) } }
        if said.isEmpty { return [] }
        let set = nodeSlots.reduce(into: Set<String>()) { $0.formUnion(variablesSet(at: $1)) }
        return said.filter { !set.contains($0.1) }.map { slot, name, path in
            let id = nodeID(slot)
            return Diagnostic(
                .warning, "unsetVariable", node: id, [name], path: path,
                message: "node \"\(id)\" says the variable \"\(name)\", which no action and no input sets")
        }
    }

    /// The variables in the dialog texts of a node's data, each once, with the path of the text.
    private func variablesSaid(at slot: Node.Slot) -> [(name: String, path: String?)] {
        let role = dialogRole(slot)
        let content = dialogContent(of: slot)
        if role == .condition || role == .action || role == .start && content.textPath == nil { return [] }
        var texts: [(text: String, path: String?)] = []
        if let text = content.text, let path = content.textPath { texts.append((text, path)) }
        texts += dialogItems(of: slot).compactMap { item in item.handle.label.map { ($0, nil) } }
        var found: [(name: String, path: String?)] = []
        for (text, path) in texts {
            for name in Template(text).variables where !found.contains(where: { $0.name == name }) {
                found.append((name, path))
            }
        }
        return found
    }

    /// The variables that a run sets at a node.
    private func variablesSet(at slot: Node.Slot) -> [String] {
        let content = dialogContent(of: slot)
        guard dialogRole(slot) == .action else {
            if case .string(let name)? = content.input { return [name.description] }
            return []
        }
        guard case .array(let actions)? = content.actions else { return [] }
        return actions.compactMap { action in
            guard case .string(let text) = action else { return nil }
            return (try? Assignment(text.description))?.name
        }
    }
}

extension Template {
    /// The names in its expressions, except data, in order of appearance.
    fileprivate var variables: [String] {
        parts.flatMap { part -> [String] in
            guard case .expression(let expression?, _) = part else { return [] }
            return expression.references.compactMap { reference in
                guard case .path(let path) = reference.kind, path.first != "data" else { return nil }
                return path.first?.string
            }
        }
    }
}
