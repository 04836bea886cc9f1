import Geometry
import Graph
import Wire

/// An edge, prepared for writers of other formats.
struct ExportEdge {
    /// The arrowhead at an end; Mermaid has the names `circle` and `cross`, the other names are from pictures.
    enum Head: Equatable { case none, open, closed, circle, cross, other(String) }

    let id: Identifier
    let ends: EdgeEnds
    /// The member `label`, which may be empty.
    private(set) var label: String?
    /// The further labels, in their order.
    let furtherLabels: [FurtherLabel]
    /// The place of the label along the path, 0…1; nil for the default of the type.
    private(set) var labelPosition: Double?
    /// The member `data`; nil if it is null.
    private(set) var data: JSON?
    private(set) var isHidden = false
    let isAnimated: Bool
    /// The type of the path.
    let type: EdgeType
    private(set) var start: Head
    private(set) var end: Head
    private(set) var waypoints: [Point] = []
    /// Its look, from its own members and from its type.
    private(set) var look = DrawnLook()
    /// The names of style members that a look does not have.
    private(set) var lostStyles: [String] = []
    /// The names of its other members with a meaning.
    private(set) var others: [String] = []

    /// Members without a meaning for files: defaults, or the state of a view.
    private static let silent = NameTable(["selected", "transient"])

    /// Reads the edge of a slot.
    ///
    /// - Parameters:
    ///   - format: the format whose foreign members count.
    ///   - taken: the names of the members that the writer supports; `foreign` if other formats' parts are no loss.
    init(_ graph: ExportGraph, _ slot: Edge.Slot, for format: Format, taking taken: Set<JSONString>) {
        let document = graph.document
        id = document.edgeID(slot)
        ends = document.edges.ends(slot)
        furtherLabels = document.furtherLabels(ofEdge: slot)
        type = EdgeType(number: document.edges.flags(slot).typeNumber) ?? document.settings.defaultEdgeType
        let style = document.style(ofEdge: slot)
        isAnimated = style.isAnimated
        (start, end) = (Head(style.start), Head(style.end))
        look.stroke = style.color.flatMap { DrawingColor.plain($0.text) }
        look.strokeWidth = style.strokeWidth
        look.dash = style.dash
        if style.opacity != 1 { look.opacity = style.opacity }
        document.withEdgeMembers(slot) { members in
            JSONMembers.visit(members) { name, value in
                if ExportEdge.silent.index(of: name) != nil || saysNothing(name, value) { return }
                let name = JSONString(name)
                if !read(name, value, format, taken) { others.append(name.description) }
            }
        }
    }

    /// Reads a member; false if it has no place here.
    private mutating func read(
        _ name: JSONString, _ value: UnsafeBufferPointer<UInt8>, _ format: Format, _ taken: Set<JSONString>
    ) -> Bool {
        switch name {
        case "label":
            label = value.has("\"\"") ? "" : NodeText.string(value)
            return label != nil
        case "foreign":
            return taken.contains(name) || KeptParts.areAll(value.json, of: format)
        default: return taken.contains(name) && read(name, value.json ?? .null, taken)
        }
    }

    private mutating func read(_ name: JSONString, _ json: JSON, _ taken: Set<JSONString>) -> Bool {
        switch name {
        case "data": data = json
        case "hidden": isHidden = json == true
        case "labelPosition":
            labelPosition = json.doubleValue.flatMap { (0...1).contains($0) ? $0 : nil }
            return labelPosition != nil
        case "waypoints":
            waypoints = (json.arrayValue ?? []).prefix(Limits.waypoints).compactMap { point in
                guard let x = point["x"]?.doubleValue, let y = point["y"]?.doubleValue, x.isFinite, y.isFinite
                else { return nil }
                return Point(x: x, y: y)
            }
        case "style":
            lostStyles += look.take(edge: json)
            if look.rich != nil && !taken.contains("richLabel") { lostStyles.append("richLabel") }
        case "labelStyle":
            look.text = json["fill"]?.stringValue.flatMap { DrawingColor.plain($0) }
            if look.text == nil || json.objectValue?.members.count != 1 { lostStyles.append("labelStyle") }
        case "markerStart": start.take(json, name, &lostStyles)
        case "markerEnd": end.take(json, name, &lostStyles)
        default: break
        }
        return true
    }
}

extension ExportEdge.Head {
    init(_ marker: EdgeStyle.Marker) {
        switch marker.kind {
        case .none: self = .none
        case .open: self = .open
        case .closed: self = .closed
        case .circle: self = .circle
        case .cross: self = .cross
        }
    }

    /// Its name in the members `markerStart` and `markerEnd`.
    var name: String {
        switch self {
        case .none: "none"
        case .open: "arrow"
        case .closed: "arrowclosed"
        case .circle: "circle"
        case .cross: "cross"
        case .other(let name): name
        }
    }

    /// Reads the name of an arrowhead that pictures draw as a triangle; other members of a marker are lost.
    fileprivate mutating func take(_ marker: JSON, _ member: JSONString, _ lost: inout [String]) {
        switch marker.stringValue ?? marker["type"]?.stringValue {
        case "none", "", "arrow", "arrowclosed", "circle", "cross", nil: break
        case let name?: self = .other(name)
        }
        for part in marker.objectValue?.members ?? [] where part.name != "type" {
            lost.append("\(member).\(part.name)")
        }
    }
}
