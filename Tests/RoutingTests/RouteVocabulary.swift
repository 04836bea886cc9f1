import Geometry
import Graph
import Routing

func point(_ x: Double, _ y: Double) -> Point { Point(x: x, y: y) }

func anchor(_ x: Double, _ y: Double, _ side: Side) -> Anchor { Anchor(point: Point(x: x, y: y), side: side) }

/// The path as path data, with as many decimals as a reader can check.
func data(_ path: Path) -> String {
    var text = ""
    svgPathData(path) { number in
        let rounded = (number * 1000).rounded() / 1000
        text += rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
    } byte: {
        text.unicodeScalars.append(Unicode.Scalar($0))
    }
    return text
}

func isClose(_ a: Point, _ b: Point, _ tolerance: Double = 1e-9) -> Bool { a.distance(to: b) <= tolerance }
