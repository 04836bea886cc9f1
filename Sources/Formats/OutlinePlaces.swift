import Geometry
import Graph

/// The positions of an outline's nodes: simple ones, which a layout improves.
enum OutlinePlaces {
    private static let step = Size(width: Node.defaultSize.width + 30, height: Node.defaultSize.height + 60)
    private static let lineStep = Node.defaultSize.height + 20

    /// Returns positions in a column.
    static func column(_ count: Int) -> [Point] { (0..<count).map { Point(x: 0, y: Double($0) * lineStep) } }

    /// Returns positions of trees from the top down: a row for each depth, each item above the middle of its children.
    ///
    /// - Parameter parents: the index of the item above each item, which comes before it.
    /// - Complexity: O(*n*).
    static func forest(_ parents: [Int?]) -> [Point] {
        var depths = [Int](repeating: 0, count: parents.count)
        var spans = [ClosedRange<Double>?](repeating: nil, count: parents.count)
        var isLeaf = [Bool](repeating: true, count: parents.count)
        for (index, parent) in parents.enumerated() {
            guard let parent else { continue }
            depths[index] = depths[parent] + 1
            isLeaf[parent] = false
        }
        var leaves = 0.0
        for index in parents.indices where isLeaf[index] {
            spans[index] = leaves * step.width...leaves * step.width
            leaves += 1
        }
        var points = [Point](repeating: .zero, count: parents.count)
        for index in parents.indices.reversed() {
            let span = spans[index] ?? 0...0
            let x = (span.lowerBound + span.upperBound) / 2
            points[index] = Point(x: x, y: Double(depths[index]) * step.height)
            guard let parent = parents[index] else { continue }
            let around = spans[parent] ?? x...x
            spans[parent] = min(around.lowerBound, x)...max(around.upperBound, x)
        }
        return points
    }
}
