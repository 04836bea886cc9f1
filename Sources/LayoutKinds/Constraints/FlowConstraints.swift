import Geometry

/// The constraints of a graph that can be kept together in a direction: distances along the flow, in layers, and across
/// the flow, in ranks. Of conflicting constraints, the later one gives way.
public struct FlowConstraints: Sendable {
    /// The indices of the constraints that give way, in order.
    public private(set) var refused: [Int] = []
    /// The layers: a variable for each node, then some for layers.
    public private(set) var layers: DifferenceSystem
    /// The ranks: a variable for each node, then some for borders between lanes.
    public private(set) var ranks: DifferenceSystem
    /// The sets of nodes with fixed distances along the flow, between their starts.
    public private(set) var alignedAlong: AlignedSets
    /// The sets of nodes in one layer, together with named and numbered layers.
    public private(set) var sameLayer: AlignedSets
    /// The sets of nodes with fixed distances across the flow, between their middles.
    public private(set) var alignedAcross: AlignedSets
    /// The node lists of the lanes in order, for each constraint.
    public private(set) var lanes: [[[Int]]] = []
    /// Pairs of nodes in order along the flow, with their least gap.
    public private(set) var gapsAlong: [(before: Int, after: Int, gap: Double)] = []
    /// Pairs of nodes in order across the flow, with their least gap.
    public private(set) var gapsAcross: [(less: Int, greater: Int, gap: Double?)] = []
    /// The flags of nodes with a fixed order across the flow.
    public private(set) var isRanked: [Bool]

    /// The greatest number of nodes of a column that are ordered pairwise.
    private static let mostPairs = 64
    private let direction: Direction
    private let sizes: [Size]
    private let edges: [(source: Int, target: Int)]
    private var named: [Int]
    private var firstLayer: Int?
    private var lastLayer: Int?
    private var numbers: [Int: Int] = [:]

    /// Adds constraints for nodes of these sizes.
    ///
    /// - Parameter edges: the ends of each edge.
    public init(
        _ constraints: [LayoutConstraint], sizes: [Size], edges: [(source: Int, target: Int)], direction: Direction
    ) {
        self.init(sizes: sizes, edges: edges, direction: direction)
        named = Array(Set(constraints.flatMap(\.nodes))).sorted()
        let none = self
        for (index, constraint) in constraints.enumerated() where !add(constraint.distinct) { refused.append(index) }
        if canSpreadColumns { return }
        self = none
        for (index, constraint) in constraints.enumerated() {
            var next = self
            if next.add(constraint.distinct), next.canSpreadColumns { self = next } else { refused.append(index) }
        }
    }

    private init(sizes: [Size], edges: [(source: Int, target: Int)], direction: Direction) {
        (self.sizes, self.edges, self.direction) = (sizes, edges, direction)
        let count = sizes.count
        layers = DifferenceSystem(count: count)
        ranks = DifferenceSystem(count: count)
        alignedAlong = AlignedSets(count: count)
        alignedAcross = AlignedSets(count: count)
        sameLayer = AlignedSets(count: count)
        isRanked = Array(repeating: false, count: count)
        named = []
    }

    private mutating func add(_ constraint: LayoutConstraint) -> Bool {
        switch constraint {
        case .layer(let nodes, let layer): return put(nodes, into: layer)
        case .order(let nodes):
            guard rank(chain(nodes)) else { return false }
            for node in nodes { isRanked[node] = true }
            return true
        case .lanes(let lists): return addLanes(lists)
        case .align(let nodes, let axis, let edge):
            return direction.isAlong(axis)
                ? alignAlong(nodes, direction.flowAlignment(edge)) : alignAcross(nodes, edge)
        case .beside(let first, let second, let side, let gap):
            if first == second { return false }
            switch direction.flowSide(side) {
            case .before: return addAlong(second, first, gap)
            case .after: return addAlong(first, second, gap)
            case .less: return addAcross(second, first, gap)
            case .greater: return addAcross(first, second, gap)
            case nil: return false
            }
        case .forward(let list):
            let ends = list.map { edges[$0] }.filter { $0.source != $0.target }
            return layers.add(ends.map { .init(from: $0.source, to: $0.target, length: 1) })
        }
    }

    /// Adds distances along the flow, if they can be kept with all others.
    public mutating func addLayers(_ distances: [DifferenceSystem.Distance]) -> Bool { layers.add(distances) }

    private func chain(_ nodes: [Int]) -> [DifferenceSystem.Distance] {
        zip(nodes, nodes.dropFirst()).map { .init(from: $0, to: $1, length: 1) }
    }

    private mutating func rank(_ distances: [DifferenceSystem.Distance]) -> Bool { ranks.add(distances) }

    // MARK: Along the flow

    private mutating func put(_ nodes: [Int], into layer: LayoutConstraint.Layer) -> Bool {
        guard let one = nodes.first else { return true }
        let anchor: Int
        switch layer {
        case .same: anchor = one
        case .first: anchor = first()
        case .number(let number): anchor = numbered(number)
        case .last: anchor = last()
        }
        return join([anchor] + nodes, nodes.filter { $0 != anchor }.flatMap { equal(anchor, $0) })
    }

    private func equal(_ a: Int, _ b: Int, apart: Int = 0) -> [DifferenceSystem.Distance] {
        [.init(from: a, to: b, length: apart), .init(from: b, to: a, length: -apart)]
    }

    private mutating func addLayer() -> Int {
        _ = sameLayer.addItem()
        return layers.addVariable()
    }

    /// The variable of the first layer.
    private mutating func first() -> Int {
        if let firstLayer { return firstLayer }
        let variable = addLayer()
        firstLayer = variable
        _ = layers.add(sizes.indices.map { .init(from: variable, to: $0, length: 0) })
        return variable
    }

    /// The variable of the last layer.
    private mutating func last() -> Int {
        if let lastLayer { return lastLayer }
        let variable = addLayer()
        lastLayer = variable
        _ = layers.add(sizes.indices.map { .init(from: $0, to: variable, length: 0) })
        return variable
    }

    /// The variable of a numbered layer.
    private mutating func numbered(_ number: Int) -> Int {
        if let known = numbers[number] { return known }
        let start = first()
        if number == 0 { return start }
        let variable = addLayer()
        numbers[number] = variable
        _ = layers.add(equal(start, variable, apart: number))
        return variable
    }

    /// Puts nodes into one layer; false if two of them have the same middle across the flow, or the distances cannot be
    /// kept.
    private mutating func join(_ items: [Int], _ distances: [DifferenceSystem.Distance]) -> Bool {
        var joined = sameLayer
        for item in items.dropFirst() { _ = joined.join(items[0], item) }
        if hasNamesakes(joined, alignedAcross) || !layers.add(distances) { return false }
        sameLayer = joined
        return true
    }

    /// Returns true if two nodes of one layer have the same middle across the flow.
    private func hasNamesakes(_ layers: AlignedSets, _ columns: AlignedSets) -> Bool {
        var seen: Set<[Int]> = []
        return named.contains {
            !columns.isAlone($0) && !seen.insert([layers.find($0).root, columns.find($0).root]).inserted
        }
    }

    private mutating func alignAlong(_ nodes: [Int], _ edge: LayoutAlignment) -> Bool {
        guard let one = nodes.first else { return true }
        var aligned = alignedAlong
        for node in nodes.dropFirst() {
            let offset = (direction.along(sizes[one]) - direction.along(sizes[node])) * edge.share
            if !aligned.join(one, node, offset: offset) { return false }
        }
        guard join(nodes, nodes.dropFirst().flatMap { equal(one, $0) }) else { return false }
        alignedAlong = aligned
        return true
    }

    private mutating func addAlong(_ before: Int, _ after: Int, _ gap: Double?) -> Bool {
        guard layers.add([.init(from: before, to: after, length: 1)]) else { return false }
        if let gap { gapsAlong.append((before, after, gap)) }
        return true
    }

    // MARK: Across the flow

    private mutating func alignAcross(_ nodes: [Int], _ edge: LayoutAlignment) -> Bool {
        guard let one = nodes.first else { return true }
        var aligned = alignedAcross
        for node in nodes.dropFirst() {
            // The middles differ by half of the difference of widths; the sign depends on the border.
            let offset = (direction.across(sizes[node]) - direction.across(sizes[one])) * (0.5 - edge.share)
            if !aligned.join(one, node, offset: offset) { return false }
        }
        if hasNamesakes(sameLayer, aligned) || !rank(nodes.dropFirst().flatMap { equal(one, $0) }) { return false }
        alignedAcross = aligned
        for node in nodes { isRanked[node] = true }
        return true
    }

    /// Puts nodes with one middle across the flow into different layers, in the order of their current layers; false if
    /// that is impossible.
    public mutating func spreadColumns() -> Bool {
        var columns: [Int: [Int]] = [:]
        for node in sizes.indices where !alignedAcross.isAlone(node) {
            columns[alignedAcross.find(node).root, default: []].append(node)
        }
        for (_, nodes) in columns.sorted(by: { $0.key < $1.key }) {
            let values = layers.values
            let column = nodes.sorted { (values[$0], $0) < (values[$1], $1) }
            if addLayers(chain(column)) { continue }
            if column.count > FlowConstraints.mostPairs { return false }
            for (at, lower) in column.enumerated() {
                for upper in column[..<at] where !addLayers([.init(from: upper, to: lower, length: 1)]) {
                    guard addLayers([.init(from: lower, to: upper, length: 1)]) else { return false }
                }
            }
        }
        return true
    }

    private var canSpreadColumns: Bool {
        var spread = self
        return spread.spreadColumns()
    }

    private mutating func addAcross(_ less: Int, _ greater: Int, _ gap: Double?) -> Bool {
        guard rank([.init(from: less, to: greater, length: 1)]) else { return false }
        gapsAcross.append((less, greater, gap))
        (isRanked[less], isRanked[greater]) = (true, true)
        return true
    }

    private mutating func addLanes(_ lists: [[Int]]) -> Bool {
        let borders = lists.dropFirst().map { _ in ranks.addVariable() }
        var new = zip(borders, borders.dropFirst()).map {
            DifferenceSystem.Distance(from: $0, to: $1, length: 1)
        }
        for (at, list) in lists.enumerated() {
            for node in list {
                if at > 0 { new.append(.init(from: borders[at - 1], to: node, length: 1)) }
                if at < borders.count { new.append(.init(from: node, to: borders[at], length: 1)) }
            }
        }
        guard rank(new) else { return false }
        lanes.append(lists)
        for node in lists.joined() { isRanked[node] = true }
        return true
    }
}
