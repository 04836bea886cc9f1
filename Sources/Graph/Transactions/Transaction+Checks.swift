import Storage
import Wire

// What a node or an edge must fulfill before a transaction takes it.

extension Transaction {
    func check(_ geometry: NodeGeometry) throws(EditError) {
        if geometry.x.isInfinite { throw .invalid("a position is finite", path: ["position", "x"]) }
        if geometry.y.isInfinite { throw .invalid("a position is finite", path: ["position", "y"]) }
        if geometry.x.isNaN != geometry.y.isNaN { throw .invalid("a position has x and y", path: ["position"]) }
        if geometry.width < 0 || geometry.width.isInfinite {
            throw .invalid("a width is finite and not negative", path: ["width"])
        }
        if geometry.height < 0 || geometry.height.isInfinite {
            throw .invalid("a height is finite and not negative", path: ["height"])
        }
    }

    func check(_ id: Identifier) throws(EditError) {
        let count = id.string.utf8.count
        if count == 0 { throw .invalid("an id is not empty", path: ["id"]) }
        if count > Limits.identifierBytes {
            throw EditError(.limits, "an id has at most \(Limits.identifierBytes) bytes", path: ["id"])
        }
    }

    /// Refuses the text of a new node with an existing id, before anything else is done with it.
    ///
    /// - Throws: `duplicateId`.
    public func refuseTaken(_ text: JSONText) throws(EditError) {
        let id = text.bytes.withUnsafeBufferPointer { bytes -> Node.ID? in
            guard var cursor = JSONMembers.cursor("id", in: bytes), cursor.peek() == .string,
                let name = try? cursor.readName(), !name.hasEscapes, document.node(utf8: name.spelling) != nil
            else { return nil }
            return Node.ID(utf8: name.spelling)
        }
        if let id { throw .taken(node: id) }
    }

    func parent(of node: Node, _ traits: NodeTraits) throws(EditError) -> Node.Slot? {
        guard let parent = traits.parent else { return nil }
        if let slot = document.node(parent) { return slot }
        if parent == node.id {
            throw EditError(.parentCycle, "\"\(node.id)\" cannot lie inside itself", nodes: [node.id])
        }
        throw .noSuchNode([parent])
    }

    func checkAccepted(_ id: Node.ID, _ type: Identifier?, in parent: Node.Slot?) throws(EditError) {
        guard let parent, !isReplay, !document.accepts(type, in: parent) else { return }
        throw .notAccepted([id], by: document.nodeID(parent))
    }

    func ends(of edge: Edge) throws(EditError) -> Ends {
        if let source = document.node(edge.source), let target = document.node(edge.target) { return (source, target) }
        throw .noSuchNode([edge.source, edge.target].filter { document.node($0) == nil })
    }

    /// Refuses data that add a problem, if the settings want that.
    func checkData(of node: Node, type: Identifier?, replacing slot: Node.Slot?) throws(EditError) {
        guard document.settings.dataProblems == .refuse, !passesInvalidData, !isReplay else { return }
        let problems = document.addedDataProblems(in: node, type: type, replacing: slot)
        if !problems.isEmpty { throw .invalidData(node.id, problems) }
    }
}
