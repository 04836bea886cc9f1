import Geometry

/// An edge with its search results, up to the choice among its routes.
struct RouteState: Sendable {
    let edge: RoutedEdge
    var parts: [RoutePart] = []
    var filter = RouteFilter()
    /// Boxes around its ends and waypoints: changes there affect its results.
    var ends: [RouteBox] = []
    /// The index of the option of the only part that is drawn.
    var pick = 0
    /// The number of crossings of each option with the routes that others draw, or would draw alone.
    var counts: [Int] = []
    /// The legs of all options, if there is a choice.
    private(set) var legs: [OptionLeg] = []

    /// A leg of an option of the only part.
    struct OptionLeg: Sendable {
        let option: Int
        let axis: Int
        let line: RouteCrossings.Line
    }

    /// Is true if it chooses among several routes.
    var hasChoice: Bool { parts.count == 1 && parts[0].options.count > 1 }

    /// Returns true if the same routes were found for an edge before, so that no later step must be done again.
    func hasSameRoutes(as old: RouteState) -> Bool {
        guard old.filter == filter, old.parts.count == parts.count else { return false }
        return zip(old.parts, parts).allSatisfy { $0.options == $1.options }
    }

    /// A box around everything on which it depends.
    var bounds: RouteBox { parts.reduce(ends.reduce(.none) { $0.union($1) }) { $0.union($1.bounds) } }

    /// A box around all routes it chooses from, or has.
    var routeBounds: RouteBox {
        parts.reduce(.none) { $1.options.reduce($0) { $0.union($1.bounds) } }
    }

    /// The legs of the chosen routes.
    func plan() -> RoutePlan {
        var plan = RoutePlan()
        plan.filter = filter
        plan.isOpen = filter.open.count > edge.passable.count
        for part in parts { plan.append(part.options[parts.count == 1 ? pick : 0]) }
        plan.reset()
        return plan
    }

    /// Notes the legs of all options, once they are known.
    mutating func noteLegs() {
        legs = []
        guard hasChoice else { return }
        for (number, option) in parts[0].options.enumerated() {
            for leg in option.places.indices {
                legs.append(
                    OptionLeg(option: number, axis: (option.axis + leg) & 1, line: RouteCrossings.Line(option, leg)))
            }
        }
    }

    /// Begins to count crossings again.
    mutating func clearCounts() { counts = Array(repeating: 0, count: parts[0].options.count) }

    /// Adds to the count of each option its crossings with the drawing of an edge, times `factor`. Returns false if
    /// there are none.
    @discardableResult
    mutating func count(_ drawing: RouteDrawing, times factor: Int) -> Bool {
        var hasAny = false
        for leg in legs {
            let found = drawing.count(crossing: leg.line, axis: leg.axis)
            if found == 0 { continue }
            counts[leg.option] += found * factor
            hasAny = true
        }
        return hasAny
    }

    /// Takes the option with the fewest crossings; 500 more in length count as much as a crossing.
    mutating func choose() {
        pick = 0
        guard hasChoice else { return }
        let options = parts[0].options
        for k in options.indices
        where Double(counts[k]) + options[k].cost * 0.002 < Double(counts[pick]) + options[pick].cost * 0.002 {
            pick = k
        }
    }
}
