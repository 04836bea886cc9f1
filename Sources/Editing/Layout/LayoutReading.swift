import Geometry
import Graph
import Layout
import Storage
import Wire

/// The part of a document that a layout reads: as long as it stays the same, the layout fits the document.
public struct LayoutReading: Sendable {
    /// The document as it was read.
    private let source: Document
    /// The nodes that are laid out.
    let nodes: [Node.Slot]
    /// The edges that are laid out.
    let edges: [Edge.Slot]
    private let sizes: LayoutOptions.Sizes
    /// The places of the numbers in the data of nodes that say where these lie.
    private let axes: [JSONPointer]

    /// - Parameter layouts: those of all levels.
    init(_ source: Document, nodes: [Node.Slot], edges: [Edge.Slot], _ layouts: [LevelLayouts.Layout]) {
        (self.source, self.nodes, self.edges) = (source, nodes, edges)
        sizes = layouts.contains { $0.options.sizes == .fit } ? .fit : .keep
        axes = layouts.compactMap(\.options.axis)
    }

    /// Returns true if all of it is the same in a later state of the document, and these other nodes and edges, too.
    ///
    /// - Complexity: O(*n*) in what was read; O(1) in a document that has not changed.
    func isCurrent(in document: Document, _ rest: [Node.Slot], _ others: [Edge.Slot]) -> Bool {
        if document.isCopy(of: source) { return true }
        return [nodes, rest].joined().allSatisfy { isCurrent($0, in: document) }
            && [edges, others].joined().allSatisfy { isCurrent(edge: $0, in: document) }
    }

    /// Returns true if what is read of a node is the same in a later state of the document.
    private func isCurrent(_ slot: Node.Slot, in document: Document) -> Bool {
        let id = source.nodeID(slot)
        guard document.node(id) == slot, source.storedGeometry(slot) == document.storedGeometry(slot) else {
            return false
        }
        if sizes == .fit, source.fittingSize(slot) != document.fittingSize(slot) { return false }
        for axis in axes where source.number(at: axis, inDataOf: slot) != document.number(at: axis, inDataOf: slot) {
            return false
        }
        let (before, now) = (source.nodes.flags(slot), document.nodes.flags(slot))
        if before.contains(.ownLayout), source.layoutMember(slot) != document.layoutMember(slot) { return false }
        let read: NodeFlags = [.locked, .collapsed, .hidden, .ownLayout]
        return source.nodes.parent(slot) == document.nodes.parent(slot)
            && before.intersection(read) == now.intersection(read) && before.shape == now.shape
            && source.handles(slot) == document.handles(slot)
    }

    private func isCurrent(edge slot: Edge.Slot, in document: Document) -> Bool {
        guard document.edge(source.edgeID(slot)) == slot else { return false }
        let (before, now) = (source.edge(at: slot), document.edge(at: slot))
        return before.hasSameEnds(as: now) && before.members == now.members
    }

    /// A test whether a change touches what is read.
    public struct Watch: Sendable {
        private let reading: LayoutReading
        private let nodes: SlotSet<Node>
        private let edges: SlotSet<Edge>

        fileprivate init(_ reading: LayoutReading) {
            self.reading = reading
            (nodes, edges) = (SlotSet(reading.nodes), SlotSet(reading.edges))
        }

        /// Returns true if what was read is the same after a change.
        ///
        /// - Parameter document: the one after the change, or after later ones.
        /// - Complexity: O(*n*) in the change.
        public func isCurrent(after delta: Delta, in document: Document) -> Bool {
            delta.nodes.allSatisfy { !nodes.contains($0.slot) || reading.isCurrent($0.slot, in: document) }
                && delta.edges.allSatisfy { !edges.contains($0.slot) || reading.isCurrent(edge: $0.slot, in: document) }
        }
    }

    /// A watch of what is read, for the time in which the layout is computed.
    ///
    /// - Complexity: O(*n*) in what is read.
    public var watch: Watch { Watch(self) }
}

extension Document {
    fileprivate func layoutMember(_ slot: Node.Slot) -> JSON? {
        withNodeMembers(slot) { JSONMembers.value("layout", in: $0) }
    }
}
