import Graph
import Wire

extension ReactFlowWriter {
    // MARK: Nodes

    mutating func members(ofNode slot: Node.Slot) -> MemberList {
        let id = document.nodeID(slot)
        var list = MemberList()
        var (label, data): (JSONText?, JSONText?)
        var parent: JSONText?
        let isPlaced = document.isPlaced(slot)
        document.withNodeMembers(slot) { members in
            JSONMembers.visit(members) { name, value in
                let name = JSONString(name)
                switch name {
                case "label": label = JSONText(copy: value)
                case "data": data = JSONText(copy: value)
                case "parentId": parent = JSONText(copy: value)
                case "parentNode": if parent == nil { parent = JSONText(copy: value) }
                case "locked", "collapsed", "acceptsChildren", "handles", "transient", "shape", "cornerRadius",
                    "layout",
                    "foreign":
                    lose(name, value, .node, id)
                case "position" where !isPlaced: break
                default: list.add(name, JSONText(copy: value))
                }
            }
        }
        list.add("id", .string(id.string))
        if let parent { list.add("parentId", parent) }
        addData(data, label, id, to: &list)
        addGeometry(slot, id, to: &list)
        return list
    }

    private mutating func addGeometry(_ slot: Node.Slot, _ id: Identifier, to list: inout MemberList) {
        let columns = document.columnGeometry(slot)
        let flags = document.nodes.flags(slot)
        if !document.isPlaced(slot) {
            tally.add(.node, id, "unplaced", "React Flow wants a position; 0, 0 is written")
            list.add("position", ["x": 0, "y": 0])
        } else if !columns.x.isNaN {
            list.add("position", ["x": .number(columns.x), "y": .number(columns.y)])
        }
        // React Flow does not know the size of a type.
        let type = document.nodes.type(slot).map { document.symbols[$0] }
        let isSized = !flags.contains(.statedSize) && type.map { sizedTypes.contains($0) } ?? false
        let geometry = document.nodes.geometry(slot)
        if !columns.width.isNaN || isSized && !flags.contains(.hasWidth) {
            list.add("width", .number(geometry.width))
        }
        if !columns.height.isNaN || isSized && !flags.contains(.hasHeight) {
            list.add("height", .number(geometry.height))
        }
    }

    /// Adds the data. React Flow's nodes have no label; they show `data.label`.
    private mutating func addData(
        _ data: JSONText?, _ label: JSONText?, _ id: Identifier, to list: inout MemberList
    ) {
        guard let label, let text = label.json, text != .null else {
            return list.add("data", data ?? .emptyObject)
        }
        if case .object(var object)? = data?.json ?? .object([:]), object["label"] == nil || object["label"] == text {
            object["label"] = text
            return list.add("data", .object(object))
        }
        tally.add(.node, id, "label", "`label` has no place: React Flow shows `data.label`")
        list.add("data", data ?? JSON.null.text)
    }

    // MARK: Edges

    mutating func members(ofEdge slot: Edge.Slot) -> MemberList {
        let edge = document.edge(at: slot)
        var list = MemberList()
        JSONMembers.visit(edge.members) { name, value in
            let name = JSONString(name)
            switch name {
            case "type": break
            case "locked", "waypoints", "labelPosition", "labelOffset", "labels", "transient", "avoid", "foreign":
                lose(name, value, .edge, edge.id)
            case "markerStart", "markerEnd": addMarker(name, value, to: &list)
            default: list.add(name, JSONText(copy: value))
            }
        }
        list.add("id", .string(edge.id.string))
        list.add("source", .string(edge.source.string))
        list.add("target", .string(edge.target.string))
        if let handle = edge.sourceHandle { list.add("sourceHandle", .string(handle.string)) }
        if let handle = edge.targetHandle { list.add("targetHandle", .string(handle.string)) }
        if let type = typeName(slot, edge) { list.add("type", .string(type)) }
        return list
    }

    /// The name of an edge's type in React Flow; nil for its default, a bezier.
    private mutating func typeName(_ slot: Edge.Slot, _ edge: Edge) -> String? {
        let written = edge.typeName
        let own = EdgeType(number: document.edges.flags(slot).typeNumber)
        if own == nil, let written { return written }
        if own == nil && document.settings.defaultEdgeType == .bezier { return nil }
        let type = own ?? document.settings.defaultEdgeType
        switch type {
        case .bezier: return "default"
        case .straight, .step: return type.rawValue
        case .simpleBezier: return "simplebezier"
        case .smoothStep: return "smoothstep"
        case .horizontalBezier, .orthogonal:
            let name = type == .orthogonal ? "step" : "default"
            tally.add(.edge, edge.id, "edgeType", "React Flow has no type \(type); \(name) is written")
            return name
        }
    }

    /// Adds a marker. In React Flow a string refers to an element of the page; our strings are kinds of markers.
    private func addMarker(
        _ name: JSONString, _ value: UnsafeBufferPointer<UInt8>, to list: inout MemberList
    ) {
        let marker = JSONText(copy: value)
        switch marker.json?.stringValue {
        case "none": break
        case "arrow"?, "arrowclosed"?: list.add(name, JSON.object(["type": marker.json ?? .null]).text)
        default: list.add(name, marker)
        }
    }

    private mutating func lose(
        _ name: JSONString, _ value: UnsafeBufferPointer<UInt8>, _ kind: ExportLoss.Kind, _ id: Identifier
    ) {
        if saysNothing(name, value) { return }
        tally.add(kind, id, "member", "React Flow has no `\(name)`")
    }
}
