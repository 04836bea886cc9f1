import Geometry

/// A component that is laid out, in the frame of the flow, with its top left at zero.
struct Sheet {
    var nodes: [Int]
    /// The top left of each node, across and along the flow.
    var places: [Point]
    /// The corners of edges of the document, from source to target.
    var corners: [(edge: Int, points: [Point])]
    var width: Double
    var height: Double

    static func pack(_ sheets: [Sheet], ratio: Double, spacing: Double, _ frame: FlowFrame) -> [Point] {
        if sheets.count < 2 { return sheets.map { _ in .zero } }
        // Shelves of falling height.
        var area = 0.0
        for sheet in sheets { area += (sheet.width + spacing) * (sheet.height + spacing) }
        let ratio = frame.direction.isHorizontal ? 1 / max(ratio, 1e-3) : max(ratio, 1e-3)
        let target = (area * ratio).squareRoot()
        let order = sheets.indices.sorted { (sheets[$1].height, $0) < (sheets[$0].height, $1) }
        var places = Array(repeating: Point.zero, count: sheets.count)
        var (x, y, shelf) = (0.0, 0.0, 0.0)
        for index in order {
            if x > 0, x + sheets[index].width > target {
                x = 0
                y += shelf + spacing
                shelf = 0
            }
            places[index] = Point(x: x, y: y)
            x += sheets[index].width + spacing
            shelf = max(shelf, sheets[index].height)
        }
        return places
    }

    /// Adds what it holds to a drawing of the canvas.
    func write(to drawing: inout LayoutDrawing, at origin: Point, _ frame: FlowFrame, _ graph: LayoutGraph) {
        for (node, place) in zip(nodes, places) {
            let size = frame.size(graph.sizes[node])
            let near = frame.point(across: origin.x + place.x, along: origin.y + place.y)
            let far = frame.point(across: origin.x + place.x + size.across, along: origin.y + place.y + size.along)
            drawing.places[node] = Point(x: min(near.x, far.x), y: min(near.y, far.y))
        }
        for (edge, points) in corners {
            drawing.bends[edge] = points.map { frame.point(across: origin.x + $0.x, along: origin.y + $0.y) }
        }
    }
}
