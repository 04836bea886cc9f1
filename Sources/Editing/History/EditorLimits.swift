import Graph

/// The limits of an open document's growth by edits, and of its history: by default the values of `Limits`.
public struct EditorLimits: Sendable {
    /// The nodes of a document.
    public var nodes = Limits.nodes
    /// The edges of a document.
    public var edges = Limits.edges
    /// The steps that the history keeps.
    public var historySteps = Limits.historySteps
    /// The bytes of memory that the history keeps.
    public var historyBytes = Limits.historyBytes

    /// Takes the values of `Limits`.
    public init() {}

    /// - Throws: `limits` if an edit makes a document too large; one that was larger before may shrink.
    func refuseGrowth(from before: (nodes: Int, edges: Int), of document: Document) throws(EditError) {
        try EditorLimits.refuse(document.nodes.count, before.nodes, nodes, "nodes")
        try EditorLimits.refuse(document.edges.count, before.edges, edges, "edges")
    }

    private static func refuse(_ count: Int, _ before: Int, _ limit: Int, _ name: String) throws(EditError) {
        if count <= limit || count <= before { return }
        var error = EditError(.limits, "a document holds at most \(limit) \(name) in this conversation")
        error.limit = name
        throw error
    }
}
