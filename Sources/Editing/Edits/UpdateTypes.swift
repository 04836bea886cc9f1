import Graph
import Storage
import Wire

extension Transaction {
    /// Changes the descriptions of node types by a merge patch.
    ///
    /// Edges that name a handle their node loses by it are removed.
    ///
    /// - Throws: `invalidValue`, `locked` (an edge that would be removed).
    /// - Complexity: O(the nodes of the document) if a type changes.
    public mutating func updateTypes(_ patch: JSONObject) throws(EditError) {
        let before = document.content["types"]
        let after = (before ?? .null).merging(.object(patch))
        guard case .object(let types) = after, !(before == nil && types.isEmpty), before != after else { return }
        for member in patch.members {
            if let value = types[member.name] { try check(value, named: member.name.description) }
        }
        try setTypes(after, changing: patch)
    }

    /// Adds types that the document lacks; the caller has checked them.
    ///
    /// - Throws: `locked` (an edge that would be removed).
    mutating func addTypes(_ added: JSONObject) throws(EditError) {
        var types = document.content["types"]?.objectValue ?? [:]
        for member in added.members { types[member.name] = member.value }
        try setTypes(.object(types), changing: added)
    }

    private mutating func setTypes(_ after: JSON, changing names: JSONObject) throws(EditError) {
        var changed: Set<Symbol> = []
        for member in names.members {
            if let symbol = document.symbols.find(Identifier(member.name.description)) { changed.insert(symbol) }
        }
        var former: [HandleList: [Handle]] = [:]
        var affected: [(slot: Node.Slot, list: HandleList)] = []
        var next = document.nodes.order.first
        while let slot = next {
            if let type = document.nodes.type(slot), changed.contains(type) {
                let list = document.handleList(slot)
                if former[list] == nil { former[list] = document.handles(slot) }
                affected.append((slot, list))
            }
            next = document.nodes.order.next(slot)
        }
        setMember("types", to: after)
        for (slot, list) in affected where document.handleList(slot) != list {
            try removeEdges(of: slot, whoseHandlesWere: former[list] ?? [])
        }
    }

    private func check(_ type: JSON, named name: String) throws(EditError) {
        guard case .object(let object) = type else {
            throw .invalid("a type is described by an object", path: ["patch", name])
        }
        if let problem = object.problemAsNodeType() {
            throw .invalid(problem.message, path: ["patch", name] + problem.path)
        }
    }
}
