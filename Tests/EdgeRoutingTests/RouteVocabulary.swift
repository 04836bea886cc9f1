import EdgeRouting
import Geometry
import Graph

func point(_ x: Double, _ y: Double) -> Point { Point(x: x, y: y) }

func anchor(_ x: Double, _ y: Double, _ side: Side) -> Anchor { Anchor(point: Point(x: x, y: y), side: side) }

/// The path as path data, with as many decimals as a reader can check.
func data(_ path: Path) -> String {
    func text(_ number: Double) -> String {
        let rounded = (number * 1000).rounded() / 1000
        return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
    }
    func text(_ points: Point...) -> String { points.map { "\(text($0.x)) \(text($0.y))" }.joined(separator: " ") }
    return path.elements.map { element in
        switch element {
        case .move(let point): "M" + text(point)
        case .line(let point): "L" + text(point)
        case .quadratic(let control, let end): "Q" + text(control, end)
        case .cubic(let control1, let control2, let end): "C" + text(control1, control2, end)
        }
    }.joined()
}

func isClose(_ a: Point, _ b: Point, _ tolerance: Double = 1e-9) -> Bool { a.distance(to: b) <= tolerance }
