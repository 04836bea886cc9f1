/// A part of a path, approximated by its chord.
public struct PathPart: Sendable {
    /// The segment between the part's ends.
    public let chord: Segment
    /// No point of the part is farther from the chord.
    public let bend: Double

    /// A rectangle that holds the part.
    public var bounds: Rect { chord.bounds.grown(by: bend) }
}

extension Path {
    /// Calls `body` with parts that together are the path: each line and curve, halved until the bounds of a part are no longer
    /// than `side`.
    ///
    /// There are at most `limit` parts, or one for each line and curve if these are more.
    public func visitParts(noLongerThan side: Double, atMost limit: Int, _ body: (PathPart) -> Void) {
        let share = max(limit / pieceCount, 1)
        let halvings = Int.bitWidth - 1 - share.leadingZeroBitCount
        visitPieces { piece in
            switch piece {
            case .line(let line):
                let third = (line.end - line.start) * (1.0 / 3)
                let curve = CubicCurve(
                    start: line.start, control1: line.start + third, control2: line.end - third, end: line.end)
                Path.visitParts(of: curve, side, halvings: halvings, body)
            case .quadratic(let curve): Path.visitParts(of: curve.elevated, side, halvings: halvings, body)
            case .cubic(let curve): Path.visitParts(of: curve, side, halvings: halvings, body)
            }
            return true
        }
    }

    /// No fewer than the pieces that are visited.
    private var pieceCount: Int {
        switch self {
        case .line, .quadratic, .cubic: 1
        case .polyline(let line): line.corners.count * 2
        case .spline(let line): line.curves.count
        }
    }

    private static func visitParts(
        of curve: CubicCurve, _ side: Double, halvings: Int, _ body: (PathPart) -> Void
    ) {
        let part = PathPart(
            chord: Segment(start: curve.start, end: curve.end), bend: 0.75 * curve.squaredBend.squareRoot())
        let bounds = part.bounds
        guard halvings > 0, max(bounds.width, bounds.height) > side else { return body(part) }
        let (left, right) = curve.halved()
        visitParts(of: left, side, halvings: halvings - 1, body)
        visitParts(of: right, side, halvings: halvings - 1, body)
    }
}
