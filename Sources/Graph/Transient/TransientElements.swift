import Storage

/// The elements that are shown and announced, but are in no file, copy, hash or undo step.
///
/// They are elements with the member `transient`, nodes inside such a node, and edges on it or in its group. All
/// others are persistent: without the transient ones they are a complete document.
public struct TransientElements: Sendable {
    /// The transient nodes.
    public private(set) var nodes = SlotSet<Node>()
    /// The transient edges.
    public private(set) var edges = SlotSet<Edge>()

    /// Is true if all elements are persistent.
    public var isEmpty: Bool { nodes.isEmpty && edges.isEmpty }

    /// Makes an empty set.
    public init() {}

    /// Finds the transient elements of a document.
    ///
    /// - Complexity: O(1) if no element has the member, else O(*n*) in the elements.
    public init(of document: Document) {
        if !document.hasTransientElements { return }
        for slot in document.nodeSlots where document.nodes.flags(slot).contains(.transient) {
            nodes.insert(slot)
            document.visitDescendants(of: slot) { nodes.insert($0) }
        }
        for slot in document.edgeSlots where isTransient(slot, document) { edges.insert(slot) }
    }

    init(nodes: SlotSet<Node>, edges: SlotSet<Edge>) {
        self.nodes = nodes
        self.edges = edges
    }

    private func isTransient(_ slot: Edge.Slot, _ document: Document) -> Bool {
        let ends = document.edges.ends(slot)
        return document.edges.flags(slot).contains(.transient) || nodes.contains(ends.source)
            || nodes.contains(ends.target) || document.group(ofEdge: slot).map { nodes.contains($0) } == true
    }

    /// Follows a performed change of the document; returns the elements that changed between transient and persistent.
    ///
    /// - Complexity: O(the elements of the delta and the depth of each, and the contents and edges of the returned
    ///   ones).
    mutating func follow(_ delta: Delta, _ document: Document) -> (nodes: SlotSet<Node>, edges: SlotSet<Edge>) {
        var turned = (nodes: SlotSet<Node>(), edges: SlotSet<Edge>())
        for change in delta.nodes {
            let isAlive = document.nodes.isAlive(change.slot)
            let isTransient = isAlive && document.isTransient(change.slot)
            guard note(isTransient, change.slot) else { continue }
            turned.nodes.insert(change.slot)
            if !isAlive { continue }
            document.visitDescendants(of: change.slot) { slot in
                let isInside = document.nodes.parent(slot).map { nodes.contains($0) } == true
                let isTransient = isInside || document.nodes.flags(slot).contains(.transient)
                if note(isTransient, slot) { turned.nodes.insert(slot) }
            }
        }
        var touched = SlotSet(delta.edges.map(\.slot))
        turned.nodes.forEach { slot in
            if !document.nodes.isAlive(slot) { return }
            document.visitEdges(of: slot) { touched.insert($0) }
            document.visitEdges(in: slot) { touched.insert($0) }
        }
        touched.forEach { slot in
            let isTransient = document.edges.isAlive(slot) && self.isTransient(slot, document)
            if isTransient == edges.contains(slot) { return }
            if isTransient { edges.insert(slot) } else { edges.remove(slot) }
            turned.edges.insert(slot)
        }
        return turned
    }

    /// Notes whether a node is transient; false if that is known.
    private mutating func note(_ isTransient: Bool, _ slot: Node.Slot) -> Bool {
        if isTransient == nodes.contains(slot) { return false }
        if isTransient { nodes.insert(slot) } else { nodes.remove(slot) }
        return true
    }
}

extension Document {
    /// Is true if an element has the member `transient`. O(1).
    public var hasTransientElements: Bool { nodes.transientCount > 0 || edges.transientCount > 0 }

    /// Returns true if a node is transient: it has the member, or an ancestor does. O(its depth).
    public func isTransient(_ slot: Node.Slot) -> Bool {
        if nodes.transientCount == 0 { return false }
        var next: Node.Slot? = slot
        while let current = next {
            if nodes.flags(current).contains(.transient) { return true }
            next = nodes.parent(current)
        }
        return false
    }

    /// Returns true if an edge is transient: it has the member, or one of its nodes or its group is transient.
    public func isTransient(edge slot: Edge.Slot) -> Bool {
        let ends = edges.ends(slot)
        return edges.flags(slot).contains(.transient) || isTransient(ends.source) || isTransient(ends.target)
            || group(ofEdge: slot).map { isTransient($0) } == true
    }

    /// Returns true if an edge that is not there yet would be transient.
    func isTransient(_ edge: Edge, from source: Node.Slot, to target: Node.Slot) -> Bool {
        edge.traits.flags.contains(.transient) || isTransient(source) || isTransient(target)
            || edge.group.flatMap { node($0) }.map { isTransient($0) } == true
    }

    /// Returns the persistent nodes among some.
    public func lasting(_ slots: [Node.Slot]) -> [Node.Slot] {
        nodes.transientCount == 0 ? slots : slots.filter { !isTransient($0) }
    }

    /// Returns the persistent edges among some.
    public func lasting(_ slots: [Edge.Slot]) -> [Edge.Slot] {
        hasTransientElements ? slots.filter { !isTransient(edge: $0) } : slots
    }
}
