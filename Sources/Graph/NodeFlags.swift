/// What is true of a node besides its place; a node that says nothing has none of these.
public struct NodeFlags: OptionSet, Sendable {
    /// Bits 0–20.
    public let rawValue: UInt32

    /// Flags from their bits.
    @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Gestures do not drag the node: `draggable` is false.
    public static let undraggable = NodeFlags(rawValue: 1 << 0)
    /// Gestures do not select the node: `selectable` is false.
    public static let unselectable = NodeFlags(rawValue: 1 << 1)
    /// Gestures do not connect the node: `connectable` is false.
    public static let unconnectable = NodeFlags(rawValue: 1 << 2)
    /// Keys do not remove the node: `deletable` is false.
    public static let undeletable = NodeFlags(rawValue: 1 << 3)
    /// The node itself is hidden; see `Document.isConcealed`.
    public static let hidden = NodeFlags(rawValue: 1 << 4)
    /// Edits refuse to change the node.
    public static let locked = NodeFlags(rawValue: 1 << 5)
    /// Nodes may be dropped into the node.
    public static let acceptsChildren = NodeFlags(rawValue: 1 << 6)
    /// What the node contains is concealed.
    public static let collapsed = NodeFlags(rawValue: 1 << 7)
    /// Drags keep the node inside its parent.
    public static let extentParent = NodeFlags(rawValue: 1 << 8)
    /// Drags keep the node inside the rectangle of its `extent` member.
    public static let extentRect = NodeFlags(rawValue: 1 << 9)
    /// The parent grows where a drag takes the node beyond it.
    public static let expandsParent = NodeFlags(rawValue: 1 << 10)
    /// The node has no position: no frame, no hit, no bounds.
    public static let unplaced = NodeFlags(rawValue: 1 << 11)
    /// The width is the node's own, not its type's.
    public static let hasWidth = NodeFlags(rawValue: 1 << 12)
    /// The height is the node's own, not its type's.
    public static let hasHeight = NodeFlags(rawValue: 1 << 13)
    /// The node lists its own handles.
    public static let hasHandles = NodeFlags(rawValue: 1 << 14)
    /// The node says at which sides its default handles are.
    public static let hasSides = NodeFlags(rawValue: 1 << 15)
    /// The node states a size apart from its `width` and `height`: in `style`, `measured` or `initialWidth`.
    public static let statedSize = NodeFlags(rawValue: 1 << 16)
    /// The node has a label, in `label` or `data.label`.
    public static let labelled = NodeFlags(rawValue: 1 << 17)
    /// The members hold a `position`, `width` or `height`, which the columns alone would not give back as it was written.
    public static let writtenGeometry = NodeFlags(rawValue: 1 << 18)
    /// The node has a `zIndex` other than 0.
    public static let layered = NodeFlags(rawValue: 1 << 19)
    /// The node has a `style` or another member that changes its look.
    public static let styled = NodeFlags(rawValue: 1 << 20)
}

/// What is true of an edge; an edge that says nothing has none of these.
public struct EdgeFlags: OptionSet, Sendable {
    /// Flags in bits 0–7, 12 and 13; the type in bits 8–11, the label's length in bits 16–20.
    public let rawValue: UInt32

    /// Flags from their bits.
    @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The edge itself is hidden; see `Document.isConcealed(edge:)`.
    public static let hidden = EdgeFlags(rawValue: 1 << 0)
    /// Edits refuse to change the edge.
    public static let locked = EdgeFlags(rawValue: 1 << 1)
    /// Gestures do not select the edge: `selectable` is false.
    public static let unselectable = EdgeFlags(rawValue: 1 << 2)
    /// Keys do not remove the edge: `deletable` is false.
    public static let undeletable = EdgeFlags(rawValue: 1 << 3)
    /// Gestures do not move the edge's ends: `reconnectable` is false.
    public static let unreconnectable = EdgeFlags(rawValue: 1 << 4)
    /// The edge has `pathOptions`.
    public static let shaped = EdgeFlags(rawValue: 1 << 5)
    /// The edge has `waypoints`, at least one.
    public static let bent = EdgeFlags(rawValue: 1 << 6)
    /// The edge has a `zIndex` other than 0.
    public static let layered = EdgeFlags(rawValue: 1 << 7)
    /// The edge has a `style`, markers or another member that changes its look.
    public static let styled = EdgeFlags(rawValue: 1 << 13)
    /// The edge has a `labelPosition` or a `labelOffset`.
    public static let labelPlaced = EdgeFlags(rawValue: 1 << 12)

    /// Whatever makes an edge's path or the place of its label another than its type does.
    @inlinable public static var formed: EdgeFlags { EdgeFlags(rawValue: 1 << 5 | 1 << 6 | 1 << 12) }

    /// Whether there is a label, or a point where the edge says that one would go.
    @inlinable public var hasLabelPlace: Bool { rawValue & (31 << 16 | 1 << 12) != 0 }

    /// The number of the edge's own path type (bits 8–11), 0 when it follows the document's setting.
    @inlinable public var typeNumber: Int { Int(rawValue >> 8) & 15 }

    /// How many Unicode scalars the label has, 31 for that many and more (bits 16–20); 0 is no label.
    @inlinable public var labelScalars: Int { Int(rawValue >> 16) & 31 }

    static func type(_ number: Int) -> EdgeFlags { EdgeFlags(rawValue: UInt32(number) << 8) }
    static func label(_ scalars: Int) -> EdgeFlags { EdgeFlags(rawValue: UInt32(min(scalars, 31)) << 16) }
}
