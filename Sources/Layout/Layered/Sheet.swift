import Geometry

/// The drawing of a component in flow coordinates, with its top left at zero.
struct Sheet {
    var nodes: [Int]
    /// The top left of each node, across and along the flow.
    var places: [Point]
    /// The corners of edges of the document, from source to target.
    var corners: [(edge: Int, points: [Point])]
    /// The labels of edges, with their sizes across and along the flow.
    var labels: [(edge: Int, middle: Point, size: Size)] = []
    /// The frames of groups, across and along the flow, and their nodes in the document.
    var frames: [Rect] = []
    var frameNodes: [Int] = []
    var width = 0.0
    var height = 0.0

    var size: Size { Size(width: width, height: height) }

    /// Makes an empty drawing of nodes.
    init(nodes: [Int]) {
        self.nodes = nodes
        places = []
        corners = []
    }

    /// Makes a drawing of one node.
    init(single node: Int, _ size: Size, _ direction: Direction) {
        nodes = [node]
        places = [.zero]
        corners = []
        (width, height) = (direction.across(size), direction.along(size))
    }

    /// The places of the drawings on the canvas, as if the flow went down or right.
    /// The first is placed apart if it reaches borders. Returns nil when stopped.
    static func pack(
        _ sheets: [Sheet], hasBorders: Bool, _ layout: LayeredLayout, _ isOn: () -> Bool
    ) -> [Point]? {
        let spacing = layout.clean(layout.nodeSpacing)
        let boxes = sheets.map { layout.direction.isHorizontal ? Size(width: $0.height, height: $0.width) : $0.size }
        guard hasBorders, let first = sheets.first else { return places(of: boxes, layout, isOn) }
        // Drawings without a border lie beside the one with borders, so that nothing lies before edges to borders.
        let offset = first.width + spacing
        let beside = layout.direction.isHorizontal ? Point(x: 0, y: offset) : Point(x: offset, y: 0)
        let others = places(of: Array(boxes.dropFirst()), layout, isOn)
        return others.map { [.zero] + $0.map { $0 + beside } }
    }

    /// The places of boxes, in rows if they would be wider than the layout allows.
    private static func places(of boxes: [Size], _ layout: LayeredLayout, _ isOn: () -> Bool) -> [Point]? {
        let spacing = layout.clean(layout.nodeSpacing)
        let ratio = layout.ratio ?? Packing.defaultRatio
        guard let places = Packing.places(of: boxes, ratio: ratio, spacing: spacing, isOn) else { return nil }
        let most = layout.cleanWidth
        guard zip(places, boxes).contains(where: { $0.x + $1.width > most }) else { return places }
        let grown = boxes.map { Size(width: $0.width + spacing, height: $0.height + spacing) }
        return PackingRows.places(of: grown, in: most + spacing)
    }

    /// Adds its contents to a drawing of the canvas.
    func write(to drawing: inout LayoutDrawing, at origin: Point, _ direction: Direction, _ graph: LayoutGraph) {
        let mirrored = direction == .up || direction == .left
        let across = direction.isHorizontal ? origin.y : origin.x
        // Sheets are packed in their final shape; if the flow goes up or left, they are then mirrored about their
        // middle.
        let start = direction.isHorizontal ? origin.x : origin.y
        let along = mirrored ? -start - height : start
        for (node, frame) in zip(frameNodes, frames) {
            let size = direction.isHorizontal ? Size(width: frame.height, height: frame.width) : frame.size
            drawing.places[node] = direction.corner(across: across + frame.minX, along: along + frame.minY, of: size)
            drawing.sizes[node] = size
        }
        for (node, place) in zip(nodes, places) where node >= 0 {
            let size = graph.sizes[node].clean
            drawing.places[node] = direction.corner(across: across + place.x, along: along + place.y, of: size)
        }
        for (edge, points) in corners {
            drawing.bends[edge] = points.map { direction.point(across: across + $0.x, along: along + $0.y) }
        }
        if labels.isEmpty { return }
        if drawing.labels.isEmpty { drawing.labels = Array(repeating: nil, count: graph.edges.count) }
        for (edge, middle, _) in labels {
            drawing.labels[edge] = direction.point(across: across + middle.x, along: along + middle.y)
        }
    }
}
