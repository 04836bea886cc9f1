import Storage

/// The order of elements before some steps, as differences to the present order.
///
/// - Complexity: O(*n*) in the steps to make, O(1) to ask; in addition the uncounted elements beside the requested
///   ones.
public struct FormerOrder<Element> {
    /// A position in the list; nil is both ends.
    private typealias Place = Slot<Element>?

    private let order: ElementOrder<Element>
    private let gaps: SlotSet<Element>
    private var next: [Place: Place] = [:]
    private var previous: [Place: Place] = [:]

    /// - Parameters:
    ///   - steps: the steps that led to the order; the elements of `gaps` do not count.
    ///   - gaps: elements that neither of the orders counts.
    public init(
        before steps: [Placement<Element>], of order: ElementOrder<Element>, without gaps: SlotSet<Element> = SlotSet()
    ) {
        self.order = order
        self.gaps = gaps
        for step in steps.reversed() { go(over: step.inverse) }
    }

    /// Goes over a step that begins at this order.
    public mutating func go(over step: Placement<Element>) {
        if step.from != .absent {
            join(before(step.slot), after(step.slot))
            next.removeValue(forKey: step.slot)
            previous.removeValue(forKey: step.slot)
        }
        let successor: Place
        switch step.to {
        case .absent: return
        case .end: successor = nil
        case .before(let slot): successor = slot
        }
        join(before(successor), step.slot)
        join(step.slot, successor)
    }

    private mutating func join(_ a: Place, _ b: Place) {
        next.updateValue(b, forKey: a)
        previous.updateValue(a, forKey: b)
    }

    /// The slot in front of this one in the former order; nil for the last.
    public func successor(of slot: Slot<Element>) -> Slot<Element>? { after(slot) }

    /// The slot behind this one in the former order; nil for the first.
    public func predecessor(of slot: Slot<Element>) -> Slot<Element>? { before(slot) }

    /// The first slot of the former order.
    public var first: Slot<Element>? { after(nil) }

    /// The last slot of the former order.
    public var last: Slot<Element>? { before(nil) }

    /// Is true if the order is unchanged.
    var isSame: Bool { next.allSatisfy { place, successor in successor == known(after: place) } }

    private func after(_ place: Place) -> Place { next[place] ?? known(after: place) }
    private func before(_ place: Place) -> Place { previous[place] ?? known(before: place) }

    private func known(after place: Place) -> Place {
        var following = place.map { order.next($0) } ?? order.first
        while let slot = following, gaps.contains(slot) { following = order.next(slot) }
        return following
    }

    private func known(before place: Place) -> Place {
        var following = place.map { order.previous($0) } ?? order.last
        while let slot = following, gaps.contains(slot) { following = order.previous(slot) }
        return following
    }
}

extension ElementOrder {
    /// Returns true if undoing the steps would leave the order as it is now.
    ///
    /// - Parameter gaps: elements that the steps do not know.
    /// - Complexity: O(*n*) in the steps.
    func isSame(undoing steps: [Placement<Element>], without gaps: SlotSet<Element> = SlotSet()) -> Bool {
        steps.isEmpty || FormerOrder(before: steps, of: self, without: gaps).isSame
    }
}

extension Delta {
    /// Drops the moves of a delta that led to a document, if they did not change the order.
    ///
    /// - Parameter transients: elements of the document that the delta does not know.
    mutating func dropIdleMoves(in document: Document, without transients: TransientElements = TransientElements()) {
        // With an element more or less, or another one in its place, the order is another one.
        if !nodes.contains(where: { $0.goneID != nil || $0.newID != nil }),
            document.nodes.order.isSame(undoing: nodeOrder, without: transients.nodes)
        {
            nodeOrder = []
        }
        if !edges.contains(where: { $0.goneID != nil || $0.newID != nil }),
            document.edges.order.isSame(undoing: edgeOrder, without: transients.edges)
        {
            edgeOrder = []
        }
    }
}

/// The keys that elements had before they moved in an order or left it, which they get again if each comes back.
///
/// An element that moved away and back would else have another key between the same neighbors, without a change that
/// is announced.
struct FormerKeys<Element> {
    private var keys: [(slot: Slot<Element>, key: UInt64)] = []
    /// The number of times that keys of the order had been spread.
    private let spreads: Int

    init(_ order: ElementOrder<Element>) { spreads = order.spreads }

    /// Notes the key of an element that is about to move or to leave.
    mutating func note(_ placement: Placement<Element>, in order: ElementOrder<Element>) {
        if placement.from == .absent { return }
        keys.append((placement.slot, order.key(placement.slot)))
    }

    /// Gives each element the key that it had, in an order that is again as it was.
    ///
    /// - Complexity: O(*n*) in the moved and removed elements. If keys were spread since, the new ones stay.
    func restore(in order: inout ElementOrder<Element>) {
        guard order.spreads == spreads else { return }
        for (slot, key) in keys.reversed() { order.setKey(key, of: slot) }
    }
}
