import Graph
import Storage

/// An ordered list with tombstones: all positions that nodes, or edges, have had while steps of the history moved them.
///
/// The position of an element is the one from the last done step. Its others are tombstones: they are neither moved
/// nor removed when a step is undone. So the order depends only on the set of done steps. Elements that were never
/// moved take no memory: they are in the list as in the document.
struct OrderedList: Sendable {
    /// An entry of the list.
    enum Entry: Hashable, Sendable {
        case position(Int)
        case unmoved(Identifier)
        /// The end, which is before the first and after the last.
        case end

        init(_ unmoved: Identifier?) { self = unmoved.map { .unmoved($0) } ?? .end }
    }

    struct Position: Sendable {
        /// The number of positions that were made before.
        var number = 0
        var element = Identifier("")
        /// The number of the step; nil is before all steps.
        var step: Int?
    }

    private var positions: [Int: Position] = [:]
    /// The number of positions that were ever made.
    private var made = 0
    /// The positions of each element, from the steps.
    private var byElement: [Identifier: [Int]] = [:]
    /// Neighbors in the list if they differ from those in the document.
    private var next: [Entry: Entry] = [:]
    private var previous: [Entry: Entry] = [:]

    init() {}

    /// A list in its stored form; nil if it numbers a position twice or beyond all counts, or names a missing step, or
    /// a missing element as one that was never moved.
    init?(_ runs: [Run], steps: Int, _ around: Neighbors, isThere: (Identifier) -> Bool) {
        let stored = runs.flatMap(\.positions).sorted { $0.number < $1.number }
        for position in stored {
            if let step = position.step, !(0..<steps).contains(step) { return nil }
            let isFirst = positions.updateValue(position, forKey: position.number) == nil
            if !isFirst || !(0...Int(Int32.max)).contains(position.number) { return nil }
            byElement[position.element, default: []].append(position.number)
            made = position.number + 1
        }
        var begun: Set<Identifier?> = []
        for run in runs {
            if let after = run.after, !isThere(after) || byElement[after] != nil { return nil }
            if run.positions.isEmpty || !begun.insert(run.after).inserted { return nil }
            var left = Entry(run.after)
            for position in run.positions {
                join(left, .position(position.number))
                left = .position(position.number)
            }
            var right = around.next(run.after)
            while let id = right, byElement[id] != nil { right = around.next(id) }
            join(left, Entry(right))
        }
    }

    /// The neighbors of an element in the order of a document; those of nil are the first and the last.
    struct Neighbors {
        let next: (Identifier?) -> Identifier?
        let previous: (Identifier?) -> Identifier?
    }

    // MARK: Writing down

    /// Consecutive positions after an element that was never moved; nil is the beginning.
    struct Run: Sendable {
        var after: Identifier?
        var positions: [Position] = []
    }

    /// Returns every position in the list, in order; the runs are in the order of the elements before them.
    ///
    /// - Parameter indices: of the steps, by their numbers.
    func runs(_ indices: [Int: Int]) -> [Run] {
        var runs: [Run] = []
        for number in positions.keys {
            var run = Run()
            switch previous[.position(number)] {
            case .position, nil: continue
            case .unmoved(let id): run.after = id
            case .end: break
            }
            var entry: Entry? = .position(number)
            while case .position(let number) = entry, var position = positions[number] {
                position.step = position.step.flatMap { indices[$0] }
                run.positions.append(position)
                entry = next[.position(number)]
            }
            runs.append(run)
        }
        return runs.sorted { ($0.after?.string ?? "") < ($1.after?.string ?? "") }
    }

    // MARK: Making positions

    /// Gives an element its present position, since it will leave the document and was never moved.
    mutating func pin(_ id: Identifier, _ around: Neighbors) {
        if byElement[id] != nil { return }
        let (left, right) = (before(.unmoved(id), around), after(.unmoved(id), around))
        let position = make(id, step: nil)
        join(left, position)
        join(position, right)
        next[.unmoved(id)] = nil
        previous[.unmoved(id)] = nil
    }

    /// Makes a position before another entry.
    mutating func place(
        _ id: Identifier, before successor: Entry, of step: Int, _ around: Neighbors
    ) -> Entry {
        let left = before(successor, around)
        let position = make(id, step: step)
        join(left, position)
        join(position, successor)
        return position
    }

    /// Records that a step has put an element in its position.
    ///
    /// - Returns: False if no step has moved it.
    mutating func confirm(
        _ id: Identifier, of step: Int, without undone: Set<Int>, _ around: Neighbors
    ) -> Bool {
        if byElement[id] == nil { return false }
        _ = place(id, before: around.next(id).map { entry(of: $0, without: undone) } ?? .end, of: step, around)
        return true
    }

    private mutating func make(_ id: Identifier, step: Int?) -> Entry {
        let number = made
        made += 1
        positions[number] = Position(number: number, element: id, step: step)
        byElement[id, default: []].append(number)
        return .position(number)
    }

    /// The entry of an element when all steps are done but some.
    func entry(of id: Identifier, without undone: Set<Int>) -> Entry {
        guard let own = byElement[id], let first = own.first else { return .unmoved(id) }
        let last = own.last { number in positions[number]?.step.map { !undone.contains($0) } ?? true }
        // One that others need is where the step would have put it that made it.
        return .position(last ?? own.last { positions[$0]?.step == positions[first]?.step } ?? first)
    }

    // MARK: The list

    private func after(_ entry: Entry, _ around: Neighbors) -> Entry {
        if let known = next[entry] { return known }
        guard case .unmoved(let id) = entry else { return Entry(around.next(nil)) }
        return Entry(around.next(id))
    }

    private func before(_ entry: Entry, _ around: Neighbors) -> Entry {
        if let known = previous[entry] { return known }
        guard case .unmoved(let id) = entry else { return Entry(around.previous(nil)) }
        return Entry(around.previous(id))
    }

    /// Makes two entries neighbors; those without a position are neighbors in the document.
    private mutating func join(_ left: Entry, _ right: Entry) {
        var isPosition = false
        if case .position = left { isPosition = true }
        if case .position = right { isPosition = true }
        next[left] = isPosition ? right : nil
        previous[right] = isPosition ? left : nil
    }

    // MARK: Asking

    /// The positions of the elements that have any: each with its successor, to be assigned in this order.
    ///
    /// - Parameters:
    ///   - isShown: whether an element is there afterwards.
    ///   - around: before anything is changed.
    /// - Complexity: O(the elements, and the tombstones after them).
    func sites(
        of elements: [Identifier], without undone: Set<Int>, _ around: Neighbors, isShown: (Identifier) -> Bool
    ) -> [(id: Identifier, before: Identifier?)] {
        var open = Set(elements.filter { byElement[$0] != nil && isShown($0) })
        var sites: [(id: Identifier, before: Identifier?)] = []
        for start in elements where open.contains(start) {
            var run: [Identifier] = []
            var successor: Identifier?
            var entry = entry(of: start, without: undone)
            while entry != .end {
                let id = element(at: entry, without: undone)
                entry = after(entry, around)
                guard let id, isShown(id) else { continue }
                if open.remove(id) != nil {
                    run.append(id)
                } else {
                    successor = id
                    break
                }
            }
            for id in run.reversed() {
                sites.append((id, successor))
                successor = id
            }
        }
        return sites
    }

    /// The element of an entry; nil if that is a tombstone.
    private func element(at entry: Entry, without undone: Set<Int>) -> Identifier? {
        switch entry {
        case .end: return nil
        case .unmoved(let id): return id
        case .position(let number):
            guard let id = positions[number]?.element, self.entry(of: id, without: undone) == entry else { return nil }
            return id
        }
    }

    // MARK: Forgetting

    /// Forgets the positions that the first step gave an element, or one that is undone.
    mutating func forget(_ step: Int, isDone: Bool, _ id: Identifier) {
        guard let own = byElement[id], let last = own.lastIndex(where: { positions[$0]?.step == step }) else { return }
        let keepsLast = isDone || positions[own[0]]?.step == step
        var kept: [Int] = []
        for (index, number) in own.enumerated() {
            if keepsLast && index == last {
                positions[number]?.step = nil
                kept.append(number)
            } else if positions[number]?.step == step || isDone && index < last {
                unlink(number)
            } else {
                kept.append(number)
            }
        }
        byElement[id] = kept
    }

    /// Drops the position of an element that no step gave it: it is in the list as in the document, or not at all.
    mutating func release(_ id: Identifier, isThere: Bool) {
        guard let own = byElement[id], own.count == 1, positions[own[0]]?.step == nil else { return }
        let (left, right) = (previous[.position(own[0])], next[.position(own[0])])
        unlink(own[0])
        byElement[id] = nil
        guard isThere, let left, let right else { return }
        join(left, .unmoved(id))
        join(.unmoved(id), right)
    }

    private mutating func unlink(_ number: Int) {
        let position = Entry.position(number)
        if let left = previous[position], let right = next[position] { join(left, right) }
        next[position] = nil
        previous[position] = nil
        positions[number] = nil
    }
}
