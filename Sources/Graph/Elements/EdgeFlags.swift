/// The flags of an edge; by default it has none of these.
public struct EdgeFlags: OptionSet, Sendable {
    /// Flags in bits 0–7, 12–17 and 22–24; the path in bits 8–11, the path that the document's types give it in bits 18–21, the
    /// width of the label in bits 32–47, and the number of its lines in bits 48–55.
    public let rawValue: UInt64

    /// Flags from their bits.
    @inlinable public init(rawValue: UInt64) { self.rawValue = rawValue }

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
    /// The edge is in no file; see `TransientElements`.
    public static let transient = EdgeFlags(rawValue: 1 << 14)
    /// The path of the edge goes round nodes that it would cross: `avoid` is true.
    public static let avoiding = EdgeFlags(rawValue: 1 << 15)
    /// The edge has a `labelPosition` or a `labelOffset`.
    public static let labelPlaced = EdgeFlags(rawValue: 1 << 12)

    /// The edge has `labels`, at least one.
    public static let furtherLabelled = EdgeFlags(rawValue: 1 << 16)

    /// The edge has a `parentId`.
    public static let grouped = EdgeFlags(rawValue: 1 << 23)

    /// The edge has a `weight`.
    public static let weighted = EdgeFlags(rawValue: 1 << 24)

    /// The document describes the type of the edge.
    public static let described = EdgeFlags(rawValue: 1 << 17)

    /// The label is higher than others, so it may lie where only few labels are searched.
    public static let hasHighLabel = EdgeFlags(rawValue: 1 << 22)

    /// The flags that follow from the edge's own members.
    @inlinable public var own: EdgeFlags { EdgeFlags(rawValue: rawValue & ~(31 << 17)) }

    /// Every flag that changes an edge's path or its labels compared with its type and its `label`.
    @inlinable public static var formed: EdgeFlags {
        EdgeFlags(rawValue: 1 << 5 | 1 << 6 | 1 << 12 | 1 << 16 | 1 << 22)
    }

    /// Is true if there is a label, or a stated position of one.
    @inlinable public var hasLabelPlace: Bool { rawValue & (0xFFFF << 32 | 1 << 12 | 1 << 16) != 0 }

    /// The number of the path that the type of the edge has (bits 18–21), else that it names (bits 8–11), 0 when it follows
    /// the document's setting.
    @inlinable @inline(__always) public var typeNumber: Int {
        let described = Int(rawValue >> 18) & 15
        return described != 0 ? described : namedTypeNumber
    }

    /// The number of the path that the edge names as its type (bits 8–11), 0 when it names none.
    @inlinable public var namedTypeNumber: Int { Int(rawValue >> 8) & 15 }

    /// The width of the label with its space, in canvas units (bits 32–47); 0 is no label.
    @inlinable public var labelWidth: Int { Int(rawValue >> 32 & 0xFFFF) }

    /// The number of lines of the label (bits 48–55).
    @inlinable public var labelLines: Int { Int(rawValue >> 48 & 0xFF) }

    /// Returns true if the edge's path goes round nodes.
    ///
    /// - Parameter other: the type of edges that have none of their own.
    @inlinable @inline(__always) public func isRouted(_ other: EdgeType) -> Bool {
        let number = typeNumber
        if number == 0 {
            return other == .orthogonal || contains(.avoiding) && (other == .bezier || other == .smoothStep)
        }
        return number == EdgeFlags.orthogonal
            || contains(.avoiding) && (number == EdgeFlags.bezier || number == EdgeFlags.smoothStep)
    }

    /// The numbers of types, as in `EdgeType.number`: the type whose paths go round nodes, and the types whose paths
    /// do so on request of the edge.
    @usableFromInline static var orthogonal: Int { 7 }
    @usableFromInline static var bezier: Int { 2 }
    @usableFromInline static var smoothStep: Int { 5 }

    static func described(path number: Int) -> EdgeFlags {
        EdgeFlags(rawValue: described.rawValue | UInt64(number) << 18)
    }
    static func type(_ number: Int) -> EdgeFlags { EdgeFlags(rawValue: UInt64(number) << 8) }
    static func label(_ extent: EdgeLabelText.Extent) -> EdgeFlags {
        let label = EdgeFlags(rawValue: UInt64(extent.width) << 32 | UInt64(extent.lines) << 48)
        return extent.lines > EdgeLabelText.fewLines ? label.union(.hasHighLabel) : label
    }
}
