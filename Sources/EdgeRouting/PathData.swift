import Geometry
import Wire

extension JSONWriter {
    /// Writes SVG path data (absolute M, L, Q, C) without quotes.
    @inlinable
    public mutating func pathData(_ path: Path) {
        pathData(path) { writer, value in writer.append(number: value) }
    }

    /// Writes SVG path data; `coordinate` writes each coordinate.
    @inlinable @inline(__always)
    public mutating func pathData(_ path: Path, coordinate: (inout JSONWriter, Double) -> Void) {
        @inline(__always)
        func put(_ mark: StaticString, _ point: Point) {
            append(mark)
            coordinate(&self, point.x)
            append(" ")
            coordinate(&self, point.y)
        }
        path.visitElements { element in
            switch element {
            case .move(let point): put("M", point)
            case .line(let point): put("L", point)
            case .quadratic(let control, let end):
                put("Q", control)
                put(" ", end)
            case .cubic(let control1, let control2, let end):
                put("C", control1)
                put(" ", control2)
                put(" ", end)
            }
        }
    }
}
