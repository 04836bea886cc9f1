import Geometry
import Graph

/// The places in a BPMN diagram (BPMN Diagram Interchange, part 12 of the specification): canvas pixels, y down.
struct BPMNDiagram {
    private var frames: [Identifier: Rect] = [:]
    private var paths: [Identifier: [Point]] = [:]
    private var count = 0

    /// Reads a diagram; only the first of several counts.
    mutating func read(_ xml: inout XMLReader, _ tally: inout ExportTally) throws(EditError) {
        count += 1
        if count > 1 { return tally.add(.document, nil, "diagram", "a second diagram is left out") }
        try xml.eachChild { (xml, name) throws(EditError) in
            guard name == "BPMNPlane" else { return }
            try xml.eachChild { (xml, name) throws(EditError) in
                guard let element = xml["bpmnElement"].map(BPMNDiagram.local) else { return }
                if name == "BPMNShape" { try readShape(&xml, of: element) }
                if name == "BPMNEdge" { try readEdge(&xml, of: element) }
            }
        }
    }

    private static func local(_ name: String) -> Identifier {
        Identifier(name.split(separator: ":").last.map { String($0) } ?? name)
    }

    private mutating func readShape(_ xml: inout XMLReader, of element: Identifier) throws(EditError) {
        try xml.eachChild { (xml, name) throws(EditError) in
            guard name == "Bounds", let x = xml.number("x"), let y = xml.number("y") else { return }
            let size = Size(width: max(0, xml.number("width") ?? 0), height: max(0, xml.number("height") ?? 0))
            frames[element] = Rect(origin: Point(x: x, y: y), size: size)
        }
    }

    private mutating func readEdge(_ xml: inout XMLReader, of element: Identifier) throws(EditError) {
        var points: [Point] = []
        try xml.eachChild { (xml, name) throws(EditError) in
            guard name == "waypoint", let x = xml.number("x"), let y = xml.number("y") else { return }
            points.append(Point(x: x, y: y))
        }
        paths[element] = points
    }

    /// Sets the frames of nodes and the bends of edges; the first and the last point of an edge are its ends.
    func place(_ graph: inout TextGraph, _ ends: NamedEnds) {
        for (id, frame) in frames {
            guard let node = ends[id.string] else { continue }
            (graph.nodes[node].origin, graph.nodes[node].size) = (frame.origin, frame.size)
        }
        for place in graph.edges.indices {
            guard let id = graph.edges[place].id, let points = paths[Identifier(id)], points.count > 2 else { continue }
            graph.edges[place].setWaypoints(Array(points.dropFirst().dropLast()), &graph.tally)
        }
    }
}
