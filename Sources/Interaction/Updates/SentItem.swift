import Geometry
import Graph
import Storage

/// The data that the passes read of every item, kept together so that they read little memory.
struct Outline<Element>: Sendable {
    let slot: Slot<Element>
    /// Bounds of everything drawn for the item: frame, or path and label.
    var box: Rect
    /// Is true if a gesture shows the item in another position or form than the document.
    var isDisplaced = false
    /// Is true if its coordinates are the document's and the client adds the drag's offset.
    var isCarried = false
}

/// The look of an item in a view with an emphasis.
public enum Emphasis: String, CaseIterable, Sendable {
    /// It is emphasized, or dimmed.
    case path, dimmed
}

/// The members of an item that `SentItems` needs.
protocol SentItem: Sendable {
    associatedtype Element
    var slot: Slot<Element> { get }
    var outline: Outline<Element> { get }
    var isSelected: Bool { get set }
    var order: UInt64 { get set }
    /// The look of the item during an emphasis; otherwise nil.
    var emphasis: Emphasis? { get set }
    /// The problems of the diagnostics that name the element, in a view that shows them.
    var problems: Problems { get set }
    /// The difference of the element, in a view that compares.
    var difference: ItemDifference? { get set }
    /// The values of the members that the view asks for.
    var asked: [[UInt8]] { get set }
    /// The members that changed since the last update.
    var pending: ItemMembers { get set }
}
