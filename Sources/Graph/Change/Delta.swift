import Storage
import Wire

/// The effect of one change on a document: before and after of each element touched.
///
/// It inverts by swapping, and merges by keeping the first before and the last after. Elements are named by slot: a
/// delta applies only to the state before or after it, where slots mean the same.
///
/// Passes over all changes use an index if they read little of each, since taking a change out copies its content.
public struct Delta: Sendable {
    /// The whole content, behind one reference: history, announcement, scene and views share it.
    @usableFromInline struct Content: Sendable {
        @usableFromInline var nodes: [NodeChange] = []
        @usableFromInline var edges: [EdgeChange] = []
        @usableFromInline var nodeOrder: [Placement<Node>] = []
        @usableFromInline var edgeOrder: [Placement<Edge>] = []
        @usableFromInline var members: [MemberChange] = []
        @usableFromInline var measured: [MeasuredChange] = []
    }

    @usableFromInline var content: CopyOnWrite<Content>

    /// The nodes touched, each once.
    @inlinable public var nodes: [NodeChange] {
        _read { yield content.value.nodes }
        _modify { yield &content.value.nodes }
    }
    /// The edges touched, each once.
    @inlinable public var edges: [EdgeChange] {
        _read { yield content.value.edges }
        _modify { yield &content.value.edges }
    }
    /// Every insertion, removal and move in the order of the nodes, as it happened.
    @inlinable public var nodeOrder: [Placement<Node>] {
        _read { yield content.value.nodeOrder }
        _modify { yield &content.value.nodeOrder }
    }
    /// The changes of the order of edges.
    @inlinable public var edgeOrder: [Placement<Edge>] {
        _read { yield content.value.edgeOrder }
        _modify { yield &content.value.edgeOrder }
    }
    /// Members of the document itself: settings, types and all other members of a file.
    @inlinable public var members: [MemberChange] {
        _read { yield content.value.members }
        _modify { yield &content.value.members }
    }
    /// Measured sizes of nodes, each once; existing nodes are in `nodes`, too.
    @inlinable public var measured: [MeasuredChange] {
        _read { yield content.value.measured }
        _modify { yield &content.value.measured }
    }

    /// A delta that changes nothing.
    public init() { content = Delta.nothing }

    /// The shared content of all empty deltas.
    private static let nothing = CopyOnWrite(Content())

    /// Is true if nothing was touched. O(1).
    public var isEmpty: Bool {
        nodes.isEmpty && edges.isEmpty && nodeOrder.isEmpty && edgeOrder.isEmpty && members.isEmpty
            && measured.isEmpty
    }

    /// The delta that undoes this one.
    public var inverse: Delta {
        var inverse = Delta()
        inverse.nodes = nodes.map(\.inverse)
        inverse.edges = edges.map(\.inverse)
        inverse.nodeOrder = nodeOrder.reversed().map(\.inverse)
        inverse.edgeOrder = edgeOrder.reversed().map(\.inverse)
        inverse.members = members.map(\.inverse)
        inverse.measured = measured.map(\.inverse)
        return inverse
    }

    /// An estimate of the memory it takes, for the bound of the history.
    public var bytes: Int {
        var sum = nodes.count * MemoryLayout<NodeChange>.stride + edges.count * MemoryLayout<EdgeChange>.stride
        sum += (nodeOrder.count + edgeOrder.count) * MemoryLayout<Placement<Node>>.stride
        sum += measured.count * MemoryLayout<MeasuredChange>.stride
        for index in nodes.indices {
            guard case .changed(let before, let after) = nodes[index].content else { continue }
            sum += (before?.bytes ?? 0) + (after?.bytes ?? 0)
        }
        for index in edges.indices { sum += (edges[index].before?.bytes ?? 0) + (edges[index].after?.bytes ?? 0) }
        for change in members { sum += (change.before?.byteEstimate ?? 0) + (change.after?.byteEstimate ?? 0) + 64 }
        return sum
    }
}

/// The states of one node before and after.
public struct NodeChange: Sendable {
    /// The change of the members of a node.
    public enum Content: Sendable {
        /// Only the geometry may differ.
        case same
        /// The members changed; nil is a node that is not there.
        case changed(before: Node?, after: Node?)
    }

    /// The slot of the element, which it keeps when undo brings it back.
    public let slot: Node.Slot
    /// The stored geometry before; absent for an insertion.
    public var before: NodeGeometry
    /// The stored geometry after; absent for a removal.
    public var after: NodeGeometry
    /// The change of the members, if there is one.
    public var content: Content

    /// The change back.
    public var inverse: NodeChange {
        switch content {
        case .same: NodeChange(slot: slot, before: after, after: before, content: .same)
        case .changed(let old, let new):
            NodeChange(slot: slot, before: after, after: before, content: .changed(before: new, after: old))
        }
    }

    /// Is true if the node came into being.
    @inlinable public var isInsertion: Bool {
        if case .changed(nil, .some) = content { true } else { false }
    }

    /// Is true if the node was removed.
    @inlinable public var isRemoval: Bool {
        if case .changed(.some, nil) = content { true } else { false }
    }

    /// The id of a removed node that was in the slot; nil if there is none.
    @inlinable public var goneID: Node.ID? {
        guard case .changed(let before?, let after) = content, before.id != after?.id else { return nil }
        return before.id
    }

    /// The id of a node that is in the slot and was not there before; nil if there is none.
    @inlinable public var newID: Node.ID? {
        guard case .changed(let before, let after?) = content, after.id != before?.id else { return nil }
        return after.id
    }

    /// Is true if nothing is different afterwards.
    public var isIdentity: Bool {
        switch content {
        case .same: before == after
        case .changed(.some(let old), .some(let new)): old.hasSameContent(as: new)
        case .changed(nil, nil): true
        case .changed: false
        }
    }
}

/// The states of one edge before and after; nil is an edge that is not there.
public struct EdgeChange: Sendable {
    /// The slot of the element, which it keeps when undo brings it back.
    public let slot: Edge.Slot
    /// The edge before; nil for an insertion.
    public var before: Edge?
    /// The edge after; nil for a removal.
    public var after: Edge?

    /// Is true if it came into being or has another end.
    var leadsElsewhere: Bool { after != nil && (before?.source != after?.source || before?.target != after?.target) }

    /// The change back.
    public var inverse: EdgeChange { EdgeChange(slot: slot, before: after, after: before) }

    /// Is true if the edge came into being.
    @inlinable public var isInsertion: Bool { before == nil && after != nil }

    /// The id of a removed edge that was in the slot; nil if there is none.
    @inlinable public var goneID: Edge.ID? {
        guard let before, before.id != after?.id else { return nil }
        return before.id
    }

    /// The id of an edge that is in the slot and was not there before; nil if there is none.
    @inlinable public var newID: Edge.ID? {
        guard let after, after.id != before?.id else { return nil }
        return after.id
    }
}

/// A step in the order of the elements: an insertion, a removal or a move of one of them.
public struct Placement<Element>: Sendable, Equatable {
    /// A position in the order.
    public enum Site: Sendable, Equatable {
        /// The position before an element, its successor.
        case before(Slot<Element>)
        /// The position in front of all others.
        case end
        /// The element is not in the order.
        case absent

        /// Makes the position before the successor; without one it is the end.
        init(before successor: Slot<Element>?) { self = successor.map { .before($0) } ?? .end }
    }

    /// The slot of the element that moved in the order.
    public let slot: Slot<Element>
    /// The element before which it was.
    public let from: Site
    /// The element before which it is now.
    public let to: Site

    /// The step back.
    public var inverse: Placement { Placement(slot: slot, from: to, to: from) }
}

/// The values of a member of the document itself before and after; nil is a member that is not there.
public struct MemberChange: Sendable {
    /// The member's name at the top of the document.
    public let name: String
    /// The value before; nil if there was none.
    public var before: JSON?
    /// The value after; nil if there is none.
    public var after: JSON?

    /// A change from one value to another.
    public init(name: String, before: JSON?, after: JSON?) {
        (self.name, self.before, self.after) = (name, before, after)
    }

    /// The change back.
    public var inverse: MemberChange { MemberChange(name: name, before: after, after: before) }
}

extension JSON {
    /// The memory of a value, roughly.
    public var byteEstimate: Int {
        switch self {
        case .null, .boolean: 1
        case .number: 16
        case .string(let text): 16 + text.withUTF8 { $0.count }
        case .array(let elements): elements.reduce(16) { $0 + $1.byteEstimate }
        case .object(let object): object.members.reduce(16) { $0 + 24 + $1.value.byteEstimate }
        }
    }
}
