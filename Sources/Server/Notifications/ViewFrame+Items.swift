import EdgeRouting
import Editing
import Geometry
import Graph
import Interaction
import Storage
import Wire

/// Writes the items of an update.
struct ItemWriting {
    private var document: Document
    private let hasDetails: Bool
    private let mode: View.SceneMode
    private let flatness: Double
    /// The pointers of the view into nodes and into edges, as they are written.
    private let pointers: (nodes: [String], edges: [String])

    init(_ update: borrowing Interaction.ViewUpdate, _ document: Document) {
        self.document = document
        hasDetails = update.hasDetails
        mode = update.mode
        flatness = update.flatness
        pointers = (update.contents.nodes.map(\.text), update.contents.edges.map(\.text))
    }

    /// The same for items of another document.
    func of(_ document: Document) -> ItemWriting {
        var other = self
        other.document = document
        return other
    }

    /// Writes a node with all its members, or the changed ones.
    func node(_ item: NodeItem, _ changed: ItemMembers?, into writer: inout JSONWriter) {
        let members = changed ?? [.x, .y, .width, .height]
        document.writeNodeID(item.slot, into: &writer)
        writer.append(":{")
        if members.contains(.x) { writer.member("x", item.frame.minX + 0) }
        if members.contains(.y) { writer.member("y", item.frame.minY + 0) }
        if members.contains(.width) { writer.member("width", item.size.width) }
        if members.contains(.height) { writer.member("height", item.size.height) }
        details(item, changed, into: &writer)
        if changed?.contains(.selected) ?? item.isSelected { writer.mark("selected", item.isSelected) }
        if changed?.contains(.emphasis) ?? (item.emphasis != nil) { writer.emphasis(item.emphasis) }
        if changed?.contains(.problems) ?? !item.problems.isEmpty { writer.problems(item.problems) }
        difference(item.difference, isGhost: item.isGhost, hasPlace: true, changed, into: &writer)
        if changed?.contains(.interactive) ?? item.isInteractive { writer.mark("interactive", item.isInteractive) }
        if changed?.contains(.carried) ?? item.isCarried { writer.mark("carried", item.isCarried) }
        writer.endObject()
    }

    /// Writes the drawing of the frame; for a box only its look.
    private func details(_ item: NodeItem, _ changed: ItemMembers?, into writer: inout JSONWriter) {
        let isNew = changed == nil
        let members = changed ?? []
        let isWhole = isNew && hasDetails
        if isWhole || members.contains(.z) { writer.member("z", item.z) }
        if isWhole || members.contains(.order) { writer.order(item.order) }
        if isNew ? item.isContainer : members.contains(.container) { writer.mark("container", item.isContainer) }
        if isNew ? item.isLocked : members.contains(.locked) { writer.mark("locked", item.isLocked) }
        if isNew ? item.isCollapsed : members.contains(.collapsed) { writer.mark("collapsed", item.isCollapsed) }
        if isNew ? item.shape != .rectangle : members.contains(.shape) {
            writer.name("shape")
            if item.shape == .rectangle { writer.null() } else { writer.string(item.shape.rawValue) }
        }
        if isNew ? item.type != nil : members.contains(.type) {
            writer.name("type")
            if let type = item.type { writer.string(document.symbols[type].string) } else { writer.null() }
        }
        if isNew ? !item.label.isEmpty : members.contains(.label) {
            writer.name("label")
            if item.label.isEmpty { writer.null() } else { writer.raw(item.label) }
        }
        if isNew ? item.parent != nil : members.contains(.parent) {
            writer.name("parentId")
            if let parent = item.parent { writer.string(parent.string) } else { writer.null() }
        }
        if isNew ? item.color != nil : members.contains(.color) { writer.color(item.color) }
        if isNew ? !item.look.isEmpty : members.contains(.look) {
            writer.name("look")
            if item.look.isEmpty { writer.null() } else { writer.raw(item.look) }
        }
        if isNew ? item.handleSet != nil : members.contains(.handleSet) {
            writer.name("handleSet")
            if let number = item.handleSet { writer.string("\(number)") } else { writer.null() }
        }
        if isNew ? isWhole && item.handleSet == nil : members.contains(.handles) { handles(item, into: &writer) }
        if isNew ? item.value != nil : members.contains(.values) { values(of: item, into: &writer) }
        texts(item.texts, changed, into: &writer)
        if isNew || members.contains(.contents) { contents(item.contents, pointers.nodes, isNew, into: &writer) }
    }

    /// Writes the value of each source handle; the value of a node without any has an empty name.
    private func values(of item: NodeItem, into writer: inout JSONWriter) {
        writer.name("values")
        guard let value = item.value else { return writer.null() }
        writer.beginObject()
        switch value {
        case .handles(let values):
            for value in values {
                writer.name(value.handle.string)
                writer.nodeValue(.single(value.outcome))
            }
        case .single:
            let sources = document.handles(of: item.handles).filter { $0.kind == .source }
            for name in sources.isEmpty ? [""] : sources.map(\.id.string) {
                writer.name(name)
                writer.nodeValue(value)
            }
        }
        writer.endObject()
    }

    /// Writes the texts of an element: for a new item the present ones, else all.
    @inline(__always)
    private func texts(_ texts: [UInt8], _ changed: ItemMembers?, into writer: inout JSONWriter) {
        guard changed?.contains(.texts) ?? !texts.isEmpty else { return }
        writer.name("texts")
        writer.raw(texts)
    }

    /// Writes the values at the pointers of the view: for a new item the present ones, else the changed ones.
    private func contents(_ values: ItemValues, _ pointers: [String], _ isNew: Bool, into writer: inout JSONWriter) {
        let written = values.texts.indices.filter {
            isNew ? values.texts[$0] != nil : values.changed >> UInt64($0) & 1 == 1
        }
        if written.isEmpty { return }
        writer.name("contents")
        writer.beginObject()
        for place in written {
            writer.name(pointers[place])
            if let text = values.texts[place] { writer.raw(text) } else { writer.null() }
        }
        writer.endObject()
    }

    private func handles(_ item: NodeItem, into writer: inout JSONWriter) {
        writer.name("handles")
        if item.handleSet != nil { return writer.null() }
        handles(of: item.handles, on: item.frame, document.nodes.flags(item.slot), into: &writer)
    }

    /// Writes the set of handles of nodes of a size, with positions relative to the node.
    func handleSet(_ set: HandleSets.Key, into writer: inout JSONWriter) {
        handles(of: set.list, on: Rect(origin: .zero, size: set.size), NodeFlags(), into: &writer)
    }

    private func handles(of list: HandleList, on frame: Rect, _ flags: NodeFlags, into writer: inout JSONWriter) {
        writer.beginArray()
        let declared = document.handles(of: list)
        for place in declared.indices {
            let handle = document.handleSite(list: list, place: place)
            let anchor = Anchor.on(frame, flags, side: handle.side, offset: handle.offset).point
            writer.open(#"{"id":"#)
            document.writeSymbol(handle.symbol, into: &writer)
            switch handle.kind {
            case .source: writer.append(#","type":"source","position":""#)
            case .target: writer.append(#","type":"target","position":""#)
            }
            switch handle.side {
            case .top: writer.append(#"top","x":"#)
            case .right: writer.append(#"right","x":"#)
            case .bottom: writer.append(#"bottom","x":"#)
            case .left: writer.append(#"left","x":"#)
            case .center: writer.append(#"center","x":"#)
            }
            writer.thousandths(anchor.x)
            writer.append(#","y":"#)
            writer.thousandths(anchor.y)
            if let label = declared[place].label {
                writer.name("label")
                writer.string(label)
            }
            writer.endObject()
        }
        writer.endArray()
    }

    /// Writes an edge with all its members, or the changed ones.
    func edge(_ item: EdgeItem, _ changed: ItemMembers?, into writer: inout JSONWriter) {
        let isNew = changed == nil
        let members = changed ?? []
        let look = item.text.style
        document.writeEdgeID(item.slot, into: &writer)
        writer.append(":{")
        if !hasDetails { return link(item, changed, into: &writer) }
        if isNew || members.contains(.path) {
            writer.open(#""path":"#)
            writer.path(item.jumpingPath ?? item.path, mode, flatness)
            writer.append(#","bounds":"#)
            writer.roundedRect(item.bounds)
        }
        if isNew || members.contains(.z) { writer.member("z", item.z) }
        if isNew || members.contains(.order) { writer.order(item.order) }
        if isNew ? !item.text.type.isEmpty : members.contains(.type) {
            writer.name("type")
            if item.text.type.isEmpty { writer.null() } else { writer.raw(item.text.type) }
        }
        if isNew ? !item.text.label.isEmpty : members.contains(.label) { label(of: item, into: &writer) }
        if isNew ? !item.furtherLabels.isEmpty : members.contains(.furtherLabels) {
            furtherLabels(of: item, into: &writer)
        }
        if isNew ? look.hasOwnHeads : members.contains(.arrows) { arrows(of: item, into: &writer) }
        if isNew ? look != EdgeStyle() : members.contains(.color) { writer.line(look, isNew: isNew) }
        if isNew ? !look.dash.isEmpty : members.contains(.dash) { writer.dash(look.dash) }
        if isNew ? look.opacity != 1 : members.contains(.dash) { writer.opacity(look.opacity) }
        if changed?.contains(.selected) ?? item.isSelected { writer.mark("selected", item.isSelected) }
        if changed?.contains(.emphasis) ?? (item.emphasis != nil) { writer.emphasis(item.emphasis) }
        if changed?.contains(.problems) ?? !item.problems.isEmpty { writer.problems(item.problems) }
        difference(item.difference, isGhost: item.isGhost, hasPlace: false, changed, into: &writer)
        if changed?.contains(.carried) ?? item.isCarried { writer.mark("carried", item.isCarried) }
        if isNew ? !item.bundle.isEmpty : members.contains(.bundle) { bundle(of: item, into: &writer) }
        texts(item.texts, changed, into: &writer)
        if isNew || members.contains(.contents) { contents(item.contents, pointers.edges, isNew, into: &writer) }
        let mayHaveWaypoints = !item.waypoints.isEmpty && (isNew ? item.isSelected : members.contains(.selected))
        if mayHaveWaypoints || members.contains(.waypoints) { waypoints(of: item, into: &writer) }
        writer.endObject()
    }

    /// Writes the rest of a link between boxes; when its edge is drawn otherwise, it may join others.
    private func link(_ item: EdgeItem, _ changed: ItemMembers?, into writer: inout JSONWriter) {
        if changed?.isDisjoint(with: [.path, .bundle]) != true {
            let ends = document.drawnEnds(ofEdge: item.slot)
            writer.name("source")
            document.writeNodeID(ends.source, into: &writer)
            writer.name("target")
            document.writeNodeID(ends.target, into: &writer)
            writer.name("count")
            writer.integer(max(1, item.bundle.count))
        }
        if changed?.contains(.selected) ?? item.isSelected { writer.mark("selected", item.isSelected) }
        if changed?.contains(.emphasis) ?? (item.emphasis != nil) { writer.emphasis(item.emphasis) }
        difference(item.difference, isGhost: false, hasPlace: false, changed, into: &writer)
        writer.endObject()
    }

    /// Writes the difference of an element: for a new item the present parts, else all.
    ///
    /// - Parameter hasPlace: whether it is a node, which may have another position in the other document.
    private func difference(
        _ difference: ItemDifference?, isGhost: Bool, hasPlace: Bool, _ changed: ItemMembers?,
        into writer: inout JSONWriter
    ) {
        if isGhost {
            writer.name("difference")
            writer.string(ElementDifference.Kind.removed.rawValue)
            writer.name("ghost")
            writer.boolean(true)
            return
        }
        guard changed?.contains(.difference) ?? (difference != nil) else { return }
        let isNew = changed == nil
        writer.name("difference")
        if let difference { writer.string(difference.kind.rawValue) } else { writer.null() }
        let changes = difference?.changes ?? []
        if !changes.isEmpty || !isNew {
            writer.name("changes")
            if changes.isEmpty { writer.null() } else { Shape.pointers.write(changes, &writer) }
        }
        if hasPlace, difference?.from != nil || !isNew {
            writer.name("from")
            if let from = difference?.from { writer.roundedPoint(from) } else { writer.null() }
        }
    }

    private func bundle(of item: EdgeItem, into writer: inout JSONWriter) {
        if !item.bundle.isEmpty { return writer.bundle(item.bundle, document) }
        writer.mark("edges", false)
        writer.mark("count", false)
    }

    /// Only a selected edge has it, since the client draws its waypoints.
    private func waypoints(of item: EdgeItem, into writer: inout JSONWriter) {
        writer.name("waypoints")
        if item.waypoints.isEmpty || !item.isSelected { return writer.null() }
        writer.beginArray()
        for point in item.waypoints { writer.roundedPoint(point) }
        writer.endArray()
    }

    private func label(of item: EdgeItem, into writer: inout JSONWriter) {
        writer.name("label")
        if item.text.label.isEmpty { return writer.null() }
        writer.label(item.text.label, item.text.labelLines, item.text.richLabel, at: item.labelPoint, item.labelAngle)
    }

    private func furtherLabels(of item: EdgeItem, into writer: inout JSONWriter) {
        writer.name("labels")
        if item.furtherLabels.isEmpty { return writer.null() }
        writer.beginArray()
        for (label, place) in zip(item.text.labels, item.furtherLabels) {
            writer.label(label.text, label.lines, nil, at: place.point, place.angle)
        }
        writer.endArray()
    }

    private func arrows(of item: EdgeItem, into writer: inout JSONWriter) {
        writer.name("arrows")
        let style = item.text.style
        if !style.hasOwnHeads { return writer.null() }
        writer.beginArray()
        if style.start.kind != .none { writer.arrow(.atStart(of: item.path, length: 0, width: 0), style.start) }
        if style.end.kind != .none { writer.arrow(.atEnd(of: item.path, length: 0, width: 0), style.end) }
        writer.endArray()
    }
}

extension JSONWriter {
    @inline(__always)
    fileprivate mutating func member(_ name: StaticString, _ value: Double) {
        self.name(name)
        coordinate(value)
    }

    /// Writes a JSON string as it is, its lines and its marks if there are some, its center and its angle.
    fileprivate mutating func label(
        _ text: [UInt8], _ lines: [String], _ rich: RichLabel?, at point: Point, _ angle: Double
    ) {
        beginObject()
        name("text")
        raw(text)
        if !lines.isEmpty {
            name("lines")
            beginArray()
            for line in lines { string(line) }
            endArray()
        }
        if let runs = rich?.json["runs"] {
            name("runs")
            raw(runs.text)
        }
        name("x")
        thousandths(point.x)
        name("y")
        thousandths(point.y)
        name("angle")
        coordinate(angle)
        endObject()
    }

    fileprivate mutating func order(_ key: UInt64) {
        name("order")
        integer(Int(clamping: key))
    }

    fileprivate mutating func mark(_ name: StaticString, _ isSet: Bool) {
        self.name(name)
        if isSet { boolean(true) } else { null() }
    }

    fileprivate mutating func color(_ color: StyleColor?) {
        name("color")
        if let color { string(color.text) } else { null() }
    }

    /// Writes the member of an item, or of the frame: null for none.
    mutating func problems(_ problems: Problems) {
        name("problems")
        if problems.isEmpty { return null() }
        beginObject()
        name("error")
        integer(problems.errors)
        name("warning")
        integer(problems.warnings)
        endObject()
    }

    fileprivate mutating func emphasis(_ emphasis: Emphasis?) {
        name("emphasis")
        if let emphasis { string(emphasis.rawValue) } else { null() }
    }

    /// Writes an object with the present members of a look, in the form of edges.
    mutating func look(_ style: EdgeStyle) {
        beginObject()
        line(style, isNew: true)
        if !style.dash.isEmpty { dash(style.dash) }
        if style.opacity != 1 { opacity(style.opacity) }
        endObject()
    }

    /// Writes the color of a line, its width and whether it is animated; for a new item only present ones.
    fileprivate mutating func line(_ style: EdgeStyle, isNew: Bool) {
        if !isNew || style.color != nil { color(style.color) }
        if !isNew || style.strokeWidth != nil {
            name("strokeWidth")
            if let width = style.strokeWidth { coordinate(width) } else { null() }
        }
        if !isNew || style.isAnimated { mark("animated", style.isAnimated) }
    }

    fileprivate mutating func dash(_ lengths: [Double]) {
        name("dash")
        if lengths.isEmpty { return null() }
        beginArray()
        for length in lengths { coordinate(length) }
        endArray()
    }

    fileprivate mutating func opacity(_ part: Double) {
        name("opacity")
        if part == 1 { null() } else { coordinate(part) }
    }

    fileprivate mutating func arrow(_ head: ArrowHead, _ marker: EdgeStyle.Marker) {
        beginObject()
        name("x")
        thousandths(head.tip.x)
        name("y")
        thousandths(head.tip.y)
        name("angle")
        coordinate(head.angle)
        if marker.kind == .open { mark("open", true) }
        if marker.kind == .circle || marker.kind == .cross {
            name("kind")
            string(marker.kind.rawValue)
        }
        if let color = marker.color { self.color(color) }
        endObject()
    }
}
