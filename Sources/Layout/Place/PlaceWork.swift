import Geometry

/// The state of placing nodes among others.
struct PlaceWork {
    let graph: LayoutGraph
    /// The frames on the canvas.
    private(set) var free: FreePlaces
    /// The node of each frame.
    private(set) var frameNodes: [Int] = []
    /// The place of each node; undefined for a new one.
    private(set) var places: [Point]
    /// A flag for each node: true if it has no place yet.
    private(set) var isNew: [Bool]
    private let neighbors: Neighbors
    private var stepsLeft = 100_000
    /// The new nodes that wait for a place, in the order in which their first neighbor was placed.
    private var queue: [Int] = []
    private var isQueued: [Bool]

    init(_ graph: LayoutGraph, _ isNew: [Bool], gap: Size) {
        self.graph = graph
        self.isNew = isNew
        neighbors = Neighbors(nodeCount: graph.count, graph.edges, .both)
        free = FreePlaces(gap: gap)
        places = graph.places.map { $0 ?? .zero }
        isQueued = Array(repeating: false, count: graph.count)
        for node in 0..<graph.count {
            if isNew[node] {
                stepsLeft += 200
            } else {
                free.insert(frame(of: node))
                frameNodes.append(node)
            }
        }
    }

    /// The frame of a placed node.
    func frame(of node: Int) -> Rect { Rect(origin: places[node], size: graph.sizes[node].clean) }

    /// Gives a new node its place.
    mutating func put(_ node: Int, at place: Point) {
        places[node] = place
        isNew[node] = false
        free.insert(frame(of: node))
        frameNodes.append(node)
    }

    /// Moves a frame to another place.
    mutating func move(_ number: Int, to place: Point) {
        places[frameNodes[number]] = place
        free.move(number, to: frame(of: frameNodes[number]))
    }

    /// Puts a new node into the free place nearest to a wish, by top-left corners. Returns true if a place was found.
    @discardableResult mutating func put(_ node: Int, nearestTo wish: Point) -> Bool {
        let given = min(stepsLeft, 20_000)
        var steps = given
        let place = free.nearest(to: wish, for: graph.sizes[node].clean, &steps)
        stepsLeft -= given - steps
        if let place { put(node, at: place) }
        return place != nil
    }

    /// Places the new nodes that are connected to placed nodes. Returns false when stopped.
    mutating func placeNearNeighbors(_ watch: LayoutWatch) -> Bool {
        for node in 0..<graph.count where isNew[node] && neighbors[node].contains(where: { !isNew[$0] }) {
            queue.append(node)
            isQueued[node] = true
        }
        var done = 0
        while done < queue.count {
            if done % 4 == 0, !watch(Double(done) / Double(queue.count + 1)) { return false }
            placeNearNeighbors(queue[done])
            done += 1
        }
        return true
    }

    private mutating func placeNearNeighbors(_ node: Int) {
        let size = graph.sizes[node].clean
        let middle = middleOfNeighbors(of: node)
        guard put(node, nearestTo: Point(x: middle.x - size.width / 2, y: middle.y - size.height / 2)) else { return }
        for other in neighbors[node] where isNew[other] && !isQueued[other] {
            queue.append(other)
            isQueued[other] = true
        }
    }

    /// The mean of the centers of the placed neighbors; each counts once.
    private func middleOfNeighbors(of node: Int) -> Point {
        let placed = Set(neighbors[node].filter { !isNew[$0] }).sorted()
        let share = 1 / Double(max(placed.count, 1))
        return placed.reduce(Point.zero) { $0 + frame(of: $1).center * share }
    }

    /// Places the remaining nodes in rows below all others, in the order of the document. Returns false when stopped.
    mutating func placeRestBelow(_ isOn: () -> Bool) -> Bool {
        let rest = (0..<graph.count).filter { isNew[$0] }
        guard !rest.isEmpty else { return true }
        let packed = Packing.places(
            of: rest.map { graph.sizes[$0] }, spacing: max(free.gap.width, free.gap.height), isOn)
        guard let corners = packed else { return false }
        let bounds = free.bounds.isEmpty ? nil : free.bounds
        let origin = Point(x: bounds?.minX ?? 0, y: bounds.map { $0.maxY + free.gap.height } ?? 0)
        for (node, corner) in zip(rest, corners) { places[node] = origin + corner }
        return true
    }
}
