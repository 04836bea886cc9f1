import Graph
import Storage
import Wire

/// The content that a document should show for elements of undone or redone steps, found before it is touched.
struct SelectiveProjection {
    private(set) var nodes: [(id: Identifier, node: Node?)] = []
    private(set) var edges: [(id: Identifier, edge: Edge?)] = []
    private(set) var members: [(name: String, value: JSON?)] = []
    private(set) var nodeSites: [(id: Identifier, before: Identifier?)] = []
    private(set) var edgeSites: [(id: Identifier, before: Identifier?)] = []
    /// Edges that should exist and cannot, and nodes that cannot get their intended parent.
    private(set) var suppressed: [ElementKey] = []

    /// - Parameters:
    ///   - keys: the elements whose steps may now say something else.
    ///   - logs: the logs of the steps.
    init(_ keys: [ElementKey], _ logs: ElementLogs, in document: Document, without transients: TransientElements) {
        let touched = (keys + logs.suppressed).filter { logs.knows($0) }
        var known = SelectiveKnowledge(logs: logs, document: document)
        let projection = Projection(of: &known, touching: touched.nodes, touched.edges, in: document)
        (nodes, edges) = (known.nodes, known.edges)
        for suppression in projection.suppressed {
            switch suppression.subject {
            case .node(let index):
                nodes[index].node = nodes[index].node?.withoutParent
                suppressed.append(.node(nodes[index].id))
            case .edge(let index):
                edges[index].edge = nil
                suppressed.append(.edge(edges[index].id))
            }
        }
        for case .member(let name) in touched {
            switch logs.content(of: .member(name)) {
            case .value(let value), .parts(let value): members.append((name, value))
            case .node, .edge, nil: break
            }
        }
        let shownEdges = Dictionary(edges.map { ($0.id, $0.edge != nil) }) { first, _ in first }
        let former = FormerDocument(document)
        nodeSites = logs.nodeOrder.sites(
            of: keys.nodes + nodes.map(\.id), without: logs.undone,
            former.nodeOrder([], without: transients.nodes).around
        ) { projection.isShown($0) }
        edgeSites = logs.edgeOrder.sites(
            of: keys.edges + edges.map(\.id), without: logs.undone,
            former.edgeOrder([], without: transients.edges).around
        ) { shownEdges[$0] ?? (document.lastingEdge($0) != nil) }
    }

    /// Returns true if a document shows these elements.
    func isShown(in document: Document) -> Bool {
        nodes.allSatisfy { isShown($0.node, $0.id, in: document) }
            && edges.allSatisfy { isShown($0.edge, edge: $0.id, in: document) }
    }

    /// Returns true if the members of a document are the same, and the order of its elements.
    func isInPlace(in document: Document) -> Bool {
        members.allSatisfy { document.content[$0.name] == $0.value }
            && nodeSites.allSatisfy { id, before in
                document.node(id).flatMap { document.nextLasting($0) } == before.flatMap { document.node($0) }
            }
            && edgeSites.allSatisfy { id, before in
                document.edge(id).flatMap { document.nextLasting($0) } == before.flatMap { document.edge($0) }
            }
    }

    /// Elements whose intended state differs from the document.
    func missing(in document: Document) -> [ElementKey] {
        let nodes = nodes.filter { $0.node != nil && !isShown($0.node, $0.id, in: document) }
        let edges = edges.filter { $0.edge != nil && !isShown($0.edge, edge: $0.id, in: document) }
        return nodes.map { .node($0.id) } + edges.map { .edge($0.id) }
    }

    /// Returns true if the document shows a node in this state; the order of its members does not matter.
    private func isShown(_ node: Node?, _ id: Identifier, in document: Document) -> Bool {
        let shown = document.lastingNode(id).map { document.node(at: $0) }
        return shown == node || shown?.unmeasured.json == node?.unmeasured.json
    }

    private func isShown(_ edge: Edge?, edge id: Identifier, in document: Document) -> Bool {
        let shown = document.lastingEdge(id).map { document.edge(at: $0) }
        return shown == edge || shown?.json == edge?.json
    }
}

/// The elements by the steps of a history, and by the document if no step has written them.
private struct SelectiveKnowledge: ElementKnowledge {
    let logs: ElementLogs
    let document: Document
    /// The nodes that were asked for, in turn.
    private(set) var nodes: [(id: Identifier, node: Node?)] = []
    private(set) var edges: [(id: Identifier, edge: Edge?)] = []

    init(logs: ElementLogs, document: Document) { (self.logs, self.document) = (logs, document) }

    mutating func node(_ id: Identifier) -> (isPresent: Bool, parent: Identifier?) {
        var node: Node?
        if !logs.knows(.node(id)) {
            node = document.node(id).map { document.node(at: $0) }
        } else if case .node(let known) = logs.content(of: .node(id)) {
            node = known
        }
        nodes.append((id, node))
        return (node != nil, node?.parent)
    }

    mutating func edge(_ id: Identifier) -> (source: Identifier?, target: Identifier?)? {
        var edge: Edge?
        if !logs.knows(.edge(id)) {
            edge = document.edge(id).map { document.edge(at: $0) }
        } else if case .edge(let known) = logs.content(of: .edge(id)) {
            edge = known
        }
        edges.append((id, edge))
        return edge.map { ($0.source, $0.target) }
    }

    /// Returns nothing: every suppressed element is checked each time.
    func waiting(for node: Identifier) -> (nodes: [Identifier], edges: [Identifier]) { ([], []) }

    func isParent(of node: Identifier, writtenBefore other: Identifier) -> Bool {
        logs.lastParentStep(of: node) ?? -1 < logs.lastParentStep(of: other) ?? -1
    }
}

extension [ElementKey] {
    fileprivate var nodes: [Identifier] { compactMap { if case .node(let id) = $0 { id } else { nil } } }
    fileprivate var edges: [Identifier] { compactMap { if case .edge(let id) = $0 { id } else { nil } } }
}
