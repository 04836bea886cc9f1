import Geometry

/// The flags of a node besides its geometry; by default it has none of these.
public struct NodeFlags: OptionSet, Sendable {
    /// Flags in bits 0–22 and 28–30; the shape in bits 23–27.
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
    /// The contents of the node are concealed.
    public static let collapsed = NodeFlags(rawValue: 1 << 7)
    /// Drags keep the node inside its parent.
    public static let extentParent = NodeFlags(rawValue: 1 << 8)
    /// Drags keep the node inside the rectangle of its `extent` member.
    public static let extentRect = NodeFlags(rawValue: 1 << 9)
    /// The parent grows when a drag takes the node beyond it.
    public static let expandsParent = NodeFlags(rawValue: 1 << 10)
    /// The node has no position: no frame, no hit, no bounds.
    public static let unplaced = NodeFlags(rawValue: 1 << 11)
    /// The width is the node's own, not its type's.
    public static let hasWidth = NodeFlags(rawValue: 1 << 12)
    /// The height is the node's own, not its type's.
    public static let hasHeight = NodeFlags(rawValue: 1 << 13)
    /// The node lists its own handles.
    public static let hasHandles = NodeFlags(rawValue: 1 << 14)
    /// The node states the sides of its default handles.
    public static let hasSides = NodeFlags(rawValue: 1 << 15)
    /// The node states a size apart from its `width` and `height`: in `style`, `initialWidth` or an odd `measured`.
    public static let statedSize = NodeFlags(rawValue: 1 << 16)
    /// The node has a label, in `label` or `data.label`.
    public static let labelled = NodeFlags(rawValue: 1 << 17)
    /// The members hold a `position`, `width` or `height` that the columns alone would not reproduce.
    public static let writtenGeometry = NodeFlags(rawValue: 1 << 18)
    /// The node has a `zIndex` other than 0.
    public static let layered = NodeFlags(rawValue: 1 << 19)
    /// The node has a `style` or another member that changes its look.
    public static let styled = NodeFlags(rawValue: 1 << 20)
    /// The node states the size it has while it is collapsed.
    public static let ownCollapsedSize = NodeFlags(rawValue: 1 << 21)
    /// The node is collapsed and shown in another size than its own.
    public static let shrunk = NodeFlags(rawValue: 1 << 22)
    /// The node is in no file; see `TransientElements`.
    public static let transient = NodeFlags(rawValue: 1 << 28)
    /// A front end measured the node; see `MeasuredSize`.
    public static let measured = NodeFlags(rawValue: 1 << 29)
    /// The node states the layout of its contents; see `Document.ownLayout(of:)`.
    public static let ownLayout = NodeFlags(rawValue: 1 << 30)

    /// Is true if the outline of the node differs from its frame.
    @inlinable public var isShaped: Bool { rawValue & (31 << 23) != 0 }

    /// Is true if edges to the center of the node end at its outline: it is not a rectangle, or holds nodes.
    @inlinable public var endsEdges: Bool { rawValue & (31 << 23 | 1 << 6) != 0 }

    /// The node's outline: its own, else its type's.
    @inlinable public var shape: NodeShape { NodeShape(number: rawValue >> 23 & 31) }

    /// Returns true if a node with these flags contains a point: inside its outline, half-open like its displayed
    /// frame.
    @inlinable @inline(__always)
    public func hold(_ point: Point, in frame: Rect) -> Bool {
        frame.contains(point) && (!isShaped || shape.contains(point, in: frame))
    }

    static func shape(_ shape: NodeShape) -> NodeFlags { NodeFlags(rawValue: shape.number << 23) }
}
