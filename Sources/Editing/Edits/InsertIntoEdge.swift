import Graph

extension Transaction {
    /// Puts a node into an edge: the edge ends on it, and a new edge of the same kind leads on to where the other ended.
    ///
    /// The node's first target and first source are taken; the rules have to allow both edges.
    public mutating func insert(_ node: Node.ID, into edge: Int32) throws(EditError) {
        let first = document.edge(at: edge)
        var second = first
        second.id = makeEdgeID()
        second.source = node
        second.sourceHandle = nil
        second.members = JSONMembers.removing(["sourceHandle", "label"], from: second.members)
        try reconnect(first.id, target: node)
        try connect(second)
    }
}
