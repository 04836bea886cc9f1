import Graph
import Storage
import Wire

extension Transaction {
    /// Changes the descriptions of node types by a merge patch.
    ///
    /// Edges that name a handle their node loses by it are removed.
    ///
    /// - Throws: `invalidValue`, `locked` (an edge that would be removed).
    /// - Complexity: O(the types), and O(the nodes of the document) if a change affects nodes.
    public mutating func updateTypes(_ patch: JSONObject) throws(EditError) {
        guard let after = try merged("types", patch, .nodeType, path: "patch") else { return }
        try setTypes(after)
    }

    /// Adds types that the document lacks; the caller has checked them.
    ///
    /// - Parameter keepsEdges: whether edges stay that name a handle their node loses by it.
    /// - Throws: `locked` (an edge that would be removed).
    mutating func addTypes(_ added: JSONObject, keepsEdges: Bool = false) throws(EditError) {
        if added.isEmpty { return }
        var types = document.content["types"]?.objectValue ?? [:]
        for member in added.members { types[member.name] = member.value }
        if keepsEdges { return setMember("types", to: .object(types)) }
        try setTypes(.object(types))
    }

    private mutating func setTypes(_ after: JSON) throws(EditError) {
        let change = MemberChange(name: "types", before: document.content["types"], after: after)
        guard case .nodes(let names) = change.holders, !names.isEmpty else { return setMember("types", to: after) }
        let changed = Set(names.compactMap { document.symbols.find($0) })
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

    /// Changes the descriptions of types of edges by a merge patch.
    ///
    /// - Throws: `invalidValue`.
    /// - Complexity: O(the edges of the document) if a type changes.
    public mutating func updateEdgeTypes(_ patch: JSONObject) throws(EditError) {
        guard let after = try merged("edgeTypes", patch, .edgeType, path: "edgeTypes") else { return }
        setMember("edgeTypes", to: after)
    }

    /// Adds types of edges that the document lacks; the caller has checked them.
    mutating func addEdgeTypes(_ added: JSONObject) {
        if added.isEmpty { return }
        var types = document.content["edgeTypes"]?.objectValue ?? [:]
        for member in added.members { types[member.name] = member.value }
        setMember("edgeTypes", to: .object(types))
    }

    /// Changes the descriptions of data types by a merge patch. Edges that no longer fit stay.
    ///
    /// - Throws: `invalidValue`.
    public mutating func updateDataTypes(_ patch: JSONObject) throws(EditError) {
        guard let after = try merged("dataTypes", patch, .dataType, path: "dataTypes") else { return }
        setMember("dataTypes", to: after)
    }

    /// A member of the document, an object of described entries, after a merge patch; nil if nothing changes.
    ///
    /// - Parameter path: the path of the patch in the parameters.
    private func merged(
        _ name: String, _ patch: JSONObject, _ schema: ElementSchema, path: String
    ) throws(EditError) -> JSON? {
        let before = document.content[name]
        let after = (before ?? .null).merging(.object(patch))
        guard case .object(let entries) = after, !(before == nil && entries.isEmpty), before != after else {
            return nil
        }
        if entries.count > max(Limits.types, before?.objectValue?.count ?? 0) {
            throw EditError(.limits, "at most \(Limits.types) entries of `\(name)` count")
        }
        for member in patch.members {
            guard let value = entries[member.name] else { continue }
            let path = [path, member.name.description]
            guard case .object(let entry) = value else {
                throw .invalid("a type is described by an object", path: path)
            }
            if let problem = schema.problem(in: entry) { throw .invalid(problem.message, path: path + problem.path) }
        }
        return after
    }
}
