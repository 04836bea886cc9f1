import Foundation
import Seeding
import Testing

@testable import Geometry

/// Outlines of nodes, against a polyline through many points of each.
@Suite struct NodeShapeTests {
    static let shapes = NodeShape.allCases
    /// The shapes whose outline is the frame.
    private static let framed: Set<NodeShape> = [
        .rectangle, .cylinder, .subroutine, .flag, .document, .delay, .braces, .documents, .stack, .card,
        .internalStorage, .tape, .display, .loopLimit, .dataStorage,
    ]
    private static let slanted: Set<NodeShape> = [.parallelogram, .leftParallelogram, .trapezoid, .invertedTrapezoid]

    /// The corners of the outline, of round parts a point each 360th of a turn, clockwise from the right.
    static func outline(_ shape: NodeShape, _ frame: Rect) -> [Point] {
        let (center, a, b) = (frame.center, frame.width / 2, frame.height / 2)
        func at(_ x: Double, _ y: Double) -> Point { Point(x: center.x + x, y: center.y + y) }
        func round(_ x: Double, _ y: Double, _ a: Double, _ b: Double, _ degrees: Range<Int>) -> [Point] {
            degrees.map { degree in
                let angle = Double(degree) * .pi / 180
                return at(x + a * cos(angle), y + b * sin(angle))
            }
        }
        switch shape {
        case .rectangle, .cylinder, .subroutine, .flag, .document, .delay, .braces, .documents, .stack, .card,
            .internalStorage, .tape, .display, .loopLimit, .dataStorage:
            return [at(a, b), at(-a, b), at(-a, -b), at(a, -b)]
        case .parallelogram: return [at(0.7 * a, b), at(-a, b), at(-0.7 * a, -b), at(a, -b)]
        case .leftParallelogram: return [at(a, b), at(-0.7 * a, b), at(-a, -b), at(0.7 * a, -b)]
        case .manualInput: return [at(a, b), at(-a, b), at(-a, -b / 2), at(a, -b)]
        case .trapezoid: return [at(a, b), at(-a, b), at(-0.7 * a, -b), at(0.7 * a, -b)]
        case .invertedTrapezoid: return [at(0.7 * a, b), at(-0.7 * a, b), at(-a, -b), at(a, -b)]
        case .ellipse, .doubleEllipse, .cloud: return round(0, 0, a, b, 0..<360)
        case .diamond: return [at(a, 0), at(0, b), at(-a, 0), at(0, -b)]
        case .hexagon: return [at(a, 0), at(a / 2, b), at(-a / 2, b), at(-a, 0), at(-a / 2, -b), at(a / 2, -b)]
        case .capsule:
            let r = min(a, b)
            let (x, y) = (a - r, b - r)
            return round(x, y, r, r, 0..<91) + round(-x, y, r, r, 90..<181) + round(-x, -y, r, r, 180..<271)
                + round(x, -y, r, r, 270..<361)
        }
    }

    private func frame(_ random: inout Seeded) -> Rect {
        let size = Size(width: .random(in: 5...200, using: &random), height: .random(in: 5...200, using: &random))
        return Rect(origin: random.point(in: 100), size: size)
    }

    /// Farther from the outline than a chord of a round part is.
    private func isClear(_ point: Point, of outline: [Point]) -> Bool { distance(to: outline, from: point) > 0.1 }

    private func distance(to outline: [Point], from point: Point) -> Double {
        outline.indices.reduce(.infinity) { nearest, index in
            let side = Segment(start: outline[index], end: outline[(index + 1) % outline.count])
            return min(nearest, side.point(at: side.nearestParameter(to: point)).distance(to: point))
        }
    }

    @Test(arguments: shapes) func `a number stands for each`(shape: NodeShape) {
        #expect(NodeShape(number: shape.number) == shape)
        #expect(NodeShape(number: 26) == .rectangle)
    }

    @Test(arguments: shapes) func `points are inside as they are of a polyline`(shape: NodeShape) {
        var random = Seeded(21)
        var inside = 0
        for _ in 0..<60 {
            let frame = frame(&random)
            let outline = Self.outline(shape, frame)
            let polygon = Polygon(outline)
            for _ in 0..<60 {
                let point = Point(
                    x: .random(in: frame.minX - 9...frame.maxX + 9, using: &random),
                    y: .random(in: frame.minY - 9...frame.maxY + 9, using: &random))
                if !isClear(point, of: outline) { continue }
                #expect(shape.contains(point, in: frame) == polygon.contains(point), "\(point) \(frame)")
                if shape.contains(point, in: frame) { inside += 1 }
            }
        }
        #expect(inside > 500)
    }

    @Test(arguments: shapes) func `rectangles touch as they touch a polyline`(shape: NodeShape) {
        var random = Seeded(22)
        var touched = 0
        for _ in 0..<800 {
            let frame = frame(&random)
            let outline = Self.outline(shape, frame)
            let rect = Rect(random.point(in: 150), random.point(in: 150))
            let small = Rect(rect.origin, rect.origin.interpolated(to: rect.center, at: 0.3))
            for rect in [rect, small] {
                let touches = shape.touches(rect, in: frame)
                if touches { touched += 1 }
                if Polygon(outline).touches(rect) { #expect(touches) }
                if touches { #expect(Polygon(outline).touches(rect.grown(by: 0.1)), "\(rect) \(frame)") }
            }
        }
        #expect(touched > 200 && touched < 1600)
    }

    @Test(arguments: shapes) func `polygons touch and hold as they do a polyline`(shape: NodeShape) {
        var random = Seeded(23)
        var (touched, held) = (0, 0)
        for corners in [3, 4, 7, 40] {
            for round in 0..<50 {
                var frame = frame(&random)
                if round % 2 == 0 {
                    frame = Rect(origin: frame.origin, size: Size(width: 30, height: frame.height / 5))
                }
                let outline = Self.outline(shape, frame)
                let lasso = random.polygon(in: corners == 40 ? 40 : 250, corners: corners)
                let sides = outline.indices.map { index in
                    Segment(start: outline[index], end: outline[(index + 1) % outline.count])
                }
                // Unless a corner of one or a side of the other is too near to decide.
                if lasso.points.contains(where: { !isClear($0, of: outline) }) { continue }
                let crosses = sides.contains { crossed($0, lasso) }
                let touches = crosses || lasso.contains(frame.center) || Polygon(outline).contains(lasso.points[0])
                let grazes = grazes(lasso, outline)
                if !grazes { #expect(shape.isTouched(by: lasso, in: frame) == touches, "\(lasso.points) \(frame)") }
                let holds = !crosses && lasso.contains(frame.center) && !Polygon(outline).contains(lasso.points[0])
                if !grazes { #expect(shape.isInside(lasso, in: frame) == holds, "\(lasso.points) \(frame)") }
                if touches { touched += 1 }
                if holds { held += 1 }
            }
        }
        #expect(touched > 25 && held > 2)
    }

    private func crossed(_ side: Segment, _ lasso: Polygon) -> Bool {
        lasso.points.indices.contains { index in
            Segment(start: lasso.points[index], end: lasso.points[(index + 1) % lasso.points.count]).touches(side)
        }
    }

    /// Returns true if a corner of the outline lies as near to the lasso as a chord to its arc.
    private func grazes(_ lasso: Polygon, _ outline: [Point]) -> Bool {
        outline.contains { !isClear($0, of: lasso.points) }
    }

    @Test(arguments: shapes) func `a polygon through the corners of the frame holds it`(shape: NodeShape) {
        let frame = Rect(x: 10, y: 20, width: 120, height: 40)
        let corners = [Point(x: 10, y: 20), Point(x: 130, y: 20), Point(x: 130, y: 60), Point(x: 10, y: 60)]
        #expect(shape.isInside(Polygon(corners), in: frame))
        #expect(shape.isInside(Polygon(Self.outline(.diamond, frame)), in: frame) == (shape == .diamond))
        let corner = Polygon([Point(x: 10, y: 20), Point(x: 14, y: 20), Point(x: 10, y: 22)])
        let reaches = Self.framed.union([.leftParallelogram, .invertedTrapezoid])
        #expect(shape.isTouched(by: corner, in: frame) == reaches.contains(shape))
        // Touching from outside is not entering.
        let slope = Segment(start: Point(x: 70, y: 20), end: Point(x: 130, y: 40))
        #expect(NodeShape.diamond.touches(slope, in: frame) && !NodeShape.diamond.isEntered(by: slope, in: frame))
        let top = Segment(start: Point(x: -100, y: 20), end: Point(x: 400, y: 20))
        #expect(shape.touches(top, in: frame) && !shape.isEntered(by: top, in: frame))
    }

    @Test(arguments: shapes) func `lines from the center cross on the outline`(shape: NodeShape) {
        var random = Seeded(24)
        for _ in 0..<300 {
            let frame = frame(&random)
            let outline = Self.outline(shape, frame)
            let t = Double.random(in: 0...1, using: &random)
            let border = [
                Point(x: frame.minX + t * frame.width, y: frame.minY),
                Point(x: frame.maxX, y: frame.minY + t * frame.height),
                Point(x: frame.minX + t * frame.width, y: frame.maxY),
                Point(x: frame.minX, y: frame.minY + t * frame.height),
            ]
            for place in border {
                let crossing = shape.crossing(towards: place, in: frame)
                #expect(distance(to: outline, from: crossing) < 0.1, "\(place) \(frame)")
                let (way, drawn) = (place - frame.center, crossing - frame.center)
                #expect(abs(way.cross(drawn)) < 1e-6 && way.dot(drawn) > 0)
            }
        }
    }

    @Test(arguments: shapes) func `ways inwards meet the outline`(shape: NodeShape) {
        var random = Seeded(25)
        for _ in 0..<300 {
            let frame = frame(&random)
            let outline = Self.outline(shape, frame)
            let t = Double.random(in: 0...1, using: &random)
            let (x, y) = (frame.minX + t * frame.width, frame.minY + t * frame.height)
            let places: [(Side, Point)] = [
                (.top, Point(x: x, y: frame.minY)), (.bottom, Point(x: x, y: frame.maxY)),
                (.left, Point(x: frame.minX, y: y)), (.right, Point(x: frame.maxX, y: y)),
            ]
            for (side, place) in places {
                let end = shape.inward(from: place, on: side, of: frame)
                // Near the end of a side the outline falls away steeply: nearer along the side than along the way.
                #expect(distance(to: outline, from: end) < 0.1, "\(side) \(place) \(frame)")
                #expect(side.isHorizontal ? end.y == place.y : end.x == place.x)
                #expect((end - place).dot(side.outward) <= 0)
            }
            #expect(shape.inward(from: frame.center, on: .center, of: frame) == frame.center)
        }
    }

    @Test(arguments: shapes) func `the middles of the sides are on every outline, exactly`(shape: NodeShape) {
        let frame = Rect(x: 0.1, y: 0.7, width: 99.9, height: 33.3)
        for side in [Side.top, .right, .bottom, .left] {
            let x = side == .left ? frame.minX : side == .right ? frame.maxX : frame.center.x
            let y = side == .top ? frame.minY : side == .bottom ? frame.maxY : frame.center.y
            let middle = Point(x: x, y: y)
            // The middles of slanted sides lie inside of the frame.
            if Self.slanted.contains(shape) && side.isHorizontal { continue }
            if shape == .manualInput && side == .top { continue }
            #expect(shape.inward(from: middle, on: side, of: frame) == middle)
            #expect(isClose(shape.crossing(towards: middle, in: frame), middle))
        }
    }

    @Test(
        arguments: shapes,
        [
            Rect(x: 3, y: 4, width: 0, height: 0), Rect(x: 3, y: 4, width: 0, height: 50),
            Rect(x: 3, y: 4, width: 50, height: 0), Rect(x: 0, y: 0, width: 1e300, height: 1e300),
            Rect(x: -1e300, y: -1e300, width: 1e300, height: 1), Rect(x: 0, y: 0, width: 1e-320, height: 1e300),
            Rect(x: 0, y: 0, width: 1e-200, height: 1e-200),
            Rect(minX: -1.7e308, minY: -1.7e308, maxX: 1.7e308, maxY: 1.7e308),
            Rect(minX: .nan, minY: .nan, maxX: .nan, maxY: .nan), .everything, .empty,
        ])
    func `no size makes a number that is none`(shape: NodeShape, frame: Rect) {
        let isFinite = frame.isFinite
        let points = [
            Point.zero, Point(x: 1e300, y: -1e300), Point(x: -1.7e308, y: 1.7e308), frame.origin, frame.center,
            Point(x: frame.maxX, y: frame.center.y),
        ]
        for point in points {
            _ = shape.contains(point, in: frame)
            for side in Side.allCases {
                let end = shape.inward(from: point, on: side, of: frame)
                if isFinite && frame.touches(point) { #expect(end.isFinite && frame.touches(end), "\(point) \(side)") }
            }
            let crossing = shape.crossing(towards: point, in: frame)
            if isFinite && frame.touches(point) && (point.x == frame.minX || point.x == frame.maxX) {
                #expect(crossing.isFinite && frame.touches(crossing), "\(point) \(crossing)")
            }
            for other in points {
                let segment = Segment(start: point, end: other)
                _ = shape.touches(segment, in: frame)
                _ = shape.isEntered(by: segment, in: frame)
                _ = shape.touches(Rect(point, other), in: frame)
            }
        }
        if frame.width == 0 || frame.height == 0 { #expect(!shape.contains(frame.center, in: frame)) }
        if isFinite && !frame.isEmpty { #expect(shape.touches(frame, in: frame)) }
        let polygon = Polygon(Array(points.prefix(3)))
        _ = shape.isTouched(by: polygon, in: frame)
        _ = shape.isInside(polygon, in: frame)
    }
}
