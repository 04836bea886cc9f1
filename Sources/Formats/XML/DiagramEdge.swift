import Geometry
import Graph
import Wire

/// The parts of an edge that programs for drawings have, as a writer of their files wants them.
struct DiagramEdge {
    let edge: Edge
    var label: String?
    /// The place of the label along the path, 0…1; nil is that of its type.
    var labelPosition: Double?
    var data: [JSONObject.Member] = []
    var isHidden = false
    /// The form of the path.
    let type: EdgeType
    /// The color, as `#rrggbb`.
    var stroke: String?
    var strokeWidth: Double?
    var dash: [Double] = []
    var waypoints: [Point] = []
    /// The names of the heads, as `markerStart` and `markerEnd` have them.
    var heads = (start: "none", end: "arrowclosed")

    /// Is true if neither end has a head.
    var isUndirected: Bool { heads.start == "none" && heads.end == "none" }

    /// - Parameters:
    ///   - program: the program that has no place for the other members, as losses name it.
    ///   - tally: takes these.
    init(_ slot: Edge.Slot, _ document: Document, for program: String, _ tally: inout ExportTally) {
        edge = document.edge(at: slot)
        type = EdgeType(number: document.edges.flags(slot).typeNumber) ?? document.settings.defaultEdgeType
        JSONMembers.visit(edge.members) { name, value in
            let name = JSONString(name)
            if saysNothing(name, value) { return }
            if name == "type" || name == "transient" || name == "foreign" { return }
            if let json = JSONText(copy: value).json, read(name, json, program, &tally) { return }
            tally.add(.edge, edge.id, "member", "\(program) has no `\(name)`")
        }
    }

    /// Takes a member; false if there is no place for it.
    private mutating func read(
        _ name: JSONString, _ json: JSON, _ program: String, _ tally: inout ExportTally
    ) -> Bool {
        switch name {
        case "label":
            guard let text = json.stringValue else { return false }
            label = text
        case "data":
            guard let members = json.objectValue?.members else { return false }
            data = members
        case "hidden": isHidden = true
        case "labelPosition":
            labelPosition = json.doubleValue.flatMap { (0...1).contains($0) ? $0 : nil }
            return labelPosition != nil
        case "animated": if dash.isEmpty { dash = [6, 6] }
        case "markerStart": heads.start = marker(json, program, &tally)
        case "markerEnd": heads.end = marker(json, program, &tally)
        case "waypoints":
            waypoints = (json.arrayValue ?? []).prefix(Limits.waypoints).compactMap { point in
                guard let x = point["x"]?.doubleValue, let y = point["y"]?.doubleValue, x.isFinite, y.isFinite
                else { return nil }
                return Point(x: x, y: y)
            }
        case "style": readStyle(json.objectValue, program, &tally)
        default: return false
        }
        return true
    }

    private func marker(_ json: JSON, _ program: String, _ tally: inout ExportTally) -> String {
        if let name = json.stringValue { return name }
        if json["color"] != nil {
            tally.add(.edge, edge.id, "style", "the color of a head that \(program) has not is left out")
        }
        return json["type"]?.stringValue ?? "arrowclosed"
    }

    private mutating func readStyle(_ style: JSONObject?, _ program: String, _ tally: inout ExportTally) {
        for member in style?.members ?? [] {
            switch member.name {
            case "stroke":
                stroke = member.value.stringValue.flatMap(HexColor.read)
                if stroke != nil { continue }
            case "strokeWidth":
                strokeWidth = member.value.doubleValue.flatMap { $0 >= 0 && $0 <= 1000 ? $0 : nil }
                if strokeWidth != nil { continue }
            case "dash":
                dash = (member.value.arrayValue ?? []).prefix(16).compactMap { json in
                    json.doubleValue.flatMap { (0...1000).contains($0) ? $0 : nil }
                }
                continue
            case "strokeDasharray":
                let text = member.value.stringValue ?? ""
                dash = text.split { $0 == " " || $0 == "," }.prefix(16).compactMap { XMLReader.number(String($0)) }
                if dash.count == 1 { dash.append(dash[0]) }
                continue
            default: break
            }
            tally.add(.edge, edge.id, "style", "a `style` that \(program) has not is left out: `\(member.name)`")
        }
    }
}
