import Formats
import Wire

/// The limits of an outline.
enum OutlinePart {
    static let (depths, depth) = (1...100, 1)
    static let (budgets, budget) = (200...200_000, 8_000)
    /// The least number of characters for a node in an outline, so that only nodes that may fit are examined.
    static let nodeCharacters = 8
    /// The greatest number of nodes that `document/find` returns at once.
    static let mostNodes = 10_000
    /// The greatest number of characters of a label.
    static let labelCharacters = 120
    /// Outlines that are too long are written with fewer nodes, at most so often.
    static let tries = 6
}

extension AgentSession {
    /// Returns a graph, or a part of it, as Mermaid.
    mutating func outline(_ arguments: ToolArguments) throws(ToolError) -> ToolResult {
        let document = try document(arguments)
        let depth = try arguments.integer("depth", in: OutlinePart.depths) ?? OutlinePart.depth
        let budget = try arguments.integer("budget", in: OutlinePart.budgets) ?? OutlinePart.budget
        let around = try arguments.strings("around")
        let (text, parts) = try outline(of: document.name, around: around, depth: depth, budget: budget)
        return ToolResult(text: text, parts)
    }

    /// The outline within a number of characters, with its omissions.
    mutating func outline(
        of document: String, around: [String]?, depth: Int, budget: Int
    ) throws(ToolError) -> (text: String, parts: JSONObject) {
        let entry = try entry(of: document)
        let (nodes, edges) = (entry["nodes"]?.integerValue ?? 0, entry["edges"]?.integerValue ?? 0)
        var ids = try nodesToShow(document, around, depth, atMost: budget / OutlinePart.nodeCharacters)
        var shown = ids.count
        let fragment = try fragment(of: document, ids)
        for _ in 0..<OutlinePart.tries {
            let part = OutlineContent(fragment, ids)
            var text = try mermaid(part)
            let left = (nodes: nodes - part.nodeCount, edges: edges - part.edgeCount)
            if left.nodes > 0 || left.edges > 0 {
                text += "%% left out: \(left.nodes) nodes, \(left.edges) edges\n"
            }
            if text.count <= budget || shown <= 1 {
                let parts: JSONObject = [
                    "document": .string(document), "revision": entry["revision"] ?? 0, "mermaid": .string(text),
                    "nodes": .number(part.nodeCount), "edges": .number(part.edgeCount),
                    "leftOut": ["nodes": .number(left.nodes), "edges": .number(left.edges)],
                ]
                return (text, parts)
            }
            shown = max(1, min(shown * 9 / 10, shown * budget / text.count * 9 / 10))
            ids = Array(ids.prefix(shown))
        }
        throw ToolError("the outline does not fit into \(budget) characters: give a greater budget")
    }

    /// The nodes with the edges among them, as `document/copy` returns them.
    private mutating func fragment(of document: String, _ ids: [String]) throws(ToolError) -> JSON {
        do throws(ToolError) {
            let nodes = JSON.array(ids.map { .string($0) })
            return try call("document/copy", ["document": .string(document), "nodes": nodes])["fragment"] ?? [:]
        } catch {
            // A graph may be empty, or have transient nodes alone.
            if error.details?["reason"] == "nothingThere" { return [:] }
            throw error
        }
    }

    /// The entry of a document in the list of open ones.
    mutating func entry(of document: String) throws(ToolError) -> JSON {
        let list = try call("document/list", [:])["documents"]?.arrayValue ?? []
        return list.first { $0["document"]?.stringValue == document } ?? [:]
    }

    /// The nodes around others, these first, or all, in the order of the document.
    private mutating func nodesToShow(
        _ document: String, _ around: [String]?, _ depth: Int, atMost limit: Int
    ) throws(ToolError) -> [String] {
        let most = max(1, min(limit, OutlinePart.mostNodes))
        var query: JSON = ["kind": "node"]
        if let around {
            guard (1...100).contains(around.count) else { throw ToolError("around has 1 to 100 ids") }
            query = ["any": .array(around.map { ["near": ["id": .string($0), "depth": .number(depth)]] })]
        }
        let found = try call("document/find", ["document": .string(document), "where": query, "limit": .number(most)])
        let others = (found["nodes"]?.arrayValue ?? []).compactMap(\.stringValue)
        guard let around else { return others }
        let first = Set(around)
        return around + others.filter { !first.contains($0) }
    }

    /// Writes the content as Mermaid, with the document's own ids in comments if Mermaid has none like them.
    private mutating func mermaid(_ part: OutlineContent) throws(ToolError) -> String {
        var params: JSONObject = ["content": part.content]
        // Names are unique among all that share a session.
        if !isShared { params["document"] = "outline" }
        let name = try call("document/create", params)["document"]?.stringValue ?? ""
        let written: JSON
        do throws(ToolError) {
            written = try call("document/export", ["document": .string(name), "format": "mermaid"])
        } catch {
            _ = try call("document/close", ["document": .string(name), "discard": true])
            throw error
        }
        _ = try call("document/close", ["document": .string(name), "discard": true])
        return (written["text"]?.stringValue ?? "") + part.comments
    }
}

/// A part of a graph as it is shown: labels, groups and edges, with ids that Mermaid reads.
private struct OutlineContent {
    private(set) var content: JSON = [:]
    private(set) var comments = ""
    private(set) var nodeCount = 0
    private(set) var edgeCount = 0

    /// - Parameters:
    ///   - copied: a fragment, with the contents of groups.
    ///   - ids: the nodes to show.
    /// - Complexity: O(*n*) in the elements.
    init(_ copied: JSON, _ ids: [String]) {
        let shown = Set(ids)
        let nodes = (copied["nodes"]?.arrayValue ?? []).filter {
            $0["id"]?.stringValue.map(shown.contains) ?? false
        }
        let edges = (copied["edges"]?.arrayValue ?? []).filter { edge in
            ["source", "target"].allSatisfy { edge[$0]?.stringValue.map(shown.contains) ?? false }
        }
        let names = rename(nodes)
        content = [
            "nodes": .array(nodes.map { OutlineContent.node($0, names) }),
            "edges": .array(edges.map { OutlineContent.edge($0, names) }),
        ]
        (nodeCount, edgeCount) = (nodes.count, edges.count)
        listTypes(nodes, names)
    }

    /// Names for nodes with ids that Mermaid does not accept.
    private mutating func rename(_ nodes: [JSON]) -> [String: String] {
        let ids = nodes.compactMap { $0["id"]?.stringValue }
        var taken = Set(ids)
        var names: [String: String] = [:]
        var count = 0
        for id in ids {
            if Format.isMermaidID(id) {
                names[id] = id
                continue
            }
            repeat { count += 1 } while taken.contains("x\(count)")
            names[id] = "x\(count)"
            taken.insert("x\(count)")
            comments += "%% x\(count) has the id \(JSON.string(id))\n"
        }
        return names
    }

    private mutating func listTypes(_ nodes: [JSON], _ names: [String: String]) {
        var types: [String] = []
        var members: [String: [String]] = [:]
        for node in nodes {
            guard let type = node["type"]?.stringValue, let id = node["id"]?.stringValue else { continue }
            if members[type] == nil { types.append(type) }
            members[type, default: []].append(names[id] ?? id)
        }
        for type in types {
            comments += "%% type \(JSON.string(type)): \(members[type, default: []].joined(separator: ", "))\n"
        }
    }

    private static func node(_ node: JSON, _ names: [String: String]) -> JSON {
        let id = node["id"]?.stringValue ?? ""
        var parts: JSONObject = ["id": .string(names[id] ?? id)]
        let places = [node["label"], node["data"]?["label"], node["data"]?["text"], node["data"]?["title"]]
        if let label = places.lazy.compactMap({ $0?.stringValue }).first {
            // What a dialog says stands beside what the node is called.
            let said = node["data"]?["text"]?.stringValue.flatMap { $0 == label ? nil : shortened($0) }
            parts["label"] = .string(said.map { "\(shortened(label)): \($0)" } ?? shortened(label))
        } else {
            parts["label"] = .string(id)
        }
        if let parent = (node["parentId"] ?? node["parentNode"])?.stringValue, let name = names[parent] {
            parts["parentId"] = .string(name)
        }
        if node["type"]?.stringValue == "group" { parts["type"] = "group" }
        // Positions say in which direction it is written.
        for name in ["shape", "position"] { parts[name] = node[name] }
        return .object(parts)
    }

    private static func edge(_ edge: JSON, _ names: [String: String]) -> JSON {
        let id = edge["id"]?.stringValue ?? ""
        func end(_ name: String) -> JSON {
            let node = edge[name]?.stringValue ?? ""
            return .string(names[node] ?? node)
        }
        let label = edge["label"]?.stringValue.map { "\(id): \(shortened($0))" } ?? id
        return ["id": .string(id), "source": end("source"), "target": end("target"), "label": .string(label)]
    }

    private static func shortened(_ label: String) -> String {
        label.count > OutlinePart.labelCharacters ? label.prefix(OutlinePart.labelCharacters) + "…" : label
    }
}
