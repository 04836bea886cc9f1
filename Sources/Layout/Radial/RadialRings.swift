import Geometry

/// The angles and radii of trees in rings, by the positions of their nodes.
struct RadialRings {
    private let forest: TreeForest
    private let layout: RadialLayout
    /// The diameter of the circle around each node, including the spacing.
    private let diameters: [Double]
    /// The share of a turn that each subtree needs.
    private var demands: [Double]
    /// The middle of each node's wedge, and its width, in radians.
    private var angles: [Double]
    private var wedges: [Double]

    init(of forest: TreeForest, _ layout: RadialLayout) {
        self.forest = forest
        self.layout = layout
        let spacing = max(layout.nodeSpacing, 0)
        // The longer side times √2 is at least the diagonal, and does not overflow.
        diameters = forest.sizes.map { size in
            let longer = max(size.width, size.height)
            guard longer > 0 else { return spacing }
            let ratio = min(size.width, size.height) / longer
            return longer * (1 + ratio * ratio).squareRoot() + spacing
        }
        demands = Array(repeating: 0, count: forest.count)
        angles = demands
        wedges = demands
    }

    /// The centers of all nodes, each tree around (0, 0).
    mutating func centers() -> [Point] {
        var centers = Array(repeating: Point.zero, count: forest.count)
        var start = 0
        while start < forest.count {
            var end = start + 1
            while end < forest.count, forest.parent(of: end) >= 0 { end += 1 }
            let rings = rings(of: start..<end)
            demand(start..<end, rings)
            wedges[start] = 2 * Double.pi
            angles[start] = Double.pi / 2
            var radius = 0.0
            for ring in rings.indices.dropFirst() {
                radius = widen(rings, ring, from: radius)
                for position in rings[ring] { centers[position] = Point.unit(at: angles[position]) * radius }
            }
            start = end
        }
        return centers
    }

    /// The positions of each depth of a tree; they are contiguous.
    private func rings(of tree: Range<Int>) -> [Range<Int>] {
        var rings: [Range<Int>] = []
        var start = tree.lowerBound
        for position in tree
        where position + 1 == tree.upperBound || forest.depth(of: position + 1) != forest.depth(of: position) {
            rings.append(start..<(position + 1))
            start = position + 1
        }
        return rings
    }

    /// Sums up from the leaves the share that each subtree needs, as if rings were as narrow as their nodes allow.
    private mutating func demand(_ tree: Range<Int>, _ rings: [Range<Int>]) {
        var radii = [0.0]
        for ring in rings.indices.dropFirst() { radii.append(radii[ring - 1] + gap(rings, ring)) }
        for position in tree.reversed() {
            let radius = radii[forest.depth(of: position)]
            let own = radius > 0 ? diameters[position] / radius : 0
            demands[position] = max(own, demands[position], 1e-9)
            let parent = forest.parent(of: position)
            if parent >= 0 { demands[parent] += demands[position] }
        }
    }

    /// The least distance between a ring and the one inside it: the circles of both fit side by side.
    private func gap(_ rings: [Range<Int>], _ ring: Int) -> Double {
        let inner = rings[ring - 1].reduce(0) { max($0, diameters[$1]) }
        let outer = rings[ring].reduce(0) { max($0, diameters[$1]) }
        let spacing = max(layout.nodeSpacing, 0)
        return max(inner / 2 + outer / 2 - spacing + max(layout.levelSpacing, 0), 1e-6)
    }

    /// Divides the wedges of a ring among its children, and returns the radius at which these fit.
    private mutating func widen(_ rings: [Range<Int>], _ ring: Int, from inner: Double) -> Double {
        var radius = inner + gap(rings, ring)
        for parent in rings[ring - 1] {
            let children = forest.children(of: parent)
            let wedge = wedges[parent]
            let sum = children.reduce(0) { $0 + demands[$1] }
            var angle = angles[parent] - wedge / 2
            for child in children {
                wedges[child] = wedge * (demands[child] / sum)
                angles[child] = angle + wedges[child] / 2
                angle += wedges[child]
                let half = min(wedges[child], Double.pi) / 2
                // A wedge of half a turn or more leaves enough space across the ring.
                if half > 0 { radius = max(radius, diameters[child] / 2 / Point.unit(at: half).y) }
            }
        }
        return radius
    }
}
