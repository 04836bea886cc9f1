import Geometry
import Graph
import Wire

/// Reads flows of Node-RED: one list, in which nodes name their tab and group, and wires connect outputs to nodes.
///
/// Tabs and subflows have separate canvases; they become groups, one below another. Elements that are not drawn, such
/// as configurations, are kept with their indices in the list.
struct NodeREDReader {
    private var graph: TextGraph
    private var places: [Identifier: Int] = [:]
    private var elements: [Element] = []
    private var others: [JSON] = []

    /// The parts of a node that are read first, before other nodes are known.
    private struct Element {
        let type: String
        let members: ObjectMembers
        /// The frame on the canvas of its tab.
        var frame: Rect?
        /// The index of its tab or subflow.
        var tab: Int?
        var outputs: [JSONCursor] = []
        var hasInput: Bool
    }

    private static let gap = 60.0

    /// - Throws: if an element is nested too deeply.
    /// - Complexity: O(*n*) in the bytes.
    static func read(_ text: DocumentText) throws(ShapeError) -> Format.Content {
        var reader = NodeREDReader(graph: TextGraph(textBytes: text.start.end))
        var index = 0
        try text.start.eachElement { (element) throws(ShapeError) in
            try reader.readElement(element, at: index)
            index += 1
        }
        reader.findParents()
        reader.placeTabs()
        for place in reader.elements.indices { reader.readEdges(of: place) }
        for place in reader.elements.indices { reader.addHandles(to: place) }
        if reader.others.isEmpty {
            reader.graph.keep(.emptyObject, of: .nodeRed)
        } else {
            reader.graph.keep(JSON.object(["others": .array(reader.others)]).text, of: .nodeRed)
        }
        return try reader.graph.content()
    }

    private init(graph: TextGraph) { self.graph = graph }

    private mutating func readElement(_ cursor: JSONCursor, at index: Int) throws(ShapeError) {
        let members = ObjectMembers(at: cursor)
        let type = members.string("type") ?? ""
        let isCanvas = NodeRED.isCanvas(type)
        guard let id = members.string("id"), isCanvas || members.number("x") != nil && members.number("y") != nil else {
            let text = try cursor.kept()
            return others.append(["at": .number(index), "element": text.json ?? .null])
        }
        if graph.newID(id, besides: places) == nil { return }
        places[Identifier(id)] = graph.nodes.count
        var node = TextGraph.Node(id: id)
        node.isGroup = isCanvas || type == "group"
        node.label = NodeREDReader.label(of: members, type)
        var element = Element(type: type, members: members, hasInput: !NodeRED.hasNoInput(type))
        members["wires"]?.eachElement { element.outputs.append($0) }
        if let x = members.number("x"), let y = members.number("y"), !isCanvas {
            if type == "group" {
                let size = Size(width: max(members.number("w") ?? 0, 0), height: max(members.number("h") ?? 0, 0))
                element.frame = Rect(statedOrigin: Point(x: x, y: y), size: size)
            } else {
                let size = NodeREDReader.size(of: members, type, node.label ?? "", element.outputs.count)
                element.frame = Rect(
                    statedOrigin: Point(x: x - size.width / 2, y: y - size.height / 2), size: size)
            }
        }
        if !node.isGroup, let text = members.text("type") { node.members.append(("type", text)) }
        node.members.append(("foreign", JSONText(native: try cursor.kept(), of: .nodeRed)))
        graph.nodes.append(node)
        elements.append(element)
    }

    /// The visible text: the name, or the type of a node without a name.
    static func label(of members: ObjectMembers, _ type: String) -> String? {
        if type == "tab" { return members.string("label") }
        let name = members.string("name") ?? ""
        if !name.isEmpty { return name }
        return NodeRED.isCanvas(type) || type == "group" || type == "junction" ? nil : type
    }

    private static func size(of members: ObjectMembers, _ type: String, _ label: String, _ outputs: Int) -> Size {
        var isLabeled = members["l"]
        let isShownByDefault = type != "link in" && type != "link out"
        let isShown =
            isLabeled?.peek() == .boolean ? ((try? isLabeled?.readBoolean()) ?? isShownByDefault) : isShownByDefault
        return NodeRED.size(type, label: label, outputs: min(outputs, NodeRED.mostOutputs), isSmall: !isShown)
    }

    private mutating func findParents() {
        for place in elements.indices {
            let members = elements[place].members
            if let tab = members.string("z").flatMap({ places[Identifier($0)] }), NodeRED.isCanvas(elements[tab].type),
                tab != place
            {
                elements[place].tab = tab
            }
            let group = members.string("g").flatMap { places[Identifier($0)] }
            let isGroup = group.map { elements[$0].type == "group" } ?? false
            graph.nodes[place].parent = isGroup ? group : elements[place].tab
        }
    }

    /// Puts the tabs below all other nodes, and below each other; each fits its contents.
    private mutating func placeTabs() {
        var contents = [Rect](repeating: .empty, count: elements.count)
        var bottom = -Double.infinity
        for element in elements {
            guard let frame = element.frame else { continue }
            if let tab = element.tab {
                contents[tab] = contents[tab].union(frame)
            } else {
                bottom = max(bottom, frame.maxY)
            }
        }
        var origins = [Point](repeating: .zero, count: elements.count)
        var y = bottom.isFinite ? bottom + NodeREDReader.gap : 0
        for place in elements.indices where NodeRED.isCanvas(elements[place].type) {
            let content = contents[place]
            let size = Size(
                width: max(100, content.isEmpty ? 0 : content.maxX + 20),
                height: max(60, content.isEmpty ? 0 : content.maxY + 20))
            origins[place] = Point(x: 0, y: y)
            graph.nodes[place].frame = Rect(statedOrigin: origins[place], size: size)
            y += size.height + NodeREDReader.gap
        }
        for place in elements.indices {
            guard let frame = elements[place].frame else { continue }
            graph.nodes[place].frame = frame.offset(by: elements[place].tab.map { origins[$0] } ?? .zero)
        }
    }

    private mutating func readEdges(of place: Int) {
        for (index, ends) in elements[place].outputs.enumerated() {
            ends.eachElement { end in
                guard index < NodeRED.mostOutputs, let target = end.string.flatMap({ places[Identifier($0)] }) else {
                    return graph.leaveOut(
                        .edge, nil, "noSuchNode", "a wire to a node that is missing is left out")
                }
                elements[target].hasInput = true
                var edge = TextGraph.Edge(source: place, target: target)
                (edge.sourceHandle, edge.targetHandle) = (NodeRED.output(index), NodeRED.input)
                graph.edges.append(edge)
            }
        }
    }

    private mutating func addHandles(to place: Int) {
        let element = elements[place]
        if NodeRED.isCanvas(element.type) || element.type == "group" { return }
        var handles: [TextGraph.Handle] = []
        if element.hasInput { handles.append(TextGraph.Handle(id: NodeRED.input, isSource: false, side: .left)) }
        let count = min(element.outputs.count, NodeRED.mostOutputs)
        for index in 0..<count {
            var handle = TextGraph.Handle(id: NodeRED.output(index), isSource: true, side: .right)
            if count > 1 { handle.offset = Double(index + 1) / Double(count + 1) }
            handles.append(handle)
        }
        // An empty list prevents the two default handles.
        if handles.isEmpty { graph.nodes[place].members.append(("handles", JSONText(elements: []))) }
        graph.nodes[place].handles = handles
    }
}
