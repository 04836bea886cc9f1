extension Path {
    /// Calls `body` with boxes that together hold the path: sixteen for each curve and each slanting line, fewer where the
    /// path has many of them, and one for a line along an axis.
    public func visitBoxes(_ body: (Rect) -> Void) {
        let halvings = halvings
        visitPieces { piece in
            switch piece {
            case .line(let line) where line.start.x == line.end.x || line.start.y == line.end.y: body(line.bounds)
            case .line(let line):
                let third = (line.end - line.start) * (1.0 / 3)
                let curve = CubicCurve(
                    start: line.start, control1: line.start + third, control2: line.end - third, end: line.end)
                Path.visitBoxes(of: curve, halvings: halvings, body)
            case .quadratic(let curve): Path.visitBoxes(of: curve.elevated, halvings: halvings, body)
            case .cubic(let curve): Path.visitBoxes(of: curve, halvings: halvings, body)
            }
            return true
        }
    }

    private var halvings: Int {
        let bends =
            switch self {
            case .line, .quadratic, .cubic: 1
            case .polyline(let line): line.corners.count
            case .spline(let line): line.curves.count
            }
        return bends <= 8 ? 4 : bends <= 32 ? 2 : 0
    }

    private static func visitBoxes(of curve: CubicCurve, halvings: Int, _ body: (Rect) -> Void) {
        if halvings == 0 { return body(curve.hull) }
        let (left, right) = curve.halved()
        visitBoxes(of: left, halvings: halvings - 1, body)
        visitBoxes(of: right, halvings: halvings - 1, body)
    }
}
