import Geometry

/// Places rotated, mirrored if needed and shifted as a whole, so that fixed nodes come near their known places.
struct PlaceFit {
    private let places: [Point]
    private let known: [Point?]
    private let isFixed: [Bool]

    init(places: [Point], onto known: [Point?], isFixed: [Bool]) {
        self.places = places
        self.known = known
        self.isFixed = isFixed
    }

    /// The places with the least sum of squared distances; fixed nodes are at their known places (Schönemann 1966, 2D).
    var fitted: [Point] {
        let pairs: [(from: Point, to: Point)] = places.indices.compactMap { node in
            isFixed[node] ? known[node].map { (places[node], $0) } : nil
        }
        guard !pairs.isEmpty else { return places }
        let from = PlaceFit.mean(pairs.map(\.from))
        let to = PlaceFit.mean(pairs.map(\.to))
        var turned = Point.zero
        var mirrored = Point.zero
        for pair in pairs {
            let a = pair.from - from
            let b = pair.to - to
            turned += Point(x: a.dot(b), y: a.cross(b))
            let m = Point(x: a.x, y: -a.y)
            mirrored += Point(x: m.dot(b), y: m.cross(b))
        }
        let isMirrored = mirrored.length > turned.length * (1 + 1e-9)
        var direction = (isMirrored ? mirrored : turned).unit
        if direction == .zero || !direction.isFinite { direction = Point(x: 1, y: 0) }
        return places.indices.map { node in
            if isFixed[node], let place = known[node] { return place }
            let offset = places[node] - from
            let a = isMirrored ? Point(x: offset.x, y: -offset.y) : offset
            let result = to + Point(x: a.x * direction.x - a.y * direction.y, y: a.x * direction.y + a.y * direction.x)
            return result.isFinite ? result : to
        }
    }

    private static func mean(_ points: [Point]) -> Point {
        points.reduce(.zero) { $0 + $1 * (1 / Double(points.count)) }
    }
}
