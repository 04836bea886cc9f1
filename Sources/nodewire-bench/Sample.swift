import Wire

/// A document made from a seed, with the data for queries about it.
///
/// Nodes are numbered along the edges, so that no edge closes a cycle; 30 % of them are stored at random places of the
/// file.
struct Sample {
    enum Kind: String {
        /// Flows of 10 to 20,000 nodes in jittered layers, most of them small.
        case clustered
        /// Nodes evenly spread, covering a fifth of the canvas.
        case uniform
        /// One long graph whose edges go up to 100 nodes ahead, with a setting that forbids cycles.
        case chained
    }

    struct Spot {
        var x: Double
        var y: Double
    }

    static let nodeWidth = 150.0
    static let nodeHeight = 60.0

    let kind: Kind
    /// The top-left corners, by number.
    private(set) var corners: [Spot] = []
    private(set) var edges: [(source: Int32, target: Int32)] = []
    private var numbers: SeededNumbers

    init(_ kind: Kind, nodes: Int, seed: UInt64 = 1) {
        self.kind = kind
        numbers = SeededNumbers(seed: seed &+ UInt64(nodes))
        corners.reserveCapacity(nodes)
        edges.reserveCapacity(nodes * 3 / 2)
        switch kind {
        case .clustered: makeFlows(nodes)
        case .uniform: makeGrid(nodes) { column, _ in column < 9 ? [1, 10] : [10] }
        case .chained: makeGrid(nodes) { _, numbers in [1 + numbers.below(100), 1 + numbers.below(100)] }
        }
    }

    var count: Int { corners.count }

    static func id(_ node: Int) -> String { "n\(node)" }

    // MARK: Places and edges

    private mutating func makeFlows(_ total: Int) {
        let shelfWidth = Double(total).squareRoot() * 300
        var shelf = Spot(x: 0, y: 0)
        var shelfHeight = 0.0
        while corners.count < total {
            let size = min(Int(min(10 / max(numbers.unit(), 1e-9), 20_000)), total - corners.count)
            let columns = max(Int(Double(size).squareRoot() * 0.8), 1)
            let layers = (size + columns - 1) / columns
            let first = corners.count
            for index in 0..<size {
                corners.append(
                    Spot(
                        x: (shelf.x + Double(index % columns) * 220 + numbers.between(-30, 30)).rounded(),
                        y: (shelf.y + Double(index / columns) * 140 + numbers.between(-25, 25)).rounded()))
                connect(index, of: size, from: first, columns)
            }
            shelfHeight = max(shelfHeight, Double(layers) * 140)
            shelf.x += Double(columns) * 220 + 100
            if shelf.x > shelfWidth {
                shelf = Spot(x: 0, y: shelf.y + shelfHeight + 100)
                shelfHeight = 0
            }
        }
    }

    /// Adds edges from the layer above, or from any earlier node of the flow if there is none; 3 for every 2 nodes.
    private mutating func connect(_ index: Int, of size: Int, from first: Int, _ columns: Int) {
        if index == 0 { return }
        for turn in 0..<(index % 2 == 0 ? 1 : 2) {
            var source = index - columns - turn - 1 + numbers.below(3)
            if source < 0 || source >= index { source = numbers.below(index) }
            edges.append((Int32(first + source), Int32(first + index)))
        }
    }

    /// Makes strips of ten columns side by side, filled row by row, so that near numbers are near on the canvas.
    private mutating func makeGrid(_ total: Int, _ steps: (Int, inout SeededNumbers) -> [Int]) {
        let rows = max(Int((Double(total) * 1.5).squareRoot()), 1)
        for index in 0..<total {
            let (strip, place) = index.quotientAndRemainder(dividingBy: 10 * rows)
            let (row, column) = place.quotientAndRemainder(dividingBy: 10)
            corners.append(
                Spot(
                    x: (Double(strip * 10 + column) * 260 + numbers.between(0, 110)).rounded(),
                    y: (Double(row) * 173 + numbers.between(0, 110)).rounded()))
            let ahead = steps(column, &numbers).prefix(1 + index % 2)
            for step in ahead where index + step < total {
                edges.append((Int32(index), Int32(index + step)))
            }
        }
    }

    // MARK: Text

    /// The document as JSON in React Flow's form, with types that declare handles.
    func text() -> JSONWriter {
        var numbers = SeededNumbers(seed: 7)
        var order = Array(0..<count)
        for index in order.indices where numbers.below(10) < 3 { order.swapAt(index, numbers.below(count)) }
        var writer = JSONWriter(capacity: count * 370 + 4096)
        writer.beginObject()
        writer.name("nodewire")
        writer.integer(1)
        writer.name("nodes")
        writer.beginArray()
        for node in order { writeNode(node, into: &writer) }
        writer.endArray()
        writer.name("edges")
        writer.beginArray()
        for (number, edge) in edges.enumerated() { writeEdge(number, edge.source, edge.target, into: &writer) }
        writer.endArray()
        writer.name("settings")
        writer.beginObject()
        writer.name("snapToGrid")
        writer.boolean(true)
        writer.name("allowCycles")
        writer.boolean(kind != .chained)
        writer.endObject()
        writer.name("types")
        writer.beginObject()
        for type in Sample.types {
            writer.name(type.name)
            writer.raw(type.declaration)
        }
        writer.endObject()
        writer.endObject()
        return writer
    }

    private static let types: [(name: String, declaration: StaticString)] = [
        ("message", oneWay), ("question", twoWays), ("action", oneWay),
    ]

    private static let oneWay: StaticString = """
        {"handles":[{"id":"in","type":"target","position":"top"},{"id":"out","type":"source","position":"bottom"}]}
        """

    private static let twoWays: StaticString = """
        {"handles":[{"id":"in","type":"target","position":"top"},{"id":"out","type":"source","position":"bottom"},\
        {"id":"else","type":"source","position":"right"}]}
        """

    private static let texts: [String] = [
        "Would you like to hear more about it?", "One moment, I am looking that up.",
        "Thanks, that is all I need for now.",
        "Sorry, I did not understand that.",
    ]

    private func writeNode(_ node: Int, into writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("id")
        writer.string(Sample.id(node))
        writer.name("type")
        writer.string(Sample.types[node % 3].name)
        writer.name("position")
        writer.beginObject()
        writer.name("x")
        writer.number(corners[node].x)
        writer.name("y")
        writer.number(corners[node].y)
        writer.endObject()
        writer.name("width")
        writer.number(Sample.nodeWidth)
        writer.name("height")
        writer.number(Sample.nodeHeight)
        writer.name("data")
        writer.beginObject()
        writer.name("label")
        writer.string("Step \(node)")
        writer.name("text")
        writer.string(Sample.texts[node % 4])
        writer.name("speaker")
        writer.string("agent-\(node % 7)")
        writer.name("changed")
        writer.string("2026-11-\(10 + node % 20)")
        writer.name("weight")
        writer.number(Double(node % 1000) / 8)
        writer.endObject()
        writer.endObject()
    }

    private func writeEdge(_ number: Int, _ source: Int32, _ target: Int32, into writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("id")
        writer.string("e\(number)")
        writer.name("source")
        writer.string(Sample.id(Int(source)))
        writer.name("sourceHandle")
        writer.string("out")
        writer.name("target")
        writer.string(Sample.id(Int(target)))
        writer.name("targetHandle")
        writer.string("in")
        if number % 10 == 0 {
            writer.name("label")
            writer.string("yes")
        }
        writer.endObject()
    }
}
