import Storage

/// The position of an element in the stack: the greater one is painted in front and hit first.
///
/// Elements are compared by z, then by kind, then by the order of the document. Everything that paints or hits compares
/// these and nothing else.
public struct PaintOrder: Comparable, Sendable {
    /// Kinds that share a z, from back to front.
    public enum Kind: UInt8, CaseIterable, Sendable { case container, edge, label, node }

    /// Compared first; greater is in front.
    public let z: Double
    /// Compared among elements of one z.
    public let kind: Kind
    /// The element's key in the order of its kind; a label has that of its edge.
    public let key: UInt64

    /// A position from its three parts.
    @inlinable public init(z: Double, kind: Kind, key: UInt64) {
        self.z = z
        self.kind = kind
        self.key = key
    }

    /// Returns true if the first is painted behind the second.
    @inlinable public static func < (a: PaintOrder, b: PaintOrder) -> Bool {
        if a.z != b.z { return a.z < b.z }
        return a.kind != b.kind ? a.kind.rawValue < b.kind.rawValue : a.key < b.key
    }
}

extension Document {
    /// Returns true if a node holds nodes or accepts them, and so lies behind edges with the same z.
    public func isContainer(_ slot: Node.Slot) -> Bool {
        if nodes.flags(slot).contains(.acceptsChildren) { return true }
        return nodes.innerCount > 0 && nodes.firstChild(of: slot) != nil
    }

    /// Returns `container` or `node`.
    public func paintKind(ofNode slot: Node.Slot) -> PaintOrder.Kind { isContainer(slot) ? .container : .node }

    /// The position of a node in the stack.
    public func paintOrder(ofNode slot: Node.Slot) -> PaintOrder {
        PaintOrder(z: z(slot), kind: paintKind(ofNode: slot), key: nodes.order.key(slot))
    }

    /// The position of an edge in the stack.
    public func paintOrder(ofEdge slot: Edge.Slot) -> PaintOrder {
        PaintOrder(z: z(ofEdge: slot), kind: .edge, key: edges.order.key(slot))
    }

    /// The position of an edge's label in the stack.
    public func paintOrder(ofLabel slot: Edge.Slot) -> PaintOrder {
        PaintOrder(z: z(ofEdge: slot), kind: .label, key: edges.order.key(slot))
    }

    /// Returns true if a node is painted in front of another.
    public func isInFront(_ a: Node.Slot, of b: Node.Slot) -> Bool { paintOrder(ofNode: a) > paintOrder(ofNode: b) }

    /// Returns true if an edge is painted in front of another.
    public func isInFront(edge a: Edge.Slot, of b: Edge.Slot) -> Bool { paintOrder(ofEdge: a) > paintOrder(ofEdge: b) }

    /// A node's z: its own `zIndex`, or one above its parent if that is more.
    public func z(_ slot: Node.Slot) -> Double {
        guard let parent = nodes.parent(slot) else { return nodes.zIndex(slot) }
        return max(nodes.zIndex(slot), inherited(from: parent).z + 1)
    }

    /// An edge's z: its own `zIndex`, or one above the nearest container of both ends (0 without one) and above its
    /// group, if that is more.
    ///
    /// - Complexity: as `container(of:_:)`; O(1) if an end is in no container.
    public func z(ofEdge slot: Edge.Slot) -> Double {
        let ends = edges.ends(slot)
        let inner = container(of: ends.source, ends.target).map { inherited(from: $0).z + 1 }
        let group = group(ofEdge: slot).map { inherited(from: $0).z + 1 }
        return max(edges.zIndex(slot), inner ?? 0, group ?? 0)
    }
}
