import Geometry
import Storage

/// What the passes read of every item, kept together so that they read little memory.
struct Outline<Element>: Sendable {
    let slot: Slot<Element>
    /// Bounds of everything drawn for the item: frame, or path and label.
    var box: Rect
    /// Whether a gesture shows the item elsewhere, or otherwise, than the document has it.
    var isDisplaced = false
    /// Whether its coordinates are the document's and the client adds the drag's offset.
    var isCarried = false
}

/// What `SentItems` needs to know of an item.
protocol SentItem: Sendable {
    associatedtype Element
    var slot: Slot<Element> { get }
    var outline: Outline<Element> { get }
    var isSelected: Bool { get set }
    var order: UInt64 { get set }
    /// The members that changed since the last update.
    var pending: ItemMembers { get set }
}
