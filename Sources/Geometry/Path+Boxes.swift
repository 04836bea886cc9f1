extension Path {
    /// Calls `body` with boxes that together hold the path: sixteen for each curve and each slanting line, one for a line
    /// along an axis.
    public func visitBoxes(_ body: (Rect) -> Void) {
        visitPieces { piece in
            switch piece {
            case .line(let line) where line.start.x == line.end.x || line.start.y == line.end.y: body(line.bounds)
            case .line(let line):
                let third = (line.end - line.start) * (1.0 / 3)
                let curve = CubicCurve(
                    start: line.start, control1: line.start + third, control2: line.end - third, end: line.end)
                Path.visitBoxes(of: curve, halvings: 4, body)
            case .quadratic(let curve): Path.visitBoxes(of: curve.elevated, halvings: 4, body)
            case .cubic(let curve): Path.visitBoxes(of: curve, halvings: 4, body)
            }
            return true
        }
    }

    private static func visitBoxes(of curve: CubicCurve, halvings: Int, _ body: (Rect) -> Void) {
        if halvings == 0 { return body(curve.hull) }
        let (left, right) = curve.halved()
        visitBoxes(of: left, halvings: halvings - 1, body)
        visitBoxes(of: right, halvings: halvings - 1, body)
    }
}
