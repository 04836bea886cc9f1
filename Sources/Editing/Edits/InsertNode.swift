import Graph

extension Transaction {
    /// Adds a node in front of all others; one with the empty id gets a new one.
    @discardableResult
    public mutating func insertNode(_ node: Node) throws(EditError) -> Node.ID {
        var node = node
        if node.id.string.isEmpty { node.id = makeNodeID() }
        do throws(EditError) {
            try insert(node)
        } catch {
            throw error.inside("node")
        }
        return node.id
    }
}
