import Geometry
import Graph
import Routing

func point(_ x: Double, _ y: Double) -> Point { Point(x: x, y: y) }

func anchor(_ x: Double, _ y: Double, _ side: Side) -> Anchor { Anchor(point: Point(x: x, y: y), side: side) }

/// The path as path data, with as many decimals as a reader can check.
func data(_ path: Path) -> String {
    var text = ""
    path.visitElements { element in
        switch element {
        case .move(let point): text += "M" + data(point)
        case .line(let point): text += "L" + data(point)
        case .quadratic(let control, let end): text += "Q" + data(control, end)
        case .cubic(let control1, let control2, let end): text += "C" + data(control1, control2, end)
        }
    }
    return text
}

private func data(_ points: Point...) -> String {
    points.flatMap { [$0.x, $0.y] }.map { number in
        let rounded = (number * 1000).rounded() / 1000
        return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
    }.joined(separator: " ")
}

func isClose(_ a: Point, _ b: Point, _ tolerance: Double = 1e-9) -> Bool { a.distance(to: b) <= tolerance }
