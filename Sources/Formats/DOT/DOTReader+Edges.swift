import Geometry
import Graph

extension DOTReader {
    /// Adds an edge from each node of one end to each of the other.
    mutating func addEdges(
        _ sources: End, _ targets: End, _ list: DOTAttributes, _ defaults: [DOTName: DOTText]
    ) throws(EditError) {
        try graph.countCross(sources.nodes.count, targets.nodes.count)
        let strokes: Set = ["solid", "invis", "dashed", "dotted", "bold"]
        var meaningless: [DOTName] = [.pos, .shape, .width, .height, .fixedsize]
        if let style = list[.style], !strokes.contains(style) { meaningless.append(.style) }
        let data = list.data(with: meaningless)
        let known = defaults.merging(list.known) { $1 }
        for source in sources.nodes {
            for target in targets.nodes {
                let place = place(from: source, to: target)
                if place < graph.edges.count {
                    try update(place, list.known, data)
                } else {
                    var edge = TextGraph.Edge(source: source, target: target)
                    edge.markerEnd = header.isDirected ? nil : "none"
                    edge.sourceHandle = handle(sources.handle ?? DOTReader.stated(known[.tailport]), of: source, true)
                    edge.targetHandle = handle(targets.handle ?? DOTReader.stated(known[.headport]), of: target, false)
                    graph.edges.append(edge)
                    try update(place, known, data)
                }
            }
        }
    }

    /// Returns the place of the edge; the place of the next if it is not there, or if it does not matter.
    private mutating func place(from source: Int, to target: Int) -> Int {
        let next = graph.edges.count
        guard header.isStrict else { return next }
        let isTurned = !header.isDirected && target < source
        let pair = Pair(source: isTurned ? target : source, target: isTurned ? source : target)
        if let known = pairs[pair] { return known }
        pairs[pair] = next
        return next
    }

    private static func stated(_ text: DOTText?) -> DOTHandle? {
        guard let text else { return nil }
        let parts = text.string.split(separator: ":", maxSplits: 1)
        guard let field = parts.first else { return nil }
        return DOTHandle(String(field), parts.count > 1 ? String(parts[1]) : nil)
    }

    /// Gives a node the handle, if it has none of this id, and returns the id.
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
        if handle.side == nil { sideless.insert(HandleKey(node: place, isSource: isSource, id: handle.id)) }
        return handle.id
    }

    /// Says of an edge what attributes say.
    private mutating func update(
        _ place: Int, _ known: [DOTName: DOTText], _ data: [(name: String, value: String)]
    ) throws(EditError) {
        if graph.edges[place].data.isEmpty { graph.edges[place].data = data } else { graph.edges[place].data += data }
        if known.isEmpty { return }
        if let label = known[.label] {
            let (source, target) = (
                graph.nodes[graph.edges[place].source].id, graph.nodes[graph.edges[place].target].id
            )
            let arrow = header.isDirected ? "->" : "--"
            let names = DOTLabel.Names(
                element: "\(source)\(arrow)\(target)", graph: header.name, tail: source, head: target)
            let text = try text(of: label, names, .edge, nil)
            graph.edges[place].label = text.isEmpty ? nil : text
        }
        switch known[.style]?.string {
        case "invis"?: graph.edges[place].isHidden = true
        case "dashed"?: graph.edges[place].dashes = "6"
        case "dotted"?: graph.edges[place].dashes = "2"
        case "bold"?: graph.edges[place].strokeWidth = 3.5
        default: break
        }
        if known[.dir] != nil || known[.arrowhead] != nil || known[.arrowtail] != nil { setHeads(place, known) }
    }

    private mutating func setHeads(_ place: Int, _ known: [DOTName: DOTText]) {
        let direction = known[.dir]?.string ?? (header.isDirected ? "forward" : "none")
        func marker(_ name: DOTName) -> String {
            switch known[name]?.string {
            case nil, "normal"?: "arrowclosed"
            case "vee"?, "open"?: "arrow"
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
