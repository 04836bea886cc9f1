import Graph
import Storage

/// All places that nodes, or edges, have had in the order while steps of the history moved them: one list, in which the
/// places that count give the order.
///
/// Of an element the place counts that the last step gave it that is done; places are neither moved nor taken away when a
/// step is undone. So the order follows from which steps are done, and from nothing else. Elements that were never moved are
/// in no memory: they stand in the list as in the document.
struct OrderMarks: Sendable {
    /// What stands in the list.
    enum Entry: Hashable, Sendable {
        case mark(Int)
        case still(Identifier)
        /// What is before the first and behind the last.
        case end

        init(_ still: Identifier?) { self = still.map { .still($0) } ?? .end }
    }

    struct Mark: Sendable {
        let element: Identifier
        /// The number of the step; nil is before all steps.
        var step: Int?
    }

    private var marks: [Int: Mark] = [:]
    /// How many marks were ever made.
    private var made = 0
    /// The marks of each element, as the steps made them.
    private var places: [Identifier: [Int]] = [:]
    /// Neighbors in the list where they are not those in the document.
    private var next: [Entry: Entry] = [:]
    private var previous: [Entry: Entry] = [:]

    init() {}

    /// A list that is written down: of each run of marks where it begins, and what comes behind it.
    ///
    /// - Parameter runs: with what stands behind each, nil is nothing; marks are numbered from 0 on, as they were made.
    init(_ runs: [(run: Run, right: Identifier?)]) {
        for (run, right) in runs {
            var left = Entry(run.left)
            for (number, mark) in run.marks {
                marks[number] = mark
                join(left, .mark(number))
                left = .mark(number)
            }
            join(left, Entry(right))
        }
        made = marks.count
        for number in 0..<made {
            if let mark = marks[number] { places[mark.element, default: []].append(number) }
        }
    }

    /// The elements beside one in the order of a document, of nil the first and the last.
    struct Neighbors {
        let next: (Identifier?) -> Identifier?
        let previous: (Identifier?) -> Identifier?
    }

    // MARK: Writing down

    /// Marks that stand together, behind an element without marks; nil is the beginning.
    typealias Run = (left: Identifier?, marks: [(number: Int, mark: Mark)])

    /// Every mark in the list, in its turn; the runs are in the order of what they stand behind.
    var runs: [Run] {
        var runs: [Run] = []
        for number in marks.keys {
            var run: Run
            switch previous[.mark(number)] {
            case .mark, nil: continue
            case .still(let id): run = (id, [])
            case .end: run = (nil, [])
            }
            var entry: Entry? = .mark(number)
            while case .mark(let number) = entry, let mark = marks[number] {
                run.marks.append((number, mark))
                entry = next[.mark(number)]
            }
            runs.append(run)
        }
        return runs.sorted { ($0.left?.string ?? "") < ($1.left?.string ?? "") }
    }

    // MARK: Making marks

    /// Notes where an element stands, as it will leave the document and did not move.
    mutating func pin(_ id: Identifier, _ around: Neighbors) {
        if places[id] != nil { return }
        let (left, right) = (before(.still(id), around), after(.still(id), around))
        let mark = make(id, step: nil)
        join(left, mark)
        join(mark, right)
        next[.still(id)] = nil
        previous[.still(id)] = nil
    }

    /// Makes a mark that stands before another entry.
    mutating func place(
        _ id: Identifier, before successor: Entry, of step: Int, _ around: Neighbors
    ) -> Entry {
        let left = before(successor, around)
        let mark = make(id, step: step)
        join(left, mark)
        join(mark, successor)
        return mark
    }

    /// Notes that a step has put an element where it is.
    ///
    /// - Returns: False if no step has moved it.
    mutating func confirm(
        _ id: Identifier, of step: Int, without undone: Set<Int>, _ around: Neighbors
    ) -> Bool {
        if places[id] == nil { return false }
        _ = place(id, before: around.next(id).map { entry(of: $0, without: undone) } ?? .end, of: step, around)
        return true
    }

    private mutating func make(_ id: Identifier, step: Int?) -> Entry {
        let number = made
        made += 1
        marks[number] = Mark(element: id, step: step)
        places[id, default: []].append(number)
        return .mark(number)
    }

    /// Where an element stands when all steps are done but some.
    func entry(of id: Identifier, without undone: Set<Int>) -> Entry {
        guard let own = places[id], let first = own.first else { return .still(id) }
        let last = own.last { number in marks[number]?.step.map { !undone.contains($0) } ?? true }
        // One that others need stands where the step would have put it that made it.
        return .mark(last ?? own.last { marks[$0]?.step == marks[first]?.step } ?? first)
    }

    // MARK: The list

    private func after(_ entry: Entry, _ around: Neighbors) -> Entry {
        if let known = next[entry] { return known }
        guard case .still(let id) = entry else { return Entry(around.next(nil)) }
        return Entry(around.next(id))
    }

    private func before(_ entry: Entry, _ around: Neighbors) -> Entry {
        if let known = previous[entry] { return known }
        guard case .still(let id) = entry else { return Entry(around.previous(nil)) }
        return Entry(around.previous(id))
    }

    /// Makes two entries neighbors; those without a mark are neighbors in the document.
    private mutating func join(_ left: Entry, _ right: Entry) {
        var isMarked = false
        if case .mark = left { isMarked = true }
        if case .mark = right { isMarked = true }
        next[left] = isMarked ? right : nil
        previous[right] = isMarked ? left : nil
    }

    // MARK: Asking

    /// Where elements stand, those that have marks: each with its successor, to be given in this turn.
    ///
    /// - Parameters:
    ///   - isShown: whether an element is there afterwards.
    ///   - around: before anything is changed.
    /// - Complexity: O(the elements, and the places that do not count behind them).
    func sites(
        of elements: [Identifier], without undone: Set<Int>, _ around: Neighbors, isShown: (Identifier) -> Bool
    ) -> [(id: Identifier, before: Identifier?)] {
        var open = Set(elements.filter { places[$0] != nil && isShown($0) })
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

    /// The element whose place an entry is; nil if it does not count.
    private func element(at entry: Entry, without undone: Set<Int>) -> Identifier? {
        switch entry {
        case .end: return nil
        case .still(let id): return id
        case .mark(let number):
            guard let id = marks[number]?.element, self.entry(of: id, without: undone) == entry else { return nil }
            return id
        }
    }

    // MARK: Forgetting

    /// Forgets the places that the first step gave an element, or one that is undone.
    mutating func forget(_ step: Int, isDone: Bool, _ id: Identifier) {
        guard let own = places[id], let last = own.lastIndex(where: { marks[$0]?.step == step }) else { return }
        let keepsLast = isDone || marks[own[0]]?.step == step
        var kept: [Int] = []
        for (index, number) in own.enumerated() {
            if keepsLast && index == last {
                marks[number]?.step = nil
                kept.append(number)
            } else if marks[number]?.step == step || isDone && index < last {
                unlink(number)
            } else {
                kept.append(number)
            }
        }
        places[id] = kept
    }

    /// Lets an element stand in the list as in the document, or not at all, if no step gave it a place that is kept.
    mutating func release(_ id: Identifier, isThere: Bool) {
        guard let own = places[id], own.count == 1, marks[own[0]]?.step == nil else { return }
        let (left, right) = (previous[.mark(own[0])], next[.mark(own[0])])
        unlink(own[0])
        places[id] = nil
        guard isThere, let left, let right else { return }
        join(left, .still(id))
        join(.still(id), right)
    }

    private mutating func unlink(_ number: Int) {
        let mark = Entry.mark(number)
        if let left = previous[mark], let right = next[mark] { join(left, right) }
        next[mark] = nil
        previous[mark] = nil
        marks[number] = nil
    }
}
