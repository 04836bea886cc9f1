import Geometry
import Graph
import Layout
import Routing
import Storage

/// Lays a document out, parent by parent from inside out, without changing it.
struct LayoutPlanner {
    /// A node that takes part.
    private struct Member {
        let slot: Node.Slot
        let level: Int
        /// Its number in its level.
        let number: Int
        /// As its stored position is counted; nil without one.
        var place: Point?
        var size: Size
    }

    /// An edge as one level sees it: between the members that its ends are, or lie in.
    private struct LevelEdge {
        let slot: Edge.Slot
        /// Among all members.
        let source: Int
        let target: Int
    }

    private let document: Document
    private let scope: LayoutScope
    private let options: LayoutOptions
    private var members: [Member] = []
    private var places = SlotMap<Node>()
    /// The members of each level, as numbers of `members`.
    private var levels: [[Int]] = []
    private var edges: [[LevelEdge]] = []
    /// The corners of the edges of each level, as places of the level are counted.
    private var bends: [[[Point]]] = []
    /// How many members lie around each of a level.
    private var depths: [Int]

    init(_ document: Document, _ scope: LayoutScope, _ options: LayoutOptions) {
        self.document = document
        self.scope = scope
        self.options = options
        depths = Array(repeating: 0, count: scope.levels.count)
        for (level, content) in scope.levels.enumerated() { addMembers(of: content, level) }
        // Outer levels come later.
        for level in scope.levels.indices.reversed() {
            if let parent = scope.levels[level].parent, let place = places[parent] {
                depths[level] = depths[members[place].level] + 1
            }
        }
        edges = Array(repeating: [], count: levels.count)
        bends = Array(repeating: [], count: levels.count)
    }

    private mutating func addMembers(of level: LayoutScope.Level, _ index: Int) {
        var list: [Int] = []
        for slot in level.nodes where document.isPlaced(slot) || !scope.isFixed(slot) {
            places.insert(slot, members.count)
            list.append(members.count)
            let frame = document.nodes.geometry(slot)
            members.append(
                Member(
                    slot: slot, level: index, number: list.count - 1,
                    place: document.isPlaced(slot) ? frame.position : nil,
                    size: Size(width: frame.width, height: frame.height)))
        }
        levels.append(list)
    }

    /// What the layout does; nil when it was stopped.
    mutating func plan(_ watch: LayoutWatch) -> LayoutPlan? {
        let inner = scope.subgraph.innerEdges(in: document)
        for slot in inner { add(slot) }
        let total = Double(max(members.count, 1))
        var done = 0.0
        for level in levels.indices {
            let share = Double(levels[level].count)
            guard layOut(level, { watch(min((done + share * $0) / total, 1)) }) else { return nil }
            done += share
        }
        var plan = LayoutPlan(
            document, nodes: members.map(\.slot), edges: edges.flatMap { $0.map(\.slot) }, padding: options.groupPadding)
        write(inner, into: &plan)
        return plan
    }

    // MARK: Edges

    private mutating func add(_ slot: Edge.Slot) {
        let flags = document.edges.flags(slot)
        if !flags.isDisjoint(with: [.hidden, .transient]) { return }
        let ends = document.edges.ends(slot)
        guard var source = member(holding: ends.source), var target = member(holding: ends.target) else { return }
        while members[source].level != members[target].level {
            let isSourceDeeper = depths[members[source].level] >= depths[members[target].level]
            guard let outer = outer(isSourceDeeper ? source : target) else { return }
            if isSourceDeeper { source = outer } else { target = outer }
        }
        // From a group to what it holds, it is no edge of a level.
        if source == target && ends.source != ends.target { return }
        edges[members[source].level].append(LevelEdge(slot: slot, source: source, target: target))
    }

    /// The member that a node is, or that it lies in.
    private func member(holding start: Node.Slot) -> Int? {
        var next: Node.Slot? = start
        while let slot = next {
            if let member = places[slot] { return member }
            next = document.nodes.parent(slot)
        }
        return nil
    }

    /// The member around a member.
    private func outer(_ member: Int) -> Int? {
        scope.levels[members[member].level].parent.flatMap { places[$0] }
    }

    /// Where an edge meets a member; nil where it names no handle, or ends on a node inside.
    private func port(_ symbol: Symbol?, of slot: Node.Slot, _ kind: Handle.Kind, on member: Int) -> LayoutPort? {
        guard let symbol, members[member].slot == slot,
            let site = document.handleSite(of: slot, symbol: symbol, kind: kind)
        else { return nil }
        let frame = Rect(origin: .zero, size: members[member].size)
        let anchor = Anchor.on(frame, document.nodes.flags(slot), side: site.side, offset: site.offset)
        return LayoutPort(side: anchor.side, offset: anchor.point)
    }

    // MARK: Levels

    /// Lays out one level, and fits the group around it; false when it was stopped.
    private mutating func layOut(_ level: Int, _ watch: LayoutWatch) -> Bool {
        let graph = graph(of: level)
        guard graph.count > 0, let drawing = options.algorithm.drawing(of: graph, watch) else { return graph.count == 0 }
        var bounds = Rect.empty
        for (number, place) in drawing.places.enumerated() {
            bounds = bounds.union(Rect(origin: place, size: graph.sizes[number]))
        }
        let offset = graph.isFixed.contains(true) ? .zero : corner(of: level, graph) - bounds.origin
        for (number, place) in drawing.places.enumerated() where !graph.isFixed[number] {
            members[levels[level][number]].place = place + offset
        }
        bends[level] = drawing.bends.map { $0.map { $0 + offset } }
        if scope.levels[level].fits, let parent = scope.levels[level].parent, let member = places[parent] {
            fit(member, level, around: Rect(origin: bounds.origin + offset, size: bounds.size))
        }
        return true
    }

    private func graph(of level: Int) -> LayoutGraph {
        var graph = LayoutGraph(sizes: levels[level].map { members[$0].size }, edges: [])
        graph.places = levels[level].map { members[$0].place }
        graph.isFixed = levels[level].map { scope.isFixed(members[$0].slot) }
        graph.edges = edges[level].map { edge in
            let ends = document.edges.ends(edge.slot)
            var result = LayoutEdge(source: members[edge.source].number, target: members[edge.target].number)
            result.sourcePort = port(ends.sourceHandle, of: ends.source, .source, on: edge.source)
            result.targetPort = port(ends.targetHandle, of: ends.target, .target, on: edge.target)
            result.label = document.labelBox(ofEdge: edge.slot, at: .zero)?.size
            return result
        }
        return graph
    }

    /// Where the top-left corner of the bounds of a level goes.
    private func corner(of level: Int, _ graph: LayoutGraph) -> Point {
        let padding = Point(x: options.groupPadding, y: options.groupPadding)
        if scope.levels[level].fits { return padding }
        var bounds = Rect.empty
        for (place, size) in zip(graph.places, graph.sizes) {
            if let place { bounds = bounds.union(Rect(origin: place, size: size)) }
        }
        if !bounds.isEmpty { return bounds.origin }
        return scope.levels[level].parent == nil ? .zero : padding
    }

    /// Gives a group the size of its contents; one that stays grows only, and its contents stay on the canvas.
    private mutating func fit(_ member: Int, _ level: Int, around contents: Rect) {
        let padded = contents.grown(by: options.groupPadding)
        let least = document.minSize(members[member].slot) ?? Size(width: 0, height: 0)
        if !scope.isFixed(members[member].slot) {
            members[member].size = Size(
                width: max(padded.width, least.width), height: max(padded.height, least.height))
            return
        }
        let frame = Rect(origin: .zero, size: members[member].size)
        if frame.contains(contents) { return }
        let grown = frame.union(padded)
        members[member].size = grown.size
        if let place = members[member].place { members[member].place = place + grown.origin }
        for index in levels[level] { members[index].place = members[index].place.map { $0 - grown.origin } }
        bends[level] = bends[level].map { $0.map { $0 - grown.origin } }
    }

    // MARK: The plan

    private func write(_ inner: [Edge.Slot], into plan: inout LayoutPlan) {
        let origins = origins()
        var bounds = Rect.empty
        for member in members {
            guard let place = member.place else { continue }
            bounds = bounds.union(Rect(origin: origins[member.level] + place, size: member.size))
            var geometry = document.storedGeometry(member.slot)
            let before = geometry
            (geometry.x, geometry.y) = (place.x + 0, place.y + 0)
            let shown = document.nodes.geometry(member.slot)
            if member.size != Size(width: shown.width, height: shown.height) {
                (geometry.width, geometry.height) = (member.size.width, member.size.height)
            }
            if geometry != before { plan.moves.append(LayoutPlan.Move(slot: member.slot, geometry: geometry)) }
        }
        plan.bounds = bounds.isEmpty ? nil : bounds
        for (level, content) in scope.levels.enumerated() {
            guard let parent = content.parent, !content.fits else { continue }
            plan.parents.append((parent, levels[level].map { members[$0].slot }))
        }
        plan.bends = edgeChanges(inner, origins)
        plan.figures = LayoutFigures(of: lines(origins))
    }

    /// Where the places of each level count from, on the canvas.
    private func origins() -> [Point] {
        var origins = Array(repeating: Point.zero, count: levels.count)
        for level in levels.indices.reversed() {
            guard let parent = scope.levels[level].parent else { continue }
            if let member = places[parent] {
                origins[level] = origins[members[member].level] + (members[member].place ?? .zero)
            } else if let first = scope.levels[level].nodes.first {
                origins[level] = document.parentOrigin(first)
            }
        }
        return origins
    }

    private func edgeChanges(_ inner: [Edge.Slot], _ origins: [Point]) -> [LayoutPlan.Bend] {
        var changes: [LayoutPlan.Bend] = []
        func append(_ slot: Edge.Slot, _ change: LayoutPlan.EdgeChange) {
            if !document.edges.flags(slot).contains(.locked) { changes.append(LayoutPlan.Bend(slot: slot, change: change)) }
        }
        if options.edges != .keep {
            for level in levels.indices {
                for (edge, corners) in zip(edges[level], bends[level]) {
                    switch options.edges {
                    case .waypoints where isKept(edge, origins): break
                    case .waypoints: append(edge.slot, .type(.straight, waypoints: corners.map { $0 + origins[level] }))
                    case .orthogonal, .keep: append(edge.slot, .type(.orthogonal, waypoints: []))
                    }
                }
            }
        }
        // Waypoints move along with both ends, and mean nothing once these have moved apart.
        let done = SlotSet(changes.map(\.slot))
        for slot in inner where document.edges.flags(slot).contains(.bent) && !done.contains(slot) {
            let ends = document.edges.ends(slot)
            guard let source = member(holding: ends.source), let target = member(holding: ends.target) else { continue }
            let offset = offset(of: source, origins)
            if offset == self.offset(of: target, origins) {
                guard offset != .zero, let form = document.form(ofEdge: slot) else { continue }
                append(slot, .waypoints(form.waypoints.map { $0 + offset }))
            } else {
                append(slot, .waypoints([]))
            }
        }
        return changes
    }

    /// Whether an edge of a stable layout keeps its corners: its ends have not moved.
    private func isKept(_ edge: LevelEdge, _ origins: [Point]) -> Bool {
        options.algorithm.isStable && document.edges.flags(edge.slot).contains(.bent)
            && offset(of: edge.source, origins) == .zero && offset(of: edge.target, origins) == .zero
    }

    /// How far a member moves on the canvas; one without a place comes from nowhere.
    private func offset(of index: Int, _ origins: [Point]) -> Point {
        let member = members[index]
        guard let place = member.place, document.isPlaced(member.slot) else { return Point(x: .infinity, y: 0) }
        return origins[member.level] + place - document.frame(member.slot).origin
    }

    /// The edges as straight lines with corners, on the canvas.
    private func lines(_ origins: [Point]) -> [[Point]] {
        var lines: [[Point]] = []
        for level in levels.indices {
            for (edge, corners) in zip(edges[level], bends[level]) {
                let ends = document.edges.ends(edge.slot)
                guard let from = end(ends.sourceHandle, of: ends.source, .source, edge.source, origins),
                    let to = end(ends.targetHandle, of: ends.target, .target, edge.target, origins)
                else { continue }
                let waypoints = options.edges == .waypoints ? corners.map { $0 + origins[level] } : []
                lines.append([from] + waypoints + [to])
            }
        }
        return lines
    }

    /// Where an edge ends on the canvas: at its handle, or in the middle of the node that holds its end.
    private func end(
        _ symbol: Symbol?, of slot: Node.Slot, _ kind: Handle.Kind, _ index: Int, _ origins: [Point]
    ) -> Point? {
        let member = members[index]
        guard let place = member.place else { return nil }
        let frame = Rect(origin: origins[member.level] + place, size: member.size)
        guard member.slot == slot, let site = document.handleSite(of: slot, symbol: symbol, kind: kind) else {
            return frame.center
        }
        return Anchor.on(frame, document.nodes.flags(slot), side: site.side, offset: site.offset).point
    }
}
