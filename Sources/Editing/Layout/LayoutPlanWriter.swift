import EdgeRouting
import Geometry
import Graph
import Layout
import Storage

/// Converts the result of a layout into changes of the document.
struct LayoutPlanWriter {
    private let planner: LayoutPlanner
    /// The corners of each link, on the canvas.
    private let corners: [[Point]]
    /// The middle of the label of each link, on the canvas.
    private let labels: [Point?]
    /// The origin of each level, on the canvas.
    private let origins: [Point]

    private var document: Document { planner.document }
    private var members: LayoutMembers { planner.members }

    init(_ planner: LayoutPlanner, corners: [[Point]], labels: [Point?], origins: [Point]) {
        self.planner = planner
        self.corners = corners
        self.labels = labels
        self.origins = origins
    }

    /// Returns nil if it was stopped.
    ///
    /// - Parameter bentEdges: the edges with waypoints among all nodes.
    func plan(bentEdges: [Edge.Slot], _ watch: LayoutWatch) throws(EditError) -> LayoutPlan? {
        let slots = (0..<members.count).map { members[$0].slot }
        var plan = LayoutPlan(
            of: LayoutReading(document, nodes: slots, edges: planner.links.map(\.slot), planner.layouts))
        plan.treatments = planner.links.map { link in
            let options = options(link)
            return LayoutPlan.Treatment(edges: options.edges, cornerRadius: options.cornerRadius)
        }
        plan.groups = planner.scope.levels.compactMap(\.parent)
        (plan.shifts, plan.rest) = (planner.shifts, planner.restNodes)
        write(into: &plan)
        for content in planner.scope.levels where !content.fits {
            let padding = planner.layouts[content.layout].options.groupPadding
            if let parent = content.parent { plan.parents.append((parent, content.nodes, padding)) }
        }
        guard let changes = try edgeChanges(watch) else { return nil }
        plan.bends = changes
        guard try appendMovedWaypoints(of: bentEdges, to: &plan, watch) else { return nil }
        if planner.scope.leadsOuterEdges {
            plan.outerEdges = document.lasting(planner.scope.subgraph.outerEdges(in: document))
            for slot in plan.outerEdges where isLeft(outerEdge: slot) {
                plan.bends.append(try LayoutPlan.Bend(slot, [.waypoints([])], in: document))
            }
        }
        return plan
    }

    private func write(into plan: inout LayoutPlan) {
        var bounds = Rect.empty
        for number in 0..<members.count {
            let member = members[number]
            guard let place = member.place else { continue }
            var geometry = document.storedGeometry(member.slot)
            let before = geometry
            geometry.x = LayoutPlanWriter.written(place.x, over: geometry.x)
            geometry.y = LayoutPlanWriter.written(place.y, over: geometry.y)
            let shown = document.nodes.geometry(member.slot)
            let size = Size(
                width: LayoutPlanWriter.written(member.size.width, over: shown.width),
                height: LayoutPlanWriter.written(member.size.height, over: shown.height))
            if size != Size(width: shown.width, height: shown.height) {
                (geometry.width, geometry.height) = (size.width, size.height)
            }
            let corner = origins[member.level] + Point(x: geometry.x, y: geometry.y)
            bounds = bounds.union(Rect(origin: corner, size: size))
            if geometry != before { plan.moves.append(LayoutPlan.Move(slot: member.slot, geometry: geometry)) }
        }
        plan.bounds = bounds.isEmpty ? nil : bounds
    }

    /// Returns the written form of a coordinate: the current one if it differs only by rounding errors, else one in
    /// millionths of a unit.
    private static func written(_ value: Double, over present: Double) -> Double {
        abs(value - present) < 1e-6 ? present : (value * 1e6).rounded() / 1e6 + 0
    }

    // MARK: Edges

    private func options(_ link: LayoutLink) -> LayoutOptions { planner.layouts[link.layout].options }

    /// Returns nil if it was stopped.
    private func edgeChanges(_ watch: LayoutWatch) throws(EditError) -> [LayoutPlan.Bend]? {
        var bends: [LayoutPlan.Bend] = []
        for (number, (link, corners)) in zip(planner.links, corners).enumerated() {
            let points = isBent(link) ? corners : []
            if number % 256 == 0, !watch(Double(number) / Double(planner.links.count)) { return nil }
            let options = options(link)
            if options.edges == .keep { continue }
            // A layout that bends only some edges leaves the others unchanged.
            if options.edges == .auto && !options.isOrthogonal && !options.algorithm.bendsEdges && points.isEmpty {
                continue
            }
            if document.edges.flags(link.slot).contains(.locked) { continue }
            let isOrthogonal = options.isOrthogonal
            if options.edges == .auto && !isOrthogonal && !document.isLine(edge: link.slot) { continue }
            if isOrthogonal {
                if stays(link), document.pathType(ofEdge: link.slot) == .orthogonal { continue }
                let isRedirected = document.isRedirected(edge: link.slot)
                let label = isRedirected ? nil : labelPosition(number)
                var changes = [LayoutPlan.EdgeChange.orthogonal(waypoints: isRedirected ? [] : points, label: label)]
                if let radius = options.cornerRadius { changes.append(.cornerRadius(radius)) }
                bends.append(try LayoutPlan.Bend(link.slot, changes, in: document))
            } else {
                // Waypoints go to a concealed node, not to the container that is shown in its place.
                let isRedirected = document.isRedirected(edge: link.slot)
                if isDrawn(link, through: isRedirected ? [] : points), labels[number] == nil { continue }
                let label = isRedirected ? nil : labelPosition(number)
                let change = LayoutPlan.EdgeChange.type(
                    .straight, waypoints: isRedirected ? [] : points, label: label)
                bends.append(try LayoutPlan.Bend(link.slot, [change], in: document))
            }
        }
        return bends
    }

    /// Returns true if the corners of an edge go to its own ends, not only to containers of these.
    private func isBent(_ link: LayoutLink) -> Bool {
        if options(link).algorithm.bendsEdges { return true }
        let ends = document.edges.ends(link.slot)
        return members[link.source].slot == ends.source && members[link.target].slot == ends.target
    }

    /// Returns the place of the label's space along an edge, 0…1.
    private func labelPosition(_ link: Int) -> Double? {
        guard let middle = labels[link], let line = drawnLine(link) else { return nil }
        let fraction = Path.polyline(RoundedPolyline(line, radius: 0)).closest(to: middle).fraction
        return (fraction * 1e6).rounded() / 1e6
    }

    /// Moves waypoints with both ends of their edges; they are removed if the ends have moved differently. Returns
    /// false if it was stopped.
    private func appendMovedWaypoints(
        of edges: [Edge.Slot], to plan: inout LayoutPlan, _ watch: LayoutWatch
    ) throws(EditError) -> Bool {
        let done = SlotSet(plan.bends.map(\.slot))
        for (index, slot) in edges.enumerated() {
            if index % 256 == 0, !watch(1) { return false }
            if done.contains(slot) || document.edges.flags(slot).contains(.locked) { continue }
            let ends = document.edges.ends(slot)
            guard let source = members.holding(ends.source, document, isSeen: false),
                let target = members.holding(ends.target, document, isSeen: false)
            else { continue }
            let offset = offset(of: source)
            guard offset == self.offset(of: target) else {
                plan.bends.append(try LayoutPlan.Bend(slot, [.waypoints([])], in: document))
                continue
            }
            guard offset != .zero, let form = document.form(ofEdge: slot) else { continue }
            let moved = form.waypoints.map { $0 + offset }
            plan.bends.append(try LayoutPlan.Bend(slot, [.waypoints(moved)], in: document))
        }
        return true
    }

    /// Returns true if an edge to a node outside the layout must lose its waypoints, since its other end moves.
    private func isLeft(outerEdge slot: Edge.Slot) -> Bool {
        let flags = document.edges.flags(slot)
        if !flags.contains(.bent) || flags.contains(.locked) { return false }
        let ends = document.edges.ends(slot)
        guard
            let member = members.holding(ends.source, document, isSeen: false)
                ?? members.holding(ends.target, document, isSeen: false)
        else { return false }
        return planner.options(members[member].level).edges != .keep && offset(of: member) != .zero
    }

    /// Returns true if an edge of a stable layout already passes its corners.
    private func isDrawn(_ link: LayoutLink, through corners: [Point]) -> Bool {
        let options = options(link)
        guard options.algorithm.isStable, document.pathType(ofEdge: link.slot) == options.edges.bentType
        else { return false }
        let waypoints = document.form(ofEdge: link.slot)?.waypoints ?? []
        return waypoints.count == corners.count
            && zip(waypoints, corners).allSatisfy { abs($0.x - $1.x) < 1e-6 && abs($0.y - $1.y) < 1e-6 }
    }

    /// Returns true if a stable layout leaves both ends of an edge in place.
    private func stays(_ link: LayoutLink) -> Bool {
        options(link).algorithm.isStable && offset(of: link.source) == .zero && offset(of: link.target) == .zero
    }

    /// Returns the movement of a member on the canvas; infinite for a member without a place.
    private func offset(of number: Int) -> Point {
        let member = members[number]
        guard let place = member.place, document.isPlaced(member.slot) else { return Point(x: .infinity, y: 0) }
        return origins[member.level] + place - document.frame(member.slot).origin
    }

    // MARK: Lines

    /// The edges as straight lines with corners, on the canvas.
    var lines: [[Point]] { planner.links.indices.compactMap { line($0) } }

    private func line(_ number: Int) -> [Point]? {
        let link = planner.links[number]
        let ends = document.edges.ends(link.slot)
        guard let from = end(ends.sourceHandle, of: ends.source, .source, link.source),
            let to = end(ends.targetHandle, of: ends.target, .target, link.target)
        else { return nil }
        let points = corners[number]
        guard options(link).isOrthogonal, let first = points.first, let last = points.last else {
            return [from] + points + [to]
        }
        return [onBorder(from, first, link.source)] + points + [onBorder(to, last, link.target)]
    }

    /// The line of an edge as it will be drawn: ends without a handle are in the middles or on the outlines of nodes.
    private func drawnLine(_ number: Int) -> [Point]? {
        guard var line = line(number), line.count > 1 else { return nil }
        let (link, last) = (planner.links[number], line.count - 1)
        let ends = document.edges.ends(link.slot)
        let (from, to) = (center(ends.sourceHandle, link.source), center(ends.targetHandle, link.target))
        if !options(link).isOrthogonal {
            if let from { line[0] = from.center }
            if let to { line[last] = to.center }
        }
        func end(_ point: Point, _ node: Node.Slot, _ frame: Rect?, towards other: Point) -> Point {
            guard let frame, point == frame.center else { return point }
            let middle = Anchor(point: point, side: .center)
            return document.drawnAnchor(middle, of: node, shownIn: frame, towards: other).point
        }
        let (second, former) = (line[1], line[last - 1])
        line[0] = end(line[0], ends.source, from, towards: second)
        line[last] = end(line[last], ends.target, to, towards: former)
        return line
    }

    /// The frame of a member in whose middle an edge with this handle ends; nil if it ends at a handle.
    private func center(_ symbol: Symbol?, _ number: Int) -> Rect? {
        frame(number).flatMap { document.settings.edgeGeometry.centerAnchor(symbol: symbol, on: $0) == nil ? nil : $0 }
    }

    /// Returns the point where a leg to the middle of a member meets its frame; other ends are returned unchanged.
    private func onBorder(_ end: Point, _ corner: Point, _ number: Int) -> Point {
        guard let frame = frame(number), end == frame.center else { return end }
        return Point(
            x: min(max(corner.x, frame.minX), frame.maxX), y: min(max(corner.y, frame.minY), frame.maxY))
    }

    private func frame(_ number: Int) -> Rect? {
        members[number].place.map { Rect(origin: origins[members[number].level] + $0, size: members[number].size) }
    }

    /// Returns the end of an edge on the canvas: at its handle, or in the middle of the member that contains its end.
    private func end(_ symbol: Symbol?, of slot: Node.Slot, _ kind: Handle.Kind, _ number: Int) -> Point? {
        let member = members[number]
        guard let frame = frame(number) else { return nil }
        guard member.slot == slot, let site = document.handleSite(of: slot, symbol: symbol, kind: kind) else {
            return frame.center
        }
        return Anchor.on(frame, document.nodes.flags(slot), side: site.side, offset: site.offset).point
    }
}

extension LayoutOptions {
    /// Is true if edges detour around nodes with the legs of the layout.
    var isOrthogonal: Bool { algorithm.isOrthogonal || edges == .orthogonal }
}
