import Geometry
import Graph
import Wire

/// Labels one under another, as trees or as a list: what a text that is no document is read into.
struct Outline {
    /// One label, with the item above it.
    struct Item {
        var id: String?
        var label: String?
        /// What else was said of it.
        var data: JSONObject = [:]
        /// The place of the item above it, which comes before it.
        var parent: Int?
    }

    var items: [Item] = []
    /// What could not be read.
    var losses: [Loss] = []
    /// Whether all items stand one below another, and not side by side.
    var isList = false

    /// The outline as a document of the own format, with an edge from each item to those below it.
    ///
    /// - Complexity: O(*n*).
    var content: JSONText {
        let ids = TextIdentifiers.distinct(items.map(\.id), prefix: "n")
        let places = isList ? OutlinePlaces.column(items.count) : OutlinePlaces.forest(items.map(\.parent))
        var nodes: [JSON] = []
        var edges: [JSON] = []
        for (index, item) in items.enumerated() {
            var node: JSONObject = ["id": .string(ids[index])]
            node["position"] = ["x": .number(places[index].x), "y": .number(places[index].y)]
            if let label = item.label { node["label"] = .string(label) }
            if !item.data.isEmpty { node["data"] = .object(item.data) }
            nodes.append(.object(node))
            guard let parent = item.parent else { continue }
            edges.append(
                ["id": .string("e\(edges.count + 1)"), "source": .string(ids[parent]), "target": .string(ids[index])])
        }
        return JSON.object(["nodewire": 1, "nodes": .array(nodes), "edges": .array(edges)]).text
    }
}

/// Where the nodes of an outline are put: simply, for a layout to do better.
enum OutlinePlaces {
    private static let step = Size(width: Node.defaultSize.width + 30, height: Node.defaultSize.height + 60)
    private static let lineStep = Node.defaultSize.height + 20

    /// One below another.
    static func column(_ count: Int) -> [Point] { (0..<count).map { Point(x: 0, y: Double($0) * lineStep) } }

    /// Trees from the top down: a row for each depth, each item over the middle of those below it.
    ///
    /// - Parameter parents: of each item the place of the one above it, which comes before it.
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
