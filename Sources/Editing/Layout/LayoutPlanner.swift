import EdgeRouting
import Geometry
import Graph
import Layout
import Storage

/// Computes the layout of a document, level by level from inside out, without changing it.
///
/// If the layout supports groups, a group that edges enter or leave is laid out together with the nodes around it, in
/// the same drawing. Else an edge between levels is laid out in pieces: from each end up to the borders of the groups
/// around it, and between these groups among their siblings.
struct LayoutPlanner {
    let document: Document
    let scope: LayoutScope
    /// The layouts of the levels, by number.
    var layouts: [LevelLayouts.Layout]
    var members: LayoutMembers
    /// The edges that are laid out.
    private(set) var links: [LayoutLink] = []
    var levels: [LayoutLevel]
    /// The nodes that make space for laid out nodes, and all nodes that were checked for that.
    var shifts: [NodeShift] = []
    var restNodes: [Node.Slot] = []
    /// The flags of edges that are not laid out.
    let ignored: EdgeFlags
    /// The level in whose drawing each level is laid out: itself, or one around it.
    var hosts: [Int]

    init(_ document: Document, _ scope: LayoutScope, _ layouts: [LevelLayouts.Layout]) {
        self.document = document
        self.scope = scope
        self.layouts = layouts
        ignored = LayoutPlanner.ignoredEdges(layouts)
        members = LayoutMembers(countsHidden: !ignored.contains(.hidden))
        levels = scope.levels.map { _ in LayoutLevel() }
        hosts = Array(levels.indices)
        for (index, level) in scope.levels.enumerated() {
            levels[index].members = members.add(level, index, scope, document, layouts[level.layout].options.sizes)
        }
        members.findDepths(scope)
    }

    /// The flags that exclude an edge from the layout.
    static func ignoredEdges(_ layouts: [LevelLayouts.Layout]) -> EdgeFlags {
        layouts.contains { $0.options.hidden == .count } ? .transient : [.hidden, .transient]
    }

    /// Returns the effect of the layout; nil if it was stopped.
    mutating func plan(_ watch: LayoutWatch) throws(EditError) -> LayoutPlan? {
        let inner = scope.edges(in: document)
        let counted = inner.filter { counts($0) }
        findDirections(counted)
        let ordered = orderedByHandles(counted)
        openGroups(ordered)
        for (index, slot) in ordered.enumerated() {
            if index % 4096 == 0, !watch(0) { return nil }
            add(slot)
        }
        let joined = Set(hosts.indices.filter { hosts[$0] != $0 }.map { hosts[$0] })
        if joined.contains(where: { !isTaken(graph(of: $0), options($0), watch) }) {
            self = LayoutPlanner(document, scope, layouts)
            for (index, slot) in ordered.enumerated() {
                if index % 4096 == 0, !watch(0) { return nil }
                add(slot)
            }
        }
        let inLayout: LayoutWatch = { watch(0.9 * $0) }
        guard isReordered ? layOutTwice(inLayout) : layOut(inLayout), watch(0.9) else { return nil }
        return try writer.plan(bentEdges: inner.filter { document.edges.flags($0).contains(.bent) }) {
            watch(0.9 + 0.1 * $0)
        }
    }

    /// Returns true if the layout accepts a graph with groups, and with its fixed nodes.
    private func isTaken(_ graph: LayoutGraph, _ options: LayoutOptions, _ watch: LayoutWatch) -> Bool {
        guard options.algorithm.takesGroups(of: graph) else { return false }
        if options.algorithm.isStable || !graph.isFixed.contains(true) { return true }
        return options.algorithm.drawingAsItWas(of: graph, watch) != nil
    }

    /// Lays out all levels; false if it was stopped.
    mutating func layOut(_ watch: LayoutWatch) -> Bool {
        let total = Double(max(members.count, 1))
        var done = 0.0
        for level in levels.indices {
            let share = Double(levels[level].members.count)
            guard layOut(level, { watch(min((done + share * $0) / total, 1)) }) else { return false }
            done += share
        }
        return true
    }

    /// The writer of the layout, in canvas coordinates.
    var writer: LayoutPlanWriter {
        LayoutPlanWriter(self, corners: corners(), labels: labels(), origins: origins())
    }

    // MARK: Edges

    /// Returns true if an edge is laid out, apart from conditions on the levels of its ends.
    private func counts(_ slot: Edge.Slot) -> Bool {
        let ends = document.edges.ends(slot)
        return document.edges.flags(slot).isDisjoint(with: ignored) && members.holding(ends.source, document) != nil
            && members.holding(ends.target, document) != nil
    }

    private mutating func add(_ slot: Edge.Slot) {
        let ends = document.edges.ends(slot)
        guard let source = members.holding(ends.source, document), let target = members.holding(ends.target, document)
        else { return }
        // An edge between a group and its contents, or within them, belongs to no level here.
        if source == target && ends.source != ends.target { return }
        if members[source].level == members[target].level {
            let piece = LayoutPiece(link: links.count, source: .member(source), target: .member(target))
            let level = members[source].level
            links.append(
                LayoutLink(slot: slot, source: source, target: target, layout: scope.levels[level].layout))
            return levels[hosts[level]].edges.append(piece)
        }
        guard let own = members.siblings(source, target, scope), own.from.last != own.to.last,
            let (from, to) = members.siblings(source, target, scope, hosts)
        else { return }
        let link = links.count
        let levelOfBoth = hosts[members[from[from.count - 1]].level]
        links.append(
            LayoutLink(slot: slot, source: source, target: target, layout: scope.levels[levelOfBoth].layout))
        guard options(levelOfBoth).algorithm.hasBorders,
            (from.dropLast() + to.dropLast()).allSatisfy({ meet(hosts[members[$0].level], levelOfBoth) })
        else {
            return levels[levelOfBoth].edges.append(
                LayoutPiece(link: link, source: .member(from[from.count - 1]), target: .member(to[to.count - 1])))
        }
        var start = LayoutPiece.End.member(source)
        for member in from.dropLast() {
            let level = hosts[members[member].level]
            let border = levels[level].border(.exit, of: member)
            levels[level].edges.append(LayoutPiece(link: link, source: start, target: .border(border)))
            start = .crossing(level, border)
        }
        var entries: [(level: Int, border: Int)] = []
        for member in to.dropLast() {
            let level = hosts[members[member].level]
            entries.append((level, levels[level].border(.entry, of: member)))
        }
        let end = entries.last.map { LayoutPiece.End.crossing($0.level, $0.border) } ?? .member(target)
        levels[levelOfBoth].edges.append(LayoutPiece(link: link, source: start, target: end))
        for index in entries.indices.reversed() {
            let (level, border) = entries[index]
            let end =
                index == 0
                ? .member(target) : LayoutPiece.End.crossing(entries[index - 1].level, entries[index - 1].border)
            levels[level].edges.append(LayoutPiece(link: link, source: .border(border), target: end))
        }
    }

    /// Returns the handle at which an edge meets a member. Nil if the edge names none, unless legs end at the drawn
    /// default handle.
    func handle(_ symbol: Symbol?, of slot: Node.Slot, _ kind: Handle.Kind, on member: Int) -> LayoutHandle? {
        let isDrawn =
            options(members[member].level).algorithm.isOrthogonal && document.settings.edgeGeometry == .reactFlow
            && !holdsCounted(slot)
        guard symbol != nil || isDrawn, members[member].slot == slot,
            let site = document.handleSite(of: slot, symbol: symbol, kind: kind)
        else { return nil }
        let frame = Rect(origin: .zero, size: members[member].size)
        let anchor = Anchor.on(frame, document.nodes.flags(slot), side: site.side, offset: site.offset)
        return LayoutHandle(side: anchor.side, offset: anchor.point)
    }

    /// Returns true if a node contains a node that counts.
    private func holdsCounted(_ slot: Node.Slot) -> Bool {
        var next = document.nodes.firstChild(of: slot)
        while let child = next {
            if members.countsHidden || !document.nodes.flags(child).contains(.hidden) { return true }
            next = document.nodes.nextSibling(child)
        }
        return false
    }

    // MARK: Levels

    /// Lays out one level, and fits the group around it; false if it was stopped.
    private mutating func layOut(_ level: Int, _ watch: LayoutWatch) -> Bool {
        let count = levels[level].members.count
        if count == 0 || hosts[level] != level { return true }
        guard watch(0) else { return false }
        var graph = graph(of: level)
        guard watch(0) else { return false }
        addOuterEnds(level, to: &graph)
        // A single node keeps its place to the last bit.
        if count == 1, graph.places[0] != nil, graph.edges.isEmpty, !scope.levels[level].fits { return true }
        let options = options(level)
        let root = layouts[scope.levels[level].layout].root
        let middle = levels[level].members.first { members[$0].slot == root }.map { members[$0].number }
        let slots = options.algorithm.direction == nil ? [] : levels[level].members.map { members[$0].slot }
        let names = HandleLabelSpace(of: slots, document, in: &graph)
        guard var drawing = options.algorithm.rooted(at: middle).drawing(of: graph, watch) else { return false }
        names.leave(&drawing, &graph, areBent: options.algorithm.hasBorders)
        var bounds = Rect.empty
        for number in 0..<count {
            let size = drawing.sizes.isEmpty ? graph.sizes[number] : drawing.sizes[number]
            bounds = bounds.union(Rect(origin: drawing.places[number], size: size))
        }
        let isHeld = graph.isFixed.contains(true) || drawing.isInPlace && !isFitted(level)
        let edges = extent(of: drawing, graph, level)
        var offset = isHeld ? .zero : corner(of: level, graph, count) - bounds.origin + margin(level, bounds, edges)
        if !isHeld {
            let block = bounds.union(edges).offset(by: offset)
            guard let aside = makeSpace(level, for: block, from: formerBounds(graph, count), watch) else {
                return false
            }
            offset = offset + aside
        }
        let holdsFixed = !graph.parents.isEmpty && options.algorithm.isStable
        for number in 0..<count where !graph.isFixed[number] || holdsFixed {
            let member = levels[level].members[number]
            let around = graph.parents.isEmpty ? -1 : graph.parents[number]
            let isAsBefore = drawing.isInPlace && drawing.places[number] == graph.places[number]
            // Unmoved nodes keep their place to the last bit.
            if !isAsBefore || !isHeld || around >= 0 && drawing.places[around] != graph.places[around] {
                members[member].place =
                    drawing.places[number] + (around < 0 ? offset : .zero - drawing.places[around])
            }
            if !drawing.sizes.isEmpty { members[member].size = drawing.sizes[number] }
        }
        levels[level].bends = drawing.bends.map { $0.map { $0 + offset } }
        levels[level].labels = drawing.labels.map { $0.map { $0 + offset } }
        levels[level].borderPlaces = drawing.places[count..<count + levels[level].borders.count].map { $0 + offset }
        if isHeld, !keepOffRest(level, graph, from: formerBounds(graph, count), watch) { return false }
        if let group = group(around: level) {
            fit(group, level, around: bounds.offset(by: offset), edges.offset(by: offset))
            moveBorders(of: level, to: members[group].size)
        }
        return true
    }

    /// Returns true if the contents of a group move to its corner. In a stable layout, an existing group only grows,
    /// unless it is automatically laid out by itself.
    private func isFitted(_ level: Int) -> Bool {
        guard let group = group(around: level) else { return false }
        let layout = layouts[scope.levels[level].layout]
        let isAutomatic = layout.isAutomatic && scope.levels[level].hasOwnLayout
        return isAutomatic || !layout.options.algorithm.isStable || members[group].place == nil
    }

    /// The member that fits a level.
    func group(around level: Int) -> Int? {
        scope.levels[level].fits ? scope.levels[level].parent.flatMap { members.number(of: $0) } : nil
    }

    /// - Parameter isLoose: true if edges to the contents of groups may meet the groups anywhere.
    func graph(of level: Int, isLoose: Bool = false) -> LayoutGraph {
        let content = levels[level]
        let borders = content.borders
        var graph = LayoutGraph(sizes: content.members.map { members[$0].size }, edges: [])
        graph.places = places(of: level)
        graph.isFixed = content.members.map { scope.isFixed(members[$0].slot) }
        if !borders.isEmpty {
            graph.sizes += borders.map { _ in Size(width: 0, height: 0) }
            graph.places += borders.map { _ in nil }
            graph.isFixed += borders.map { _ in false }
            graph.borders = content.members.map { _ in nil } + borders.map(\.kind)
            if !content.borderRanks.isEmpty {
                graph.borderRanks = content.members.map { _ in 0 } + content.borderRanks
            }
        }
        nest(level, &graph)
        graph.edges = content.edges.map { piece in
            let link = links[piece.link]
            let ends = document.edges.ends(link.slot)
            let source = end(piece.source, content.members.count)
            let target = end(piece.target, content.members.count)
            var result = LayoutEdge(source: source.number, target: target.number)
            result.weight = document.weight(ofEdge: link.slot)
            result.sourceHandle = isLoose ? nil : source.handle
            result.targetHandle = isLoose ? nil : target.handle
            if case .member(let member) = piece.source {
                result.sourceHandle = handle(ends.sourceHandle, of: ends.source, .source, on: member)
            }
            if case .member(let member) = piece.target {
                result.targetHandle = handle(ends.targetHandle, of: ends.target, .target, on: member)
            }
            if piece.isWhole, let drawn = drawnWay(of: link.slot, in: level) {
                (result.way, result.isDrawn) = drawn
            } else {
                result.keepsForm = !piece.isWhole || keepsForm(of: link.slot, in: level)
            }
            if piece.isOuter { result.label = document.labelBox(ofEdge: link.slot, at: .zero)?.size }
            return result
        }
        if let axis = options(level).axis {
            graph.values = content.members.map { document.number(at: axis, inDataOf: members[$0].slot) }
        }
        graph.constraints = constraints(of: level)
        return graph
    }

    /// The number of an end in its level, and its handle on the frame of a group.
    private func end(_ end: LayoutPiece.End, _ count: Int) -> (number: Int, handle: LayoutHandle?) {
        switch end {
        case .member(let member): return (members[member].number, nil)
        case .border(let border): return (count + border, nil)
        case .crossing(let level, let border):
            guard let group = group(around: level) else { return (0, nil) }
            let side = options(level).algorithm.side(of: levels[level].borders[border].kind)
            return (
                members[group].number,
                LayoutHandle(
                    side: side, offset: levels[level].isLaidOut ? levels[level].borderPlaces[border] : .zero,
                    isExact: true)
            )
        }
    }

    /// Returns the top-left corner of the bounds of a level.
    private func corner(of level: Int, _ graph: LayoutGraph, _ count: Int) -> Point {
        let distance = options(level).groupPadding
        let padding = Point(x: distance, y: distance)
        if scope.levels[level].fits { return padding }
        let bounds = formerBounds(graph, count)
        if !bounds.isEmpty { return bounds.origin }
        return scope.levels[level].parent == nil ? .zero : padding
    }

    /// Returns the former bounds of the nodes of a level; empty if none had a place.
    func formerBounds(_ graph: LayoutGraph, _ count: Int) -> Rect {
        var bounds = Rect.empty
        for number in 0..<count {
            if let place = graph.places[number] {
                bounds = bounds.union(Rect(origin: place, size: graph.sizes[number]))
            }
        }
        return bounds
    }

    /// Returns the extent of the corners and labels of edges between the nodes of a level.
    ///
    /// In a stable layout, loops are left out: they may have been drawn outside when the group already had its size.
    private func extent(of drawing: LayoutDrawing, _ graph: LayoutGraph, _ level: Int) -> Rect {
        var extent = Rect.empty
        let isStable = options(level).algorithm.isStable
        for (number, piece) in levels[level].edges.enumerated() where piece.isOuter {
            if isStable, graph.edges[number].source == graph.edges[number].target { continue }
            for corner in drawing.bends[number] { extent = extent.union(corner) }
        }
        for (edge, middle) in drawing.labels.enumerated() {
            guard let middle, let size = graph.edges[edge].label else { continue }
            let origin = Point(x: middle.x - size.width / 2, y: middle.y - size.height / 2)
            extent = extent.union(Rect(origin: origin, size: size))
        }
        return extent
    }

    /// Returns the offset of the contents of a group, beyond the padding, that keeps its edges and their labels inside.
    private func margin(_ level: Int, _ nodes: Rect, _ edges: Rect) -> Point {
        if !scope.levels[level].fits || edges.isEmpty { return .zero }
        let padding = options(level).groupPadding
        return Point(
            x: max(0, nodes.minX - padding - edges.minX), y: max(0, nodes.minY - padding - edges.minY))
    }

    /// Resizes a group to its contents, with padding around nodes and with all edges. A fixed group only grows, and its
    /// contents stay on the canvas.
    private mutating func fit(_ group: Int, _ level: Int, around contents: Rect, _ edges: Rect) {
        let padded = contents.grown(by: options(level).groupPadding).union(edges)
        let least = document.minSize(members[group].slot) ?? Size(width: 0, height: 0)
        if !scope.isFixed(members[group].slot), isFitted(level) {
            members[group].size = Size(
                width: max(padded.width, least.width), height: max(padded.height, least.height))
            return
        }
        let frame = Rect(origin: .zero, size: members[group].size)
        if frame.contains(contents), edges.isEmpty || frame.contains(edges) { return }
        let grown = frame.union(padded)
        members[group].size = grown.size
        if let place = members[group].place { members[group].place = place + grown.origin }
        // Members inside other groups of the level move with those groups.
        for member in levels[level].members where members[member].level == level {
            members[member].place = members[member].place.map { $0 - grown.origin }
        }
        levels[level].bends = levels[level].bends.map { $0.map { $0 - grown.origin } }
        levels[level].labels = levels[level].labels.map { $0.map { $0 - grown.origin } }
        levels[level].borderPlaces = levels[level].borderPlaces.map { $0 - grown.origin }
    }

    /// Moves the border nodes of a group onto its frame, and keeps the corners of edges inside.
    private mutating func moveBorders(of level: Int, to size: Size) {
        if levels[level].borders.isEmpty { return }
        func inside(_ point: Point) -> Point {
            Point(x: min(max(point.x, 0), size.width), y: min(max(point.y, 0), size.height))
        }
        for (border, kind) in levels[level].borders.map(\.kind).enumerated() {
            var place = inside(levels[level].borderPlaces[border])
            switch options(level).algorithm.side(of: kind) {
            case .top: place.y = 0
            case .bottom: place.y = size.height
            case .left: place.x = 0
            case .right: place.x = size.width
            case .center: break
            }
            levels[level].borderPlaces[border] = place
        }
        levels[level].bends = levels[level].bends.map { $0.map(inside) }
    }
}
