import Editing
import Interaction
import Geometry
import Routing
import Wire

extension JSONWriter {
    mutating func point(_ point: Point) {
        beginObject()
        name("x")
        number(point.x)
        name("y")
        number(point.y)
        endObject()
    }

    /// A number, or the greatest there is in place of one that is none.
    @inline(__always)
    mutating func coordinate(_ value: Double) {
        let limit = Double.greatestFiniteMagnitude
        number(value.isNaN ? 0 : max(-limit, min(value, limit)))
    }

    /// A derived coordinate, to a thousandth of a canvas unit: finer than any screen, and short.
    @inline(__always)
    mutating func thousandths(_ value: Double) {
        guard abs(value) < 1e12 else { return coordinate(value) }
        thousandths(Int(value * 1000 + (value < 0 ? -0.5 : 0.5)))
    }

    mutating func roundedRect(_ rect: Rect) {
        beginObject()
        name("x")
        thousandths(rect.minX)
        name("y")
        thousandths(rect.minY)
        name("width")
        thousandths(rect.width)
        name("height")
        thousandths(rect.height)
        endObject()
    }

    /// A path as SVG path data, or as points that leave the curve by no more than `flatness`.
    mutating func path(_ path: Path, _ mode: View.SceneMode, _ flatness: Double) {
        if mode == .points {
            beginArray()
            for point in path.flattened(tolerance: flatness) { roundedPoint(point) }
            endArray()
            return
        }
        raw("\"")
        pathData(path) { writer, value in writer.thousandths(value) }
        append("")
        raw("\"")
    }

    mutating func roundedPoint(_ point: Point) {
        beginObject()
        name("x")
        thousandths(point.x)
        name("y")
        thousandths(point.y)
        endObject()
    }
}
