import Geometry
import Graph
import Wire

/// The collected properties of a node or an edge in a GraphML file: plain ones, and the drawing of yEd.
struct GraphMLParts {
    var data = DataMembers()
    /// The stated keys, in a file with defaults.
    var found: Set<Identifier> = []
    private(set) var hasDrawing = false

    private var label: String?
    private var numbers = Numbers()
    /// The frame in yEd's drawing.
    private var frame: Rect?
    private var shape: String?
    private var fill: String?
    private var points: [Point] = []
    private var stroke: String?
    private var width: Double?
    private var dash: [Double] = []
    private var heads: (source: String, target: String)?
    /// The border and the color of the text; an edge has only the latter.
    private var border = DrawnLook()
    private var hasBorder = false

    /// The numbers with a meaning, by role.
    private struct Numbers {
        private var values = InlineArray<10, Double?>(repeating: nil)

        subscript(role: GraphMLKey.Role) -> Double? {
            get { values[role.rawValue] }
            set { values[role.rawValue] = newValue }
        }
    }

    /// Stores a plain property.
    mutating func set(_ key: GraphMLKey, _ text: String) {
        // yEd writes these for every element.
        if text.isEmpty && (key.name == "url" || key.name == "description") { return }
        switch key.role {
        case .data: key.add(text, to: &data)
        case .label: if label == nil { label = text }
        default:
            if let number = XMLReader.number(text) {
                numbers[key.role] = number
            } else {
                key.add(text, to: &data)
            }
        }
    }

    // MARK: yEd

    /// Returns true if an element is a drawing of yEd's.
    func isDrawing(_ name: String) -> Bool {
        switch name {
        case "ShapeNode", "GenericNode", "ImageNode", "SVGNode", "UMLClassNode", "UMLNoteNode", "TableNode",
            "GenericGroupNode", "GroupNode", "ProxyAutoBoundsNode", "PolyLineEdge", "BezierEdge", "ArcEdge",
            "QuadCurveEdge", "SplineEdge", "GenericEdge":
            true
        default: false
        }
    }

    /// Reads a drawing up to its end. For a group, the first of its forms counts.
    mutating func readDrawing(
        _ xml: inout XMLReader, _ name: String, isNode: Bool, _ tally: inout ExportTally
    ) throws(EditError) {
        hasDrawing = true
        switch name {
        case "UMLNoteNode", "UMLClassNode", "ImageNode", "SVGNode", "TableNode": shape = name
        default: break
        }
        let outer = xml.depth
        while xml.depth >= outer, let event = try xml.next() {
            guard case .start(let name) = event else { continue }
            switch name {
            case "Geometry": if frame == nil { frame = GraphMLParts.frame(xml) }
            case "NodeLabel", "EdgeLabel":
                let color = xml["textColor"].flatMap(HexColor.read)
                if border.text == nil, color != "#000000" { border.text = color }
                let text = (try xml.content().text).trimmed
                if text.isEmpty { break }
                if label == nil || !hasLabel {
                    label = text
                } else if label != text {
                    tally.add(isNode ? .node : .edge, nil, "label", "a further label is left out")
                }
                hasLabel = true
            case "Shape": if shape == nil { shape = xml["type"] }
            case "Fill":
                if fill == nil {
                    fill = xml["hasColor"] == "false" ? "transparent" : xml["color"].flatMap(HexColor.read)
                }
            case "Point":
                if let x = xml.number("x"), let y = xml.number("y") { points.append(Point(x: x, y: y)) }
            case "LineStyle": readLine(xml)
            case "BorderStyle": readBorder(xml)
            case "Arrows": heads = (xml["source"] ?? "none", xml["target"] ?? "none")
            case "GroupNode", "GenericGroupNode":
                forms += 1
                if forms > 1 {
                    let inner = xml.depth
                    while xml.depth >= inner { _ = try xml.next() }
                }
            case "Path", "Realizers", "State", "BendStyle", "NodeBounds",
                "Insets", "BorderInsets", "LabelModel", "SmartNodeLabelModel", "ModelParameter":
                break
            default: tally.add(.document, nil, "style", "`\(name)` of yEd is left out")
            }
        }
    }

    private var hasLabel = false
    /// The number of forms of a group read so far; an open and a closed one are usual.
    private var forms = 0

    private static func frame(_ xml: XMLReader) -> Rect? {
        guard let x = xml.number("x"), let y = xml.number("y") else { return nil }
        let size = Size(width: max(0, xml.number("width") ?? 0), height: max(0, xml.number("height") ?? 0))
        return Rect(origin: Point(x: x, y: y), size: size)
    }

    /// Reads a border. The first one counts; black and a width of 1 are the defaults and set nothing.
    private mutating func readBorder(_ xml: XMLReader) {
        if hasBorder { return }
        hasBorder = true
        if xml["hasColor"] == "false" || xml["type"] == "none" {
            border.stroke = "transparent"
            return
        }
        border.stroke = xml["color"].flatMap(HexColor.read).flatMap { $0 == "#000000" ? nil : $0 }
        border.strokeWidth = xml.number("width").flatMap { $0 > 0 && $0 != 1 ? min($0, 100) : nil }
        switch xml["type"] {
        case "dashed"?, "dashed_dotted"?: border.dash = DrawnLook.dashed
        case "dotted"?: border.dash = DrawnLook.dotted
        default: break
        }
    }

    private mutating func readLine(_ xml: XMLReader) {
        stroke = xml["color"].flatMap(HexColor.read)
        if stroke == "#000000" { stroke = nil }
        width = xml.number("width").flatMap { $0 > 0 && $0 != 1 ? $0 : nil }
        switch xml["type"] {
        case "dashed"?: dash = [6, 6]
        case "dotted"?: dash = [2, 2]
        case "dashed_dotted"?: dash = [6, 3, 2, 3]
        default: dash = []
        }
    }

    // MARK: Elements

    /// Applies the properties to a node.
    func finish(_ graph: inout TextGraph, node place: Int, isGephi: Bool) {
        var data = data
        graph.nodes[place].label = label
        setShape(&graph.nodes[place])
        if let frame {
            graph.nodes[place].origin = frame.origin
            graph.nodes[place].size = frame.size
        } else {
            setFrame(&graph.nodes[place], isGephi: isGephi)
        }
        let isColored = isGephi && numbers[.red] != nil && numbers[.green] != nil && numbers[.blue] != nil
        let names: [(GraphMLKey.Role, String, Bool)] = [
            (.size, "size", isGephi), (.red, "r", isColored), (.green, "g", isColored), (.blue, "b", isColored),
        ]
        for (role, name, isUsed) in names where !isUsed {
            if let number = numbers[role] { data.add(name, JSON.number(number).text) }
        }
        graph.nodes[place].look = border
        graph.nodes[place].look.fill = fill
        if fill == nil && isColored {
            func part(_ role: GraphMLKey.Role) -> Int { Int(min(max(numbers[role] ?? 0, 0), 255)) }
            graph.nodes[place].look.fill = HexColor.text(red: part(.red), green: part(.green), blue: part(.blue))
        }
        graph.nodes[place].set(data)
    }

    /// Sets the frame. A plain position is the corner of a node with a stated size, else the middle.
    private func setFrame(_ node: inout TextGraph.Node, isGephi: Bool) {
        var (width, height) = (numbers[.width], numbers[.height])
        if isGephi, let size = numbers[.size], width == nil, height == nil { (width, height) = (size, size) }
        if width != nil || height != nil {
            let standard = Node.defaultSize
            node.size = Size(width: max(0, width ?? standard.width), height: max(0, height ?? standard.height))
        }
        guard let x = numbers[.x], let y = numbers[.y] else { return }
        if isGephi {
            node.center = Point(x: x, y: 0 - y)
        } else if node.size != nil {
            node.origin = Point(x: x, y: y)
        } else {
            node.center = Point(x: x, y: y)
        }
    }

    private func setShape(_ node: inout TextGraph.Node) {
        switch shape {
        case nil, "rectangle"?: break
        case "roundrectangle"?: node.cornerRadius = 10
        case "ellipse"?: node.shape = .ellipse
        case "diamond"?: node.shape = .diamond
        case "hexagon"?: node.shape = .hexagon
        case "parallelogram"?: node.shape = .parallelogram
        case "parallelogram2"?: node.shape = .leftParallelogram
        case "trapezoid"?: node.shape = .trapezoid
        case "trapezoid2"?: node.shape = .invertedTrapezoid
        case let name?: node.lostShape = name
        }
    }

    /// Applies the properties to an edge.
    func finish(_ edge: inout TextGraph.Edge, _ tally: inout ExportTally) {
        edge.label = label
        if let heads {
            edge.markerEnd = GraphMLParts.marker(heads.target)
            if edge.markerEnd == "arrowclosed" { edge.markerEnd = nil }
            let start = GraphMLParts.marker(heads.source)
            edge.markerStart = start == "none" ? nil : start
        }
        edge.look.text = border.text
        edge.setStyle(stroke: stroke, width: width, dash: dash)
        edge.setWaypoints(points, &tally)
        edge.set(data)
    }

    private static func marker(_ name: String) -> String {
        switch name {
        case "none": "none"
        case "standard", "delta", "short": "arrowclosed"
        case "plain": "arrow"
        default: name
        }
    }
}
