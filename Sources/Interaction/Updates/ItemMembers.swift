/// The members of an item that changed.
public struct ItemMembers: OptionSet, Sendable {
    /// One bit for each member.
    public let rawValue: UInt64

    /// A set from its bits; unknown bits are kept and mean nothing.
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// The left side of a node's frame.
    public static let x = ItemMembers(rawValue: 1 << 0)
    /// The top of a node's frame.
    public static let y = ItemMembers(rawValue: 1 << 1)
    /// The width of a node.
    public static let width = ItemMembers(rawValue: 1 << 2)
    /// The height of a node.
    public static let height = ItemMembers(rawValue: 1 << 3)
    /// The z.
    public static let z = ItemMembers(rawValue: 1 << 4)
    /// The name of the type.
    public static let type = ItemMembers(rawValue: 1 << 5)
    /// The text of the label; for an edge also its position and its angle.
    public static let label = ItemMembers(rawValue: 1 << 6)
    /// The parent of a node.
    public static let parent = ItemMembers(rawValue: 1 << 7)
    /// The flag that the view has the element selected.
    public static let selected = ItemMembers(rawValue: 1 << 8)
    /// The list of a node's handles, with their positions on the canvas.
    public static let handles = ItemMembers(rawValue: 1 << 9)
    /// The path with its bounds.
    public static let path = ItemMembers(rawValue: 1 << 10)
    /// The heads at the ends of an edge.
    public static let arrows = ItemMembers(rawValue: 1 << 11)
    /// The flag that the client draws a node live.
    public static let interactive = ItemMembers(rawValue: 1 << 12)
    /// The flag that the client draws the item moved by the offset of the drag.
    public static let carried = ItemMembers(rawValue: 1 << 13)
    /// The order among items of one kind with equal z.
    public static let order = ItemMembers(rawValue: 1 << 14)
    /// The flag that edits refuse a node.
    public static let locked = ItemMembers(rawValue: 1 << 15)
    /// The flag that the contents of a node are concealed.
    public static let collapsed = ItemMembers(rawValue: 1 << 16)
    /// The waypoints of a selected edge.
    public static let waypoints = ItemMembers(rawValue: 1 << 17)
    /// The color; for an edge also the width of its line and whether its dashes move.
    public static let color = ItemMembers(rawValue: 1 << 18)
    /// The flag that a node holds nodes or accepts them.
    public static let container = ItemMembers(rawValue: 1 << 19)
    /// The edges of the bundle that an edge represents.
    public static let bundle = ItemMembers(rawValue: 1 << 20)
    /// The outline of a node.
    public static let shape = ItemMembers(rawValue: 1 << 21)
    /// The values at the pointers that the view was opened with.
    public static let contents = ItemMembers(rawValue: 1 << 22)
    /// The set of handles that a node shares with others.
    public static let handleSet = ItemMembers(rawValue: 1 << 23)
    /// The values that a node has computed.
    public static let values = ItemMembers(rawValue: 1 << 24)
    /// The labels in the list of an edge, with their positions and angles.
    public static let furtherLabels = ItemMembers(rawValue: 1 << 25)
    /// The dashes of the line of an edge, and its opacity.
    public static let dash = ItemMembers(rawValue: 1 << 26)
    /// The look of the item during an emphasis.
    public static let emphasis = ItemMembers(rawValue: 1 << 27)
    /// The numbers of errors and warnings that name the element.
    public static let problems = ItemMembers(rawValue: 1 << 28)
    /// The difference from the element of another document, with the differing values and the former position.
    public static let difference = ItemMembers(rawValue: 1 << 29)
    /// The border of a node and the letters of its texts, as its style states them.
    public static let look = ItemMembers(rawValue: 1 << 30)
    /// The members that the view asks for.
    public static let asked = ItemMembers(rawValue: ~0 << 32)
    /// The member at an index of those that the view asks for.
    public static func asked(_ index: Int) -> ItemMembers { ItemMembers(rawValue: 1 << (32 + UInt64(index))) }
    /// The item is new: all members are sent.
    static let entered = ItemMembers(rawValue: 1 << 31)

    static let frame: ItemMembers = [.x, .y, .width, .height]
}
