import Geometry

/// The places of nodes on a circle: arcs as long as neighbors need, on the smallest circle that has space for them.
struct CirclePlaces {
    private let sizes: [Size]
    private let spacing: Double

    /// The number of rounds that measure the arcs at the current angles.
    private static let rounds = 12
    /// The greatest number of nodes compared with each node on each side; a bound is used for nodes farther away.
    private static let reach = 64

    /// - Parameters:
    ///   - sizes: with sides that are numbers.
    ///   - spacing: the least gap along one axis.
    init(sizes: [Size], spacing: Double) {
        // Sums and quotients of sides stay finite.
        self.sizes = sizes.map { Size(width: min($0.width, 1e150), height: min($0.height, 1e150)) }
        self.spacing = spacing
    }

    /// The top-left corners of the nodes, around (0, 0): the first at the top, the others clockwise. Nil when stopped.
    ///
    /// - Complexity: O(*n*).
    func corners(_ isOn: () -> Bool) -> [Point]? {
        guard let units = angles(isOn)?.map({ Point.unit(at: $0 - Double.pi / 2) }),
            let radius = radius(of: units, isOn)
        else { return nil }
        return zip(units, sizes).map { unit, size in
            Point(x: unit.x * radius - size.width / 2, y: unit.y * radius - size.height / 2)
        }
    }

    /// The least distances between the middles of two nodes along x and along y; one of the two is enough.
    private func apart(_ a: Int, _ b: Int) -> (x: Double, y: Double) {
        (
            (sizes[a].width + sizes[b].width) / 2 + spacing, (sizes[a].height + sizes[b].height) / 2 + spacing
        )
    }

    /// The angle of each node from the first one; arcs follow from the distances that neighbors need.
    private func angles(_ isOn: () -> Bool) -> [Double]? {
        let count = sizes.count
        var angles = (0..<count).map { 2 * Double.pi * Double($0) / Double(count) }
        if count < 3 { return angles }
        for _ in 0..<Self.rounds {
            var needs: [Double] = []
            for node in 0..<count {
                if node % 4096 == 0, !isOn() { return nil }
                let next = (node + 1) % count
                let end = next == 0 ? 2 * Double.pi : angles[next]
                // The direction of the circle between the two: the first angle is at the top.
                let way = Point.unit(at: (angles[node] + end) / 2)
                let apart = apart(node, next)
                needs.append(max(min(apart.x / max(abs(way.x), 1e-9), apart.y / max(abs(way.y), 1e-9)), 1e-3))
            }
            let total = needs.reduce(0, +)
            var angle = 0.0
            for node in 0..<count {
                // Half of each change, so that arcs do not swing back and forth.
                angles[node] = (angles[node] + angle) / 2
                angle += 2 * Double.pi * (needs[node] / total)
            }
        }
        return angles
    }

    /// The least radius at which no two nodes are nearer than the spacing.
    private func radius(of units: [Point], _ isOn: () -> Bool) -> Double? {
        let count = units.count
        var radius = 0.0
        func keepApart(_ a: Int, _ b: Int) {
            let apart = apart(a, b)
            guard apart.x > 0, apart.y > 0 else { return }
            let offset = units[b] - units[a]
            radius = max(radius, min(apart.x / abs(offset.x), apart.y / abs(offset.y)))
        }
        for node in units.indices.dropFirst() { keepApart(node - 1, node) }
        for node in units.indices {
            if node % 1024 == 0, !isOn() { return nil }
            let diagonal = sizes[node].diagonal + 1.5 * spacing
            for step in [1, -1] {
                for distance in 1..<max(count / 2 + 1, 1) {
                    let other = ((node + distance * step) % count + count) % count
                    // Larger nodes check smaller ones, which need no greater distance.
                    let chord = (units[other] - units[node]).length
                    if chord * radius >= diagonal { break }
                    keepApart(node, other)
                    if distance == Self.reach { radius = max(radius, diagonal / max(chord, 1e-12)) }
                }
            }
        }
        return min(radius, 1e299)
    }
}

extension Size {
    /// The distance between opposite corners.
    fileprivate var diagonal: Double {
        let longer = max(width, height)
        let share = longer > 0 ? min(width, height) / longer : 0
        return longer * (1 + share * share).squareRoot()
    }
}
