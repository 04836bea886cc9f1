extension RouteNet {
    /// Repeats the choice among routes of edges if it depends on edges with new routes; returns the edges whose legs
    /// must be made again, ascending.
    ///
    /// Edges with even numbers count crossings with the routes that the others would draw alone, then edges with odd
    /// numbers count crossings with the drawn routes of the even ones. So a choice never depends on a chain of others.
    mutating func choose(_ searched: [Int]) -> [Int] {
        var isDue = [Bool](repeating: false, count: states.count)
        for number in searched { isDue[number] = true }
        var chosen = searched
        var isChosen = isDue
        var old: [(number: Int, drawing: RouteDrawing)] = []
        for number in searched {
            routeBounds[number] = states[number]?.routeBounds ?? .none
            choiceBounds[number] = states[number]?.hasChoice == true ? routeBounds[number] : .none
            let now = states[number].map { RouteDrawing($0.parts.lazy.map { $0.options[0] }) } ?? RouteDrawing()
            if now != alone[number] { old.append((number, alone[number])) }
            alone[number] = now
        }
        var next: [(number: Int, drawing: RouteDrawing)] = []
        for parity in 0...1 {
            let drawings = parity == 0 ? alone : shown
            var touched: [Int] = []
            let changed = parity == 0 ? old : next
            let others = changed.isEmpty ? Choosers() : Choosers(choiceBounds, parity) { !isDue[$0] }
            for (number, before) in changed {
                recount(number, from: before, to: drawings[number], others, &touched)
            }
            recount(searched.filter { $0 & 1 == parity && states[$0]?.hasChoice == true }, drawings)
            for number in touched where !isChosen[number] {
                let before = states[number]?.pick
                states[number]?.choose()
                guard states[number]?.pick != before else { continue }
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

    private func drawn(_ number: Int) -> RouteDrawing {
        guard let state = states[number] else { return RouteDrawing() }
        return state.hasChoice && state.pick > 0 ? RouteDrawing([state.parts[0].options[state.pick]]) : alone[number]
    }

    /// Counts the crossings with a changed edge again, for those of some edges that choose near it.
    private mutating func recount(
        _ number: Int, from before: RouteDrawing, to now: RouteDrawing, _ others: Choosers, _ touched: inout [Int]
    ) {
        others.bounds.visit(touching: before.bounds.union(now.bounds)) { at in
            let other = others.numbers[at]
            if other == number { return }
            if states[other]?.count(before, times: -1) == true { touched.append(other) }
            if states[other]?.count(now, times: 1) == true { touched.append(other) }
        }
    }

    /// The number of edges up to which crossings are counted one by one.
    private static let mostCounted = 16

    /// Recounts crossings of edges that may choose with those of all others, and lets them choose.
    private mutating func recount(_ numbers: [Int], _ drawings: [RouteDrawing]) {
        for number in numbers { states[number]?.clearCounts() }
        if numbers.count > RouteNet.mostCounted {
            countTogether(numbers, drawings)
        } else {
            for number in numbers {
                routeBounds.visit(touching: choiceBounds[number]) { other in
                    if other == number { return }
                    states[number]?.count(drawings[other], times: 1)
                }
            }
        }
        for number in numbers { states[number]?.choose() }
    }

    /// The same for many at once, in a time that does not grow with how many there are for each.
    private mutating func countTogether(_ numbers: [Int], _ drawings: [RouteDrawing]) {
        var crossings = RouteCrossings()
        for drawing in drawings { crossings.add(drawing) }
        for axis in 0...1 {
            var lines: [RouteCrossings.Line] = []
            var owners: [(number: Int, option: Int)] = []
            for number in numbers {
                for leg in states[number]?.legs ?? [] where leg.axis == axis {
                    lines.append(leg.line)
                    owners.append((number, leg.option))
                }
            }
            for (owner, count) in zip(owners, crossings.counts(of: lines, axis: axis)) {
                states[owner.number]?.counts[owner.option] += count
            }
        }
        // Each was among all.
        for number in numbers { states[number]?.count(drawings[number], times: -1) }
    }
}

/// Edges that choose among routes.
private struct Choosers {
    private(set) var numbers: [Int] = []
    /// Boxes around the options of each.
    private(set) var bounds: [RouteBox] = []

    init() {}

    /// Lists the boxes with even numbers, or with odd ones, that pass a test.
    init(_ all: [RouteBox], _ parity: Int, where test: (Int) -> Bool) {
        for number in stride(from: parity, to: all.count, by: 2) where !all[number].isNone && test(number) {
            numbers.append(number)
            bounds.append(all[number])
        }
    }
}
