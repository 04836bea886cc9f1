import Schemas
import Storage
import Wire

extension Document {
    /// Returns the problems of a node's data with the schema of its type; nothing if the type has none.
    ///
    /// Absent data count as `{}`.
    ///
    /// - Complexity: as `DataSchema.problems`.
    public func dataProblems(_ slot: Node.Slot) -> [DataProblem] {
        guard let schema = dataSchema(nodes.type(slot)) else { return [] }
        return withNodeMembers(slot) { Document.withData($0) { schema.problems(in: $0) } }
    }

    /// The problems of a new node that the node in a slot does not have; all of them without a slot.
    ///
    /// - Complexity: O(the texts of both) if type and data are equal, else as `DataSchema.problems`.
    func addedDataProblems(in node: Node, type: Identifier?, replacing slot: Node.Slot?) -> [DataProblem] {
        let type = type.flatMap { symbols.find($0) }
        guard let schema = dataSchema(type) else { return [] }
        return node.members.withUnsafeBufferPointer { members in
            Document.withData(members) { data in
                guard let slot else { return schema.problems(in: data) }
                let isSame = withNodeMembers(slot) { Document.withData($0) { $0.hasSameBytes(as: data) } }
                if isSame && nodes.type(slot) == type { return [] }
                let problems = schema.problems(in: data)
                return problems.isEmpty ? [] : problems.added(since: dataProblems(slot))
            }
        }
    }

    private func dataSchema(_ type: Symbol?) -> DataSchema? { type.flatMap { types[$0]?.schema } }

    /// Calls `body` with the text of `data` among the members of a node.
    fileprivate static func withData<Result>(
        _ members: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        var data: UnsafeBufferPointer<UInt8>?
        JSONMembers.visit(members) { name, value in if name == "data" { data = value } }
        if let data { return body(data) }
        return Array("{}".utf8).withUnsafeBufferPointer(body)
    }

    /// The unchecked keywords of schemas, each once for a type.
    func schemaDiagnostics() -> [Diagnostic] {
        guard case .object(let object)? = content["types"] else { return [] }
        return object.members.flatMap { member in
            let name = member.name.description
            guard let type = symbols.find(Identifier(name)), let schema = types[type]?.schema else {
                return [Diagnostic]()
            }
            return schema.notChecked.map { keyword, path in
                Diagnostic(
                    .information, "notChecked", of: ["types", name, "schema", path], path: path,
                    message: "types/\(name)/schema: the keyword \"\(keyword)\" is kept and not checked")
            }
        }
    }
}

/// The checks of the data of many nodes, which share a number of steps.
struct DataChecks {
    private var steps = 100 * DataSchema.mostSteps
    /// Is true if the steps were too few for all nodes.
    private(set) var isUnfinished = false

    /// Returns the problems of the data of one node.
    mutating func diagnostics(_ slot: Node.Slot, _ document: Document) -> [Diagnostic] {
        guard let type = document.nodes.type(slot), let schema = document.types[type]?.schema else { return [] }
        if steps <= 0 { return giveUp(at: document.nodeID(slot)) }
        let problems = document.withNodeMembers(slot) { members in
            Document.withData(members) { schema.problems(in: $0, steps: &steps) }
        }
        if problems.isEmpty { return [] }
        let id = document.nodeID(slot)
        var found: [String: Diagnostic] = [:]
        return problems.compactMap { problem in
            func diagnostic(_ more: [String]) -> Diagnostic {
                Diagnostic(
                    .warning, "invalidData", node: id, [problem.path, problem.code] + more, path: problem.path,
                    message: "node \"\(id)\": data\(problem.path) \(problem.message)")
            }
            // Two schemas may say the same of one value in different words.
            let isKnown = found[diagnostic([]).key].map { $0.message != diagnostic([]).message } ?? false
            let one = diagnostic(isKnown ? [problem.message] : [])
            return found.updateValue(one, forKey: one.key) == nil ? one : nil
        }
    }

    /// Reports once that the step budget ran out for this node and the following ones.
    private mutating func giveUp(at id: Node.ID) -> [Diagnostic] {
        if isUnfinished { return [] }
        isUnfinished = true
        return [
            Diagnostic(
                .information, "notChecked", of: ["data"], nodes: [id],
                message:
                    "the data of \"\(id)\" and of nodes after it are not checked: their schemas take too many steps")
        ]
    }
}
