import Storage
import Wire

/// The stamps of the nodes or of the edges of a document: sparse, except for original positions.
struct StampedElements<Element>: Sendable {
    /// The states of elements that were written or are absent from the document.
    private(set) var states: [Identifier: StampedElement] = [:]
    /// The number of the element that had each slot at the beginning; negative for none.
    var numbers: ContiguousArray<Int32> = []
    /// The slots of elements whose state has a key.
    private(set) var keyed = SlotSet<Element>()
    /// Elements with a part that should exist and is not shown.
    private(set) var suppressed: Set<Identifier> = []
    /// The checked elements for which others wait.
    private(set) var waiting = WaitingElements()
    /// The suppressed elements to look at again: they have changed, or the elements that they wait for.
    private(set) var due: Set<Identifier> = []

    /// The state of an element.
    subscript(id: Identifier) -> StampedElement? { states[id] }

    /// Replaces the state of an element.
    mutating func set(_ id: Identifier, _ state: StampedElement) {
        states[id] = state.isDefault ? nil : state
        if state.isSuppressed {
            suppressed.insert(id)
            due.insert(id)
        } else {
            loseSuppressed(id)
        }
    }

    mutating func forget(_ id: Identifier) {
        states[id] = nil
        loseSuppressed(id)
    }

    private mutating func loseSuppressed(_ id: Identifier) {
        guard suppressed.remove(id) != nil else { return }
        due.remove(id)
        waiting.set(id, waitsFor: [])
    }

    /// Notes that something happened to a node.
    mutating func markDue(by node: Node.ID) {
        if !suppressed.isEmpty { due.formUnion(waiting.waiting(for: node)) }
    }

    /// Records that a suppressed element was checked, and the elements for which it waits.
    mutating func markLookedAt(_ id: Identifier, waitsFor nodes: [Node.ID]) {
        due.remove(id)
        if suppressed.contains(id) { waiting.set(id, waitsFor: nodes) }
    }

    /// Notes that the key of the element in a slot is in its state.
    mutating func noteKey(_ slot: Slot<Element>) { keyed.insert(slot) }

    /// The number of the element in a slot; nil if the element was not there at the beginning.
    func number(_ slot: Slot<Element>) -> Int? {
        guard slot.index < numbers.count, numbers[slot.index] >= 0 else { return nil }
        return Int(numbers[slot.index])
    }

    /// Forgets the key of a slot: its element is gone.
    mutating func loseKey(_ slot: Slot<Element>) {
        keyed.remove(slot)
        if slot.index < numbers.count { numbers[slot.index] = -1 }
    }
}

/// Suppressed elements, by the nodes for which they wait: an end, a parent, or one in a cycle of parents.
///
/// As long as nothing happens to these nodes, the elements stay suppressed and need no check.
struct WaitingElements: Sendable {
    private var waiters: [Identifier: Set<Identifier>] = [:]
    /// The nodes that each element waits for.
    private var causes: [Identifier: [Identifier]] = [:]

    /// Returns the elements that wait for a node, sorted.
    func waiting(for node: Node.ID) -> [Identifier] {
        if waiters.isEmpty { return [] }
        return waiters[node]?.sorted() ?? []
    }

    /// Returns true if any element waits for a node.
    func isAwaited(_ node: Node.ID) -> Bool { waiters[node] != nil }

    /// Records the elements for which an element waits, in place of the former ones.
    mutating func set(_ id: Identifier, waitsFor nodes: [Node.ID]) {
        for node in causes[id] ?? [] {
            waiters[node]?.remove(id)
            if waiters[node]?.isEmpty == true { waiters[node] = nil }
        }
        causes[id] = nodes.isEmpty ? nil : nodes
        for node in nodes { waiters[node, default: []].insert(id) }
    }
}
