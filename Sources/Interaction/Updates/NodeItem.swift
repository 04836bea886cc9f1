import Geometry
import Graph
import Storage
import Wire

/// A node as a view sends it. Coordinates and lengths are the canvas's.
public struct NodeItem: Sendable, SentItem {
    var outline: Outline<Node>
    /// Exact, while the frame's may differ by rounding.
    public internal(set) var size: Size
    /// Its own, or one above its parent if that is more.
    public internal(set) var z = 0.0
    /// The order; of two nodes with equal z, the one with the greater order is in front.
    public internal(set) var order: UInt64 = 0
    /// Is true if it holds nodes or accepts them, and so is painted behind edges with its z.
    public internal(set) var isContainer = false
    /// The symbol of its type.
    public internal(set) var type: Symbol?
    /// Its list of handles.
    public internal(set) var handles = HandleList.standard
    /// Is true if its handles that state no offset are spread along their side.
    private(set) var hasSpreadHandles = false
    /// The number of the set that has its handles; nil if it lists them itself.
    public internal(set) var handleSet: Int?
    /// Is true if the view has it selected.
    public internal(set) var isSelected = false
    /// The look of the item during an emphasis; otherwise nil.
    public internal(set) var emphasis: Emphasis?
    /// The problems of the diagnostics that name it, in a view that shows them.
    public internal(set) var problems = Problems()
    /// The difference of the element, in a view that compares.
    public internal(set) var difference: ItemDifference?
    /// Is true if only the other document of a comparison has it.
    public internal(set) var isGhost = false
    /// Is true if the client draws it live, so that it can be used.
    public internal(set) var isInteractive = false
    /// Is true if edits refuse it.
    public internal(set) var isLocked = false
    /// Is true if its contents are concealed.
    public internal(set) var isCollapsed = false
    /// Its outline in the frame.
    public internal(set) var shape = NodeShape.rectangle
    /// The parent.
    public internal(set) var parent: Identifier?
    /// The background color of its style.
    public internal(set) var color: StyleColor?
    /// The border and the letters of its style, in the form of a frame; empty if it states none.
    public internal(set) var look: [UInt8] = []
    /// A JSON string as written; empty without a label.
    public internal(set) var label: [UInt8] = []
    /// The value that it has computed, in a view that shows values; nil for none.
    public private(set) var value: NodeValue?
    private var valueHandles = HandleList.standard
    /// The values at the pointers of the view.
    public private(set) var contents = ItemValues()
    /// The values of the members that the view asks for.
    public internal(set) var asked: [[UInt8]] = []
    var pending: ItemMembers = []

    init(slot: Node.Slot, frame: Rect, size: Size) {
        outline = Outline(slot: slot, box: frame)
        self.size = size
    }

    /// The slot of the node in the document.
    public var slot: Node.Slot { outline.slot }
    /// Is true if the client draws it moved by the offset of the drag.
    public var isCarried: Bool { outline.isCarried }

    /// The frame that a drag or a resize shows; for a carried node, that of the document.
    public internal(set) var frame: Rect {
        get { outline.box }
        set { outline.box = newValue }
    }

    /// Replaces numbers of lists of handles that were swept.
    mutating func renameHandles(_ sweep: NameSweep) {
        if value != nil { valueHandles = sweep.list(valueHandles) }
        handles = sweep.list(handles)
    }

    /// Takes the value that the node has now; returns whether it is another, or flows from other handles.
    mutating func setValue(_ new: NodeValue?) -> Bool {
        if new == value && (new == nil || valueHandles == handles) { return false }
        (value, valueHandles) = (new, handles)
        return true
    }

    /// Reads the members for painting a box; returns the changed ones.
    mutating func readLook(_ document: Document) -> ItemMembers {
        var members: ItemMembers = []
        let flags = document.nodes.flags(slot)
        members.set(&isCollapsed, flags.contains(.collapsed), .collapsed)
        members.set(&type, document.nodes.type(slot), .type)
        members.set(&shape, flags.shape, .shape)
        let style = document.styleLook(ofNode: slot)
        members.set(&color, style.color, .color)
        members.set(&look, style.look?.json ?? [], .look)
        return members
    }

    /// Reads the members that do not follow from the frame, and the values at pointers; returns the changed ones.
    mutating func readContent(_ document: Document, _ pointers: [JSONPointer]) -> ItemMembers {
        var members = readLook(document)
        // Handles lie on the outline.
        if members.contains(.shape) { members.insert(.handles) }
        members.set(&z, document.z(slot), .z)
        members.set(&isLocked, document.nodes.flags(slot).contains(.locked), .locked)
        members.set(&handles, document.handleList(slot), .handles)
        members.set(&hasSpreadHandles, document.settings.spreadHandles, .handles)
        members.set(&parent, document.nodes.parent(slot).map { document.nodeID($0) }, .parent)
        members.set(&label, document.labelText(ofNode: slot), .label)
        if !pointers.isEmpty {
            let isPending = pending.contains(.contents)
            let isOther = document.withNodeMembers(slot) { contents.read(pointers, in: $0, isPending: isPending) }
            if isOther { members.insert(.contents) }
        }
        return members
    }
}

extension ItemMembers {
    /// Replaces a value, and records its member if the value changed.
    fileprivate mutating func set<Value: Equatable>(_ old: inout Value, _ new: Value, _ member: ItemMembers) {
        if old == new { return }
        old = new
        insert(member)
    }
}
