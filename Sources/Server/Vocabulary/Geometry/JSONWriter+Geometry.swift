import EdgeRouting
import Editing
import Geometry
import Interaction
import Wire

extension JSONWriter {
    mutating func point(_ point: Point) {
        open(#"{"x":"#)
        number(point.x)
        append(#","y":"#)
        number(point.y)
        endObject()
    }

    /// Writes a number; an infinite one as the greatest finite one, NaN as 0.
    @inline(__always)
    mutating func coordinate(_ value: Double) {
        let limit = Double.greatestFiniteMagnitude
        number(value.isNaN ? 0 : max(-limit, min(value, limit)))
    }

    /// Writes a derived coordinate, rounded to a thousandth of a canvas unit: finer than any screen, and short.
    @inline(__always)
    mutating func thousandths(_ value: Double) {
        guard abs(value) < 1e12 else { return coordinate(value) }
        thousandths(Int(value * 1000 + (value < 0 ? -0.5 : 0.5)))
    }

    mutating func roundedRect(_ rect: Rect) {
        open(#"{"x":"#)
        thousandths(rect.minX)
        append(#","y":"#)
        thousandths(rect.minY)
        append(#","width":"#)
        thousandths(rect.width)
        append(#","height":"#)
        thousandths(rect.height)
        endObject()
    }

    /// Writes a path as SVG path data, or as points whose distance from the curve is at most `flatness`, in canvas
    /// units.
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
        open(#"{"x":"#)
        thousandths(point.x)
        append(#","y":"#)
        thousandths(point.y)
        endObject()
    }
}
