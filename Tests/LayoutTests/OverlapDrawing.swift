import Geometry
import Layout
import Seeding
import Testing

/// Nodes that may overlap, with what is looked at after a removal.
struct OverlapDrawing {
    var places: [Point]
    var sizes: [Size]
    var isFixed: [Bool]

    init(places: [Point], sizes: [Size]? = nil, isFixed: [Bool]? = nil) {
        self.places = places
        self.sizes = sizes ?? Array(repeating: OverlapRemovalTests.node, count: places.count)
        self.isFixed = isFixed ?? Array(repeating: false, count: places.count)
    }

    func removed(_ removal: OverlapRemoval = OverlapRemoval()) throws -> [Point] {
        try #require(removal.places(from: places, sizes: sizes, isFixed: isFixed) { _ in true })
    }

    func centers(_ places: [Point]) -> [Point] {
        zip(places, sizes).map { Point(x: $0.x + $1.width / 2, y: $0.y + $1.height / 2) }
    }

    /// Returns true if a node overlaps no other one where it lies.
    func isClear(_ node: Int) -> Bool {
        places.indices.allSatisfy { $0 == node || !overlap(node, $0, places, spacing: 0) }
    }

    /// Returns the fault of places after a removal; nil if there is none.
    func fault(in moved: [Point], spacing: Double = 0) -> String? {
        for a in moved.indices {
            if !moved[a].isFinite { return "\(a) is nowhere" }
            if isFixed[a] && moved[a] != places[a] { return "\(a) is fixed and moved" }
            for b in 0..<a where !(isFixed[a] && isFixed[b]) && overlap(a, b, moved, spacing: spacing) {
                return "\(a) overlaps \(b)"
            }
        }
        return nil
    }

    private func overlap(_ a: Int, _ b: Int, _ places: [Point], spacing: Double) -> Bool {
        let width = min(places[a].x + sizes[a].width, places[b].x + sizes[b].width) - max(places[a].x, places[b].x)
        let height = min(places[a].y + sizes[a].height, places[b].y + sizes[b].height) - max(places[a].y, places[b].y)
        return width + spacing > 1e-6 && height + spacing > 1e-6
    }
}

extension Seeded {
    /// Nodes of many sizes, more or less heaped, some in one place or in line with others, some fixed.
    mutating func heap(of count: Int) -> OverlapDrawing {
        let side = 20 + below(3) * below(3) * 40 * count
        let fixed = below(3)
        var drawing = OverlapDrawing(places: [])
        for node in 0..<count {
            var place = Point(x: Double(below(side)), y: Double(below(side)))
            if node > 0 && below(6) == 0 { place = drawing.places[below(node)] }
            if node > 0 && below(6) == 0 { place.x = drawing.places[below(node)].x }
            drawing.places.append(place)
            drawing.sizes.append(Size(width: Double(below(200)), height: Double(below(100))))
            drawing.isFixed.append(below(10) < fixed)
        }
        return drawing
    }
}
