/// The members of an item that changed.
public struct ItemMembers: OptionSet, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let x = ItemMembers(rawValue: 1 << 0)
    public static let y = ItemMembers(rawValue: 1 << 1)
    public static let width = ItemMembers(rawValue: 1 << 2)
    public static let height = ItemMembers(rawValue: 1 << 3)
    public static let z = ItemMembers(rawValue: 1 << 4)
    public static let type = ItemMembers(rawValue: 1 << 5)
    public static let label = ItemMembers(rawValue: 1 << 6)
    public static let parent = ItemMembers(rawValue: 1 << 7)
    public static let selected = ItemMembers(rawValue: 1 << 8)
    public static let handles = ItemMembers(rawValue: 1 << 9)
    /// With its bounds.
    public static let path = ItemMembers(rawValue: 1 << 10)
    public static let arrows = ItemMembers(rawValue: 1 << 11)
    public static let interactive = ItemMembers(rawValue: 1 << 12)
    public static let carried = ItemMembers(rawValue: 1 << 13)
    public static let order = ItemMembers(rawValue: 1 << 14)
    public static let locked = ItemMembers(rawValue: 1 << 15)
    public static let collapsed = ItemMembers(rawValue: 1 << 16)
    public static let waypoints = ItemMembers(rawValue: 1 << 17)
    /// For an edge also the width of its line and whether its dashes move.
    public static let color = ItemMembers(rawValue: 1 << 18)
    public static let container = ItemMembers(rawValue: 1 << 19)
    /// The item is new: all members are sent.
    static let entered = ItemMembers(rawValue: 1 << 31)

    static let frame: ItemMembers = [.x, .y, .width, .height]
}
