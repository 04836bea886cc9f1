import Geometry
import Graph
import Wire

extension DOTReader {
    /// Points in an inch, and so canvas units.
    private static let inch = 72.0
    /// The size that Graphviz gives a node that states none.
    private static let standardSize = Size(width: 54, height: 36)
    /// The color of a filled element without a color.
    private static let standardFill = "lightgrey"
    /// The longest word or number that is read, in bytes.
    static let longestWord = 200
    /// The attributes without a meaning for nodes, which go into their data.
    private static let unknownOfNodes: [DOTName] = [.rankdir, .cluster, .bb, .compound, .id] + DOTName.ofEdges
    /// The greatest number of groups around an end that are searched for its cluster.
    private static let deepestEnd = 100
    /// The greatest coordinate and size in a drawing.
    static let greatest = 1e9

    /// Applies the attributes of all nodes.
    mutating func finish() throws(EditError) {
        endOnClusters()
        for place in graph.nodes.indices {
            if graph.nodes[place].isGroup { try finishCluster(place) } else { try finishNode(place) }
            graph.nodes[place].direction = direction
            graph.nodes[place].statesDirection = !graph.nodes[place].handles.isEmpty
        }
        if !header.isStrict { return }
        // A repeated edge may repeat an attribute.
        for place in graph.edges.indices where graph.edges[place].data.count > 1 {
            graph.edges[place].data = DOTAttributes.distinct(
                graph.edges[place].data.map { ($0.name, DOTText(string: $0.value)) })
        }
    }

    private mutating func finishCluster(_ place: Int) throws(EditError) {
        let names = DOTLabel.Names(element: graph.nodes[place].id, graph: graph.nodes[place].id)
        // Graphviz draws a cluster without a label without its name.
        graph.nodes[place].label = ""
        if let label = attributes[place].known[.label] {
            let text = try text(of: label, names, .node, graph.nodes[place].id)
            (graph.nodes[place].label, graph.nodes[place].look.rich) = (text.text, text.rich)
        }
        setLook(place, attributes[place])
        if let bounds = attributes[place][.bb] { setBounds(place, bounds) }
        graph.nodes[place].data = attributes[place].data(
            with: [.shape, .pos, .width, .height, .fixedsize, .compound, .rankdir, .cluster] + DOTName.ofEdges)
        // Last, since losses name the node as the text does.
        if let id = attributes[place][.id], !id.isEmpty { graph.nodes[place].id = id }
    }

    /// Lets edges end on the clusters that they state, if these contain their ends.
    ///
    /// - Complexity: O(*n*) in such edges and the depth of their ends, at most `deepestEnd` groups each.
    private mutating func endOnClusters() {
        graph.breakCycles()
        for (edge, isTail, name) in clusterEnds where isCompound {
            guard let cluster = clusters[name] else { continue }
            let end = isTail ? graph.edges[edge].source : graph.edges[edge].target
            var place: Int? = end
            var steps = 0
            while let here = place, here != cluster, steps < DOTReader.deepestEnd {
                place = graph.nodes[here].parent
                steps += 1
            }
            guard place == cluster, end != cluster else { continue }
            if isTail {
                (graph.edges[edge].source, graph.edges[edge].sourceHandle) = (cluster, nil)
            } else {
                (graph.edges[edge].target, graph.edges[edge].targetHandle) = (cluster, nil)
            }
        }
    }

    private mutating func finishNode(_ place: Int) throws(EditError) {
        let list = attributes[place]
        let id = graph.nodes[place].id
        let shape = (list[.shape] ?? "ellipse").shortened(to: DOTReader.longestWord)
        let style = (list[.style] ?? "").shortened(to: DOTReader.longestWord)
        var record: DOTRecord?
        if shape == "record" || shape == "Mrecord" {
            record = try readRecord(place, list.known[.label])
        } else {
            let names = DOTLabel.Names(element: id, graph: header.name)
            graph.nodes[place].label = id
            if let label = list.known[.label] {
                let text = try text(of: label, names, .node, id)
                (graph.nodes[place].label, graph.nodes[place].look.rich) = (text.text, text.rich)
            }
        }
        setShape(place, shape, style: style)
        setLook(place, list)
        setFrame(place, list)
        if let record, let label = list.known[.label]?.string { divide(place, record, label, shape) }
        graph.nodes[place].data = list.data(with: DOTReader.unknownOfNodes)
        finishHandles(place)
    }

    private mutating func setShape(_ place: Int, _ name: String, style: String) {
        let shape = DOTShape(name)
        graph.nodes[place].shape = shape.shape
        if !shape.isSame {
            graph.nodes[place].lostShape = name
            let kept: JSON = ["shape": .string(name)]
            let all = JSON.object([JSONString(Format.dot.name): kept])
            graph.nodes[place].members.append(("foreign", all.text))
        }
        if style.split(separator: ",").contains("rounded") || name == "Mrecord" {
            graph.nodes[place].cornerRadius = 20
        }
    }

    // MARK: Looks

    /// Sets colors and lines of a node or a cluster.
    private mutating func setLook(_ place: Int, _ list: DOTAttributes) {
        var isFilled = false
        var look = DrawnLook()
        look.rich = graph.nodes[place].look.rich
        for name in (list[.style] ?? "").split(whereSeparator: { $0 == "," || $0 == " " }) {
            switch name {
            case "filled": isFilled = true
            case "dashed": look.dash = DrawnLook.dashed
            case "dotted": look.dash = DrawnLook.dotted
            case "bold": look.strokeWidth = 2
            case "invis": graph.nodes[place].isHidden = true
            case "solid": look.dash = []
            case "rounded": graph.nodes[place].cornerRadius = 20
            default:
                lose(.node, place, "style", "the style \"\(name.prefix(DOTReader.longestWord))\" is left out")
            }
        }
        let (stroke, fill) = (color(list.known[.color], .node, place), color(list.known[.fillcolor], .node, place))
        look.stroke = stroke
        if isFilled {
            look.fill = fill ?? stroke ?? DOTReader.standardFill
        } else if fill != nil {
            lose(.node, place, "fillcolor", "a `fillcolor` without the style \"filled\" is left out")
        }
        look.text = color(list.known[.fontcolor], .node, place)
        if let width = width(list.known[.penwidth], .node, place) { look.strokeWidth = width }
        graph.nodes[place].look = look
    }

    /// A color in CSS; nil if none is stated or it cannot be read.
    mutating func color(_ text: DOTText?, _ kind: ExportLoss.Kind, _ place: Int?) -> String? {
        guard let text, !text.string.isEmpty else { return nil }
        if let color = DOTColor.read(text.string) { return color }
        lose(kind, place, "color", "the color \"\(text.string.prefix(DOTReader.longestWord))\" is left out")
        return nil
    }

    /// The width of a line; nil if none is stated or it cannot be read.
    mutating func width(_ text: DOTText?, _ kind: ExportLoss.Kind, _ place: Int?) -> Double? {
        guard let text else { return nil }
        if let width = DrawnLook.pixels(text.string) { return width }
        lose(kind, place, "penwidth", "the `penwidth` is no number")
        return nil
    }

    // MARK: Frames

    /// Sets the frame of a cluster from its lower left and upper right corners; y points up.
    private mutating func setBounds(_ place: Int, _ text: String) {
        let numbers = text.prefix(DOTReader.longestWord).split { $0 == "," || $0 == " " }.compactMap { Double($0) }
        guard numbers.count == 4, numbers.allSatisfy({ abs($0) <= DOTReader.greatest }), numbers[0] <= numbers[2],
            numbers[1] <= numbers[3]
        else { return lose(.node, place, "pos", "the bounds of a cluster are not four numbers") }
        graph.nodes[place].size = Size(width: numbers[2] - numbers[0], height: numbers[3] - numbers[1])
        graph.nodes[place].center = Point(x: (numbers[0] + numbers[2]) / 2, y: 0 - (numbers[1] + numbers[3]) / 2)
    }

    private mutating func setFrame(_ place: Int, _ list: DOTAttributes) {
        graph.nodes[place].center = list[.pos].flatMap { center($0, of: place) }
        let isPlaced = graph.nodes[place].center != nil
        let isPoint = list[.shape] == "point"
        if isPoint { (graph.nodes[place].label, graph.nodes[place].look.rich) = ("", nil) }
        let width = list[.width].flatMap { length($0, of: place) } ?? (isPoint ? DOTReader.inch / 20 : nil)
        let height = list[.height].flatMap { length($0, of: place) }
        let isRound = DOTShape(list[.shape] ?? "").isRound
        graph.nodes[place].isSquare = isRound
        if width == nil && height == nil {
            if isPlaced { graph.nodes[place].size = DOTReader.standardSize }
            return
        }
        let standard = DOTReader.standardSize
        var size = Size(width: width ?? standard.width, height: height ?? standard.height)
        if isRound {
            let side = max(width ?? 0, height ?? 0)
            size = Size(width: side, height: side)
        }
        // In a text that was never laid out, the size is a minimum.
        graph.nodes[place].growsToLabel = !isPoint && list[.fixedsize] != "true" && list[.fixedsize] != "1"
        graph.nodes[place].size = Size(
            width: min(size.width, DOTReader.greatest), height: min(size.height, DOTReader.greatest))
    }

    /// Converts inches to canvas units; nil if the text is no length.
    private mutating func length(_ text: String, of place: Int) -> Double? {
        if text.utf8.count <= DOTReader.longestWord, let inches = Double(text), inches >= 0,
            inches * DOTReader.inch <= DOTReader.greatest
        {
            // Whole canvas units are endless fractions of inches, so the result is rounded.
            return (inches * DOTReader.inch * 1e4).rounded() / 1e4
        }
        graph.tally.add(.node, Identifier(graph.nodes[place].id), "size", "the size is no number")
        return nil
    }

    /// The middle of a node from a text in which y points up; nil if the text is no position.
    private mutating func center(_ text: String, of place: Int) -> Point? {
        let parts = text.shortened(to: DOTReader.longestWord).utf8.split { ", !".utf8.contains($0) }
        if parts.count >= 2, let x = Double(Substring(parts[0])), let y = Double(Substring(parts[1])),
            abs(x) <= DOTReader.greatest,
            abs(y) <= DOTReader.greatest
        {
            return Point(x: x, y: 0 - y)
        }
        graph.tally.add(.node, Identifier(graph.nodes[place].id), "pos", "the position has not two numbers")
        return nil
    }

    // MARK: Labels and handles

    /// Returns the text of a label, and the same text with its marks.
    mutating func text(
        of label: DOTText, _ names: DOTLabel.Names, _ kind: ExportLoss.Kind, _ id: String?
    ) throws(EditError) -> (text: String, rich: RichLabel?) {
        try graph.countText(label.string.utf8.count)
        if !label.hasTags {
            let text = DOTLabel.text(label.string, names)
            try graph.countText(text.utf8.count)
            return (text, nil)
        }
        let (text, rich, isLossy) = DOTLabel.withoutTags(label.string)
        if isLossy { graph.tally.add(kind, id.map(Identifier.init), "tags", "the tags of a label are left out") }
        return (text, rich)
    }

    /// Reads the label of a record; returns nil if it has no fields.
    private mutating func readRecord(_ place: Int, _ label: DOTText?) throws(EditError) -> DOTRecord? {
        let id = graph.nodes[place].id
        let names = DOTLabel.Names(element: id, graph: header.name)
        guard let label else {
            graph.nodes[place].label = id
            return nil
        }
        if label.hasTags {
            let text = try text(of: label, names, .node, id)
            (graph.nodes[place].label, graph.nodes[place].look.rich) = (text.text, text.rich)
            return nil
        }
        try graph.countText(label.string.utf8.count)
        let record = DOTRecord(label.string, isLevel: direction == .down || direction == .up) {
            DOTLabel.text($0, names)
        }
        let text = DOTRecord.label(record.leaves(in: record.size))
        try graph.countText(text.utf8.count)
        graph.nodes[place].label = text
        return record
    }

    /// Divides a node into the fields of a record. Fields with names get handles.
    ///
    /// The node is as large as the texts need, unless the file states a size.
    private mutating func divide(_ place: Int, _ record: DOTRecord, _ label: String, _ shape: String) {
        let needed = record.size
        var size = graph.nodes[place].size ?? needed
        if graph.nodes[place].growsToLabel {
            size = Size(width: max(size.width, needed.width), height: max(size.height, needed.height))
        }
        (graph.nodes[place].size, graph.nodes[place].growsToLabel) = (size, false)
        let leaves = record.leaves(in: size)
        if leaves.count == 1 && leaves[0].name == nil { return }
        let boxes = leaves.map { NodeFields.Box($0.place, $0.text) }
        if let fields = NodeFields(graph.nodes[place].label ?? "", boxes) {
            graph.nodes[place].look.fields = fields
            let kept: JSON = ["record": .string(JSONString(label)), "shape": .string(JSONString(shape))]
            graph.nodes[place].members.append(("foreign", JSON.object([JSONString(Format.dot.name): kept]).text))
        } else {
            graph.tally.add(
                .node, Identifier(graph.nodes[place].id), "record", "so many fields of a record become one text")
        }
        for leaf in leaves { addHandles(of: leaf, to: place) }
    }

    /// Adds the two handles of a field with a name, at the sides of the field.
    private mutating func addHandles(of field: DOTRecord.Leaf, to place: Int) {
        guard let name = field.name, !name.isEmpty else { return }
        for isSource in [false, true] {
            let key = HandleKey(node: place, isSource: isSource, id: name)
            if graph.nodes[place].handles.count >= Limits.handles - 4 { return }
            let isNew = handles.insert(key).inserted
            // The handle already exists if an edge stated a side after the field.
            if !isNew && sideless.remove(key) == nil && !sidesByName.contains(key) {
                let known = graph.nodes[place].handles.firstIndex { $0.id == name && $0.isSource == isSource }
                guard let known, graph.nodes[place].handles[known].offset == nil else { continue }
                graph.nodes[place].handles[known].offset = field.offset(on: graph.nodes[place].handles[known].side)
                continue
            }
            fieldHandles[key] = graph.nodes[place].handles.count
            let side = field.side(near: side(isSource), isSource: isSource)
            var handle = TextGraph.Handle(id: name, isSource: isSource, side: side)
            handle.offset = field.offset(on: side)
            graph.nodes[place].handles.append(handle)
        }
    }

    private func side(_ isSource: Bool) -> Side { isSource ? direction.sourceSide : direction.targetSide }

    /// Puts handles without a stated side on the sides where edges arrive and leave, and keeps the two default handles.
    private mutating func finishHandles(_ place: Int) {
        if graph.nodes[place].handles.isEmpty { return }
        let all = graph.nodes[place].handles
        var kept: [TextGraph.Handle] = []
        for isSource in [false, true] {
            let id = isSource ? "source" : "target"
            if !handles.contains(HandleKey(node: place, isSource: isSource, id: id)) {
                kept.append(TextGraph.Handle(id: id, isSource: isSource, side: side(isSource)))
            }
        }
        for (index, handle) in all.enumerated() {
            let key = HandleKey(node: place, isSource: handle.isSource, id: handle.id)
            if let field = fieldHandles[key], field != index { continue }
            var handle = handle
            if sideless.contains(key) { handle.side = side(handle.isSource) }
            kept.append(handle)
        }
        graph.nodes[place].handles = kept
    }
}
