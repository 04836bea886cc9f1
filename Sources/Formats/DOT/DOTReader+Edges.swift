import Geometry
import Graph
import Wire

extension DOTReader {
    /// Adds an edge from each node of one end to each node of the other.
    mutating func addEdges(
        _ sources: End, _ targets: End, _ list: DOTAttributes, _ defaults: DOTKnownAttributes
    ) throws(EditError) {
        try graph.countCross(sources.nodes.count, targets.nodes.count)
        let data = list.data(with: [
            .shape, .width, .height, .fixedsize, .fillcolor, .bb, .compound, .rankdir, .cluster,
        ])
        var known = defaults
        known.merge(list.known)
        for source in sources.nodes {
            for target in targets.nodes {
                let place = place(from: source, to: target)
                if place < graph.edges.count {
                    try update(place, list.known, data)
                } else {
                    var edge = TextGraph.Edge(source: source, target: target)
                    edge.markerEnd = header.isDirected ? nil : "none"
                    let tail = DOTReader.stated(sources.handle, known[.tailport], known[.sourceHandle])
                    let head = DOTReader.stated(targets.handle, known[.headport], known[.targetHandle])
                    edge.sourceHandle = handle(tail, of: source, true)
                    edge.targetHandle = handle(head, of: target, false)
                    graph.edges.append(edge)
                    if let tail = known[.ltail]?.string { clusterEnds.append((place, true, Identifier(tail))) }
                    if let head = known[.lhead]?.string { clusterEnds.append((place, false, Identifier(head))) }
                    if let id = list[.id], edgeIDs.insert(Identifier(id)).inserted { graph.edges[place].id = id }
                    try update(place, known, data)
                }
            }
        }
    }

    /// Returns the index of an equal edge in a strict graph; else the index of the next edge.
    private mutating func place(from source: Int, to target: Int) -> Int {
        let next = graph.edges.count
        guard header.isStrict else { return next }
        let isTurned = !header.isDirected && target < source
        let pair = Pair(source: isTurned ? target : source, target: isTurned ? source : target)
        if let known = pairs[pair] { return known }
        pairs[pair] = next
        return next
    }

    /// The handle after an end, else the one in an attribute. A further attribute may state its id.
    private static func stated(_ handle: DOTHandle?, _ attribute: DOTText?, _ id: DOTText?) -> DOTHandle? {
        var handle = handle
        if handle == nil, let attribute {
            let parts = attribute.string.split(separator: ":", maxSplits: 1)
            if let field = parts.first {
                handle = DOTHandle(String(field), parts.count > 1 ? String(parts[1]) : nil)
            }
        }
        if let id = id?.string, !id.isEmpty { handle?.id = id }
        return handle
    }

    /// Gives a node the handle, unless it has one with this id, and returns the id.
    private mutating func handle(_ handle: DOTHandle?, of place: Int, _ isSource: Bool) -> String? {
        guard let handle, handle.id != "_", !handle.id.isEmpty else { return nil }
        if handles.contains(HandleKey(node: place, isSource: isSource, id: handle.id)) { return handle.id }
        if graph.nodes[place].handles.count >= Limits.handles - 4 {
            graph.tally.add(.edge, nil, "handle", "a node has at most \(Limits.handles) handles; the edge names none")
            return nil
        }
        handles.insert(HandleKey(node: place, isSource: isSource, id: handle.id))
        graph.nodes[place].handles.append(
            TextGraph.Handle(
                id: handle.id, isSource: isSource, side: handle.side?.side ?? .center, offset: handle.side?.offset))
        let key = HandleKey(node: place, isSource: isSource, id: handle.id)
        if handle.side == nil { sideless.insert(key) } else if handle.isSideByName { sidesByName.insert(key) }
        return handle.id
    }

    /// Applies attributes to an edge.
    private mutating func update(
        _ place: Int, _ known: DOTKnownAttributes, _ data: [(name: String, value: String)]
    ) throws(EditError) {
        if graph.edges[place].data.isEmpty { graph.edges[place].data = data } else { graph.edges[place].data += data }
        if known.isEmpty { return }
        try setLabels(place, known)
        for name in known[.style]?.string.split(whereSeparator: { $0 == "," || $0 == " " }) ?? [] {
            switch name {
            case "invis": graph.edges[place].isHidden = true
            case "dashed": graph.edges[place].look.dash = [6]
            case "dotted": graph.edges[place].look.dash = [2]
            case "bold": graph.edges[place].look.strokeWidth = 3.5
            case "solid": graph.edges[place].look.dash = []
            default:
                lose(.edge, nil, "style", "the style \"\(name.prefix(DOTReader.longestWord))\" of edges is left out")
            }
        }
        if let color = color(known[.color], .edge, nil) { graph.edges[place].look.stroke = color }
        if let color = color(known[.fontcolor], .edge, nil) { graph.edges[place].look.text = color }
        if let width = width(known[.penwidth], .edge, nil) { graph.edges[place].look.strokeWidth = width }
        if let length = known[.minlen].flatMap({ Double($0.string.prefix(DOTReader.longestWord)) }), length >= 1 {
            graph.edges[place].length = Int(min(length, 1e6))
        }
        if let pos = known[.pos] { setWaypoints(place, pos.string) }
        if known[.dir] != nil || known[.arrowhead] != nil || known[.arrowtail] != nil { setHeads(place, known) }
    }

    /// Sets the label of an edge, and the labels at its ends.
    private mutating func setLabels(_ place: Int, _ known: DOTKnownAttributes) throws(EditError) {
        guard known[.label] != nil || known[.headlabel] != nil || known[.taillabel] != nil else { return }
        let (source, target) = (graph.nodes[graph.edges[place].source].id, graph.nodes[graph.edges[place].target].id)
        let arrow = header.isDirected ? "->" : "--"
        let names = DOTLabel.Names(
            element: "\(source)\(arrow)\(target)", graph: header.name, tail: source, head: target)
        if let label = known[.label] {
            let (text, rich) = try text(of: label, names, .edge, nil)
            graph.edges[place].label = text.isEmpty ? nil : text
            graph.edges[place].look.rich = rich
        }
        for (name, position) in [(DOTName.taillabel, 0.15), (.headlabel, 0.85)] {
            guard let label = known[name] else { continue }
            let (text, rich) = try text(of: label, names, .edge, nil)
            if rich != nil { graph.tally.add(.edge, nil, "tags", "the tags of a label are left out") }
            graph.edges[place].furtherLabels.removeAll { $0.place == position }
            if !text.isEmpty { graph.edges[place].furtherLabels.append((text, position)) }
        }
    }

    /// Makes waypoints from a drawn spline: `e,x,y` and `s,x,y` are the tips of arrowheads, and every third of the
    /// other points lies on the line. Only the first piece of a spline counts.
    private mutating func setWaypoints(_ place: Int, _ text: String) {
        let pieces = text.split(separator: ";", maxSplits: 1)
        var points: [Point] = []
        for word in (pieces.first ?? "").split(whereSeparator: { $0 == " " || $0 == "\n" || $0 == "\\" }) {
            let parts = word.split(separator: ",")
            if parts.first == "e" || parts.first == "s" { continue }
            guard parts.count >= 2, let x = Double(parts[0]), let y = Double(parts[1]), abs(x) <= DOTReader.greatest,
                abs(y) <= DOTReader.greatest
            else { return lose(.edge, nil, "pos", "the course of an edge is no list of points") }
            points.append(Point(x: x, y: 0 - y))
        }
        guard points.count >= 4, points.count % 3 == 1 else {
            return lose(.edge, nil, "pos", "the course of an edge is no list of points")
        }
        if pieces.count > 1 { lose(.edge, nil, "pos", "of the pieces of an edge's course only the first is taken") }
        var waypoints: [JSON] = []
        for index in stride(from: 3, to: points.count - 1, by: 3).prefix(Limits.waypoints) {
            waypoints.append(["x": .number(points[index].x), "y": .number(points[index].y)])
        }
        graph.edges[place].members.removeAll { $0.name == "waypoints" }
        if !waypoints.isEmpty { graph.edges[place].members.append(("waypoints", JSON.array(waypoints).text)) }
    }

    private mutating func setHeads(_ place: Int, _ known: DOTKnownAttributes) {
        let direction = known[.dir]?.string ?? (header.isDirected ? "forward" : "none")
        func marker(_ name: DOTName) -> String {
            switch known[name]?.string {
            case nil, "normal"?: "arrowclosed"
            case "vee"?, "open"?: "arrow"
            case "dot"?, "odot"?: "circle"
            case let name?: name
            }
        }
        let hasEnd = direction == "forward" || direction == "both"
        let end = hasEnd ? marker(.arrowhead) : "none"
        graph.edges[place].markerEnd = end == "arrowclosed" ? nil : end
        let start = direction == "back" || direction == "both" ? marker(.arrowtail) : "none"
        graph.edges[place].markerStart = start == "none" ? nil : start
    }
}
