import Storage
import Wire

/// What two sides have both changed since the document that they come from.
public struct MergeConflict: Sendable, Equatable {
    /// The node that it is about.
    public var node: Node.ID?
    /// The edge that it is about; neither is the document itself.
    public var edge: Edge.ID?
    /// Which member; `@stands` where one side removed the element that the other one changed, `@place` in the order.
    public var member = ""
    /// Whether that of the other side was taken.
    public var isTheirs = false

    /// One to be filled in.
    public init() {}
}

/// Finds what to take from another document, where it is known from which one both come.
///
/// What only one side has changed is taken from there. Of what both have changed the later one is taken, where stamps say
/// it, else ours.
///
/// - Complexity: O(*n* log *n*) in the elements of all three.
public struct ThreeWayMerge {
    /// What to take in, decided.
    public private(set) var changes = StampedChanges()
    /// What both have changed.
    public private(set) var conflicts: [MergeConflict] = []

    private let base: Document
    private let ours: Document
    private let theirs: Document
    private let baseTable: StampTable
    private let ourTable: StampTable
    private let theirTable: StampTable

    /// - Parameters:
    ///   - base: the document that both come from.
    ///   - ours: the document that the changes are for.
    ///   - theirs: the other one.
    public init(from base: Document, ours: Document, theirs: Document) {
        (self.base, self.ours, self.theirs) = (base, ours, theirs)
        baseTable = base.stamps ?? StampTable(of: base)
        ourTable = ours.stamps ?? StampTable(of: ours)
        theirTable = theirs.stamps ?? StampTable(of: theirs)
        changes.isDecided = true
        changes.keepsStamps = ours.hasStamps || theirs.hasStamps
        changes.seen = theirTable.seen
        mergeNodes()
        mergeEdges()
        var own = StampedRecord()
        merge(
            base: baseTable.own.record(shown: base.countedContent, .document),
            ours: ourTable.own.record(shown: ours.countedContent, .document),
            theirs: theirTable.own.record(shown: theirs.countedContent, .document), into: &own, MergeConflict())
        changes.own = own
    }

    // MARK: Elements

    private mutating func mergeNodes() {
        let ids = ThreeWayMerge.ids(
            (base.nodeSlots.map { base.nodeID($0) }, ours.nodeSlots.map { ours.nodeID($0) }),
            theirs.nodeSlots.map { theirs.nodeID($0) })
        var records: [Identifier: StampedRecord] = [:]
        for id in ids.all {
            var conflict = MergeConflict()
            conflict.node = id
            let record = decided(
                baseTable.record(ofNode: id, in: base), ourTable.record(ofNode: id, in: ours),
                theirTable.record(ofNode: id, in: theirs), conflict)
            if let record { records[id] = record }
        }
        let (table, document) = (ourTable, ours)
        place(ids.base, ids.ours, ids.theirs, &records, \.node) { table.record(ofNode: $0, in: document).key }
        changes.nodes = records.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    private mutating func mergeEdges() {
        let ids = ThreeWayMerge.ids(
            (base.edgeSlots.map { base.edgeID($0) }, ours.edgeSlots.map { ours.edgeID($0) }),
            theirs.edgeSlots.map { theirs.edgeID($0) })
        var records: [Identifier: StampedRecord] = [:]
        for id in ids.all {
            var conflict = MergeConflict()
            conflict.edge = id
            let record = decided(
                baseTable.record(ofEdge: id, in: base), ourTable.record(ofEdge: id, in: ours),
                theirTable.record(ofEdge: id, in: theirs), conflict)
            if let record { records[id] = record }
        }
        let (table, document) = (ourTable, ours)
        place(ids.base, ids.ours, ids.theirs, &records, \.edge) { table.record(ofEdge: $0, in: document).key }
        changes.edges = records.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    private typealias IDs = (base: [Identifier], ours: [Identifier], theirs: [Identifier], all: [Identifier])

    private static func ids(_ known: (base: [Identifier], ours: [Identifier]), _ theirs: [Identifier]) -> IDs {
        var seen: Set<Identifier> = []
        let all = (known.base + known.ours + theirs).filter { seen.insert($0).inserted }
        return (known.base, known.ours, theirs, all)
    }

    /// What to take of an element; nil for nothing.
    private mutating func decided(
        _ base: StampedRecord, _ ours: StampedRecord, _ theirs: StampedRecord, _ conflict: MergeConflict
    ) -> StampedRecord? {
        var record = StampedRecord()
        switch (ours.isPresent, theirs.isPresent) {
        case (false, false): return nil
        case (true, true):
            merge(base: base, ours: ours, theirs: theirs, into: &record, conflict)
            return record.values.isEmpty ? nil : record
        case (false, true):
            if base.isPresent {
                guard theirs.differs(from: base) else { return nil }
                let isTaken = ours.stood < theirs.latestStamp && ours.stood != .unwritten
                add(conflict, "@stands", isTaken)
                if !isTaken { return nil }
            }
            record = theirs
            record.key = nil
        case (true, false):
            guard base.isPresent else { return nil }
            if ours.differs(from: base) {
                let isTaken = ours.latestStamp < theirs.stood
                add(conflict, "@stands", isTaken)
                if !isTaken { return nil }
            }
            (record.stood, record.isPresent) = (theirs.stood, false)
        }
        record.decidesPresence = true
        return record
    }

    /// Decides field by field.
    private mutating func merge(
        base: StampedRecord, ours: StampedRecord, theirs: StampedRecord, into record: inout StampedRecord,
        _ conflict: MergeConflict
    ) {
        for field in Set(theirs.values.keys).union(base.values.keys).sorted(by: <) {
            let (old, own, new) = (base.values[field], ours.values[field], theirs.values[field])
            if new?.value == old?.value || new?.value == own?.value { continue }
            let isConflict = own?.value != old?.value
            let isTaken = !isConflict || (own?.stamp ?? .unwritten) < (new?.stamp ?? .unwritten)
            if isConflict { add(conflict, field.name.description, isTaken) }
            if isTaken { record.values[field] = new ?? StampedValue(.unwritten, nil) }
        }
    }

    private mutating func add(_ conflict: MergeConflict, _ member: String, _ isTheirs: Bool) {
        var conflict = conflict
        (conflict.member, conflict.isTheirs) = (member, isTheirs)
        conflicts.append(conflict)
    }

    // MARK: Order

    /// Gives places to elements that are new from the other side or were moved there: each behind the one before it there.
    ///
    /// - Parameter key: of an element of ours.
    private mutating func place(
        _ base: [Identifier], _ ours: [Identifier], _ theirs: [Identifier],
        _ records: inout [Identifier: StampedRecord],
        _ kind: WritableKeyPath<MergeConflict, Identifier?>, key: (Identifier) -> PlaceKey?
    ) {
        let theirMoved = ThreeWayMerge.moved(from: base, to: theirs)
        let ourMoved = ThreeWayMerge.moved(from: base, to: ours)
        let inOurs = Set(ours)
        var placed: Set<Identifier> = []
        for id in theirs {
            if !inOurs.contains(id) {
                if records[id]?.isPresent == true { placed.insert(id) }
            } else if theirMoved.contains(id) {
                if ourMoved.contains(id) {
                    var conflict = MergeConflict()
                    conflict[keyPath: kind] = id
                    add(conflict, "@place", false)
                } else {
                    placed.insert(id)
                }
            }
        }
        if placed.isEmpty { return }
        // What follows each of ours; the empty id is the front.
        var following: [Identifier: [Identifier]] = [:]
        var last = Identifier("")
        for id in theirs {
            if placed.contains(id) { following[last, default: []].append(id) } else if inOurs.contains(id) { last = id }
        }
        let anchors = ours.filter { !placed.contains($0) }
        var low: PlaceKey?
        for (index, anchor) in ([Identifier("")] + anchors).enumerated() {
            if index > 0 { low = key(anchor) ?? low }
            let high = index < anchors.count ? key(anchors[index]) : nil
            for id in following[anchor] ?? [] {
                let new = PlaceKey.between(low, high) ?? low ?? PlaceKey(0)
                var record = records[id] ?? StampedRecord()
                (record.key, record.placed) = (new, .unwritten)
                records[id] = record
                low = new
            }
        }
    }

    /// The elements of both that do not stand as they stood to each other.
    private static func moved(from base: [Identifier], to list: [Identifier]) -> Set<Identifier> {
        var numbers: [Identifier: UInt64] = [:]
        for (index, id) in base.enumerated() { numbers[id] = UInt64(index) }
        let common = list.filter { numbers[$0] != nil }
        let stays = LongestRise(common.map { numbers[$0] ?? 0 }).members
        return Set(zip(common, stays).lazy.filter { !$0.1 }.map(\.0))
    }
}

extension StampedRecord {
    /// Whether it has other values.
    fileprivate func differs(from other: StampedRecord) -> Bool {
        Set(values.keys).union(other.values.keys).contains { values[$0]?.value != other.values[$0]?.value }
    }

    /// The latest of the stamps of its values.
    fileprivate var latestStamp: Stamp { values.values.map(\.stamp).max() ?? .unwritten }
}
