import Storage
import Wire

// What is wrong with settings and types, and which conflicts of merges are open.

extension Document {
    /// The impossible values in the settings and the types, each with its place in the content.
    public var contentProblems: [(path: [String], message: String)] { contentProblems(atMost: .max) }

    /// The first of these.
    public var firstContentProblem: (path: [String], message: String)? { contentProblems(atMost: 1).first }

    /// The members with types, with the schema of an entry and its name for people.
    private static let described: [(name: String, schema: ElementSchema, what: String)] = [
        ("types", .nodeType, "a type"), ("edgeTypes", .edgeType, "a type of edges"),
        ("dataTypes", .dataType, "a data type"),
    ]

    private func contentProblems(atMost most: Int) -> [(path: [String], message: String)] {
        var found: [(path: [String], message: String)] = []
        func visit(
            _ name: String, _ entries: String, atMost count: Int = .max,
            _ problem: (JSONObject.Member) -> (path: [String], message: String)?
        ) {
            guard let json = content[name], found.count < most else { return }
            guard case .object(let object) = json else { return found.append(([name], entries)) }
            if object.count > count { found.append(([name], "only the first \(count) count")) }
            for member in object.members.prefix(count) where found.count < most {
                if let problem = problem(member) { found.append(([name] + problem.path, problem.message)) }
            }
        }
        visit("settings", "settings are an object") { member in
            Setting.problem(in: JSONObject([member])).map { ([$0.name], $0.message) }
        }
        for (name, schema, what) in Document.described {
            visit(name, "\(name) are an object", atMost: Limits.types) { member in
                let path = [member.name.description]
                guard case .object(let entry) = member.value else { return (path, "\(what) is an object") }
                return schema.problem(in: entry).map { (path + $0.path, $0.message) }
            }
        }
        return found
    }

    /// All problems of settings and types, in the order of the content, then unchecked keywords of type schemas, then
    /// the conflicts of merges.
    ///
    /// - Complexity: O(the content); O(nodes + edges) if a type is wrong, or an expression names a missing handle.
    func contentDiagnostics() -> [Diagnostic] {
        let problems = contentProblems
        let kept = problems.contains { $0.path.count > 1 && $0.path[0] == "types" } ? typesOfLockedEnds : []
        var found: [Diagnostic] = []
        for (path, message) in problems {
            found.add(
                Diagnostic(
                    .warning, "invalidValue", of: path, message: "\(path.joined(separator: "/")): \(message)",
                    fixes: fix(ofContentAt: path, kept)))
        }
        for diagnostic in nearMembersOfTypes() + expressionDiagnostics() + schemaDiagnostics() { found.add(diagnostic) }
        found += conflictDiagnostics()
        return graded(found)
    }

    /// Unknown members of types that differ by one slip of the keys from a known, absent one.
    private func nearMembersOfTypes() -> [Diagnostic] {
        var found: [Diagnostic] = []
        for (name, schema, _) in Document.described {
            let known = Set(schema.names)
            for entry in content[name]?.objectValue?.members.prefix(Limits.types) ?? [] {
                let members = entry.value.objectValue?.members.map(\.name.description) ?? []
                for member in members.filter({ !known.contains($0) }).prefix(Limits.unshownElements) {
                    guard let meant = NearName.oneSlip(from: member, among: schema.names), !members.contains(meant)
                    else { continue }
                    let path = [name, entry.name.description, member]
                    let message = "\(path.joined(separator: "/")): it is not known; did you mean `\(meant)`?"
                    found.append(Diagnostic(.information, "nearMember", of: path, message: message, fixes: []))
                }
            }
        }
        return found
    }

    /// The edit that removes one setting or type, unless a locked edge prevents it.
    private func fix(ofContentAt path: [String], _ kept: Set<Symbol>) -> [Diagnostic.Fix] {
        guard path.count > 1 else { return [] }
        let name = JSONString(path[1])
        if path[0] == "settings" { return [.removeSetting(name)] }
        if path[0] == "edgeTypes" { return [.removeEdgeType(name)] }
        if path[0] == "dataTypes" { return [.removeDataType(name)] }
        if let type = symbols.find(Identifier(path[1])), kept.contains(type) { return [] }
        return [.removeType(name)]
    }

    /// The types of the nodes on which locked edges end: such an edge protects the handles of its nodes.
    private var typesOfLockedEnds: Set<Symbol> {
        var types: Set<Symbol> = []
        for edge in edgeSlots where edges.flags(edge).contains(.locked) {
            let ends = edges.ends(edge)
            for node in [ends.source, ends.target] { if let type = nodes.type(node) { types.insert(type) } }
        }
        return types
    }
}
