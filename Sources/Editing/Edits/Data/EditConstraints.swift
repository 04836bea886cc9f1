import Graph
import Storage
import Wire

extension Transaction {
    /// Appends a constraint; one without an id gets one. An unknown kind is kept unchanged.
    ///
    /// - Returns: its id.
    /// - Throws: `invalidValue`, `duplicateId`, `noSuchNode`, `noSuchEdge`, `limits`.
    /// - Complexity: O(the constraints).
    public mutating func addConstraint(_ object: JSONObject) throws(EditError) -> Identifier {
        let constraint: Constraint
        do throws(ShapeError) {
            constraint = try Constraint(.object(object))
        } catch {
            throw .invalid(error.message, path: ["constraint"] + error.steps)
        }
        _ = try document.slots(nodes: constraint.nodes)
        _ = try document.slots(edges: constraint.edges)
        var entries = document.constraintEntries
        if entries.count >= Limits.constraints
            || constraint.nodes.count + constraint.edges.count > Limits.constraintElements
        {
            throw EditError(.limits, "too many constraints, or elements of one")
        }
        let taken = Set(entries.compactMap { $0["id"]?.stringValue })
        var added = object
        let id: String
        if let given = constraint.id?.string {
            if taken.contains(given) {
                throw EditError(.duplicateId, "there is a constraint \"\(given)\"", path: ["constraint", "id"])
            }
            id = given
        } else {
            let prefix = "constraint-" + (document.madeBy.map { "\($0)-" } ?? "")
            var number = entries.count + 1
            while taken.contains("\(prefix)\(number)") { number += 1 }
            id = "\(prefix)\(number)"
            added["id"] = .string(id)
        }
        entries.append(.object(added))
        setMember("constraints", to: .array(entries))
        return Identifier(id)
    }

    /// Removes constraints.
    ///
    /// - Throws: `invalidValue` (there is none with an id).
    /// - Complexity: O(the constraints).
    public mutating func removeConstraints(_ ids: [Identifier]) throws(EditError) {
        let entries = document.constraintEntries
        let taken = Set(entries.compactMap { $0["id"]?.stringValue })
        for (index, id) in ids.enumerated() where !taken.contains(id.string) {
            throw .invalid("there is no constraint \"\(id)\"", path: ["ids", "\(index)"])
        }
        let gone = Set(ids.map(\.string))
        let left = entries.filter { $0["id"]?.stringValue.map { !gone.contains($0) } ?? true }
        if left.count == entries.count { return }
        setMember("constraints", to: left.isEmpty ? nil : .array(left))
    }
}

extension Document {
    /// The constraints as stored, also invalid ones.
    fileprivate var constraintEntries: [JSON] {
        if case .array(let entries)? = content["constraints"] { entries } else { [] }
    }
}
