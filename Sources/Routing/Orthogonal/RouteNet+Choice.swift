extension RouteNet {
    /// Chooses among the routes of edges again where the choice depends on edges that were looked for; returns the
    /// edges whose legs must be made again, ascending.
    ///
    /// Edges with even numbers count crossings with what the others would draw alone, then those with odd numbers count
    /// crossings with what is drawn by the even ones. So a choice never depends on a chain of others.
    mutating func choose(_ searched: [Int]) -> [Int] {
        var isDue = [Bool](repeating: false, count: states.count)
        for number in searched { isDue[number] = true }
        var chosen = searched
        var isChosen = isDue
        var old: [(Int, [RawRoute])] = []
        for number in searched {
            routeBounds[number] = states[number]?.routeBounds ?? .none
            choiceBounds[number] = states[number]?.hasChoice == true ? routeBounds[number] : .none
            let now = states[number].map { $0.parts.map { $0.options[0] } } ?? []
            if now != alone[number] { old.append((number, alone[number])) }
            alone[number] = now
        }
        var next: [(Int, [RawRoute])] = []
        for parity in 0...1 {
            let routes = parity == 0 ? alone : shown
            var touched: [Int] = []
            let others = stride(from: parity, to: states.count, by: 2).filter {
                !isDue[$0] && !choiceBounds[$0].isNone
            }
            for (number, before) in parity == 0 ? old : next {
                count(-1, before, of: number, others, &touched)
                count(1, routes[number], of: number, others, &touched)
            }
            recount(searched.filter { $0 & 1 == parity && states[$0]?.hasChoice == true }, routes)
            for number in touched where number & 1 == parity && !isChosen[number] {
                let before = states[number]!.pick
                states[number]!.choose()
                guard states[number]!.pick != before else { continue }
                isChosen[number] = true
                chosen.append(number)
            }
            if parity == 0 {
                for number in chosen {
                    let now = number & 1 == 0 ? drawn(number) : alone[number]
                    if now != shown[number] { next.append((number, shown[number])) }
                    shown[number] = now
                }
            }
        }
        return chosen.sorted()
    }

    private func drawn(_ number: Int) -> [RawRoute] {
        guard let state = states[number] else { return [] }
        return state.hasChoice ? [state.parts[0].options[state.pick]] : alone[number]
    }

    /// Adds or takes off the crossings with routes of an edge for those of some edges that choose near them.
    private mutating func count(
        _ sign: Int, _ routes: [RawRoute], of number: Int, _ others: [Int], _ touched: inout [Int]
    ) {
        if routes.isEmpty { return }
        let bounds = routes.reduce(RouteBox.none) { $0.union($1.bounds) }
        for other in others where choiceBounds[other].touches(bounds) && other != number {
            if states[other]!.count(routes, in: bounds, times: sign) { touched.append(other) }
        }
    }

    /// How many edges count their crossings one by one.
    private static let mostCounted = 16

    /// Counts the crossings of the routes of edges that choose with those of all others, and lets them choose.
    private mutating func recount(_ numbers: [Int], _ routes: [[RawRoute]]) {
        for number in numbers {
            states[number]!.counts = Array(repeating: 0, count: states[number]!.parts[0].options.count)
        }
        if numbers.count > RouteNet.mostCounted {
            countTogether(numbers, routes)
        } else {
            for number in numbers {
                let bounds = choiceBounds[number]
                for other in routes.indices where other != number && routeBounds[other].touches(bounds) {
                    _ = states[number]!.count(routes[other], in: routeBounds[other], times: 1)
                }
            }
        }
        for number in numbers { states[number]!.choose() }
    }

    /// The same for many at once, in a time that does not grow with how many there are for each.
    private mutating func countTogether(_ numbers: [Int], _ routes: [[RawRoute]]) {
        var crossings = RouteCrossings()
        for list in routes { for route in list { crossings.add(route) } }
        for axis in 0...1 {
            var lines: [RouteCrossings.Line] = []
            var owners: [(number: Int, option: Int)] = []
            for number in numbers {
                for (option, route) in states[number]!.parts[0].options.enumerated() {
                    for leg in route.places.indices where (route.axis + leg) & 1 == axis {
                        lines.append(RouteCrossings.Line(route, leg))
                        owners.append((number, option))
                    }
                }
            }
            for (owner, count) in zip(owners, crossings.counts(of: lines, axis: axis)) {
                states[owner.number]!.counts[owner.option] += count
            }
        }
        // Each was among all.
        for number in numbers { _ = states[number]!.count(routes[number], in: .everything, times: -1) }
    }
}
