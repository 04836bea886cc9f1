import Wire

extension Diagnostic {
    /// Makes a diagnostic of a part that was left out of a document to restore its structure.
    public init(_ loss: Loss) {
        let id = loss.id.map { [$0] } ?? []
        let ids = id.map { Identifier($0) }
        switch loss.kind {
        case .node: self.init(.warning, loss.code, of: ["nodes"] + id, nodes: ids, message: loss.message)
        case .edge: self.init(.warning, loss.code, of: ["edges"] + id, edges: ids, message: loss.message)
        default: self.init(.warning, loss.code, of: id, message: loss.message)
        }
    }
}
