import Graph
import Wire

/// An edge as writers of languages for drawings see it.
struct DrawnEdge {
    /// The head at an end, by its name; `circle` and `cross` are names of Mermaid's, all others are those of pictures.
    enum Head: Equatable { case none, open, closed, circle, cross, other(String) }

    let label: String?
    /// The texts of its other labels.
    let furtherLabels: [FurtherLabel]
    var start = Head.none
    var end = Head.closed
    var isHidden = false
    let isAnimated: Bool
    private(set) var look = DrawnLook()
    private(set) var data: JSON?
    private(set) var lostStyles: [String] = []
    private(set) var others: [String] = []

    private static let silent: Set<JSONString> = [
        "id", "source", "target", "sourceHandle", "targetHandle", "label", "labels", "animated", "selected",
        "transient",
    ]

    /// The edge of a slot.
    ///
    /// - Parameter format: the name of the format whose foreign members are no loss.
    init(_ document: Document, _ slot: Edge.Slot, _ format: String) {
        label = EdgeLabel.text(document, slot)
        furtherLabels = document.furtherLabels(ofEdge: slot)
        let style = document.style(ofEdge: slot)
        isAnimated = style.isAnimated
        look.stroke = style.color.flatMap { DrawingColor.plain($0.text) }
        look.strokeWidth = style.strokeWidth
        look.dash = style.dash
        if style.opacity != 1 { look.opacity = style.opacity }
        start = Head(style.start)
        end = Head(style.end)
        document.withEdgeMembers(slot) { members in
            JSONMembers.visit(members) { name, value in
                let name = JSONString(name)
                if !DrawnEdge.silent.contains(name) && !saysNothing(name, value) {
                    take(name, JSONText(copy: value).json, format)
                }
            }
        }
    }

    private mutating func take(_ name: JSONString, _ json: JSON?, _ format: String) {
        switch name {
        case "hidden": isHidden = json?.booleanValue ?? false
        case "style": if let json { lostStyles += look.take(edge: json) }
        case "labelStyle":
            let color = json?["fill"]?.stringValue.flatMap { DrawingColor.plain($0) }
            look.text = color
            if color == nil || json?.objectValue?.members.count != 1 { lostStyles.append("labelStyle") }
        case "data": if json != .null { data = json }
        case "markerStart", "markerEnd":
            guard let json else { return }
            if let kind = json.stringValue ?? json["type"]?.stringValue {
                if name == "markerStart" { start.take(kind) } else { end.take(kind) }
            }
            lostStyles += (json.objectValue?.members ?? []).compactMap { member in
                member.name == "type" ? nil : "\(name).\(member.name)"
            }
        case "foreign":
            if json?.objectValue?.members.contains(where: { $0.name != JSONString(format) }) ?? false {
                others.append("foreign")
            }
        default: others.append(name.description)
        }
    }
}

extension DrawnEdge.Head {
    init(_ marker: EdgeStyle.Marker) {
        switch marker.kind {
        case .none: self = .none
        case .open: self = .open
        case .closed: self = .closed
        }
    }

    /// Takes the name of a head that pictures draw as a triangle.
    fileprivate mutating func take(_ name: String) {
        switch name {
        case "none", "", "arrow", "arrowclosed": break
        case "circle": self = .circle
        case "cross": self = .cross
        default: self = .other(name)
        }
    }
}
