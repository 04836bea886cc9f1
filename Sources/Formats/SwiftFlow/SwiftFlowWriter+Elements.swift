import Geometry
import Graph
import Wire

extension SwiftFlowWriter {
    private static let knownOfNodes = ElementSchema.node.nameSet
    private static let knownOfEdges = ElementSchema.edge.nameSet
    private static let knownOfHandles = ElementSchema.handle.nameSet
    private static let normal = JSON.object(["normal": [:]]).text
    private static let persistent = JSON.string("persistent").text

    // MARK: Nodes

    mutating func members(ofNode slot: Node.Slot) -> MemberList {
        let id = document.nodeID(slot)
        var list = MemberList()
        var data: JSONText?
        var phase: JSONText?
        let node = document.node(at: slot)
        JSONMembers.visit(node.members) { name, value in
            let name = JSONString(name)
            switch name {
            case "position", "width", "height", "parentId", "parentNode", "draggable", "zIndex", "acceptsChildren",
                "handles", "transient":
                break
            case "data": data = JSONText(copy: value)
            case "phase": phase = readPhase(value, id)
            default: addOther(name, value, .node, id, to: &list)
            }
        }
        list.add("id", .string(id.string))
        list.add("data", data ?? .emptyObject)
        list.add("phase", phase ?? Self.normal)
        list.add("persistence", Self.persistent)
        list.add("isSelected", JSONText.no)
        let flags = document.nodes.flags(slot)
        list.add("isDraggable", flags.contains(.undraggable) ? JSONText.no : .yes)
        list.add("acceptsChildren", acceptsChildren(slot, id) ? JSONText.yes : .no)
        list.add("zIndex", .number(zIndex(slot, id)))
        addGeometry(slot, id, to: &list)
        list.add("handles", handles(slot, node, id))
        if let parent = document.nodes.parent(slot) {
            list.add("parentID", .string(document.nodeID(parent).string))
        }
        return list
    }

    private mutating func addGeometry(_ slot: Node.Slot, _ id: Identifier, to list: inout MemberList) {
        let geometry = document.nodes.geometry(slot)
        list.add("size", .array([.number(geometry.width), .number(geometry.height)]))
        guard document.isPlaced(slot) else {
            tally.add(.node, id, "unplaced", "SwiftFlow wants a position; 0, 0 is written")
            return list.add("position", [0, 0])
        }
        var point = document.frame(slot).origin
        if document.nodes.parent(slot) != nil {
            point.x = point.x.withoutNoise(ofTerms: geometry.x)
            point.y = point.y.withoutNoise(ofTerms: geometry.y)
        }
        if !point.x.isFinite || !point.y.isFinite {
            tally.add(.node, id, "unplaced", "no number holds its position on the canvas; 0, 0 is written")
            point = .zero
        }
        list.add("position", .array([.number(point.x), .number(point.y)]))
    }

    /// Returns true if a node accepts children or has some. SwiftFlow only keeps parents that accept children.
    private mutating func acceptsChildren(_ slot: Node.Slot, _ id: Identifier) -> Bool {
        if document.nodes.flags(slot).contains(.acceptsChildren) { return true }
        if document.nodes.firstChild(of: slot) == nil { return false }
        tally.add(.node, id, "acceptsChildren", "a node that holds others accepts children in SwiftFlow")
        return true
    }

    private mutating func zIndex(_ slot: Node.Slot, _ id: Identifier) -> Int {
        let z = document.nodes.zIndex(slot)
        if let integer = Int(exactly: z) { return integer }
        tally.add(.node, id, "zIndex", "SwiftFlow wants integers as `zIndex`; the nearest is written")
        return Int(exactly: min(max(z, -1e15), 1e15).rounded()) ?? 0
    }

    private mutating func readPhase(_ text: UnsafeBufferPointer<UInt8>, _ id: Identifier) -> JSONText? {
        if text.isNull { return nil }
        var cursor = JSONCursor(text)
        if (try? SwiftFlow.readPhase(&cursor)) != nil { return JSONText(copy: text) }
        tally.add(.node, id, "member", "`phase` has another meaning in SwiftFlow")
        return nil
    }

    // MARK: Handles

    private mutating func handles(_ slot: Node.Slot, _ node: Node, _ id: Identifier) -> JSON {
        var own: [JSON]?
        JSONMembers.visit(node.members) { name, value in
            if name == "handles" { own = JSONText(copy: value).json?.arrayValue }
        }
        let list = own ?? document.handles(slot).map { $0.json }
        return .array(list.compactMap { handle($0, id) })
    }

    /// Returns nil for a value that is not a handle.
    private mutating func handle(_ json: JSON, _ node: Identifier) -> JSON? {
        guard let kind = json["type"]?.stringValue.flatMap(Handle.Kind.init(rawValue:)) else { return nil }
        var object = JSONObject()
        let defaults: JSONObject = ["connectable": true]
        for member in json.objectValue?.members ?? [] {
            switch member.name {
            case "id", "type", "position", "area": break
            case "connectionStartArea", "connectionTargetArea":
                tally.add(.node, node, "member", "`\(member.name)` of a handle has another meaning in SwiftFlow")
            default:
                if Self.knownOfHandles.contains(member.name), member.value != .null,
                    member.value != defaults[member.name]
                {
                    tally.add(.node, node, "member", "SwiftFlow does not know `\(member.name)` of a handle")
                }
                object[member.name] = member.value
            }
        }
        let side = json["position"]?.stringValue.flatMap(Side.init(rawValue:))
        object["id"] = .string(json["id"]?.stringValue ?? kind.rawValue)
        object["type"] = .string(kind.rawValue)
        object["position"] = .string((side ?? (kind == .source ? .bottom : .top)).rawValue)
        object["connectionStartArea"] = area(json["area"]?["start"], node)
        object["connectionTargetArea"] = area(json["area"]?["target"], node)
        return .object(object)
    }

    private mutating func area(_ json: JSON?, _ node: Identifier) -> JSON? {
        guard let json, json != .null else { return nil }
        if let area = SwiftFlowArea(json) { return area.encoded }
        tally.add(.node, node, "area", "SwiftFlow has no such `area` of a handle")
        return nil
    }

    // MARK: Edges

    mutating func members(ofEdge slot: Edge.Slot) -> MemberList {
        let edge = document.edge(at: slot)
        var list = MemberList()
        var label: JSON?
        JSONMembers.visit(edge.members) { name, value in
            let name = JSONString(name)
            switch name {
            case "type", "sourceHandle", "targetHandle", "transient": break
            case "label": label = JSONText(copy: value).json
            case "parentID": addParent(value, edge.id, to: &list)
            default: addOther(name, value, .edge, edge.id, to: &list)
            }
        }
        list.add("id", .string(edge.id.string))
        list.add("sourceNodeID", .string(edge.source.string))
        list.add("targetNodeID", .string(edge.target.string))
        if let handle = edge.sourceHandle { list.add("sourceHandleID", .string(handle.string)) }
        if let handle = edge.targetHandle { list.add("targetHandleID", .string(handle.string)) }
        list.add("isSelected", JSONText.no)
        list.add("pathType", .string(pathType(slot, edge).rawValue))
        if case .string? = label, let label {
            list.add("label", label)
        } else if let label, label != .null {
            tally.add(.edge, edge.id, "member", "SwiftFlow wants a text as `label`")
        }
        return list
    }

    private mutating func pathType(_ slot: Edge.Slot, _ edge: Edge) -> SwiftFlow.PathType {
        let own = EdgeType(number: document.edges.flags(slot).typeNumber)
        let type = own ?? document.settings.defaultEdgeType
        let path = SwiftFlow.PathType(nearest: type)
        if path.edgeType != type {
            tally.add(.edge, edge.id, "edgeType", "SwiftFlow has no path \(type); \(path) is written")
        } else if own == nil, let name = edge.typeName {
            tally.add(.edge, edge.id, "edgeType", "SwiftFlow has no path \"\(name)\"; \(path) is written")
        }
        return path
    }

    private mutating func addParent(
        _ text: UnsafeBufferPointer<UInt8>, _ id: Identifier, to list: inout MemberList
    ) {
        let parent = JSONText(copy: text)
        guard let name = parent.json?.stringValue, let slot = document.node(Identifier(name)),
            graph.contains(slot), document.nodes.flags(slot).contains(.acceptsChildren)
        else {
            if !text.isNull { tally.add(.edge, id, "parent", "SwiftFlow takes no such `parentID`") }
            return
        }
        list.add("parentID", parent)
    }

    // MARK: Other members

    /// Adds a member unknown to SwiftFlow, unless SwiftFlow would take it for one of its own.
    private mutating func addOther(
        _ name: JSONString, _ value: UnsafeBufferPointer<UInt8>, _ kind: ExportLoss.Kind, _ id: Identifier,
        to list: inout MemberList
    ) {
        let isNode = kind == .node
        if SwiftFlow.viewState.contains(name) { return }
        if (isNode ? SwiftFlow.nodeNamesThere : SwiftFlow.edgeNamesThere).contains(name) {
            return tally.add(kind, id, "member", "`\(name)` has another meaning in SwiftFlow")
        }
        if (isNode ? Self.knownOfNodes : Self.knownOfEdges).contains(name), !saysNothing(name, value) {
            tally.add(kind, id, "member", "SwiftFlow does not know `\(name)`")
        }
        list.add(name, JSONText(copy: value))
    }
}

extension Edge {
    /// The written `type`, known or not.
    var typeName: String? {
        var result: String?
        JSONMembers.visit(members) { name, value in
            if name == "type" { result = JSONText(copy: value).json?.stringValue }
        }
        return result
    }
}

extension Handle {
    /// The members with which SwiftFlow can draw an edge's end.
    fileprivate var json: JSON {
        var object: JSONObject = [
            "id": .string(id.string), "type": .string(kind.rawValue), "position": .string(side.rawValue),
        ]
        switch offset {
        case .middle: break
        case .fraction(let fraction): object["offset"] = .number(fraction)
        case .distance(let distance): object["distance"] = .number(distance)
        }
        if !dataTypes.isEmpty { object["dataType"] = .array(dataTypes.map { .string($0.string) }) }
        object["label"] = label.map { .string($0) }
        object["limit"] = limit.map { .number($0) }
        if replacesWhenFull { object["whenFull"] = "replace" }
        if !isConnectableStart { object["connectableStart"] = false }
        if !isConnectableEnd { object["connectableEnd"] = false }
        return .object(object)
    }
}
