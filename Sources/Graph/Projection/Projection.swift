/// The knowledge of a document's elements, whether they are shown or not.
public protocol ElementKnowledge {
    /// Returns whether a node should exist, and its parent. It is called once for each node.
    mutating func node(_ id: Identifier) -> (isPresent: Bool, parent: Identifier?)
    /// The ends of an edge; nil if it should not exist. It is called once for each edge.
    mutating func edge(_ id: Identifier) -> (source: Identifier?, target: Identifier?)?
    /// The elements that may be suppressed because of a node.
    func waiting(for node: Identifier) -> (nodes: [Identifier], edges: [Identifier])
    /// Returns true if the parent of a node was written before that of another one.
    func isParent(of node: Identifier, writtenBefore other: Identifier) -> Bool
}

/// The part of the known facts about some elements, and about those around them, that a document can show.
///
/// Not all known facts can be shown at once. These are suppressed: an edge without both of its nodes, the parent of a
/// node if that parent does not exist, and in a cycle of parents the one written last (then that of the greatest id).
/// Only the known facts decide this, so a suppressed part comes back as soon as possible.
///
/// Undo by view projects the facts of the done steps, and a merge those of the latest stamps.
public struct Projection {
    /// An element that is partly or completely suppressed.
    public struct Suppression: Sendable {
        /// The element by its index among the touched ones: for a node the parent is suppressed, for an edge all of
        /// it.
        public enum Subject: Sendable { case node(Int), edge(Int) }

        public let subject: Subject
        /// Is true if the parent would close a cycle of parents.
        public let isCycle: Bool
        /// The nodes that it waits for; nil is an end that an edge does not name.
        public let causes: [Identifier?]
    }

    /// The touched nodes, in the order in which the facts about them were requested.
    public private(set) var nodes: [Identifier] = []
    /// The same of edges.
    public private(set) var edges: [Identifier] = []
    /// The parts that are not shown.
    public private(set) var suppressed: [Suppression] = []
    private var wantedNodes: [(isPresent: Bool, parent: Identifier?)] = []
    private var wantedEdges: [(source: Identifier?, target: Identifier?)?] = []
    private var nodeIndex: [Identifier: Int] = [:]
    private var edgeIndex: [Identifier: Int] = [:]
    private let document: Document

    /// - Parameters:
    ///   - nodes: the nodes whose facts may differ from the document.
    ///   - edges: the same.
    ///   - document: before anything is changed.
    /// - Complexity: O(the touched elements): these, the elements that wait for them, and the contents and edges of
    ///   removed nodes.
    public init<Known: ElementKnowledge>(
        of known: inout Known, touching nodes: [Identifier], _ edges: [Identifier], in document: Document
    ) {
        self.document = document
        for id in nodes { touch(node: id, &known) }
        for id in edges { touch(edge: id, &known) }
        touchAround(&known)
        suppressParents(&known)
        suppressEdges()
    }

    /// Returns true if a node is there afterwards.
    public func isShown(_ id: Identifier) -> Bool {
        if let index = nodeIndex[id] { return wantedNodes[index].isPresent }
        return document.lastingNode(id) != nil
    }

    // MARK: Touching

    @discardableResult
    private mutating func touch<Known: ElementKnowledge>(node id: Identifier, _ known: inout Known) -> Int {
        if let index = nodeIndex[id] { return index }
        nodeIndex[id] = nodes.count
        nodes.append(id)
        wantedNodes.append(known.node(id))
        return nodes.count - 1
    }

    private mutating func touch<Known: ElementKnowledge>(edge id: Identifier, _ known: inout Known) {
        if edgeIndex[id] != nil { return }
        edgeIndex[id] = edges.count
        edges.append(id)
        wantedEdges.append(known.edge(id))
    }

    /// Touches elements that wait for nodes, and the contents and edges of removed nodes.
    private mutating func touchAround<Known: ElementKnowledge>(_ known: inout Known) {
        var index = 0
        while index < nodes.count {
            let (id, isPresent) = (nodes[index], wantedNodes[index].isPresent)
            index += 1
            let waiting = known.waiting(for: id)
            for id in waiting.nodes { touch(node: id, &known) }
            for id in waiting.edges { touch(edge: id, &known) }
            guard !isPresent, let slot = document.lastingNode(id) else { continue }
            var around: [Identifier] = []
            document.visitEdges(of: slot) { edge in
                if !document.isTransient(edge: edge) { around.append(document.edgeID(edge)) }
            }
            for id in around { touch(edge: id, &known) }
            for child in document.lasting(document.children(slot)) { touch(node: document.nodeID(child), &known) }
        }
    }

    // MARK: Suppressing

    private mutating func suppressParents<Known: ElementKnowledge>(_ known: inout Known) {
        let present = nodes.indices.filter { wantedNodes[$0].isPresent }.map { nodes[$0] }
        for cycle in present.cycles({ isShown($0) ? parent(of: $0) : nil }) {
            let last = cycle.max { a, b in
                known.isParent(of: a, writtenBefore: b) || !known.isParent(of: b, writtenBefore: a) && a < b
            }
            if let last { suppressParent(of: touch(node: last, &known), isCycle: true, cycle) }
        }
        for index in nodes.indices where wantedNodes[index].isPresent {
            guard let parent = wantedNodes[index].parent, !isShown(parent) else { continue }
            suppressParent(of: index, isCycle: false, [parent])
        }
    }

    private mutating func suppressParent(of index: Int, isCycle: Bool, _ causes: [Identifier]) {
        wantedNodes[index].parent = nil
        suppressed.append(Suppression(subject: .node(index), isCycle: isCycle, causes: causes))
    }

    /// The intended parent of a node, possible or not.
    private func parent(of id: Identifier) -> Identifier? {
        if let index = nodeIndex[id] { return wantedNodes[index].parent }
        return document.lastingNode(id).flatMap { document.nodes.parent($0) }.map { document.nodeID($0) }
    }

    private mutating func suppressEdges() {
        for index in edges.indices {
            guard let ends = wantedEdges[index] else { continue }
            let missing = [ends.source, ends.target].filter { $0.map { !isShown($0) } ?? true }
            if missing.isEmpty { continue }
            suppressed.append(Suppression(subject: .edge(index), isCycle: false, causes: missing))
        }
    }
}

extension Document {
    /// The persistent node of this id.
    public func lastingNode(_ id: Node.ID) -> Node.Slot? { Node.lasting(id, in: self) }

    /// The persistent edge of this id.
    public func lastingEdge(_ id: Edge.ID) -> Edge.Slot? { Edge.lasting(id, in: self) }
}

extension Sequence<Identifier> {
    /// The cycles among elements, each once; `next` returns the only element to which another leads.
    ///
    /// - Complexity: O(the elements that are led to).
    public func cycles(_ next: (Identifier) -> Identifier?) -> [[Identifier]] {
        var cycles: [[Identifier]] = []
        var done: Set<Identifier> = []
        for start in self {
            var path: [Identifier] = []
            var places: [Identifier: Int] = [:]
            var current: Identifier? = start
            while let id = current, !done.contains(id) {
                if let place = places[id] {
                    cycles.append(Array(path[place...]))
                    break
                }
                places[id] = path.count
                path.append(id)
                current = next(id)
            }
            done.formUnion(path)
        }
        return cycles
    }
}
