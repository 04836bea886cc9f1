import Geometry
import Graph
import Layout
import Storage
import Wire

/// The part of a document that a layout reads: while it is unchanged, the layout fits the document.
public struct LayoutReading: Sendable {
    /// The document at the time of reading.
    private let source: Document
    /// The nodes that are laid out.
    let nodes: [Node.Slot]
    /// The edges that are laid out.
    let edges: [Edge.Slot]
    private let sizes: LayoutOptions.Sizes
    /// The pointers to numbers in the data of nodes that state positions along an axis.
    private let axes: [JSONPointer]

    /// - Parameter layouts: the layouts of all levels.
    init(_ source: Document, nodes: [Node.Slot], edges: [Edge.Slot], _ layouts: [LevelLayouts.Layout]) {
        (self.source, self.nodes, self.edges) = (source, nodes, edges)
        sizes = layouts.contains { $0.options.sizes == .fit } ? .fit : .keep
        axes = layouts.compactMap(\.options.axis)
    }

    /// Returns true if it is unchanged in a later state of the document, together with some other nodes and edges.
    ///
    /// - Complexity: O(*n*) for *n* elements that were read; O(1) in an unchanged document.
    func isCurrent(in document: Document, _ rest: [Node.Slot], _ others: [Edge.Slot]) -> Bool {
        if document.isCopy(of: source) { return true }
        return [nodes, rest].joined().allSatisfy { isCurrent($0, in: document) }
            && [edges, others].joined().allSatisfy { isCurrent(edge: $0, in: document) }
    }

    /// Returns true if the read part of a node is unchanged in a later state of the document.
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

    /// A test if a change affects the read part.
    public struct Watch: Sendable {
        private let reading: LayoutReading
        private let nodes: SlotSet<Node>
        private let edges: SlotSet<Edge>

        fileprivate init(_ reading: LayoutReading) {
            self.reading = reading
            (nodes, edges) = (SlotSet(reading.nodes), SlotSet(reading.edges))
        }

        /// Returns true if the read part is unchanged after a change.
        ///
        /// - Parameter document: the document after this change, or after later ones.
        /// - Complexity: O(*n*) for *n* elements of the change.
        public func isCurrent(after delta: Delta, in document: Document) -> Bool {
            delta.nodes.allSatisfy { !nodes.contains($0.slot) || reading.isCurrent($0.slot, in: document) }
                && delta.edges.allSatisfy { !edges.contains($0.slot) || reading.isCurrent(edge: $0.slot, in: document) }
        }
    }

    /// A watch of the read part, for use while the layout is computed.
    ///
    /// - Complexity: O(*n*) for *n* elements.
    public var watch: Watch { Watch(self) }
}

extension Document {
    fileprivate func layoutMember(_ slot: Node.Slot) -> JSON? {
        withNodeMembers(slot) { JSONMembers.value("layout", in: $0) }
    }
}
