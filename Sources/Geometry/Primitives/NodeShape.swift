/// The outline of a node inside its frame, which it touches on all four sides.
///
/// Every shape is convex and symmetric about both axes of the frame, so that a formula for a quarter holds for all of
/// it; only those with slanted sides are not. In a frame without width or height, or one that is not finite, each shape is
/// the frame.
public enum NodeShape: String, CaseIterable, Sendable {
    /// The frame itself.
    case rectangle
    /// The ellipse within the frame.
    case ellipse
    /// Corners at the middles of the sides.
    case diamond
    /// Corners that are rounded by half of the shorter side.
    case capsule
    /// Corners at a quarter and at three quarters of the top and the bottom, and at the middles of the left and the right.
    case hexagon
    /// The frame, drawn as a cylinder.
    case cylinder
    /// The frame, drawn with a second line at the left and at the right.
    case subroutine
    /// Slanted sides: the top begins at 15 hundredths of the width, and the bottom ends as far before the right.
    case parallelogram
    /// The parallelogram in a mirror.
    case leftParallelogram
    /// Slanted sides: the top begins at 15 hundredths of the width, and ends as far before the right.
    case trapezoid
    /// The trapezoid upside down.
    case invertedTrapezoid
    /// The ellipse, drawn with a second one inside.
    case doubleEllipse
    /// The frame, drawn with a notch at the left.
    case flag
    /// The frame, drawn with a wave as its bottom.
    case document
    /// The frame, drawn with a round right side.
    case delay
    /// The ellipse, drawn as a cloud.
    case cloud
    /// The frame, drawn as a brace at the left and one at the right.
    case braces
    /// The frame, drawn as three documents on each other.
    case documents
    /// The frame, drawn as three rectangles on each other.
    case stack
    /// A slanted top, which begins at a quarter of the height.
    case manualInput
    /// The frame, drawn without its upper left corner.
    case card
    /// The frame, drawn with a second line at the left and at the top.
    case internalStorage
    /// The frame, drawn with waves as its top and its bottom.
    case tape
    /// The frame, drawn with a point at the left and a round right side.
    case display
    /// The frame, drawn without its upper corners.
    case loopLimit
    /// The frame, drawn with a left and a right side that bulge to the left.
    case dataStorage

    /// The shape with a number; a number without one is that of the rectangle.
    @inlinable public init(number: UInt32) {
        switch number {
        case 1: self = .ellipse
        case 2: self = .diamond
        case 3: self = .capsule
        case 4: self = .hexagon
        case 5: self = .cylinder
        case 6: self = .subroutine
        case 7: self = .parallelogram
        case 8: self = .leftParallelogram
        case 9: self = .trapezoid
        case 10: self = .invertedTrapezoid
        case 11: self = .doubleEllipse
        case 12: self = .flag
        case 13: self = .document
        case 14: self = .delay
        case 15: self = .cloud
        case 16: self = .braces
        case 17: self = .documents
        case 18: self = .stack
        case 19: self = .manualInput
        case 20: self = .card
        case 21: self = .internalStorage
        case 22: self = .tape
        case 23: self = .display
        case 24: self = .loopLimit
        case 25: self = .dataStorage
        default: self = .rectangle
        }
    }

    /// 0 for the rectangle, up to 25.
    @inlinable public var number: UInt32 {
        switch self {
        case .rectangle: 0
        case .ellipse: 1
        case .diamond: 2
        case .capsule: 3
        case .hexagon: 4
        case .cylinder: 5
        case .subroutine: 6
        case .parallelogram: 7
        case .leftParallelogram: 8
        case .trapezoid: 9
        case .invertedTrapezoid: 10
        case .doubleEllipse: 11
        case .flag: 12
        case .document: 13
        case .delay: 14
        case .cloud: 15
        case .braces: 16
        case .documents: 17
        case .stack: 18
        case .manualInput: 19
        case .card: 20
        case .internalStorage: 21
        case .tape: 22
        case .display: 23
        case .loopLimit: 24
        case .dataStorage: 25
        }
    }

    /// Returns true if the point is inside. The outline counts except on the right and the lower side of the frame, as
    /// in `Rect.contains`.
    public func contains(_ point: Point, in frame: Rect) -> Bool {
        frame.contains(point) && touches(point, in: frame)
    }

    /// Returns true if the point is inside or on the outline.
    func touches(_ point: Point, in frame: Rect) -> Bool {
        guard frame.touches(point) else { return false }
        let half = HalfSides(frame)
        if !half.areUsable { return true }
        let (x, y) = (abs(point.x - half.center.x), abs(point.y - half.center.y))
        switch outline {
        case .frame: return true
        case .slanted(let slant): return half.leaning(point, slant) <= 1 - Slant.lean
        case .sloped: return half.slope(at: point) <= 1
        case .ellipse: return Point(x: x / half.x, y: y / half.y).squaredLength <= 1
        case .diamond: return x / half.x + y / half.y <= 1
        case .hexagon: return x / half.x + y / half.y / 2 <= 1
        case .capsule:
            let radius = half.shorter
            let (out, over) = (max(x - (half.x - radius), 0), max(y - (half.y - radius), 0))
            return Point(x: out / radius, y: over / radius).squaredLength <= 1
        }
    }

    /// Returns true if a rectangle and the filled outline have a point in common; the borders count.
    ///
    /// The outline is convex and symmetric about both axes, so a point that moves nearer to its center along either
    /// axis stays inside: among the points of the rectangle the one nearest to the center is inside if any is.
    public func touches(_ rect: Rect, in frame: Rect) -> Bool {
        guard rect.touches(frame) else { return false }
        let half = HalfSides(frame)
        // The lower right corner is the farthest inside.
        if outline == .sloped, half.areUsable { return half.slope(at: Point(x: rect.maxX, y: rect.maxY)) <= 1 }
        guard case .slanted(let slant) = outline, half.areUsable else {
            return touches(frame.center.clamped(to: rect), in: frame)
        }
        // Two convex polygons are apart only across a side of one of them.
        let places = [(rect.minX, rect.minY), (rect.maxX, rect.minY), (rect.minX, rect.maxY), (rect.maxX, rect.maxY)]
            .map { half.leanings(Point(x: $0.0, y: $0.1), slant) }
        let reach = 1 - Slant.lean
        return !places.allSatisfy { $0.left > reach } && !places.allSatisfy { $0.right > reach }
    }

    /// The point at which the line from the center of the frame to a point of its border crosses the outline.
    public func crossing(towards border: Point, in frame: Rect) -> Point {
        let half = HalfSides(frame)
        if !half.areUsable { return border }
        let way = border - half.center
        let (x, y) = (abs(way.x) / half.x, abs(way.y) / half.y)
        // The part of the way that leads to the outline: one over the gauge function of the shape at the border.
        switch outline {
        case .frame: return border
        case .slanted(let slant):
            let (leaning, reach) = (half.leaning(border, slant), 1 - Slant.lean)
            return half.center + way * (leaning > reach ? reach / leaning : 1)
        case .sloped: return half.center + way * (1 / max(half.slope(at: border), 1))
        case .ellipse: return half.center + way * (1 / Point(x: x, y: y).length)
        case .diamond: return half.center + way * (1 / (x + y))
        case .hexagon: return half.center + way * min(1, 1 / (x + y / 2))
        case .capsule: return half.center + way * half.partInCapsule(of: way)
        }
    }

    /// The point at which the line from a point on a side of the frame straight inwards meets the outline. The center
    /// stays.
    public func inward(from place: Point, on side: Side, of frame: Rect) -> Point {
        let half = HalfSides(frame)
        if !half.areUsable { return place }
        if case .slanted(let slant) = outline { return half.inward(slant, from: place, on: side, of: frame) }
        if outline == .sloped { return half.inward(from: place, on: side) }
        switch side {
        case .center: return place
        case .top, .bottom:
            let depth = depth(at: abs(place.x - half.center.x), along: half.x, across: half.y, isHorizontal: true)
            return Point(x: place.x, y: side == .top ? frame.minY + depth : frame.maxY - depth)
        case .left, .right:
            let depth = depth(at: abs(place.y - half.center.y), along: half.y, across: half.x, isHorizontal: false)
            return Point(x: side == .left ? frame.minX + depth : frame.maxX - depth, y: place.y)
        }
    }

    /// The distance from a side of the frame inwards to the outline, at a distance from the middle of that side.
    ///
    /// - Parameters:
    ///   - along: half of the side.
    ///   - across: half of the sides beside it.
    ///   - isHorizontal: whether the side is the top or the bottom.
    private func depth(at distance: Double, along: Double, across: Double, isHorizontal: Bool) -> Double {
        let part = min(distance / along, 1)
        switch outline {
        case .frame, .slanted, .sloped: return 0
        case .ellipse: return across * (1 - (1 - part * part).squareRoot())
        case .diamond: return across * part
        case .hexagon: return isHorizontal ? across * max(2 * part - 1, 0) : across * part / 2
        case .capsule:
            let radius = min(along, across)
            let beyond = min(max(distance - (along - radius), 0) / radius, 1)
            return radius * (1 - (1 - beyond * beyond).squareRoot())
        }
    }
}

extension NodeShape {
    /// The line inside of which a shape lies, whatever is drawn there.
    enum Outline: Equatable {
        case frame, ellipse, diamond, capsule, hexagon, sloped
        case slanted(Slant)
    }

    /// The ways in which the left and the right side lean: 1 if the top lies farther inside, −1 if the bottom does.
    struct Slant: Equatable {
        let left: Double
        let right: Double

        /// The distance of the middles of slanted sides from the corners beside them, in halves of the width.
        static let lean = 0.15
    }

    /// The outline that is hit, and at which edges end.
    var outline: Outline {
        switch self {
        case .rectangle, .cylinder, .subroutine, .flag, .document, .delay, .braces, .documents, .stack, .card,
            .internalStorage, .tape, .display, .loopLimit, .dataStorage:
            .frame
        case .manualInput: .sloped
        case .ellipse, .doubleEllipse, .cloud: .ellipse
        case .diamond: .diamond
        case .capsule: .capsule
        case .hexagon: .hexagon
        case .parallelogram: .slanted(Slant(left: 1, right: -1))
        case .leftParallelogram: .slanted(Slant(left: -1, right: 1))
        case .trapezoid: .slanted(Slant(left: 1, right: 1))
        case .invertedTrapezoid: .slanted(Slant(left: -1, right: -1))
        }
    }
}

/// A frame as its center and the halves of its sides, which no frame of finite sides makes too large for a number.
struct HalfSides {
    let center: Point
    let x: Double
    let y: Double

    init(_ frame: Rect) {
        center = frame.center
        x = frame.maxX / 2 - frame.minX / 2
        y = frame.maxY / 2 - frame.minY / 2
    }

    /// Is true if the frame has an inside; then coordinates may be divided by its sides.
    var areUsable: Bool { x > 0 && y > 0 && x.isFinite && y.isFinite }

    var shorter: Double { min(x, y) }

    /// The distances of a point from the middle towards the left and the right side, along these, in halves of the width.
    fileprivate func leanings(_ point: Point, _ slant: NodeShape.Slant) -> (left: Double, right: Double) {
        let (across, down) = ((point.x - center.x) / x, (point.y - center.y) / y)
        let lean = NodeShape.Slant.lean
        return (-(across + lean * slant.left * down), across - lean * slant.right * down)
    }

    /// The greater of both.
    fileprivate func leaning(_ point: Point, _ slant: NodeShape.Slant) -> Double {
        let leanings = leanings(point, slant)
        return max(leanings.left, leanings.right)
    }

    /// The point at which the line from a point on a side straight inwards meets a slanted shape.
    fileprivate func inward(_ slant: NodeShape.Slant, from place: Point, on side: Side, of frame: Rect) -> Point {
        let lean = NodeShape.Slant.lean
        let (across, down) = ((place.x - center.x) / x, (place.y - center.y) / y)
        // Half of the depth at a distance from the middle towards an end of the top or the bottom.
        func half(_ across: Double) -> Double {
            across >= 2 * lean - 1 ? 0 : y * (min(1 - (across + 1 - lean) / lean, 2) / 2)
        }
        let isTop = side == .top
        let left = (slant.left > 0) == isTop ? half(across) : 0
        let right = (slant.right > 0) == isTop ? half(-across) : 0
        let depth = max(left, right)
        switch side {
        case .center: return place
        case .top: return Point(x: place.x, y: frame.minY + depth + depth)
        case .bottom: return Point(x: place.x, y: frame.maxY - depth - depth)
        case .left: return Point(x: frame.minX + x * lean * max(1 - slant.left * down, 0), y: place.y)
        case .right: return Point(x: frame.maxX - x * lean * max(1 - slant.right * down, 0), y: place.y)
        }
    }

    /// The distance of a point from the middle towards a slanted top; 1 on it.
    func slope(at point: Point) -> Double {
        let (across, down) = ((point.x - center.x) / x, (point.y - center.y) / y)
        return -(down + across / 4) / 0.75
    }

    /// The point at which the line from a point on a side straight inwards meets a slanted top.
    fileprivate func inward(from place: Point, on side: Side) -> Point {
        let (across, down) = ((place.x - center.x) / x, (place.y - center.y) / y)
        switch side {
        case .top: return Point(x: place.x, y: center.y - y * (0.75 + across / 4))
        case .left where down < -0.5: return Point(x: center.x - x * (4 * down + 3), y: place.y)
        case .left, .right, .bottom, .center: return place
        }
    }

    /// The part of the line from the center to the border that is inside a capsule: up to a straight side, or to the
    /// half circle at an end, which is the greater root of |t · way − end| = radius.
    func partInCapsule(of way: Point) -> Double {
        let (longer, shorter) = (max(x, y), min(x, y))
        let (along, across) = x >= y ? (abs(way.x), abs(way.y)) : (abs(way.y), abs(way.x))
        // In units of the longer half, so that no square is too large for a number.
        let (u, v, radius) = (along / longer, across / longer, shorter / longer)
        let end = 1 - radius
        if u <= end { return 1 }
        let square = u * u + v * v
        let root = max(radius * radius * square - end * end * v * v, 0).squareRoot()
        return min((end * u + root) / square, 1)
    }
}
