import Wire

/// Elements that an agent names only by their ids, with their kinds: an agent has one word for both.
struct NamedElements {
    private var nodes: Set<JSONString>
    private var edges: Set<JSONString>

    /// - Parameters:
    ///   - nodes: the ids of nodes that are there.
    ///   - edges: the ids of edges that are there.
    init(nodes: [JSON], edges: [JSON]) {
        (self.nodes, self.edges) = (NamedElements.strings(nodes), NamedElements.strings(edges))
    }

    /// Takes in the element that an edit makes.
    mutating func note(_ edit: JSON) {
        let params = edit["params"]
        switch edit["method"]?.stringValue {
        case "node/insert", "node/insertChild": if case .string(let id)? = params?["node"]?["id"] { nodes.insert(id) }
        case "edge/connect": if case .string(let id)? = params?["edge"]?["id"] { edges.insert(id) }
        case "group/create": if case .string(let id)? = params?["id"] { nodes.insert(id) }
        default: break
        }
    }

    /// Returns ids by the kinds of their elements; ids without an element count as nodes.
    ///
    /// - Throws: for the id of a node and an edge.
    func parted(_ ids: [JSON], _ place: String) throws(ToolError) -> (nodes: [JSON], edges: [JSON]) {
        var parts: (nodes: [JSON], edges: [JSON]) = ([], [])
        for id in ids {
            guard case .string(let name) = id, edges.contains(name) else {
                parts.nodes.append(id)
                continue
            }
            if nodes.contains(name) {
                throw ToolError(
                    "\(place): \(id) is a node and an edge: an edit with a method, as edge/update and element/remove, says which"
                )
            }
            parts.edges.append(id)
        }
        return parts
    }

    /// A list of ids; models also give one.
    static func list(_ json: JSON?) -> [JSON]? {
        json.map { $0.arrayValue ?? [$0] }
    }

    static func schema(_ doc: String) -> JSON {
        ["type": "array", "items": ["type": "string"], "description": .string(doc)]
    }

    private static func strings(_ ids: [JSON]) -> Set<JSONString> {
        Set(ids.compactMap { if case .string(let id) = $0 { id } else { nil } })
    }
}

extension AgentSession {
    /// Returns the kinds of the elements with these ids.
    mutating func elements(_ ids: [JSON], of document: AgentDocument) throws(ToolError) -> NamedElements {
        let ids = ids.filter { $0.stringValue != nil }
        func found(_ kind: String, _ session: inout AgentSession) throws(ToolError) -> [JSON] {
            if ids.isEmpty { return [] }
            do throws(ToolError) {
                _ = try session.call(
                    "document/read", ["document": .string(document.name), JSONString(kind): .array(ids)])
                return ids
            } catch {
                guard let missing = error.details?[kind]?.arrayValue else { throw error }
                let known = Set(missing.compactMap(\.stringValue))
                return ids.filter { !known.contains($0.stringValue ?? "") }
            }
        }
        return NamedElements(nodes: try found("nodes", &self), edges: try found("edges", &self))
    }
}
