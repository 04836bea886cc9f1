import Geometry
import Graph
import Routing
import Storage

/// Where an item is shown, and how: all that a look over many of them reads.
struct Outline: Sendable {
    let slot: Int32
    /// What encloses all that is told of it.
    var box: Rect
    /// Whether a gesture shows it away from where the document has it.
    var isDisplaced = false
    /// Whether it is told where the document has it, to be drawn moved by the offset of the drag.
    var isCarried = false
}

/// A node as a view shows it; points and lengths are on the canvas.
public struct NodeItem: Sendable, ShownItem {
    var outline: Outline
    public internal(set) var size: Size
    public internal(set) var z = 0.0
    /// Of two of a kind with equal z the greater is in front.
    public internal(set) var order: UInt64 = 0
    public internal(set) var isContainer = false
    /// The number of its type's name, or −1.
    public internal(set) var type: Int32 = -1
    /// The number of its list of handles.
    public internal(set) var handles: Int32 = 0
    public internal(set) var isSelected = false
    /// Whether it should be drawn live, so that it can be used.
    public internal(set) var isInteractive = false
    public internal(set) var isLocked = false
    public internal(set) var isCollapsed = false
    public internal(set) var parent: Identifier?
    /// The background that its style names.
    public internal(set) var color: StyleColor?
    /// A JSON string as written; empty without a label.
    public internal(set) var label: [UInt8] = []
    var pending: ItemMembers = []

    init(slot: Int32, frame: Rect, size: Size) {
        outline = Outline(slot: slot, box: frame)
        self.size = size
    }

    public var slot: Int32 { outline.slot }
    public var isCarried: Bool { outline.isCarried }

    /// Where a drag or a resize shows it, if one does; of a carried node, where the document has it.
    public internal(set) var frame: Rect {
        get { outline.box }
        set { outline.box = newValue }
    }
}

/// An edge as a view shows it.
public struct EdgeItem: Sendable, ShownItem {
    var outline: Outline
    public internal(set) var path: Path
    /// Of the path.
    public internal(set) var bounds: Rect
    public internal(set) var labelPoint: Point
    public internal(set) var labelAngle: Double
    public internal(set) var z = 0.0
    /// Of two with equal z the greater is in front.
    public internal(set) var order: UInt64 = 0
    public internal(set) var isSelected = false
    public internal(set) var text = EdgeText()
    /// Where a gesture shows them, if one does; of a carried edge, where the document has them.
    public internal(set) var waypoints: [Point] = []
    private(set) var labelBox: Rect?
    var pending: ItemMembers = []
    /// The last pass that looked at it.
    var mark: UInt32 = 0

    init(slot: Int32, _ route: Route, labelBox: Rect?) {
        outline = Outline(slot: slot, box: .empty)
        (path, bounds, labelPoint, labelAngle) = (route.path, .empty, route.label, route.labelAngle)
        follow(route, labelBox: labelBox)
    }

    public var slot: Int32 { outline.slot }
    /// With both its ends.
    public var isCarried: Bool { outline.isCarried }

    /// Whether the curve or the label, not only their bounds, touch a rectangle.
    func touches(_ rect: Rect) -> Bool {
        if rect.contains(outline.box) { return true }
        return outline.box.touches(rect) && (path.touches(rect) || labelBox?.touches(rect) == true)
    }

    mutating func follow(_ route: Route, labelBox: Rect?) {
        path = route.path
        bounds = route.path.bounds
        labelPoint = route.label
        labelAngle = route.labelAngle
        self.labelBox = labelBox
        outline.box = labelBox.map { bounds.union($0) } ?? bounds
    }
}

/// What frames tell of an edge's members.
public struct EdgeText: Sendable, Equatable {
    /// JSON strings as written; empty without one.
    public internal(set) var label: [UInt8] = []
    public internal(set) var type: [UInt8] = []
    public internal(set) var style = EdgeStyle()
}

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
    /// With the bounds.
    public static let path = ItemMembers(rawValue: 1 << 10)
    public static let arrows = ItemMembers(rawValue: 1 << 11)
    public static let interactive = ItemMembers(rawValue: 1 << 12)
    public static let carried = ItemMembers(rawValue: 1 << 13)
    public static let order = ItemMembers(rawValue: 1 << 14)
    public static let locked = ItemMembers(rawValue: 1 << 15)
    public static let collapsed = ItemMembers(rawValue: 1 << 16)
    public static let waypoints = ItemMembers(rawValue: 1 << 17)
    /// Of an edge with the width of its line and whether its dashes move.
    public static let color = ItemMembers(rawValue: 1 << 18)
    public static let container = ItemMembers(rawValue: 1 << 19)
    /// The item is new: all members count.
    static let entered = ItemMembers(rawValue: 1 << 31)

    static let frame: ItemMembers = [.x, .y, .width, .height]
}

/// The nodes or the edges that a frame brings, changes and takes away, each in the order of the document.
public struct ItemChanges: Sendable {
    public internal(set) var entered: [Int32] = []
    public internal(set) var updated: [(slot: Int32, members: ItemMembers)] = []
    /// Those that are gone from the document first, as they went.
    public internal(set) var left: [Identifier] = []

    var isEmpty: Bool { entered.isEmpty && updated.isEmpty && left.isEmpty }
}

/// What the store of shown items has to know of one.
protocol ShownItem: Sendable {
    var slot: Int32 { get }
    var outline: Outline { get }
    var isSelected: Bool { get set }
    var order: UInt64 { get set }
    /// What changed since the last frame.
    var pending: ItemMembers { get set }
}

/// The items a view has shown to its client, found by slot.
struct ShownItems<Item: ShownItem>: Sendable {
    private(set) var items: ContiguousArray<Item> = []
    private var places = PagedArray<Int32>(default: -1)
    /// The slots of items with something pending; among them may be some that left.
    private var changed: [Int32] = []
    /// Ids of items that left, with what sorts them.
    private var left: [(key: UInt64, slot: Int32, id: Identifier)] = []
    /// Ids of items whose elements are gone, in the order in which they went.
    private var gone: [Identifier] = []
    /// Up to which placement the order of the items is known.
    private var placements = 0

    var count: Int { items.count }

    @inline(__always) func place(of slot: Int32) -> Int { Int(places[Int(slot)]) }

    /// Whether an item that is shown is told where the document has it.
    @inline(__always) func isCarried(_ slot: Int32) -> Bool { items[place(of: slot)].outline.isCarried }

    @inline(__always)
    func item(_ slot: Int32) -> Item? {
        let place = place(of: slot)
        return place < 0 ? nil : items[place]
    }

    mutating func enter(_ item: Item) {
        places[Int(item.slot)] = Int32(items.count)
        items.append(item)
        items[items.count - 1].pending = .entered
        changed.append(item.slot)
    }

    /// Notes members that changed.
    @inline(__always)
    mutating func note(_ members: ItemMembers, at place: Int) {
        if members.isEmpty { return }
        if items[place].pending.isEmpty { changed.append(items[place].slot) }
        items[place].pending.formUnion(members)
    }

    mutating func noteAll(_ members: ItemMembers) {
        for place in items.indices { note(members, at: place) }
    }

    @inline(__always)
    mutating func withItem<R>(at place: Int, _ body: (inout Item) -> R) -> R { body(&items[place]) }

    /// Takes away an item that is no longer visible.
    mutating func leave(_ slot: Int32, key: UInt64, id: Identifier) {
        if remove(slot) { left.append((key, slot, id)) }
    }

    /// Takes away an item whose element is gone; its slot may soon be another's.
    mutating func forget(_ slot: Int32, id: Identifier) {
        if remove(slot) { gone.append(id) }
    }

    /// Whether the client knows of the item.
    private mutating func remove(_ slot: Int32) -> Bool {
        let place = place(of: slot)
        if place < 0 { return false }
        let wasTold = !items[place].pending.contains(.entered)
        let last = items.removeLast()
        places[Int(slot)] = -1
        if place < items.count {
            items[place] = last
            places[Int(last.slot)] = Int32(place)
        }
        return wasTold
    }

    /// Takes away everything.
    mutating func leaveAll(_ order: ElementOrder, _ id: (Int32) -> Identifier) {
        for item in items where !item.pending.contains(.entered) {
            left.append((order.key(item.slot), item.slot, id(item.slot)))
        }
        items = []
        places.removeAll()
    }

    /// Calls `body` with the slots of items as they satisfy a predicate, the last first; it may take the item away.
    @inline(__always)
    mutating func backwards(where isWanted: (Outline) -> Bool = { _ in true }, _ body: (inout Self, Int32) -> Void) {
        var place = items.count - 1
        while place >= 0 {
            let outline = items[place].outline
            if isWanted(outline) { body(&self, outline.slot) }
            place -= 1
        }
    }

    /// Brings the selection of all items in step, or only of those that entered.
    mutating func settle(_ selection: SlotSet, ofAll isAll: Bool) {
        if isAll { return settleSelection(selection) }
        for slot in changed {
            let place = place(of: slot)
            guard place >= 0, items[place].pending.contains(.entered) else { continue }
            items[place].isSelected = selection.contains(slot)
        }
    }

    private mutating func settleSelection(_ selection: SlotSet) {
        for place in items.indices where items[place].isSelected != selection.contains(items[place].slot) {
            items[place].isSelected.toggle()
            note(.selected, at: place)
        }
    }

    /// Brings in step which nodes are live: of all items, or only of those that entered.
    mutating func settleInteractive(
        _ policy: Settings.Interactive, hover: View.Element?, ofAll isAll: Bool
    ) where Item == NodeItem {
        func settle(_ place: Int) {
            let isHovered = hover == .node(items[place].slot)
            let isInteractive =
                switch policy {
                case .none: false
                case .hovered: isHovered
                case .selected: items[place].isSelected
                case .hoveredOrSelected: isHovered || items[place].isSelected
                }
            if items[place].isInteractive == isInteractive { return }
            items[place].isInteractive = isInteractive
            note(.interactive, at: place)
        }
        if isAll {
            for place in items.indices { settle(place) }
        } else {
            for slot in changed {
                let place = place(of: slot)
                if place >= 0 { settle(place) }
            }
        }
    }

    /// Brings in step which nodes are containers: a change of what lies in one is no change of its own.
    mutating func settleContainers(_ document: Document) where Item == NodeItem {
        for place in items.indices where items[place].isContainer != document.isContainer(items[place].slot) {
            items[place].isContainer.toggle()
            note(.container, at: place)
        }
    }

    /// Brings in step where the items stand among each other.
    mutating func settle(_ order: ElementOrder) {
        if placements == order.placements { return }
        placements = order.placements
        for place in items.indices {
            let key = order.key(items[place].slot)
            if items[place].order == key { continue }
            items[place].order = key
            note(.order, at: place)
        }
    }

    /// Hands over what changed, in order.
    mutating func takeChanges(_ order: ElementOrder) -> ItemChanges {
        var changes = ItemChanges()
        changes.left = gone
        gone = []
        if !left.isEmpty {
            left.sort { $0.key != $1.key ? $0.key < $1.key : $0.slot < $1.slot }
            changes.left += left.map(\.id)
            left = []
        }
        if changed.isEmpty { return changes }
        var keys: ContiguousArray<(key: UInt64, slot: Int32)> = []
        keys.reserveCapacity(changed.count)
        var isSorted = true
        for slot in changed where place(of: slot) >= 0 {
            let key = order.key(slot)
            if let last = keys.last, key < last.key { isSorted = false }
            keys.append((key, slot))
        }
        if !isSorted { keys.sort { $0.key < $1.key } }
        changes.updated.reserveCapacity(keys.count)
        for (_, slot) in keys {
            let place = place(of: slot)
            let members = items[place].pending
            items[place].pending = []
            if members.contains(.entered) {
                changes.entered.append(slot)
            } else if !members.isEmpty {
                changes.updated.append((slot, members))
            }
        }
        changed.removeAll(keepingCapacity: true)
        return changes
    }
}

extension ShownItems<NodeItem> {
    /// Gives the items the new numbers of what they show.
    mutating func rename(_ sweep: NameSweep) {
        for place in 0..<count {
            withItem(at: place) { item in
                item.type = sweep.symbol(item.type)
                item.handles = sweep.list(item.handles)
            }
        }
    }
}
