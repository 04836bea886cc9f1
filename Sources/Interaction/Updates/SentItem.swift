import Geometry

/// What the passes read of every item, kept together so that they read little memory.
struct Outline: Sendable {
    let slot: Int32
    /// Bounds of everything drawn for the item: frame, or path and label.
    var box: Rect
    /// Whether a gesture shows the item elsewhere, or otherwise, than the document has it.
    var isDisplaced = false
    /// Whether its coordinates are the document's and the client adds the drag's offset.
    var isCarried = false
}

/// What `SentItems` needs to know of an item.
protocol SentItem: Sendable {
    var slot: Int32 { get }
    var outline: Outline { get }
    var isSelected: Bool { get set }
    var order: UInt64 { get set }
    /// The members that changed since the last update.
    var pending: ItemMembers { get set }
}
