import Host
import Wire

/// The numbers of elements that a difference adds, removes, changes and moves, of each kind and type.
struct DifferenceCounts {
    /// The types of the elements that differ, as they were before, by id.
    typealias Types = (nodes: [JSONString: String], edges: [JSONString: String])

    /// The number of elements by their change. Each counts once.
    struct Count: Equatable {
        var added = 0
        var removed = 0
        var changed = 0
        /// The number of elements that differ only in position or order.
        var moved = 0

        fileprivate var members: [(name: String, count: Int)] {
            [("added", added), ("removed", removed), ("changed", changed), ("moved", moved)]
        }

        fileprivate var words: String {
            members.filter { $0.count > 0 }.map { "\($0.count) \($0.name)" }.joined(separator: ", ")
        }

        fileprivate var json: JSONObject {
            JSONObject(distinct: members.map { .init(name: JSONString($0.name), value: .number($0.count)) })
        }
    }

    private var kinds: [(name: String, total: Count, types: [String: Count])] = []
    /// The numbers of settings, types and other members of the document that differ.
    private var members: [(name: String, count: Int)] = []

    /// - Complexity: O(the difference).
    init(_ difference: Difference, types: Types) {
        kinds = [
            DifferenceCounts.counted("nodes", difference.nodes, types.nodes),
            DifferenceCounts.counted("edges", difference.edges, types.edges),
        ]
        members = [("settings", "settings"), ("types", "types"), ("document", "content")].map { name, member in
            let parts = difference.members(member)
            let (set, gone) = Difference.members(of: parts)
            let whole = parts.last.map { $0["whole"]?.objectValue?.count ?? ($0 == .null ? 1 : 0) } ?? 0
            return (name, max(set.count + gone.count, whole))
        }
    }

    private static func counted(
        _ name: String, _ elements: Difference.Elements, _ types: [JSONString: String]
    ) -> (String, Count, [String: Count]) {
        var byType: [String: Count] = [:]
        var seen: Set<JSONString> = []
        func count(_ type: String?, _ member: WritableKeyPath<Count, Int>) {
            byType[type ?? "default", default: Count()][keyPath: member] += 1
        }
        for (id, parts) in elements.changed {
            seen.insert(id)
            guard let last = parts.last, last != .null else {
                count(types[id], \.removed)
                continue
            }
            if let whole = last["whole"], types[id] == nil {
                count(whole["type"]?.stringValue, \.added)
                continue
            }
            let (set, gone) = Difference.members(of: parts)
            let names = set.members.map(\.name) + gone
            let isMoved = last["whole"] == nil && names.allSatisfy { $0 == "position" }
            count(types[id], isMoved ? \.moved : \.changed)
        }
        for (id, _) in elements.placed where seen.insert(id).inserted { count(types[id], \.moved) }
        var total = Count()
        for count in byType.values {
            total.added += count.added
            total.removed += count.removed
            total.changed += count.changed
            total.moved += count.moved
        }
        return (name, total, byType)
    }

    /// A line for each kind, each followed by a line for each type, and for the members of the document.
    var lines: [String] {
        var lines: [String] = []
        for (name, total, types) in kinds where total != Count() {
            lines.append("\(name): \(total.words)")
            for (type, count) in types.sorted(by: { $0.key < $1.key }) { lines.append("  \(type): \(count.words)") }
        }
        return lines + members.filter { $0.count > 0 }.map { "\($0.name): \($0.count) changed" }
    }

    /// The same as an object.
    var report: JSONObject {
        var object = JSONObject()
        for (name, total, types) in kinds {
            var count = total.json
            let entries = types.sorted { $0.key < $1.key }.map { type, count in
                JSONObject.Member(name: JSONString(type), value: .object(count.json))
            }
            count["byType"] = .object(JSONObject(distinct: entries))
            object[name] = .object(count)
        }
        for (name, count) in members { object[name] = .number(count) }
        return object
    }
}

extension Conversation {
    /// Returns the types of a difference's elements in a document, which lacks the added ones.
    ///
    /// - Complexity: O(the document).
    mutating func types(of document: String, in difference: Difference) throws(CommandError) -> DifferenceCounts.Types {
        let nodes = Set(difference.nodes.changed.map(\.id) + difference.nodes.placed.map(\.id))
        let edges = Set(difference.edges.changed.map(\.id) + difference.edges.placed.map(\.id))
        func types(_ elements: JSON?, _ wanted: Set<JSONString>, into types: inout [JSONString: String]) {
            for element in elements?.arrayValue ?? [] {
                guard case .string(let id)? = element["id"], wanted.contains(id) else { continue }
                types[id] = element["type"]?.stringValue ?? "default"
            }
        }
        var found: DifferenceCounts.Types = ([:], [:])
        var after: JSON?
        repeat {
            var params: JSONObject = ["document": .string(document), "limit": 10_000]
            params["after"] = after
            let page = try call("document/read", params)
            types(page["nodes"], nodes, into: &found.nodes)
            types(page["edges"], edges, into: &found.edges)
            after = page["next"]
        } while after != nil
        return found
    }
}
