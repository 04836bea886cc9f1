import Schemas
import Storage
import Wire

/// Something in a document that its rules or settings would not let an edit do, found after the fact.
public struct Diagnostic: Sendable {
    /// How bad it is: only errors are against a rule.
    public enum Severity: String, CaseIterable, Sendable { case error, warning, information }

    /// How bad it is.
    public var severity: Severity
    /// The name of an error, or `connection.` and the rule an edge is against.
    public var code: String
    /// The nodes concerned.
    public var nodes: [Node.ID] = []
    /// The edges concerned.
    public var edges: [Edge.ID] = []
    /// A JSON Pointer to what is wrong: in the data of the node, else in the document.
    public var path: String?
    /// Where in the text at `path`, in Unicode scalars.
    public var at: Int?
    /// One sentence for people.
    public var message: String
    /// Each of them alone fixes it, and none is refused.
    public var fixes: [Fix] = []

    /// An edit that fixes what is wrong.
    public enum Fix: Sendable, Equatable {
        /// Removes a member of a node.
        case removeNodeMember(Node.ID, String)
        /// Removes a member of an edge.
        case removeEdgeMember(Edge.ID, String)
        /// Removes edges.
        case removeEdges([Edge.ID])
        /// Removes a setting, which restores its default.
        case removeSetting(JSONString)
        /// Removes the description of a node type.
        case removeType(JSONString)
        /// Removes the description of a data type.
        case removeDataType(JSONString)
        /// Sets `allowCycles` to true.
        case allowCycles
    }
}

extension Document {
    /// Everything in the document that is against its rules, in the order of the elements: edges that came by opening,
    /// import or undo, rules that were tightened later, members that are not what they should be.
    ///
    /// - Complexity: O(nodes + edges), however many edges end on one node.
    public func diagnostics() -> [Diagnostic] {
        let ends = LockedEnds(self)
        var found = contentDiagnostics(ends) + expressionDiagnostics() + schemaDiagnostics()
        var check = DataChecks()
        for slot in nodeSlots {
            found += nodeDiagnostics(slot, ends)
            found += check.diagnostics(slot, self)
        }
        found += check.unfinished
        let census = EdgeCensus(self)
        for slot in edgeSlots { found += edgeDiagnostics(slot, census) }
        if !settings.allowCycles { found += cycleDiagnostics() }
        return found + valueCycleDiagnostics() + unshownDiagnostics()
    }

    /// What is impossible in the settings and the types, each with its place in the content.
    public var contentProblems: [(path: [String], message: String)] {
        settingsProblems + problems(of: "types", .nodeType, "a type")
            + problems(of: "dataTypes", .dataType, "a data type")
    }

    private var settingsProblems: [(path: [String], message: String)] {
        guard let json = content["settings"] else { return [] }
        guard case .object(let object) = json else { return [(["settings"], "settings are an object")] }
        return object.members.compactMap { member in
            Setting.problem(in: JSONObject([member])).map { (["settings", $0.name], $0.message) }
        }
    }

    /// What is impossible in the entries of a member of the document.
    private func problems(
        of name: String, _ schema: ElementSchema, _ what: String
    ) -> [(path: [String], message: String)] {
        guard let json = content[name] else { return [] }
        guard case .object(let object) = json else { return [([name], "\(name) are an object")] }
        return object.members.compactMap { member in
            let path = [name, member.name.description]
            guard case .object(let entry) = member.value else { return (path, "\(what) is an object") }
            return schema.problem(in: entry).map { (path + $0.path, $0.message) }
        }
    }

    /// Each with the edit that takes out the one setting or type, if no locked element is in its way.
    private func contentDiagnostics(_ ends: LockedEnds) -> [Diagnostic] {
        contentProblems.map { path, message in
            var diagnostic = Diagnostic(
                severity: .warning, code: "invalidValue", message: "\(path.joined(separator: "/")): \(message)")
            guard path.count > 1 else { return diagnostic }
            let name = JSONString(path[1])
            if path[0] == "settings" {
                diagnostic.fixes = [.removeSetting(name)]
            } else if path[0] == "dataTypes" {
                diagnostic.fixes = [.removeDataType(name)]
            } else if !ends.keep(type: symbols.find(Identifier(path[1]))) {
                diagnostic.fixes = [.removeType(name)]
            }
            return diagnostic
        }
    }

    /// What changes the look of elements in React Flow and not here, one entry a kind of member.
    private func unshownDiagnostics() -> [Diagnostic] {
        UnshownMembers(of: self).kinds.map { kind in
            Diagnostic(
                severity: .information, code: "notShown", nodes: kind.isNode ? kind.ids : [],
                edges: kind.isNode ? [] : kind.ids, message: kind.message)
        }
    }

    private func nodeDiagnostics(_ slot: Node.Slot, _ ends: LockedEnds) -> [Diagnostic] {
        let id = nodeID(slot)
        let isLocked = nodes.flags(slot).contains(.locked)
        var found = withNodeMembers(slot) { members in
            Document.memberDiagnostics(members, .node) { name in
                isLocked || ends.keep(name, of: slot) ? nil : .removeNodeMember(id, name)
            }
        }
        for index in found.indices { found[index].nodes = [id] }
        if nodes.flags(slot).contains(.unplaced) {
            found.append(
                Diagnostic(
                    severity: .information, code: "unplaced", nodes: [id],
                    message: "node \"\(id)\" has no position: it is not drawn"))
        }
        return found
    }

    private func edgeDiagnostics(_ slot: Edge.Slot, _ census: EdgeCensus) -> [Diagnostic] {
        let edge = edge(at: slot)
        let isLocked = edges.flags(slot).contains(.locked)
        var found = withEdgeMembers(slot) { members in
            Document.memberDiagnostics(members, .edge) { name in
                isLocked ? nil : .removeEdgeMember(edge.id, name)
            }
        }
        for index in found.indices { found[index].edges = [edge.id] }
        guard let refusal = storedRefusal(slot, edge, census) else { return found }
        found.append(
            Diagnostic(
                severity: .error, code: "connection." + refusal.reason.rawValue, nodes: refusal.nodes,
                edges: [edge.id] + refusal.edges, message: "edge \"\(edge.id)\": \(refusal.message)",
                fixes: isLocked ? [] : [.removeEdges([edge.id])]))
        return found
    }

    /// Why the gate would refuse an edge that stands, the census asked for what depends on other edges.
    private func storedRefusal(
        _ slot: Edge.Slot, _ edge: Edge, _ census: EdgeCensus
    ) -> ConnectionRefusal? {
        let proposal = ConnectionProposal(edge, replacing: edge.id)
        // Locks bind edits, not stored edges; cycles are found all at once.
        let refusal = refusal(of: proposal, ignoring: [.locked, .cycle, .duplicate, .limit])
        if let refusal, ![.dataType, .nodeType, .valueType].contains(refusal.reason) { return refusal }
        if !settings.allowDuplicates, let first = census.firstDuplicate(of: slot, in: self) {
            // The first of the edges that join the same handles is allowed.
            if first == slot { return nil }
            let id = edgeID(first)
            return ConnectionRefusal(reason: .duplicate, message: "edge \"\(id)\" joins the same handles", edges: [id])
        }
        if census.isOverLimit(slot, in: self) {
            return self.refusal(of: proposal, ignoring: [.locked, .cycle, .duplicate], isStored: true).map { refusal in
                var refusal = refusal
                refusal.edges = Array(refusal.edges.prefix(EdgeCensus.mostOthers))
                return refusal
            }
        }
        return refusal
    }

    private static func memberDiagnostics(
        _ members: UnsafeBufferPointer<UInt8>, _ schema: ElementSchema,
        fix: (String) -> Diagnostic.Fix?
    ) -> [Diagnostic] {
        var found: [Diagnostic] = []
        JSONMembers.visit(members) { name, value in
            // A position without x and y is none, which is said of the node.
            if name == "position", value.first == UInt8(ascii: "{") { return }
            do throws(ShapeError) {
                try schema.check(name, JSONCursor(value))
            } catch {
                found.append(
                    Diagnostic(
                        severity: .warning, code: "invalidValue",
                        message: "\(error.steps.joined(separator: "/")): \(error.message)",
                        fixes: fix(name.description).map { [$0] } ?? []))
            }
        }
        return found
    }

    private func cycleDiagnostics() -> [Diagnostic] {
        cycles().map { component in
            let members = Set(component)
            var inside: [Edge.Slot] = []
            for slot in component {
                var next = nodes.firstOut(slot)
                while let edge = next {
                    if members.contains(edges.ends(edge).target) && edges.ends(edge).target != slot {
                        inside.append(edge)
                    }
                    next = edges.nextOut(edge)
                }
            }
            inside.sort { edges.order.key($0) < edges.order.key($1) }
            let closing = edgesClosingCycles(among: component)
            let isLocked = closing.contains { edges.flags($0).contains(.locked) }
            return Diagnostic(
                severity: .error, code: "connection.cycle", nodes: component.map { nodeID($0) },
                edges: inside.map { edgeID($0) },
                message: "\(component.count) nodes lead to each other, and cycles are not allowed",
                fixes: (isLocked ? [] : [.removeEdges(closing.map { edgeID($0) })]) + [.allowCycles])
        }
    }
}

/// The nodes on which locked edges end: such an edge keeps the handles that its nodes have.
private struct LockedEnds {
    private var nodes: Set<Node.Slot> = []
    private var types: Set<Symbol> = []

    init(_ document: Document) {
        for edge in document.edgeSlots where document.edges.flags(edge).contains(.locked) {
            let ends = document.edges.ends(edge)
            for node in [ends.source, ends.target] {
                nodes.insert(node)
                if let type = document.nodes.type(node) { types.insert(type) }
            }
        }
    }

    /// Whether a member of a node may not be removed.
    func keep(_ member: String, of node: Node.Slot) -> Bool { member == "handles" && nodes.contains(node) }

    /// Whether a type may not be removed.
    func keep(type: Symbol?) -> Bool { type.map { types.contains($0) } ?? false }
}
