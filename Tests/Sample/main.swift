import Geometry
import Routing
import Wire

/// A rectangle as it is written in the input.
struct Box: Sendable {
    var x = 0.0
    var y = 0.0
    var width = 0.0
    var height = 0.0

    static let shape = Shape<Box>.object(
        "Box", "A rectangle.", initial: Box(),
        members: [
            .required("x", \.x, .number, "The left side."), .required("y", \.y, .number, "The upper side."),
            .required("width", \.width, .positiveNumber, "To the right."),
            .required("height", \.height, .positiveNumber, "Downwards."),
        ])
}

/// Routes an edge from the first box to the last one around those between them, and writes its points.
func route(_ text: String) throws -> String {
    let boxes = try Shape<[Box]>.array(of: Box.shape).value(from: JSONText(validating: text))
    var net = RouteNet()
    var ends: [RouteEnd] = []
    for (number, box) in boxes.enumerated() {
        let frame = Rect(x: box.x, y: box.y, width: box.width, height: box.height)
        net.setObstacle(number, frame)
        ends.append(RouteEnd(point: frame.center, side: nil, frame: frame, obstacle: number))
    }
    guard let first = ends.first, let last = ends.last else { return "[]" }
    net.setEdge(0, RoutedEdge(source: first, target: last))
    _ = net.refresh()
    let points = net.points(0) ?? []
    return "\(JSON.array(points.map { [.number($0.x), .number($0.y)] }))"
}

do {
    print(
        try route(
            """
            [{"x":0,"y":0,"width":40,"height":40},{"x":80,"y":-60,"width":40,"height":160},
             {"x":160,"y":0,"width":40,"height":40}]
            """))
    print(try route(#"[{"x":0,"y":0,"width":"wide","height":1}]"#))
} catch {
    print(error)
}
