import Geometry
import Graph
import Wire

/// The members of a node that are read before all others.
struct SwiftFlowNode {
    /// The position of its text.
    var start: Int
    var id: Identifier
    /// The position on the canvas.
    var position: Point
    var size: Point
    /// The id of its parent; nil also for an invalid parent.
    var parent: Identifier?
    var acceptsChildren = false
    /// Is true if it has a type of Nodewire, on which the default of `acceptsChildren` depends.
    var hasType = false
}

extension SwiftFlowReader {
    /// Reads the members of all nodes that other nodes depend on.
    mutating func outline(_ list: JSONCursor) throws(ShapeError) {
        var cursor = list
        try cursor.enterArray()
        while cursor.nextElement() {
            do throws(ShapeError) {
                var node = try SwiftFlowReader.outlineNode(&cursor)
                if places[node.id] != nil {
                    // It will be left out entirely.
                    node.parent = nil
                } else if (1...Limits.identifierBytes).contains(node.id.string.utf8.count) {
                    places[node.id] = nodes.count
                }
                nodes.append(node)
            } catch {
                throw error.inside(.element(nodes.count))
            }
        }
    }

    private static func outlineNode(_ cursor: inout JSONCursor) throws(ShapeError) -> SwiftFlowNode {
        guard cursor.peek() == .object else { throw cursor.wrongKind("an object") }
        var node = SwiftFlowNode(start: cursor.index, id: Identifier(""), position: .zero, size: .zero)
        var missing = Set(requiredOfNodes)
        try cursor.enterObject()
        while let name = cursor.nextMember() {
            let member = SwiftFlow.nodeMembers[name]
            if let member { missing.remove(member) }
            try outline(member, &cursor, of: &node)
        }
        if let member = requiredOfNodes.first(where: { missing.contains($0) }) {
            throw ShapeError("missing member \"\(member)\"")
        }
        return node
    }

    private static let requiredOfNodes: [SwiftFlow.NodeMember] = [.id, .position, .size, .data]

    private static func outline(
        _ member: SwiftFlow.NodeMember?, _ cursor: inout JSONCursor, of node: inout SwiftFlowNode
    ) throws(ShapeError) {
        switch member {
        case .id:
            node.id = Identifier(try read("id", &cursor) { (cursor) throws(ShapeError) in try cursor.readString() })
        case .position: node.position = try readPair("position", &cursor)
        case .size: node.size = try readPair("size", &cursor)
        case .parentID:
            node.parent = try readOptional("parentID", &cursor) { (cursor) throws(ShapeError) in
                Identifier(try cursor.readString())
            }
        case .acceptsChildren: node.acceptsChildren = try readSwitch("acceptsChildren", &cursor) ?? false
        default:
            if member == .type { node.hasType = true }
            cursor.skipValue()
        }
    }

    /// Clears every parent that SwiftFlow refuses: one that is missing, accepts no children, or is on a cycle.
    ///
    /// - Complexity: O(*n*): each node is visited once on the way up and once in its cycle.
    mutating func resolveParents() {
        for index in nodes.indices {
            guard let parent = nodes[index].parent else { continue }
            if let place = places[parent] {
                let offset = nodes[index].position - nodes[place].position
                if !nodes[place].acceptsChildren {
                    loseParent(index, "invalidValue", "node \"\(parent)\" accepts no children")
                } else if !offset.x.isFinite || !offset.y.isFinite {
                    loseParent(index, "invalidValue", "no number holds the distance to node \"\(parent)\"")
                }
            } else {
                loseParent(index, "noSuchNode", "there is no node \"\(parent)\"")
            }
        }
        // The number of the walk that visited each node; a node that the current walk meets again is on a cycle.
        var walks = [Int32](repeating: 0, count: nodes.count)
        for start in nodes.indices {
            let walk = Int32(truncatingIfNeeded: start + 1)
            var next: Int? = start
            while let index = next, walks[index] == 0 {
                walks[index] = walk
                next = parentPlace(index)
            }
            guard let first = next, walks[first] == walk, parentPlace(first) != nil else { continue }
            loseCycle(through: first)
        }
    }

    private mutating func loseCycle(through first: Int) {
        var next: Int? = first
        while let index = next, let parent = nodes[index].parent {
            next = parentPlace(index)
            loseParent(index, "parentCycle", "\"\(parent)\" lies inside this node")
        }
    }

    private func parentPlace(_ index: Int) -> Int? { nodes[index].parent.flatMap { places[$0] } }

    private mutating func loseParent(_ index: Int, _ code: String, _ message: String) {
        nodes[index].parent = nil
        lose(.node, nodes[index].id, code, message, nodes[index].start)
    }

    // MARK: Translating

    mutating func translateNodes(_ list: JSONCursor) throws(ShapeError) {
        writer.name("nodes")
        writer.beginArray()
        for index in nodes.indices {
            do throws(ShapeError) { try translateNode(nodes[index]) } catch { throw error.inside(.element(index)) }
        }
        writer.endArray()
    }

    private mutating func translateNode(_ node: SwiftFlowNode) throws(ShapeError) {
        begin(node.start)
        writer.name("id")
        writer.string(node.id.string)
        writeGeometry(of: node)
        if let parent = node.parent {
            writer.name("parentId")
            writer.string(parent.string)
        }
        if node.acceptsChildren || node.hasType {
            writer.name("acceptsChildren")
            writer.boolean(node.acceptsChildren)
        }
        var cursor = text.cursor(at: node.start)
        try cursor.enterObject()
        while let name = cursor.nextMember() {
            try translate(SwiftFlow.nodeMembers[name], name, &cursor, of: node)
        }
        writer.endObject()
    }

    /// Begins the next element, and records its position in the old text.
    mutating func begin(_ place: Int) {
        writer.beginObject()
        origins.append((writer.count - 1, place))
    }

    private mutating func writeGeometry(of node: SwiftFlowNode) {
        var point = node.position
        if let parent = node.parent, let place = places[parent] {
            let origin = nodes[place].position
            point.x = (point.x - origin.x).withoutNoise(ofTerms: point.x, origin.x)
            point.y = (point.y - origin.y).withoutNoise(ofTerms: point.y, origin.y)
        }
        writer.name("position")
        writer.beginObject()
        writer.name("x")
        writer.number(point.x)
        writer.name("y")
        writer.number(point.y)
        writer.endObject()
        writer.name("width")
        writer.number(node.size.x)
        writer.name("height")
        writer.number(node.size.y)
    }

    private mutating func translate(
        _ member: SwiftFlow.NodeMember?, _ name: JSONName, _ cursor: inout JSONCursor, of node: SwiftFlowNode
    ) throws(ShapeError) {
        let start = cursor
        switch member {
        case .id, .position, .size, .parentID, .acceptsChildren: cursor.skipValue()
        case .handles: try translateHandles(&cursor, node.id)
        case .phase:
            let isDraft = try Self.readOptional("phase", &cursor) { (cursor) throws(ShapeError) in
                try SwiftFlow.readPhase(&cursor)
            }
            if isDraft == true { copyAgain(name, start) }
        case .persistence:
            let value = try Self.readOptional("persistence", &cursor) { (cursor) throws(ShapeError) in
                try SwiftFlow.persistences.read(&cursor)
            }
            if value == .transient { write("transient", true) }
        case .isDraggable: if try Self.readSwitch("isDraggable", &cursor) == false { write("draggable", false) }
        case .isSelected, .isHovered, .isDropTarget: _ = try Self.readSwitch(name.description, &cursor)
        case .zIndex:
            let value = try Self.readOptional("zIndex", &cursor) { (cursor) throws(ShapeError) in
                try cursor.readInteger()
            }
            if let value, value != 0 { copyAgain(name, start) }
        case .width, .height, .parentId, .parentNode, .draggable, .transient:
            loseMember(name, &cursor, of: .node, node.id, at: node.start)
        case .data, .type, nil: copy(name, &cursor)
        }
    }

    static func readSwitch(_ member: String, _ cursor: inout JSONCursor) throws(ShapeError) -> Bool? {
        try readOptional(member, &cursor) { (cursor) throws(ShapeError) in try cursor.readBoolean() }
    }

    private mutating func write(_ name: StaticString, _ value: Bool) {
        writer.name(name)
        writer.boolean(value)
    }

    private mutating func copyAgain(_ name: JSONName, _ start: JSONCursor) {
        var cursor = start
        copy(name, &cursor)
    }

    // MARK: Handles

    private mutating func translateHandles(_ cursor: inout JSONCursor, _ node: Identifier) throws(ShapeError) {
        if cursor.skipNull() { return }
        var index = 0
        do throws(ShapeError) {
            writer.name("handles")
            try cursor.enterArray()
            writer.beginArray()
            while cursor.nextElement() {
                do throws(ShapeError) {
                    try translateHandle(&cursor, node)
                } catch {
                    throw error.inside(.element(index))
                }
                index += 1
            }
            writer.endArray()
        } catch {
            throw error.inside(.member("handles"))
        }
    }

    private mutating func translateHandle(_ cursor: inout JSONCursor, _ node: Identifier) throws(ShapeError) {
        let start = cursor.index
        var (startArea, targetArea): (SwiftFlowArea?, SwiftFlowArea?)
        var missing = Set(Self.requiredOfHandles)
        guard cursor.peek() == .object else { throw cursor.wrongKind("an object") }
        try cursor.enterObject()
        writer.beginObject()
        while let name = cursor.nextMember() {
            let value = cursor
            let member = SwiftFlow.handleMembers[name]
            if let member { missing.remove(member) }
            switch member {
            case .connectionStartArea: startArea = try readArea(name, &cursor)
            case .connectionTargetArea: targetArea = try readArea(name, &cursor)
            case .area: loseMember(name, &cursor, of: .node, node, at: start)
            case .id, .type, .position, nil:
                try checkHandle(member, &cursor)
                copyAgain(name, value)
            }
        }
        if let member = Self.requiredOfHandles.first(where: { missing.contains($0) }) {
            throw ShapeError("missing member \"\(member)\"")
        }
        writeArea(startArea, targetArea)
        writer.endObject()
    }

    private static let requiredOfHandles: [SwiftFlow.HandleMember] = [.id, .type, .position]

    private func checkHandle(_ member: SwiftFlow.HandleMember?, _ cursor: inout JSONCursor) throws(ShapeError) {
        guard let member else { return cursor.skipValue() }
        try Self.read(member.rawValue, &cursor) { (cursor) throws(ShapeError) in
            switch member {
            case .type: _ = try SwiftFlow.kinds.read(&cursor)
            case .position: _ = try SwiftFlow.sides.read(&cursor)
            default: _ = try cursor.readString()
            }
        }
    }

    private func readArea(_ member: JSONName, _ cursor: inout JSONCursor) throws(ShapeError) -> SwiftFlowArea? {
        try Self.readOptional(member.description, &cursor) { (cursor) throws(ShapeError) in
            try SwiftFlowArea(reading: &cursor)
        }
    }

    private mutating func writeArea(_ start: SwiftFlowArea?, _ target: SwiftFlowArea?) {
        if start == nil && target == nil { return }
        var area = JSONObject()
        area["start"] = start?.json
        area["target"] = target?.json
        writer.name("area")
        JSON.object(area).write(into: &writer)
    }
}
