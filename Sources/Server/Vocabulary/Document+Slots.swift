import Graph

extension Document {
    /// The slots of these nodes, or the error that names all that are missing.
    func slots(nodes ids: [Identifier]) throws(EditError) -> [Int32] {
        let slots = ids.map { node($0) }
        let missing = zip(ids, slots).filter { $0.1 < 0 }.map(\.0)
        if !missing.isEmpty { throw .noSuchNode(missing) }
        return slots
    }

    func slots(edges ids: [Identifier]) throws(EditError) -> [Int32] {
        let slots = ids.map { edge($0) }
        let missing = zip(ids, slots).filter { $0.1 < 0 }.map(\.0)
        if !missing.isEmpty { throw .noSuchEdge(missing) }
        return slots
    }
}
