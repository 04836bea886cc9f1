import Graph
import Storage
import Wire

/// What a document is to show of elements whose steps were undone or done again, found out before anything is touched.
///
/// What the steps say cannot always be shown. An edge without its ends is left out, and so is a parent that is not there, and
/// of parents in a circle the one that was written last (then that of the greatest id). That follows from what the steps
/// say alone, so whatever is left out comes back as soon as it can.
struct Showing {
    private(set) var nodes: [(id: Identifier, node: Node?)] = []
    private(set) var edges: [(id: Identifier, edge: Edge?)] = []
    private(set) var members: [(name: String, value: JSON?)] = []
    private(set) var nodeSites: [(id: Identifier, before: Identifier?)] = []
    private(set) var edgeSites: [(id: Identifier, before: Identifier?)] = []
    /// What is left out.
    private(set) var leftOut: [Target] = []
    private var nodeIndex: [Identifier: Int] = [:]
    private var edgeIndex: [Identifier: Int] = [:]
    private let document: Document

    /// - Parameters:
    ///   - targets: of which the steps may say something else now.
    ///   - lives: learns what will be left out.
    init(_ targets: [Target], _ lives: inout Lives, in document: Document, without transients: TransientElements) {
        self.document = document
        for target in targets + lives.leftOut where lives.know(target) { touch(target, lives) }
        touchAround(lives)
        leaveOutParents(lives)
        leaveOutEdges()
        let former = FormerDocument(document)
        let nodesAround = former.nodeOrder([], without: transients.nodes).around
        let edgesAround = former.edgeOrder([], without: transients.edges).around
        keepLeftOut(&lives, edgesAround)
        nodeSites = lives.nodePlaces.sites(of: targets.nodes + nodes.map(\.id), without: lives.undone, nodesAround) {
            isShown($0)
        }
        edgeSites = lives.edgePlaces.sites(of: targets.edges + edges.map(\.id), without: lives.undone, edgesAround) {
            isShown(edge: $0)
        }
    }

    /// Whether the document shows the same elements now.
    var isShown: Bool {
        nodes.allSatisfy { isShown($0.node, $0.id, in: document) }
            && edges.allSatisfy { isShown($0.edge, edge: $0.id, in: document) }
    }

    /// Whether the members of the document are the same, and the order of what is there.
    var isInPlace: Bool {
        members.allSatisfy { document.content[$0.name] == $0.value }
            && nodeSites.allSatisfy { id, before in
                document.node(id).flatMap { document.nextLasting($0) } == before.flatMap { document.node($0) }
            }
            && edgeSites.allSatisfy { id, before in
                document.edge(id).flatMap { document.nextLasting($0) } == before.flatMap { document.edge($0) }
            }
    }

    /// Elements that are to be in a document, and are not so.
    func missing(in document: Document) -> [Target] {
        let nodes = nodes.filter { $0.node != nil && !isShown($0.node, $0.id, in: document) }
        let edges = edges.filter { $0.edge != nil && !isShown($0.edge, edge: $0.id, in: document) }
        return nodes.map { .node($0.id) } + edges.map { .edge($0.id) }
    }

    /// In whatever order members are written.
    private func isShown(_ node: Node?, _ id: Identifier, in document: Document) -> Bool {
        let shown = document.lastingNode(id).map { document.node(at: $0) }
        return shown == node || shown?.json == node?.json
    }

    private func isShown(_ edge: Edge?, edge id: Identifier, in document: Document) -> Bool {
        let shown = document.lastingEdge(id).map { document.edge(at: $0) }
        return shown == edge || shown?.json == edge?.json
    }

    // MARK: Elements

    private mutating func touch(_ target: Target, _ lives: Lives) {
        switch target {
        case .node(let id): touch(node: id, lives)
        case .edge(let id): touch(edge: id, lives)
        case .member(let name):
            switch lives.content(of: target) {
            case .value(let value), .parts(let value): members.append((name, value))
            case .node, .edge, nil: break
            }
        }
    }

    @discardableResult
    private mutating func touch(node id: Identifier, _ lives: Lives) -> Int {
        if let index = nodeIndex[id] { return index }
        var node: Node?
        if !lives.know(.node(id)) {
            node = document.node(id).map { document.node(at: $0) }
        } else if case .node(let known) = lives.content(of: .node(id)) {
            node = known
        }
        nodeIndex[id] = nodes.count
        nodes.append((id, node))
        return nodes.count - 1
    }

    private mutating func touch(edge id: Identifier, _ lives: Lives) {
        if edgeIndex[id] != nil { return }
        var edge: Edge?
        if !lives.know(.edge(id)) {
            edge = document.edge(id).map { document.edge(at: $0) }
        } else if case .edge(let known) = lives.content(of: .edge(id)) {
            edge = known
        }
        edgeIndex[id] = edges.count
        edges.append((id, edge))
    }

    /// Touches what lies in and ends on nodes that go.
    private mutating func touchAround(_ lives: Lives) {
        for index in nodes.indices where nodes[index].node == nil {
            guard let slot = document.lastingNode(nodes[index].id) else { continue }
            document.visitEdges(of: slot) { edge in
                if !document.isTransient(edge: edge) { touch(edge: document.edgeID(edge), lives) }
            }
            for child in document.lasting(document.children(slot)) { touch(node: document.nodeID(child), lives) }
        }
    }

    private func isShown(_ id: Identifier) -> Bool {
        if let index = nodeIndex[id] { return nodes[index].node != nil }
        return document.lastingNode(id) != nil
    }

    private func isShown(edge id: Identifier) -> Bool {
        if let index = edgeIndex[id] { return edges[index].edge != nil }
        return document.lastingEdge(id) != nil
    }

    private mutating func leaveOutEdges() {
        for index in edges.indices {
            guard let edge = edges[index].edge, !isShown(edge.source) || !isShown(edge.target) else { continue }
            edges[index].edge = nil
            leftOut.append(.edge(edge.id))
        }
    }

    // MARK: Parents

    private mutating func leaveOutParents(_ lives: Lives) {
        for circle in nodes.map(\.id).circles({ isShown($0) ? parent(of: $0) : nil }) {
            let last = circle.max { a, b in
                (lives.lastParentStep(of: a) ?? -1, a) < (lives.lastParentStep(of: b) ?? -1, b)
            }
            if let last { leaveOutParent(touch(node: last, lives)) }
        }
        for index in nodes.indices {
            if let parent = nodes[index].node?.parent, !isShown(parent) { leaveOutParent(index) }
        }
    }

    private mutating func leaveOutParent(_ index: Int) {
        nodes[index].node = nodes[index].node?.withoutParent
        leftOut.append(.node(nodes[index].id))
    }

    private func parent(of id: Identifier) -> Identifier? {
        if let index = nodeIndex[id] { return nodes[index].node?.parent }
        guard let slot = document.node(id) else { return nil }
        return document.nodes.parent(slot).map { document.nodeID($0) }
    }

    // MARK: What is left out

    private func keepLeftOut(_ lives: inout Lives, _ edgesAround: OrderMarks.Neighbors) {
        for target in leftOut {
            switch target {
            case .node(let id):
                if let slot = document.node(id) { lives.keep(target, .node(document.node(at: slot))) }
            case .edge(let id):
                guard let slot = document.lastingEdge(id) else { continue }
                lives.keep(target, .edge(document.edge(at: slot)))
                lives.pin(edge: id, edgesAround)
            case .member: break
            }
        }
        lives.leaveOut(leftOut)
    }
}

extension [Target] {
    fileprivate var nodes: [Identifier] { compactMap { if case .node(let id) = $0 { id } else { nil } } }
    fileprivate var edges: [Identifier] { compactMap { if case .edge(let id) = $0 { id } else { nil } } }
}

extension Document {
    fileprivate func lastingNode(_ id: Identifier) -> Node.Slot? { node(id).flatMap { isTransient($0) ? nil : $0 } }

    fileprivate func lastingEdge(_ id: Identifier) -> Edge.Slot? {
        edge(id).flatMap { isTransient(edge: $0) ? nil : $0 }
    }
}
