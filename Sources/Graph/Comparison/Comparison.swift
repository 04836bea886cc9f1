import Storage
import Wire

/// All differences between a document and another one, by the ids of elements, kept in step with both.
///
/// The order of elements, transient elements and measured sizes do not count as differences. It holds the other
/// document, and the first is passed to it; a change on either side checks only the elements that it touched.
public struct Comparison: Sendable {
    /// One node or one edge, by id.
    public enum Element: Hashable, Sendable {
        case node(Node.ID)
        case edge(Edge.ID)
    }

    /// The document with which the first one is compared.
    public private(set) var base: Document
    /// The nodes that differ.
    public private(set) var nodes: [Node.ID: ElementDifference] = [:]
    /// The edges that differ.
    public private(set) var edges: [Edge.ID: ElementDifference] = [:]
    /// Pointers to the members of the document itself that differ, its settings and types among them.
    public private(set) var members: [JSONPointer] = []
    /// Grows with every change of either document that changed a difference.
    public private(set) var version = 0
    /// Grows with every change of the other document.
    public private(set) var baseVersion = 0
    /// The number of comparisons of elements, by which tests measure the cost of a change.
    public private(set) var lookCount = 0
    /// Is true if either document had transient elements at the last change.
    private var hadTransients = false

    /// Compares a document with another one.
    ///
    /// - Complexity: O(*n*) in the content of both.
    public init(of document: Document, with base: Document) {
        self.base = base
        self.base.updateInheritance()
        for slot in document.nodeSlots { look(atNode: document.nodeID(slot), document) }
        for slot in base.nodeSlots where document.node(base.nodeID(slot)) == nil {
            look(atNode: base.nodeID(slot), document)
        }
        for slot in document.edgeSlots { look(atEdge: document.edgeID(slot), document) }
        for slot in base.edgeSlots where document.edge(base.edgeID(slot)) == nil {
            look(atEdge: base.edgeID(slot), document)
        }
        compareMembers(document)
        hadTransients = document.hasTransientElements || base.hasTransientElements
    }

    /// Is true if no element and no member differs; the orders may.
    public var isEmpty: Bool { nodes.isEmpty && edges.isEmpty && members.isEmpty }

    /// The number of elements that differ.
    public var count: Int { nodes.count + edges.count }

    /// The difference of an element; nil if there is none.
    public func difference(of element: Element) -> ElementDifference? {
        switch element {
        case .node(let id): nodes[id]
        case .edge(let id): edges[id]
        }
    }

    /// Returns true if only the other document has an element.
    public func isRemoved(_ element: Element) -> Bool { difference(of: element)?.kind == .removed }

    // MARK: Changes

    /// Comes in step with a change of the document that is compared.
    ///
    /// - Parameter document: the document after the change, and perhaps after later ones that follow next.
    /// - Complexity: O(the elements of the delta and their content). If transient elements exist, also the contents
    ///   and edges of elements with changed members.
    public mutating func follow(_ delta: Delta, _ document: Document) {
        follow(delta, in: document, document)
    }

    /// Changes the other document, and comes in step with that.
    ///
    /// - Throws: the errors of `body`; then nothing has changed.
    /// - Returns: the change of the other document.
    /// - Complexity: as `body` and `follow`.
    public mutating func changeBase(
        comparing document: Document, _ body: (inout Transaction) throws(EditError) -> Void
    ) throws(EditError) -> Delta {
        base.updateInheritance()
        let delta = try base.transact { (transaction) throws(EditError) in
            transaction.isReplay = true
            try body(&transaction)
        }.delta
        base.updateInheritance()
        baseVersion += 1
        version += 1
        follow(delta, in: base, document)
        return delta
    }

    private mutating func follow(_ delta: Delta, in changed: Document, _ document: Document) {
        let hasTransients = document.hasTransientElements || base.hasTransientElements
        let looksAround = hasTransients || hadTransients
        hadTransients = hasTransients
        for index in delta.nodes.indices {
            if let id = delta.nodes[index].goneID { look(atNode: id, document) }
            let slot = delta.nodes[index].slot
            if !changed.nodes.isAlive(slot) { continue }
            look(atNode: changed.nodeID(slot), document)
            if looksAround, case .changed = delta.nodes[index].content { look(around: slot, in: changed, document) }
        }
        for index in delta.edges.indices {
            if let id = delta.edges[index].goneID { look(atEdge: id, document) }
            let slot = delta.edges[index].slot
            if changed.edges.isAlive(slot) { look(atEdge: changed.edgeID(slot), document) }
        }
        if !delta.members.isEmpty { compareMembers(document) }
    }

    /// Checks all elements that may have become transient or persistent with a node.
    private mutating func look(around slot: Node.Slot, in changed: Document, _ document: Document) {
        var around = [slot]
        while let next = around.popLast() {
            look(atNode: changed.nodeID(next), document)
            changed.visitEdges(of: next) { look(atEdge: changed.edgeID($0), document) }
            around += changed.children(next)
        }
    }

    // MARK: Elements

    private mutating func look(atNode id: Node.ID, _ document: Document) {
        lookCount += 1
        let own = document.node(id)
        let other = base.node(id)
        let difference: ElementDifference?
        switch (own.flatMap { document.isTransient($0) ? nil : $0 }, other.flatMap { base.isTransient($0) ? nil : $0 })
        {
        case (let own?, let other?): difference = Comparison.difference(document.node(at: own), base.node(at: other))
        case (.some, nil): difference = other == nil ? ElementDifference(.added) : nil
        case (nil, .some): difference = own == nil ? ElementDifference(.removed) : nil
        case (nil, nil): difference = nil
        }
        if nodes[id] == difference { return }
        nodes[id] = difference
        version += 1
    }

    private mutating func look(atEdge id: Edge.ID, _ document: Document) {
        lookCount += 1
        let own = document.edge(id)
        let other = base.edge(id)
        let difference: ElementDifference?
        switch (
            own.flatMap { document.isTransient(edge: $0) ? nil : $0 },
            other.flatMap { base.isTransient(edge: $0) ? nil : $0 }
        ) {
        case (let own?, let other?): difference = Comparison.difference(document.edge(at: own), base.edge(at: other))
        case (.some, nil): difference = other == nil ? ElementDifference(.added) : nil
        case (nil, .some): difference = own == nil ? ElementDifference(.removed) : nil
        case (nil, nil): difference = nil
        }
        if edges[id] == difference { return }
        edges[id] = difference
        version += 1
    }

    private static func difference(_ own: Node, _ other: Node) -> ElementDifference? {
        let (own, other) = (own.unmeasured, other.unmeasured)
        if own.geometry == other.geometry && own.members == other.members { return nil }
        return difference(own.json, other.json)
    }

    private static func difference(_ own: Edge, _ other: Edge) -> ElementDifference? {
        if own.hasSameEnds(as: other) && own.members == other.members { return nil }
        let (own, other) = (own.json, other.json)
        var changes = own.differences(from: other)
        // An end that differs is named whole.
        for names in Edge.ends {
            let end = names.filter { own[$0.description] != nil || other[$0.description] != nil }
                .map { JSONPointer(tokens: [$0]) }
            guard let place = changes.firstIndex(where: end.contains) else { continue }
            changes.removeAll(where: end.contains)
            changes.insert(contentsOf: end, at: place)
        }
        return changes.isEmpty ? nil : ElementDifference(changes: changes)
    }

    private static func difference(_ own: JSON, _ other: JSON) -> ElementDifference? {
        let changes = own.differences(from: other)
        return changes.isEmpty ? nil : ElementDifference(changes: changes)
    }

    private mutating func compareMembers(_ document: Document) {
        let found = JSON.object(document.countedContent).differences(from: .object(base.countedContent))
        if found == members { return }
        members = found
        version += 1
    }
}
