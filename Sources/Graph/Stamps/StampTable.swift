/// The stamps of a document: the last writer of each field, removed elements, and elements that are left out until
/// they are possible.
///
/// The document shows the possible part of this table: replicas that have received the same changes have the same
/// table, and the same table shows the same document. It is separate from the content, and not in the hash.
public struct StampTable: Sendable {
    /// The replica's name for the stamps of this document's changes; nil gives them the stamp `unwritten`.
    public internal(set) var replica: String?
    /// The changes of all replicas that were seen without a gap.
    public internal(set) var seen = SeenStamps()
    /// The latest moment that was seen of any replica.
    var last = Moment()
    /// Grows with each change of it; a table that was just read has 0.
    public internal(set) var changes = 0
    var nodes = StampedElements<Node>()
    var edges = StampedElements<Edge>()
    /// The stamps of settings, types and the other members of the document.
    var own = StampedElement()

    /// The stamp that the next change gets; `unwritten` without the name of a replica.
    ///
    /// - Parameter time: the clock's milliseconds.
    func upcoming(at time: Double) -> Stamp {
        guard let replica else { return .unwritten }
        let clock = time > 0 ? Int(min(time, Double(Stamp.greatest))) : 0
        var next = Moment(milliseconds: last.milliseconds, counter: last.counter + 1)
        // Who sends the greatest of counters makes no stamps that no reader takes.
        if next.counter > Stamp.greatest {
            next = Moment(milliseconds: min(last.milliseconds + 1, Stamp.greatest), counter: 0)
        }
        if clock > last.milliseconds { next = Moment(milliseconds: clock, counter: 0) }
        return Stamp(milliseconds: next.milliseconds, counter: next.counter, replica: replica)
    }

    /// Notes that a stamp was given.
    mutating func saw(_ stamp: Stamp) {
        last = max(last, stamp.moment)
        seen.insert(stamp)
    }

    /// Is true if a suppressed element, or one that it waits for, has changed: it must be checked again.
    public var isDue: Bool { !nodes.due.isEmpty || !edges.due.isEmpty }

    /// Forgets the elements that were removed; returns how many.
    mutating func compact() -> Int {
        let dropped = nodes.compact() + edges.compact()
        changes += dropped
        return dropped
    }
}

extension StampedElements {
    fileprivate mutating func compact() -> Int {
        let gone = states.filter { $0.value.content != nil && !$0.value.isPresent }.map(\.key)
        for id in gone { forget(id) }
        return gone.count
    }
}
