import Graph
import Storage
import Wire

extension Transaction {
    /// Makes elements equal to another document: it inserts, changes or removes them.
    ///
    /// They bring everything that they need: the ends of an edge, the ancestors of a node. A node that is removed, or
    /// moved into a node inside it, takes with it everything that this makes impossible. A new element is put before
    /// the next one of the other document that exists here; existing ones keep their position in the order. Locks are
    /// not checked, since earlier states had the elements. Measured sizes stay.
    ///
    /// - Parameter rules: the treatment of new edges, and of edges that end elsewhere, that the rules refuse.
    /// - Returns: the edges that were left out.
    /// - Throws: `noSuchNode`, `noSuchEdge` (neither document has it), `parentCycle`, `connectionRefused`, `limits`.
    /// - Complexity: O(the elements, those in and around them, and the elements of the other document that they pass
    ///   on the way to the next one here).
    @discardableResult
    public mutating func take(
        nodes: [Node.ID], edges: [Edge.ID], from other: Document, rules: RulePolicy = .report
    ) throws(EditError) -> [Loss] {
        let taken = try TakenElements(nodes, edges, from: other, into: document)
        return try replay { (transaction) throws(EditError) in
            try transaction.apply(taken.change(from: other), rules: rules)
        }
    }

    /// Makes everything in a document's hash equal to another one, including the order.
    ///
    /// Transient elements stay, except those whose ids are taken there, and those in and on removed nodes.
    ///
    /// - Parameter rules: the treatment of new edges, and of edges that end elsewhere, that the rules then refuse.
    /// - Returns: the edges that were left out.
    /// - Throws: `connectionRefused`, `limits`.
    /// - Complexity: O(*n* log *n*) in the elements of both documents.
    @discardableResult
    public mutating func takeAll(from other: Document, rules: RulePolicy = .report) throws(EditError) -> [Loss] {
        let target = try other.lasting()
        let asked = rules == .report ? [] : document.edgesToAsk(of: target)
        try takeContent(of: target)
        return try enforce(rules, on: document.edgesInOrder(asked.compactMap { document.edge($0) }))
    }

    private mutating func takeContent(of target: Document) throws(EditError) {
        if !document.hasTransientElements {
            return try replay { (transaction) throws(EditError) in try transaction.replaceContent(by: target) }
        }
        var copy = try document.lasting()
        copy.updateInheritance()
        let delta = try copy.transact { (transaction) throws(EditError) in
            try transaction.replaceContent(by: target)
        }.delta
        let change = try DocumentChange(delta.announced, copy)
        try replay { (transaction) throws(EditError) in
            try transaction.removeTransients(besides: target)
            try transaction.apply(change)
        }
    }

    private mutating func replay<R>(_ body: (inout Transaction) throws(EditError) -> R) throws(EditError) -> R {
        let (isReplay, isFollowing) = (self.isReplay, self.isFollowing)
        self.isReplay = true
        defer { (self.isReplay, self.isFollowing) = (isReplay, isFollowing) }
        return try body(&self)
    }

    /// Removes the transient elements whose ids persistent ones of another document have.
    private mutating func removeTransients(besides other: Document) throws(EditError) {
        let transients = TransientElements(of: document)
        for slot in document.edgesInOrder(transients.edges).reversed() where other.edge(document.edgeID(slot)) != nil {
            removeEdge(slot)
        }
        for slot in document.nodesInOrder(transients.nodes).reversed()
        where document.nodes.isAlive(slot) && other.node(document.nodeID(slot)) != nil {
            try removeElements(nodes: [document.nodeID(slot)], edges: [])
        }
    }
}

extension Document {
    /// The edges of another document that are new here, or have new ends: the rules are asked about these.
    func edgesToAsk(of other: Document) -> [Edge.ID] {
        other.edgeSlots.compactMap { slot in
            let edge = other.edge(at: slot)
            let own = self.edge(edge.id).map { self.edge(at: $0) }
            return own?.hasSameEnds(as: edge) == true ? nil : edge.id
        }
    }

    /// The document without its transient elements.
    ///
    /// - Throws: only the errors of removing them.
    /// - Complexity: O(1) without any, else O(*n*).
    public func lasting() throws(EditError) -> Document {
        if !hasTransientElements { return self }
        var document = self
        document.updateInheritance()
        _ = try document.transact { (transaction) throws(EditError) in transaction.removeTransients() }
        return document
    }
}

/// Elements to make equal to another document, with everything that they need.
private struct TakenElements {
    private var nodes: Set<Node.ID> = []
    private var edges: Set<Edge.ID> = []
    /// Nodes whose surroundings are not yet checked.
    private var waiting: [Node.ID] = []
    private let document: Document

    init(
        _ nodes: [Node.ID], _ edges: [Edge.ID], from other: Document, into document: Document
    ) throws(EditError) {
        self.document = document
        let unknownNodes = nodes.filter { document.node($0) == nil && other.node($0) == nil }
        if !unknownNodes.isEmpty { throw .noSuchNode(unknownNodes) }
        let unknownEdges = edges.filter { document.edge($0) == nil && other.edge($0) == nil }
        if !unknownEdges.isEmpty { throw .noSuchEdge(unknownEdges) }
        for id in nodes { add(node: id) }
        for id in edges { add(edge: id, other) }
        while let id = waiting.popLast() { addNeighbors(ofNode: id, other) }
    }

    private mutating func add(node id: Node.ID) {
        if nodes.insert(id).inserted { waiting.append(id) }
    }

    private mutating func add(edge id: Edge.ID, _ other: Document) {
        guard edges.insert(id).inserted, let slot = other.edge(id) else { return }
        let ends = other.edges.ends(slot)
        for end in [ends.source, ends.target] where document.node(other.nodeID(end)) == nil {
            add(node: other.nodeID(end))
        }
    }

    private mutating func addNeighbors(ofNode id: Node.ID, _ other: Document) {
        let own = document.node(id)
        guard let slot = other.node(id) else {
            guard let own else { return }
            for child in document.lasting(document.children(own)) { add(node: document.nodeID(child)) }
            var edges: [Edge.Slot] = []
            document.visitEdges(of: own) { edges.append($0) }
            document.visitEdges(in: own) { edges.append($0) }
            for edge in document.lasting(edges) { add(edge: document.edgeID(edge), other) }
            return
        }
        guard let around = other.nodes.parent(slot) else { return }
        let parent = other.nodeID(around)
        guard var next = document.node(parent) else { return add(node: parent) }
        // A node is put into one that lies in it here: the nodes between them are as they are there, too.
        var chain: [Node.ID] = []
        while next != own {
            chain.append(document.nodeID(next))
            guard let outer = document.nodes.parent(next) else { return }
            next = outer
        }
        for id in chain { add(node: id) }
    }

    /// The change that takes the elements over: removals in this document's order, additions in the other's.
    func change(from other: Document) -> DocumentChange {
        var change = DocumentChange()
        let gone = nodes.compactMap { other.node($0) == nil ? document.node($0) : nil }
        for slot in document.nodesInOrder(gone) { change.nodes.append((document.nodeID(slot), .gone)) }
        let kept = other.nodesInOrder(nodes.compactMap { other.node($0) })
        for slot in kept {
            var node = other.node(at: slot)
            node.measured = document.node(node.id).flatMap { document.measured($0) }
            change.nodes.append((node.id, .whole(node.text)))
        }
        change.nodeOrder = TakenElements.places(
            kept, { other.nodes.order.next($0) }, { other.nodeID($0) }, isHere: { document.node($0) != nil })
        let goneEdges = edges.compactMap { other.edge($0) == nil ? document.edge($0) : nil }
        for slot in document.edgesInOrder(goneEdges) { change.edges.append((document.edgeID(slot), .gone)) }
        let keptEdges = other.edgesInOrder(edges.compactMap { other.edge($0) })
        for slot in keptEdges { change.edges.append((other.edgeID(slot), .whole(other.edge(at: slot).text))) }
        change.edgeOrder = TakenElements.places(
            keptEdges, { other.edges.order.next($0) }, { other.edgeID($0) }, isHere: { document.edge($0) != nil })
        return change
    }

    /// The positions of new elements, each before the next one that exists here or comes along.
    private static func places<Element>(
        _ slots: [Slot<Element>], _ next: (Slot<Element>) -> Slot<Element>?, _ id: (Slot<Element>) -> Identifier,
        isHere: (Identifier) -> Bool
    ) -> [DocumentChange.Place] {
        let new = slots.filter { !isHere(id($0)) }
        let coming = SlotSet(new)
        return new.map { slot in
            var successor = next(slot)
            while let there = successor, !coming.contains(there), !isHere(id(there)) { successor = next(there) }
            return DocumentChange.Place(id: id(slot), before: successor.map(id))
        }
    }
}
