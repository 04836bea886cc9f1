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
            for (number, before) in parity == 0 ? old : next {
                count(-1, before, of: number, parity, isDue, &touched)
                count(1, routes[number], of: number, parity, isDue, &touched)
            }
            for number in searched where number & 1 == parity { recount(number, routes) }
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

    /// Adds or takes off the crossings with routes of an edge for all edges of a parity that choose near them.
    private mutating func count(
        _ sign: Int, _ routes: [RawRoute], of number: Int, _ parity: Int, _ isDue: [Bool], _ touched: inout [Int]
    ) {
        if routes.isEmpty { return }
        let bounds = routes.reduce(RouteBox.none) { $0.union($1.bounds) }
        for other in stride(from: parity, to: states.count, by: 2)
        where choiceBounds[other].touches(bounds) && other != number && !isDue[other] {
            if states[other]!.count(routes, in: bounds, times: sign) { touched.append(other) }
        }
    }

    /// Counts the crossings of an edge's routes with all others, and chooses.
    private mutating func recount(_ number: Int, _ routes: [[RawRoute]]) {
        guard var state = states[number], state.hasChoice else { return }
        let bounds = choiceBounds[number]
        state.counts = Array(repeating: 0, count: state.parts[0].options.count)
        for other in routes.indices where other != number && routeBounds[other].touches(bounds) {
            _ = state.count(routes[other], in: routeBounds[other], times: 1)
        }
        state.choose()
        states[number] = state
    }
}
