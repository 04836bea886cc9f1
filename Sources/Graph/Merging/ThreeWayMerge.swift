import Storage
import Wire

/// Finds the changes to take from another document with a known common ancestor.
///
/// A field that only one side changed is taken from there. If both changed it, the later one wins by its stamp, else
/// ours. A result that differs from the stamps counts as written by the merge. Elements inserted by both under one id
/// are two, unless their contents are equal.
///
/// - Complexity: O(*n*) in the elements of all three, with a small factor for elements that the other side has not
///   changed; O(*n* log *n*) if their order was changed.
public struct ThreeWayMerge {
    /// The changes that come out, decided.
    public private(set) var changes = StampedChanges()
    /// The fields that both have changed.
    public private(set) var conflicts: [MergeConflict] = []

    private let base: Document
    private(set) var ours: Document
    private(set) var theirs: Document
    private let baseTable: StampTable
    private var ourTable: StampTable
    private var theirTable: StampTable
    /// Our elements that were touched when some got another id.
    private var renamed = StampedPart()
    /// The stamp of the merge's own writes.
    private let stamp: Stamp
    /// Is true if the document notes each conflict.
    let keepsNotes: Bool

    /// - Parameters:
    ///   - known: the common ancestor; nil if unknown: then one id is one element, and nothing is removed.
    ///   - ours: the document that the changes are for.
    ///   - theirs: the other one.
    ///   - time: the clock's milliseconds.
    ///   - keepsNotes: whether the changes bring a note of each conflict into the member `conflicts`.
    /// - Throws: `limits`, if elements of one id become two.
    public init(
        from known: Document?, ours: Document, theirs: Document, at time: Double, keepsNotes: Bool = false
    ) throws(EditError) {
        self.keepsNotes = keepsNotes
        let base = known ?? Document()
        (self.base, self.ours, self.theirs) = (base, ours, theirs)
        baseTable = base.stamps ?? StampTable(of: base)
        ourTable = ours.stamps ?? StampTable(of: ours)
        theirTable = theirs.stamps ?? StampTable(of: theirs)
        var clock = ourTable
        clock.last = max(clock.last, theirTable.last)
        stamp = clock.upcoming(at: time)
        changes.isDecided = true
        changes.keepsStamps = ours.hasStamps || theirs.hasStamps
        changes.seen = theirTable.seen
        var pairs = MergePairs(base, ours, theirs)
        if known != nil {
            let namesakes = MergeNamesakes(pairs, ourTable, theirTable)
            if !namesakes.conflicts.isEmpty {
                try part(namesakes)
                pairs = MergePairs(base, self.ours, self.theirs)
            }
        }
        changes.nodes = merged(MergeSides<Node>(pairs))
        changes.edges = merged(MergeSides<Edge>(pairs))
        mergeMembers()
    }

    /// Gives one of two elements with one id another id, on its side, as if this had happened before the merge.
    private mutating func part(_ namesakes: MergeNamesakes) throws(EditError) {
        conflicts = namesakes.conflicts
        renamed = try ours.rename(namesakes.ours, with: stamp)
        _ = try theirs.rename(namesakes.theirs, with: stamp)
        ourTable = ours.stamps ?? StampTable(of: ours)
        theirTable = theirs.stamps ?? StampTable(of: theirs)
        _ = take()
    }

    private mutating func mergeMembers() {
        let old = baseTable.own.record(shown: base.countedContent, .document)
        let own = ourTable.own.record(shown: ours.countedContent, .document)
        let new = theirTable.own.record(shown: theirs.countedContent, .document)
        var record = own
        _ = record.merge(new)
        let values = decided(old, own, new, MergeConflict())
        write(noted(values), into: &record, instead: own)
        if record.values != own.values { changes.own = record }
    }

    /// The members of the document with a note of each conflict; a `conflicts` that is not an object is not ours.
    private func noted(_ values: StampedValues) -> StampedValues {
        let found = keepsNotes ? (conflicts + leftOut).filter { !$0.isTooDeep } : []
        let member = StampedField(MergeConflict.notes)
        if found.isEmpty { return values }
        if let own = values[member]?.value, own.objectValue == nil { return values }
        var notes = [member: StampedValue(.unwritten, .object([:]))]
        for conflict in found {
            let field = StampedField(member.member, conflict.key)
            if notes[field] == nil { notes[field] = StampedValue(.unwritten, conflict.json) }
        }
        var values = values
        values.update(by: FieldTable(notes))
        return values
    }

    /// The edges of one side that end on removed nodes of the other, and these nodes.
    private var leftOut: [MergeConflict] { LooseEdges(changes, ours).conflicts(base, theirs) }

    // MARK: Elements

    private mutating func merged<Kind: StampedKind>(_ sides: MergeSides<Kind>) -> [StampedChanges.Element] {
        let (known, own, new) = (
            baseTable[keyPath: Kind.stamps], ourTable[keyPath: Kind.stamps], theirTable[keyPath: Kind.stamps]
        )
        var records: [Identifier: StampedRecord] = [:]
        for id in sides.candidates(new) {
            var conflict = MergeConflict()
            conflict[keyPath: Kind.conflict] = id
            let ours = own.record(of: id, in: self.ours)
            let record = merged(
                known.record(of: id, in: base), ours, new.record(of: id, in: theirs), conflict)
            if record != ours { records[id] = record }
        }
        place(sides, own, new, &records)
        for id in renamed[keyPath: Kind.touched] where records[id] == nil {
            records[id] = own.record(of: id, in: ours)
        }
        return records.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// Returns the merged record of an element; its position is that of the later stamp.
    private mutating func merged(
        _ base: StampedRecord, _ ours: StampedRecord, _ theirs: StampedRecord, _ conflict: MergeConflict
    ) -> StampedRecord {
        var record = ours
        _ = record.merge(theirs)
        // What has no stamp there is decided: values one by one, places by what stands around them.
        if record.placed == .unwritten, let key = ours.key { record.key = key }
        // A side that has lost its stamps may have moved what the other one has not.
        let isUnmoved = theirs.placed == base.placed && theirs.key == base.key
        if isUnmoved, ours.placed < theirs.placed, let key = ours.key, key != theirs.key {
            (record.key, record.placed) = (key, take())
        }
        record.values = .joining(record.values, ours.values) { _, value, own in
            value?.stamp == .unwritten ? own : value
        }
        var isPresent = ours.isPresent
        var values = ours.values
        switch (ours.isPresent, theirs.isPresent) {
        case (false, false): return record
        case (true, true): values = decided(base, ours, theirs, conflict)
        case (false, true):
            isPresent = !base.isPresent
            if base.isPresent, theirs.differs(from: base) {
                isPresent = ours.presence < theirs.latestStamp && ours.presence != .unwritten
                add(conflict, "@stands", isPresent, (base, ours, theirs))
            }
            if isPresent { values = theirs.values }
        case (true, false):
            isPresent = !base.isPresent
            if base.isPresent, ours.differs(from: base) {
                isPresent = !(ours.latestStamp < theirs.presence)
                add(conflict, "@stands", !isPresent, (base, ours, theirs))
            }
        }
        if record.isPresent != isPresent || isPresent != ours.isPresent && isUnsent(record.presence) {
            (record.presence, record.isPresent) = (take(), isPresent)
        }
        if isPresent { write(values, into: &record, instead: ours) }
        return record
    }

    /// The values to take, field by field.
    private mutating func decided(
        _ base: StampedRecord, _ ours: StampedRecord, _ theirs: StampedRecord, _ conflict: MergeConflict
    ) -> StampedValues {
        typealias Other = (new: StampedValue?, old: StampedValue?)
        let others = FieldTable<Other>.joining(theirs.values, base.values) { _, new, old in (new, old) }
        let values = StampedValues.joining(ours.values, others) { field, own, other in
            guard let (new, old) = other, new?.value != old?.value, new?.value != own?.value else { return own }
            let isConflict = own?.value != old?.value
            let isTaken = !isConflict || (own?.stamp ?? .unwritten) < (new?.stamp ?? .unwritten)
            if isConflict { add(conflict, field, isTaken, (base, ours, theirs)) }
            return isTaken ? new ?? StampedValue(.unwritten, nil) : own
        }
        addReplaced(in: values, (base, ours, theirs), conflict)
        return values
    }

    /// Lists members that one side replaced by something other than an object, and in which the other wrote parts.
    private mutating func addReplaced(
        in values: StampedValues, _ records: Records, _ conflict: MergeConflict
    ) {
        func isWritten(_ entry: StampedValues.Entry) -> Bool {
            entry.value.value != nil && entry.value.value != records.base.values[entry.field]?.value
        }
        var rest = values.entries[...]
        while let (field, whole) = rest.first {
            let end = rest.firstIndex { $0.field.member != field.member } ?? rest.endIndex
            let parts = rest[..<end].dropFirst().filter { $0.field != .ends && isWritten($0) }
            rest = rest[end...]
            guard field.child == nil, isWritten((field, whole)), let value = whole.value, value.objectValue == nil,
                !parts.isEmpty
            else { continue }
            // The member that its fields make: parts count if one of them is later.
            let isWhole = !parts.contains { whole.stamp < $0.value.stamp }
            let isOurs = records.ours.values[field]?.value == value
            add(conflict, field, isWhole != isOurs, records)
        }
    }

    /// Gives fields these values, if they have others; otherwise no replica would receive them.
    private mutating func write(
        _ values: StampedValues, into record: inout StampedRecord, instead ours: StampedRecord
    ) {
        record.values = .joining(record.values, values) { field, given, wanted in
            let value = wanted?.value
            let isNews = value != ours.values[field]?.value && isUnsent(given?.stamp ?? .unwritten)
            return given?.value != value || isNews ? StampedValue(take(), value) : given
        }
    }

    /// Returns true if a field with this stamp would not be sent to other replicas.
    func isUnsent(_ given: Stamp) -> Bool { given == .unwritten && stamp != .unwritten }

    /// The stamp of something that the merge writes.
    mutating func take() -> Stamp {
        changes.decision = stamp
        return stamp
    }

    private typealias Records = (base: StampedRecord, ours: StampedRecord, theirs: StampedRecord)

    private mutating func add(
        _ conflict: MergeConflict, _ field: StampedField, _ isTheirs: Bool, _ records: Records
    ) {
        let split = conflict.split
        // Notes of earlier conflicts are none themselves.
        if split == .document && field.member == MergeConflict.notes { return }
        var conflict = conflict
        conflict.base = split.value(of: field, in: records.base)
        conflict.ours = split.value(of: field, in: records.ours)
        conflict.theirs = split.value(of: field, in: records.theirs)
        add(conflict, field.name.description, isTheirs)
    }

    /// Adds one about a whole element.
    private mutating func add(
        _ conflict: MergeConflict, _ member: String, _ isTheirs: Bool, _ records: Records
    ) {
        guard let id = conflict.node ?? conflict.edge else { return }
        func whole(_ record: StampedRecord) -> JSON? {
            if !record.isPresent { return nil }
            let members = conflict.split.object(of: record.values).members
            return .object(JSONObject([.init(name: "id", value: .string(id.string))] + members))
        }
        var conflict = conflict
        (conflict.base, conflict.ours) = (whole(records.base), whole(records.ours))
        conflict.theirs = whole(records.theirs)
        add(conflict, member, isTheirs)
    }

    mutating func add(_ conflict: MergeConflict, _ member: String, _ isTheirs: Bool) {
        var conflict = conflict
        (conflict.member, conflict.isTheirs) = (member, isTheirs)
        conflicts.append(conflict)
    }
}

extension StampedRecord {
    /// Returns true if it has other values.
    fileprivate func differs(from other: StampedRecord) -> Bool {
        let different = FieldTable<Bool>.joining(values, other.values) { _, a, b in a?.value == b?.value ? nil : true }
        return !different.isEmpty
    }

    /// The latest of the stamps of its values.
    fileprivate var latestStamp: Stamp { values.entries.map(\.value.stamp).max() ?? .unwritten }
}
