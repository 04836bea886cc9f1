import Geometry
import Graph
import Storage

// Arcs with which the level legs of orthogonal edges jump over the legs that they cross.

extension EdgeRoutes {
    /// The radius of the arcs, in canvas units.
    private static let radius = 5.0
    /// The least radius of an arc; with less space there is no arc.
    private static let leastRadius = 1.0

    /// The drawn path of an edge, with arcs over the upright legs of other edges that it crosses; nil without arcs.
    ///
    /// - Parameter path: the path without arcs, which hits, bounds and labels use.
    /// - Complexity: O(*n*) for *n* edges near its level legs; O(1) if the document has no arcs.
    public func jumpingPath(ofEdge slot: Edge.Slot, _ path: Path) -> Path? {
        guard contents.value.places?.contains(slot) == true, case .polyline(let line) = path else { return nil }
        var corners = [line.corners[0]]
        for index in 1..<line.corners.count {
            let leg = line.leg(index - 1)
            if leg.start.y == leg.end.y {
                let arcs = EdgeRoutes.arcs(over: crossings(of: leg, by: slot), on: leg)
                corners += leg.start.x < leg.end.x ? arcs : arcs.reversed()
            }
            corners.append(line.corners[index])
        }
        return corners.count == line.corners.count ? nil : .polyline(RoundedPolyline(corners: corners))
    }

    /// Returns the coordinates where the upright legs of other edges cross a level leg, from left to right.
    private func crossings(of leg: Segment, by slot: Edge.Slot) -> [Double] {
        var places: Set<Double> = []
        let (low, high) = (min(leg.start.x, leg.end.x), max(leg.start.x, leg.end.x))
        contents.value.places?.visit(touching: leg.bounds) { other in
            guard other != slot, let points = points(ofEdge: other) else { return }
            for (start, end) in zip(points, points.dropFirst()) where start.x == end.x {
                let isCrossed = min(start.y, end.y) < leg.start.y && leg.start.y < max(start.y, end.y)
                if isCrossed && low < start.x && start.x < high { places.insert(start.x) }
            }
        }
        return places.sorted()
    }

    /// The corners of arcs at places of a level leg, from left to right; arcs that would touch are merged.
    private static func arcs(over places: [Double], on leg: Segment) -> [RoundedPolyline.Corner] {
        let (low, high) = (min(leg.start.x, leg.end.x), max(leg.start.x, leg.end.x))
        var arcs: [(from: Double, to: Double, radius: Double)] = []
        for place in places {
            let radius = min(radius, place - low, high - place)
            if radius < leastRadius { continue }
            if let last = arcs.last, place - radius < last.to {
                arcs[arcs.count - 1].to = place + radius
                arcs[arcs.count - 1].radius = min(last.radius, radius)
            } else {
                arcs.append((place - radius, place + radius, radius))
            }
        }
        let level = leg.start.y
        return arcs.flatMap { arc in
            [
                RoundedPolyline.Corner(Point(x: arc.from, y: level)),
                RoundedPolyline.Corner(Point(x: arc.from, y: level - arc.radius), radius: arc.radius),
                RoundedPolyline.Corner(Point(x: arc.to, y: level - arc.radius), radius: arc.radius),
                RoundedPolyline.Corner(Point(x: arc.to, y: level)),
            ]
        }
    }

    /// The edges that are drawn differently if some edges change: these and, with arcs, the edges that cross them or
    /// did.
    mutating func withJumps(_ changed: [Edge.Slot], _ document: Document) -> [Edge.Slot] {
        guard var places = contents.value.places.take() else { return changed }
        var stale = contents.value.formerPlaces
        contents.value.formerPlaces = []
        for slot in changed {
            if let former = places.bounds(of: slot) { stale.append(former) }
            if document.pathType(ofEdge: slot) == .orthogonal, let points = points(ofEdge: slot) {
                let bounds = points.reduce(Rect.empty) { $0.union($1) }
                places.set(slot, bounds)
                stale.append(bounds)
            } else {
                places.remove(slot)
            }
        }
        contents.value.places = places
        // If most edges have changed, checking all costs less.
        if stale.count > contents.value.numbers.count { return contents.value.members.slots }
        var found = SlotSet(changed)
        for rect in stale { places.visit(touching: rect) { found.insert($0) } }
        return found.slots
    }
}
