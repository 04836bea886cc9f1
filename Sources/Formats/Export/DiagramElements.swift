import Graph
import Wire

// Nodes and edges for files of drawing programs: colors are hexadecimal, and data are the members of an object.

extension ExportNode {
    /// The label, or else the text of the data member `label`.
    var title: String? { label ?? data?["label"]?.stringValue }

    /// The members of the data without the title.
    var dataMembers: [JSONObject.Member] {
        let members = data?.objectValue?.members ?? []
        return label != nil ? members : members.filter { $0.name != "label" || $0.value.stringValue == nil }
    }

    /// The fill color as `#rrggbb`; `none` if it is transparent.
    var fill: String? { look.fill.flatMap(HexColor.orNone) }

    /// The border color as `#rrggbb`; `none` if it is transparent.
    var border: String? { look.stroke.flatMap(HexColor.orNone) }

    /// The text color as `#rrggbb`.
    var textColor: String? { look.text.flatMap(HexColor.read) }
}

extension HexColor {
    /// The color of a text, or `none` for a transparent one; nil for other texts.
    fileprivate static func orNone(_ text: String) -> String? { text == "transparent" ? "none" : read(text) }
}

extension ExportEdge {
    /// The members of the data.
    var dataMembers: [JSONObject.Member] { data?.objectValue?.members ?? [] }

    /// The line color as `#rrggbb`.
    var stroke: String? { look.stroke.flatMap(HexColor.read) }

    /// The dashes of the line; an animated line without its own is dashed.
    var dash: [Double] { look.dash.isEmpty && isAnimated ? [6, 6] : look.dash }

    /// Is true if neither end has an arrowhead.
    var isUndirected: Bool { start == .none && end == .none }
}

extension ExportTally {
    /// Reports the losses of a node in a drawing program.
    mutating func add(_ node: ExportNode, _ program: Format) {
        let look = node.look
        let isDrawio = program == .drawio
        let styles: [(String, Bool)] = [
            ("backgroundColor", look.fill != nil && node.fill == nil),
            ("borderColor", look.stroke != nil && node.border == nil),
            ("color", look.text != nil && node.textColor == nil), ("opacity", look.opacity != nil && !isDrawio),
            ("fontWeight", look.isBold != nil && !isDrawio), ("fontStyle", look.isItalic != nil && !isDrawio),
        ]
        add(.node, node.id, styles.filter(\.1).map(\.0) + node.lostStyles, node.others, program)
        if node.data.map({ $0.objectValue == nil }) ?? false {
            add(.node, node.id, "member", "\(program.title) has no `data`")
        }
    }

    /// Reports the losses of an edge in a drawing program.
    mutating func add(_ edge: ExportEdge, _ program: Format) {
        let styles = [
            ("stroke", edge.look.stroke != nil && edge.stroke == nil), ("opacity", edge.look.opacity != nil),
        ]
        add(.edge, edge.id, styles.filter(\.1).map(\.0) + edge.lostStyles, edge.others, program)
        if edge.data.map({ $0.objectValue == nil }) ?? false {
            add(.edge, edge.id, "member", "\(program.title) has no `data`")
        }
    }

    private mutating func add(
        _ kind: ExportLoss.Kind, _ id: Identifier, _ styles: [String], _ members: [String], _ program: Format
    ) {
        for name in members { add(kind, id, "member", "\(program.title) has no `\(name)`") }
        for name in styles { add(kind, id, "style", "a `style` that \(program.title) has not is left out: `\(name)`") }
    }
}
