import EdgeRouting
import Editing
import Geometry
import Graph
import Interaction
import Storage
import Wire

/// An item in a frame: a node, an edge, a cluster or a link between clusters.
protocol FrameItem: Sendable {
    static func rows(_ rows: inout some FrameRows<ShownItem<Self>>)
}

/// An item with the members of it that are written.
struct ShownItem<Item: FrameItem>: FrameObject {
    let item: Item
    /// The members that may be written.
    let members: ItemMembers
    /// Is true if the client does not have the item yet, so that absent members need not be said.
    let isWhole: Bool
    let place: ItemPlacement

    @inline(__always)
    static func rows(_ rows: inout some FrameRows<ShownItem>) { Item.rows(&rows) }
}

/// The circumstances in which the items of a frame are shown.
struct ItemPlacement {
    let document: Document
    let mode: View.SceneMode
    let flatness: Double
}

extension FrameRows {
    /// A member that every item of a kind has.
    @inline(__always)
    mutating func part<Item>(
        _ name: StaticString, _ member: ItemMembers, _ schema: @autoclosure () -> Schema,
        _ doc: @autoclosure () -> String, _ write: (Root, inout JSONWriter) -> Void
    ) where Root == ShownItem<Item> {
        row(name, schema(), doc(), isRequired: false, { $0.members.contains(member) ? .set(()) : .none }) {
            write($1, &$2)
        }
    }

    /// A member that an item may not have: a whole item is silent about it then, an update says null.
    @inline(__always)
    mutating func trait<Item, Value: Sendable>(
        _ name: StaticString, _ member: ItemMembers, _ schema: @autoclosure () -> Schema,
        _ doc: @autoclosure () -> String, _ value: (Item) -> Value?,
        _ write: (Value, Root, inout JSONWriter) -> Void
    ) where Root == ShownItem<Item> {
        change(
            name, schema(), doc(),
            { root in
                if !root.members.contains(member) { return .none }
                return value(root.item).map { .set($0) } ?? (root.isWhole ? .none : .removed)
            }, write)
    }

    /// A trait that an item has or has not.
    @inline(__always)
    mutating func mark<Item>(
        _ name: StaticString, _ member: ItemMembers, _ doc: @autoclosure () -> String, _ isSet: (Item) -> Bool
    ) where Root == ShownItem<Item> {
        trait(name, member, .boolean, doc(), { isSet($0) ? () : nil }) { $2.boolean(true) }
    }

    /// A coordinate as it is.
    @inline(__always)
    mutating func coordinate<Item>(
        _ name: StaticString, _ member: ItemMembers, _ doc: @autoclosure () -> String, _ value: (Item) -> Double
    ) where Root == ShownItem<Item> {
        part(name, member, .number(), doc()) { $1.coordinate(value($0.item)) }
    }

    @inline(__always)
    fileprivate mutating func order<Item>(_ value: (Item) -> UInt64) where Root == ShownItem<Item> {
        part(
            "order", .order, .integer(),
            "of two of a kind at equal z the greater is in front; the number itself says nothing and may change"
        ) { $1.integer(Int(clamping: value($0.item))) }
    }

    @inline(__always)
    fileprivate mutating func carried<Item>(_ isCarried: (Item) -> Bool) where Root == ShownItem<Item> {
        mark(
            "carried", .carried,
            "true if all of it is to be drawn moved by the gesture's `by`: only in a view that was opened with "
                + "`carried: \"offset\"`", isCarried)
    }
}

// MARK: Nodes

extension NodeItem: FrameItem {
    /// As frames have them, and clusters of them.
    static let schema = Schema.named(
        "NodeItem", "A node as a view shows it, or a cluster of nodes; canvas coordinates.",
        .object(
            ShownItem<NodeItem>.members.moving("carried", behind: "order")
                .moving("locked", "collapsed", "shape", behind: "color")
                .joined(with: ShownItem<Cluster>.members).moving("count", behind: "interactive"),
            isOpen: false))

    /// The members of a node that is shown as a frame alone.
    static let ofBoxes: ItemMembers = [.x, .y, .width, .height, .selected, .interactive, .carried]

    @inline(__always)
    static func rows(_ rows: inout some FrameRows<ShownItem<NodeItem>>) {
        rows.coordinate(
            "x", .x,
            "the left side, where a gesture shows it; of a carried node, where the document has it; of a cluster, of what its "
                + "nodes cover of their cell"
        ) { $0.frame.minX + 0 }
        rows.coordinate("y", .y, "the top") { $0.frame.minY + 0 }
        rows.coordinate("width", .width, "of the frame") { $0.size.width }
        rows.coordinate("height", .height, "of the frame") { $0.size.height }
        rows.coordinate("z", .z, "its place in the stack") { $0.z }
        rows.order { $0.order }
        rows.mark(
            "container", .container,
            "true if it holds nodes or accepts them: painted behind the edges of its z, not in front of them"
        ) { $0.isContainer }
        rows.mark("locked", .locked, "true if edits refuse it") { $0.isLocked }
        rows.mark("collapsed", .collapsed, "true if what lies in it is concealed") { $0.isCollapsed }
        rows.trait(
            "shape", .shape, .choice(NodeShape.allCases.map(\.rawValue)),
            "its outline in the frame; a rectangle if absent", { $0.shape == .rectangle ? nil : $0.shape }
        ) { $2.string($0.rawValue) }
        rows.trait(
            "type", .type, .string(), "its type; of a cluster the one most of its nodes have", { $0.type }
        ) { $2.string($1.place.document.symbols[$0].string) }
        rows.trait(
            "label", .label, .string(), "its `label`, else `data.label`", { $0.label.isEmpty ? nil : $0.label }
        ) { $2.raw($0) }
        rows.trait("parentId", .parent, .string(), "the group it lies in", { $0.parent }) { $2.string($0.string) }
        rows.trait("color", .color, .string(), "its background as CSS, from its `style`", { $0.color }) {
            $2.string($0.text)
        }
        rows.part(
            "handles", .handles, .array(of: FrameHandle.named), "in the order in which they are declared"
        ) { $0.item.writeHandles($0.place.document, into: &$1) }
        rows.mark("selected", .selected, "true if it is") { $0.isSelected }
        rows.mark(
            "interactive", .interactive,
            "true if it is to be drawn live: hovered or selected, as the setting `interactive` says"
        ) { $0.isInteractive }
        rows.carried { $0.isCarried }
    }

    fileprivate func writeHandles(_ document: Document, into writer: inout JSONWriter) {
        writer.beginArray()
        let list = document.handleList(slot)
        let declared = document.handles(slot)
        let flags = document.nodes.flags(slot)
        for place in declared.indices {
            let site = document.handleSite(list: list, place: place)
            let anchor = Anchor.on(frame, flags, side: site.side, offset: site.offset).point
            FrameHandle(document: document, site: site, anchor: anchor, label: declared[place].label)
                .write(into: &writer)
        }
        writer.endArray()
    }
}

/// A handle in a frame.
private struct FrameHandle: FrameObject {
    let document: Document
    let site: HandleSite
    let anchor: Point
    let label: String?

    static let named = Schema.named("HandleItem", "A handle as it is drawn.", schema)

    @inline(__always)
    static func rows(_ rows: inout some FrameRows<FrameHandle>) {
        rows.always("id", .string(), "of the handle") { $0.document.writeSymbol($0.site.symbol, into: &$1) }
        rows.always(
            "type", .choice(Handle.Kind.allCases.map(\.rawValue)), "whether edges start or end here"
        ) { handle, writer in
            switch handle.site.kind {
            case .source: writer.raw(#""source""#)
            case .target: writer.raw(#""target""#)
            }
        }
        rows.always("position", .choice(Side.allCases.map(\.rawValue)), "the side it faces") { handle, writer in
            switch handle.site.side {
            case .top: writer.raw(#""top""#)
            case .right: writer.raw(#""right""#)
            case .bottom: writer.raw(#""bottom""#)
            case .left: writer.raw(#""left""#)
            case .center: writer.raw(#""center""#)
            }
        }
        rows.always("x", .number(), "where edges meet it") { $1.thousandths($0.anchor.x) }
        rows.always("y", .number(), "where edges meet it") { $1.thousandths($0.anchor.y) }
        rows.optional("label", .string(), "what is written beside it", { $0.label }) { $2.string($0) }
    }
}

// MARK: Edges

extension EdgeItem: FrameItem {
    /// As frames have them, and links between clusters.
    static let schema = Schema.named(
        "EdgeItem", "An edge as a view shows it, or a link between clusters; canvas coordinates, to a thousandth.",
        .object(
            ShownItem<EdgeItem>.members.moving("carried", behind: "order")
                .joined(with: ShownItem<ClusterLink>.members).moving("edges", "count", behind: "target"),
            isOpen: false))

    @inline(__always)
    static func rows(_ rows: inout some FrameRows<ShownItem<EdgeItem>>) {
        rows.part(
            "path", .path, ViewFrame.path,
            "SVG path data (absolute M, L, Q, C), or points no farther than half a screen point from the curve"
        ) { $1.path($0.item.jumpingPath ?? $0.item.path, $0.place.mode, $0.place.flatness) }
        rows.part("bounds", .path, ViewFrame.rounded, "of the curve, tight") { $1.roundedRect($0.item.bounds) }
        rows.coordinate("z", .z, "its place in the stack") { $0.z }
        rows.order { $0.order }
        rows.trait(
            "type", .type, .string(), "its type as written", { $0.text.type.isEmpty ? nil : $0.text.type }
        ) { $2.raw($0) }
        rows.trait(
            "label", .label, EdgeLabel.schema, "around its center",
            { $0.text.label.isEmpty ? nil : EdgeLabel(item: $0) }
        ) { $0.write(into: &$2) }
        rows.trait(
            "arrows", .arrows, .array(of: EdgeArrow.placed),
            "tips of its heads; absent: one closed head at the end of the path",
            { $0.text.style.hasOwnHeads ? $0 : nil }
        ) { $0.writeArrows(into: &$2) }
        rows.trait(
            "color", .color, .string(), "of its line as CSS, from its `style`", { $0.text.style.color }
        ) { $2.string($0.text) }
        rows.trait(
            "strokeWidth", .color, .number(), "of its line, canvas units, from its `style`",
            { $0.text.style.strokeWidth }
        ) { $2.coordinate($0) }
        rows.mark("animated", .color, "true if it says that dashes move along it") { $0.text.style.isAnimated }
        rows.mark("selected", .selected, "true if it is") { $0.isSelected }
        rows.carried { $0.isCarried }
        rows.trait(
            "edges", .bundle, .array(of: .string()),
            "of an edge that is drawn to a collapsed node, for what it conceals: all edges that are drawn between "
                + "the same nodes in its direction, the first \(Limits.bundleEdges) of them, itself first",
            { $0.bundle.isEmpty ? nil : $0.bundle }
        ) { $2.ids($0.prefix(Limits.bundleEdges), $1.place.document) }
        rows.trait(
            "count", .bundle, .integer(),
            "of a link: its edges; of an edge with `edges`: how many these are",
            { $0.bundle.isEmpty ? nil : $0.bundle.count }
        ) { $2.integer($0) }
        rows.trait(
            "waypoints", .waypoints, .array(of: ViewFrame.point),
            "of a selected edge: the points its path passes",
            { $0.isSelected && !$0.waypoints.isEmpty ? $0.waypoints : nil }
        ) { points, _, writer in
            writer.beginArray()
            for point in points { writer.roundedPoint(point) }
            writer.endArray()
        }
    }

    fileprivate func writeArrows(into writer: inout JSONWriter) {
        let (start, end) = (text.style.start, text.style.end)
        writer.beginArray()
        if start.kind != .none {
            EdgeArrow(head: .atStart(of: path, length: 0, width: 0), marker: start).write(into: &writer)
        }
        if end.kind != .none {
            EdgeArrow(head: .atEnd(of: path, length: 0, width: 0), marker: end).write(into: &writer)
        }
        writer.endArray()
    }
}

/// The label of an edge in a frame.
private struct EdgeLabel: FrameObject {
    let item: EdgeItem

    static func rows(_ rows: inout some FrameRows<EdgeLabel>) {
        rows.always("text", .string(), "what is written") { $1.raw($0.item.text.label) }
        rows.placed({ $0.item.labelPoint }) { $0.item.labelAngle }
    }
}

/// A head of an edge in a frame.
private struct EdgeArrow: FrameObject {
    let head: ArrowHead
    let marker: EdgeStyle.Marker

    static let placed = Schema.object(members.moving("open", "color"), isOpen: false)

    static func rows(_ rows: inout some FrameRows<EdgeArrow>) {
        rows.placed({ $0.head.tip }) { $0.head.angle }
        rows.optional(
            "open", .boolean, "true if it is two strokes, not a filled triangle",
            { $0.marker.kind == .open ? () : nil }
        ) { $2.boolean(true) }
        rows.optional("color", .string(), "its own color as CSS; the line's if absent", { $0.marker.color }) {
            $2.string($0.text)
        }
    }
}

extension FrameRows {
    @inline(__always)
    fileprivate mutating func placed(_ point: (Root) -> Point, _ angle: (Root) -> Double) {
        always("x", .number(), "where it is") { $1.thousandths(point($0).x) }
        always("y", .number(), "where it is") { $1.thousandths(point($0).y) }
        always("angle", .number(), "radians, clockwise from the x axis") { $1.coordinate(angle($0)) }
    }
}
