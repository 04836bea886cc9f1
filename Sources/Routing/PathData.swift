import Geometry
import Wire

extension JSONWriter {
    /// Writes SVG path data (absolute M, L, Q, C) as bare text, without quotes.
    public mutating func pathData(_ path: Path) {
        path.visitElements { element in
            func put(_ letter: StaticString, _ points: Point...) {
                append(letter)
                for (index, point) in points.enumerated() {
                    if index > 0 { append(" ") }
                    bareNumber(point.x)
                    append(" ")
                    bareNumber(point.y)
                }
            }
            switch element {
            case .move(let point): put("M", point)
            case .line(let point): put("L", point)
            case .quadratic(let control, let end): put("Q", control, end)
            case .cubic(let control1, let control2, let end): put("C", control1, control2, end)
            }
        }
    }

    private mutating func bareNumber(_ value: Double) {
        append("")
        number(value)
        append("")
    }
}
