import EdgeRouting
import Geometry
import Graph
import Interaction
import Storage
import Wire

extension ItemRow {
    /// Of nodes, and of the clusters that stand among them, in the order in which `ItemWriting.node` writes them.
    static let nodes: [ItemRow] =
        [
            .always(
                "x", .number(),
                "the left side, where a gesture shows it; of a carried node, where the document has it; of a cluster, of what its "
                    + "nodes cover of their cell"),
            .always("y", .number(), "the top"),
            .always("width", .number(), "of the frame"),
            .always("height", .number(), "of the frame"),
            z, order,
            .removable(
                "container", .boolean,
                "true if it holds nodes or accepts them: painted behind the edges of its z, not in front of them"),
            .removable("locked", .boolean, "true if edits refuse it"),
            .removable("collapsed", .boolean, "true if its contents are concealed"),
            .removable(
                "shape", .choice(NodeShape.allCases.map(\.rawValue)), "its outline in the frame; a rectangle if absent"),
            .removable("type", .string(), "its type; of a cluster the one most of its nodes have"),
            .removable("label", .string(), "its `label`, else `data.label`"),
            .removable("parentId", .id, "the group it lies in"),
            .removable("color", .string(), "its background as CSS, from its `style`"),
            .removable(
                "look", ViewFrame.nodeLook, "the parts of its `style` for its border and its texts, replaced as a whole"
            ),
            .removable(
                "handleSet", .string(),
                "the set that has its handles, in a view opened with `handles: \"shared\"`; null if it lists them itself"
            ),
            .removable("handles", .array(of: ViewFrame.handle), "in the order in which they are declared"),
            .removable(
                "values", .dictionary(of: Shape<NodeValue>.nodeValue.schema),
                "its computed values, by source handle, in a view opened with `values`; of a node without any by an empty name"
            ),
        ] + asked + [contents, selected, emphasis, problems] + differences + [
            ghost,
            .removable(
                "from", Shape.point.schema, "of one that stands elsewhere: where its left top is in the other document"),
            .removable(
                "interactive", .boolean,
                "true if it is to be drawn live: hovered or selected, as the setting `interactive` says"),
            carried,
            .fixed("count", .integer(), "of a cluster: its nodes, those whose centers lie in its cell"),
            .fixed("center", Shape.point.schema, "of a cluster: the mean of the centers"),
            .fixed(
                "density", .number(minimum: 0),
                "of a cluster: the area of its nodes in the cell, 1 for all of the cell; more where they overlap"),
        ]
}

extension ItemWriting {
    /// Writes a node with all its members, or the changed ones.
    func node(_ item: NodeItem, _ changed: ItemMembers?, into writer: inout JSONWriter) {
        let has = WrittenMembers(changed: changed)
        let isNew = changed == nil
        document.writeNodeID(item.slot, into: &writer)
        writer.append(":{")
        if has(.x, true) { writer.member("x", item.frame.minX + 0) }
        if has(.y, true) { writer.member("y", item.frame.minY + 0) }
        if has(.width, true) { writer.member("width", item.size.width) }
        if has(.height, true) { writer.member("height", item.size.height) }
        if has(.z, hasDetails) { writer.member("z", item.z) }
        if has(.order, hasDetails) { writer.order(item.order) }
        if has(.container, item.isContainer) { writer.mark("container", item.isContainer) }
        if has(.locked, item.isLocked) { writer.mark("locked", item.isLocked) }
        if has(.collapsed, item.isCollapsed) { writer.mark("collapsed", item.isCollapsed) }
        if has(.shape, item.shape != .rectangle) {
            writer.name("shape")
            if item.shape == .rectangle { writer.null() } else { writer.string(item.shape.rawValue) }
        }
        if has(.type, item.type != nil) {
            writer.name("type")
            if let type = item.type { writer.string(document.symbols[type].string) } else { writer.null() }
        }
        if has(.label, !item.label.isEmpty) { writer.text("label", item.label) }
        if has(.parent, item.parent != nil) {
            writer.name("parentId")
            if let parent = item.parent { writer.string(parent.string) } else { writer.null() }
        }
        if has(.color, item.color != nil) { writer.color(item.color) }
        if has(.look, !item.look.isEmpty) { writer.text("look", item.look) }
        if has(.handleSet, item.handleSet != nil) {
            writer.name("handleSet")
            if let number = item.handleSet { writer.string("\(number)") } else { writer.null() }
        }
        if has(.handles, hasDetails && item.handleSet == nil) { handles(item, into: &writer) }
        if has(.values, item.value != nil) { values(of: item, into: &writer) }
        if has.any(of: .asked, !item.asked.isEmpty) { writer.asked(item.asked, asked, changed) }
        if has(.contents, true) { writer.contents(item.contents, pointers.nodes, isNew) }
        if has(.selected, item.isSelected) { writer.mark("selected", item.isSelected) }
        if has(.emphasis, item.emphasis != nil) { writer.emphasis(item.emphasis) }
        if has(.problems, !item.problems.isEmpty) { writer.problems(item.problems) }
        if item.isGhost {
            writer.ghost()
        } else if has(.difference, item.difference != nil) {
            writer.difference(item.difference, isNew)
            if item.difference?.from != nil || !isNew {
                writer.name("from")
                if let from = item.difference?.from { writer.roundedPoint(from) } else { writer.null() }
            }
        }
        if has(.interactive, item.isInteractive) { writer.mark("interactive", item.isInteractive) }
        if has(.carried, item.isCarried) { writer.mark("carried", item.isCarried) }
        writer.endObject()
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
        for index in declared.indices {
            let handle = document.handleSite(list: list, place: index)
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
            if let label = declared[index].label {
                writer.name("label")
                writer.string(label)
            }
            writer.endObject()
        }
        writer.endArray()
    }
}

extension ViewFrame {
    static let handle = Schema.named(
        "HandleItem", "A handle as it is drawn.",
        .object(
            [
                member("id", .id, "of the handle", isRequired: true),
                member(
                    "type", .choice(Handle.Kind.allCases.map(\.rawValue)), "whether edges start or end here",
                    isRequired: true),
                member("position", .choice(Side.allCases.map(\.rawValue)), "the side it faces", isRequired: true),
                member("x", .number(), "where edges meet it", isRequired: true),
                member("y", .number(), "where edges meet it", isRequired: true),
                member("label", .string(), "what is written beside it"),
            ], isOpen: false))

    fileprivate static let richLabel = Schema.object(
        [
            member("text", .string(), "the label", isRequired: true),
            member("runs", .array(of: labelRun), "its parts with letters of their own", isRequired: true),
        ], isOpen: false)

    fileprivate static let fields = Schema.object(
        [
            member("text", .string(), "the label", isRequired: true),
            member("boxes", .array(of: field), "from left to right and from top to bottom", isRequired: true),
        ], isOpen: false)

    fileprivate static let field = Schema.object(
        [
            member("x", .number(), "its left side, in parts of the width", isRequired: true),
            member("y", .number(), "its top, in parts of the height", isRequired: true),
            member("width", .number(), "in parts of the width", isRequired: true),
            member("height", .number(), "in parts of the height", isRequired: true),
            member("text", .string(), "in its middle; none if absent"),
        ], isOpen: false)

    fileprivate static let nodeLook = Schema.named(
        "NodeLook", "The border of a node and the letters of its texts, as its `style` states them.",
        .object(
            [
                member("borderColor", .string(), "as CSS"),
                member("borderWidth", .number(minimum: 0), "canvas units; 1 if absent"),
                member("borderStyle", .choice(NodeLook.BorderStyle.allCases.map(\.rawValue)), "solid if absent"),
                member("textColor", .string(), "of all its texts, as CSS"),
                member("fontWeight", .choice(["bold", "normal"]), "of its label"),
                member("fontStyle", .choice(["italic", "normal"]), "of its texts"),
                member(
                    "verticalAlign", .choice(NodeLook.VerticalAlign.allCases.map(\.rawValue)),
                    "the place of a label that stands alone; middle if absent"),
                member("cornerRadius", .number(minimum: 0), "of a rectangle, where the node states it, canvas units"),
                member("richLabel", richLabel, "its label with letters of its own, while it has the same text"),
                member("fields", fields, "into which it is divided, while its label has the same text"),
            ], isOpen: false))
}
