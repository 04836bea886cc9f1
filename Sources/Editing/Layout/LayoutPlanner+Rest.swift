import Geometry
import Graph
import Layout
import Storage

// If only some nodes are laid out, their other siblings are obstacles.

extension LayoutPlanner {
    /// The siblings of a level's nodes that are not laid out.
    private struct Rest {
        var slots: [Node.Slot] = []
        /// Their frames, in coordinates of the level.
        var frames: [Rect] = []
        /// A flag for each sibling: true if it is locked.
        var isLocked: [Bool] = []
    }

    private func rest(of level: Int) -> Rest {
        var rest = Rest()
        if !scope.heedsRest || scope.levels[level].fits { return rest }
        let parent = scope.levels[level].parent
        let siblings = parent.map { document.children($0) } ?? document.nodes.order.slots
        for slot in document.lasting(siblings) where parent != nil || document.nodes.parent(slot) == nil {
            if members.number(of: slot) != nil || !document.isPlaced(slot) { continue }
            if !members.countsHidden, document.isConcealed(slot) { continue }
            let geometry = document.nodes.geometry(slot)
            rest.slots.append(slot)
            rest.frames.append(
                Rect(origin: geometry.position, size: Size(width: geometry.width, height: geometry.height)))
            rest.isLocked.append(document.nodes.flags(slot).contains(.locked))
        }
        return rest
    }

    /// Returns the offset by which a drawing is moved as a whole, so that it covers no other nodes; these make space if
    /// the options say so. Returns nil if it was stopped.
    ///
    /// - Parameters:
    ///   - block: the bounds of the drawing and its edges at its wanted place.
    ///   - former: the former bounds of its nodes; empty if none had a place.
    mutating func makeSpace(
        _ level: Int, for block: Rect, from former: Rect, _ watch: LayoutWatch
    ) -> Point? {
        let rest = rest(of: level)
        if rest.slots.isEmpty || block.isEmpty { return .zero }
        restNodes += rest.slots
        let options = options(level)
        let space = BlockSpace(frames: rest.frames, isFixed: rest.isLocked, gap: options.algorithm.nodeSpacing)
        if !options.makesSpace { return space.place(of: block) - block.origin }
        let before = former.isEmpty ? Rect(origin: block.origin, size: Size(width: 0, height: 0)) : former
        guard let opened = space.opened(for: block, from: before, watch) else { return nil }
        addShifts(of: rest, to: opened.frames)
        return opened.block - block.origin
    }

    /// Adds the outer ends of edges to the graph of a level, as borders on their sides, in their order across the flow.
    /// So these edges affect the order of the layers.
    ///
    /// It does nothing if nodes stay or groups are laid out in the same drawing, and ignores edges beyond
    /// `Limits.layoutNodes`.
    func addOuterEnds(_ level: Int, to graph: inout LayoutGraph) {
        let algorithm = options(level).algorithm
        let count = graph.count
        guard scope.heedsRest, !scope.levels[level].fits, count > 1, graph.parents.isEmpty, graph.borders.isEmpty,
            !graph.isFixed.contains(true), !algorithm.isStable, algorithm.hasBorders,
            let direction = algorithm.direction
        else { return }
        let former = formerBounds(graph, count)
        if former.isEmpty { return }
        graph.borders = Array(repeating: nil, count: count)
        graph.borderRanks = Array(repeating: 0, count: count)
        let middle = direction.along(former.offset(by: origin(of: level)).center)
        var ends: [Node.Slot: Int] = [:]
        let outer = document.lasting(scope.subgraph.outerEdges(in: document))
        let countsHidden = members.countsHidden
        let counted = outer.lazy.filter { countsHidden || !document.isConcealed(edge: $0) }
        for slot in counted.prefix(Limits.layoutNodes) {
            let edge = document.edges.ends(slot)
            let isSource = members.holding(edge.source, document) != nil
            let (inner, outer) = isSource ? (edge.source, edge.target) : (edge.target, edge.source)
            let handle = isSource ? edge.sourceHandle : edge.targetHandle
            guard let number = members.number(of: inner), members[number].level == level, document.isPlaced(outer),
                countsHidden || !document.isConcealed(outer)
            else { continue }
            let place = document.frame(outer).center
            let isBefore = direction.along(place) < middle
            let end = ends[outer] ?? graph.count
            if end == graph.count {
                ends[outer] = end
                graph.sizes.append(Size(width: 0, height: 0))
                graph.places.append(nil)
                graph.isFixed.append(false)
                graph.borders.append(isBefore ? .entry : .exit)
                graph.borderRanks.append(direction.across(place))
            }
            let node = members[number].number
            let own = self.handle(handle, of: inner, isSource ? .source : .target, on: number)
            var added = LayoutEdge(source: isBefore ? end : node, target: isBefore ? node : end)
            if isBefore { added.targetHandle = own } else { added.sourceHandle = own }
            graph.edges.append(added)
        }
    }

    /// Separates the nodes of a level from other nodes if some of the level are fixed, so that it cannot move as a
    /// whole. Returns false if it was stopped.
    ///
    /// The nodes of the level move away. If the options say so, they only avoid locked nodes, and the others make
    /// space.
    ///
    /// - Parameter former: the former bounds of the nodes.
    mutating func keepOffRest(_ level: Int, _ graph: LayoutGraph, from former: Rect, _ watch: LayoutWatch) -> Bool {
        let rest = rest(of: level)
        if rest.slots.isEmpty { return true }
        restNodes += rest.slots
        let makesSpace = options(level).makesSpace
        let kept = makesSpace ? zip(rest.frames, rest.isLocked).filter(\.1).map(\.0) : rest.frames
        let own = levels[level].members.indices.filter { graph.parents.isEmpty || graph.parents[$0] < 0 }
        guard push(own, of: level, off: kept, graph, watch) else { return false }
        if !makesSpace { return true }
        let blocks = own.map { index in
            let member = members[levels[level].members[index]]
            return Rect(origin: member.place ?? .zero, size: member.size)
        }
        let space = BlockSpace(
            frames: rest.frames, isFixed: rest.isLocked, gap: options(level).algorithm.nodeSpacing)
        guard let corners = space.opened(for: blocks, from: former, watch) else { return false }
        addShifts(of: rest, to: corners)
        return true
    }

    /// Pushes nodes of a level away from frames that stay; false if it was stopped.
    private mutating func push(
        _ own: [Int], of level: Int, off frames: [Rect], _ graph: LayoutGraph, _ watch: LayoutWatch
    ) -> Bool {
        if frames.isEmpty { return true }
        let numbers = own.map { levels[level].members[$0] }
        var removal = OverlapRemoval()
        removal.movesClearNodes = false
        let places = numbers.map { members[$0].place ?? .zero }
        guard
            let moved = removal.places(
                from: places + frames.map(\.origin), sizes: numbers.map { members[$0].size } + frames.map(\.size),
                isFixed: own.map { graph.isFixed[$0] } + frames.map { _ in true }, watch: watch)
        else { return false }
        var hasMoved = Array(repeating: false, count: graph.count)
        for (index, number) in numbers.enumerated() where moved[index] != places[index] {
            members[number].place = moved[index]
            hasMoved[own[index]] = true
        }
        for (edge, ends) in graph.edges.enumerated() where hasMoved[ends.source] || hasMoved[ends.target] {
            levels[level].bends[edge] = []
        }
        return true
    }

    private mutating func addShifts(of rest: Rest, to corners: [Point]) {
        for (index, corner) in corners.enumerated() where corner != rest.frames[index].origin {
            let offset = corner - rest.frames[index].origin
            shifts.append(NodeShift(slot: rest.slots[index], position: corner, offset: offset))
        }
    }
}
