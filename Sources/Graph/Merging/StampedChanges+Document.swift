import Storage
import Wire

extension StampedChanges {
    /// All that another document knows and this one may not: elements that are the same in both are left out.
    ///
    /// - Complexity: O(*n*) in the elements of the other document and those with stamps here.
    public init(of other: Document, for document: Document) {
        let theirs = other.stamps ?? StampTable(of: other)
        let ours = document.stamps ?? StampTable(of: document)
        self.init()
        seen = theirs.seen
        let pair = DocumentPair(other, document)
        nodes = StampedChanges.differences(in: pair, theirs.nodes, ours.nodes)
        edges = StampedChanges.differences(in: pair, theirs.edges, ours.edges)
        own = theirs.own.record(shown: other.countedContent, .document)
    }

    private static func differences<Kind: StampedKind>(
        in pair: DocumentPair, _ theirs: StampedElements<Kind>, _ ours: StampedElements<Kind>
    ) -> [Element] {
        let other = pair.document
        let counterparts = Kind.counterparts(in: pair)
        let (stated, gone) = theirs.stated(in: other)
        let statedHere = ours.stated(in: pair.other).slots
        var differences: [Element] = []
        for slot in counterparts.slots {
            if let own = counterparts[slot], !stated.contains(slot), !statedHere.contains(own),
                theirs.number(slot) == ours.number(own), Kind.isSame(slot, own, in: pair)
            {
                continue
            }
            let id = Kind.id(of: slot, in: other)
            differences.append((id, theirs.record(of: id, in: other)))
        }
        for id in gone.sorted() { differences.append((id, theirs.record(of: id, in: other))) }
        return differences
    }

    /// Returns the changes that the other has not seen, the oldest first.
    ///
    /// - Parameters:
    ///   - since: the changes that the other has seen.
    ///   - limit: the greatest number of changes; nil for all.
    /// - Returns: whether there are more; `seen` is the state of the other replica after these.
    /// - Complexity: O(the fields with stamps).
    public static func written(
        in document: Document, since: SeenStamps, limit: Int?
    ) -> (changes: StampedChanges, isCut: Bool) {
        var changes = StampedChanges()
        changes.since = since
        guard let table = document.stamps else { return (changes, false) }
        let fields = table.own.record(shown: document.countedContent, .document)
        var news = News(since: since, known: table.seen)
        var stamps: Set<Stamp> = []
        let nodes = table.nodes.sent(news, document, &stamps)
        let edges = table.edges.sent(news, document, &stamps)
        fields.addStamps(news, to: &stamps)
        if let limit, stamps.count > limit { news.last = stamps.sorted()[limit - 1] }
        changes.nodes = StampedChanges.sent(nodes, news)
        changes.edges = StampedChanges.sent(edges, news)
        changes.own = fields.sent(news)
        changes.noteSeen()
        if news.last == nil { changes.seen.formUnion(table.seen) }
        return (changes, news.last != nil)
    }

    /// The choice of the stamps that are sent.
    fileprivate struct News {
        /// The stamps that the other has seen.
        let since: SeenStamps
        /// The stamps that were seen here without a gap; the other must not take more for complete.
        let known: SeenStamps
        /// The last one, if there are more.
        var last: Stamp?

        func contains(_ stamp: Stamp) -> Bool {
            !since.contains(stamp) && known.contains(stamp) && last.map { stamp <= $0 } ?? true
        }
    }

    /// Returns the records of elements that are sent, the oldest first.
    private static func sent(_ elements: [Element], _ news: News) -> [Element] {
        typealias Aged = (oldest: Stamp, element: Element)
        var aged: [Aged] = []
        for (id, record) in elements {
            let sent = record.sent(news)
            if !sent.isEmpty { aged.append((sent.oldest, (id, sent))) }
        }
        return aged.sorted { (a: Aged, b: Aged) -> Bool in
            a.oldest == b.oldest ? a.element.id < b.element.id : a.oldest < b.oldest
        }.map(\.element)
    }
}

extension StampedElements where Element: StampedKind {
    /// The elements with stamps: those of the document, and those that are not among its persistent ones.
    fileprivate func stated(in document: Document) -> (slots: SlotSet<Element>, gone: [Identifier]) {
        var slots = SlotSet<Element>()
        var gone: [Identifier] = []
        for id in states.keys {
            if let slot = Element.lasting(id, in: document) { slots.insert(slot) } else { gone.append(id) }
        }
        return (slots, gone)
    }

    /// The elements with something to send, whose stamps are added.
    fileprivate func sent(
        _ news: StampedChanges.News, _ document: Document, _ stamps: inout Set<Stamp>
    ) -> [StampedChanges.Element] {
        var sent: [StampedChanges.Element] = []
        for (id, state) in states where state.has(news) {
            let record = record(of: id, in: document)
            record.addStamps(news, to: &stamps)
            sent.append((id, record))
        }
        return sent
    }
}

extension StampedElement {
    fileprivate func has(_ news: StampedChanges.News) -> Bool {
        news.contains(presence) || news.contains(placed) || news.contains(rest)
            || fields.entries.contains { news.contains($0.value.stamp) }
    }
}

extension StampedRecord {
    fileprivate var isEmpty: Bool { presence == .unwritten && key == nil && values.isEmpty }

    /// The oldest of its stamps.
    fileprivate var oldest: Stamp {
        var stamps = values.entries.map(\.value.stamp)
        if presence != .unwritten { stamps.append(presence) }
        if key != nil { stamps.append(placed) }
        return stamps.filter { $0 != .unwritten }.min() ?? .unwritten
    }

    fileprivate func addStamps(_ news: StampedChanges.News, to stamps: inout Set<Stamp>) {
        func add(_ stamp: Stamp) { if news.contains(stamp) { stamps.insert(stamp) } }
        add(presence)
        if key != nil { add(placed) }
        for (_, value) in values.entries { add(value.stamp) }
    }

    /// Returns the news of a record.
    /// An inserted element is sent whole: who has forgotten that it was removed has forgotten
    /// its members.
    fileprivate func sent(_ news: StampedChanges.News) -> StampedRecord {
        let isWhole = isPresent && news.contains(presence)
        func isSent(_ stamp: Stamp) -> Bool { news.contains(stamp) || isWhole && news.since.contains(stamp) }
        var sent = self
        if !news.contains(presence) { (sent.presence, sent.isPresent) = (.unwritten, false) }
        if !isSent(placed) { (sent.placed, sent.key) = (.unwritten, nil) }
        sent.values = values.compactMap { _, value in isSent(value.stamp) ? value : nil }
        return sent
    }
}
