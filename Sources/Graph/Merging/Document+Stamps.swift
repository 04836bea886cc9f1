import Wire

extension Document {
    /// The stamps, if the document belongs to a replica, or was merged with one that had stamps.
    public var stamps: StampTable? { storage.value.stamps }

    /// Is true if it has stamps. O(1).
    public var hasStamps: Bool { storage.value.stamps != nil }

    /// Grows with each change of the stamps; 0 without stamps, and while they are those of the file. O(1).
    public var stampChanges: Int { storage.value.stamps?.changes ?? 0 }

    /// Lets the changes from now on be stamped with the name of a replica.
    ///
    /// - Complexity: O(*n*) in the elements, if the document has no stamps.
    public mutating func beginStamps(replica: String? = nil) {
        if storage.value.stamps == nil { storage.value.stamps = StampTable(of: self) }
        if let replica { storage.value.stamps?.replica = replica }
    }

    /// The stamp of the next change; nil without stamps.
    ///
    /// - Parameter time: the clock's milliseconds.
    public func nextStamp(at time: Double) -> Stamp? { hasStamps ? storage.value.stamps?.upcoming(at: time) : nil }

    /// Notes the stamp of a change that has been made to the persistent elements; stamps begin with it, if there were
    /// none.
    ///
    /// - Parameter edges: the edges that should exist before or after the change, and are not shown.
    /// - Complexity: O(the change); O(*n*) in the elements when stamps begin.
    public mutating func stamp(_ delta: Delta, leavingOut edges: [LeftOutEdge] = [], with stamp: Stamp) {
        withStamps { table, document in
            table.saw(stamp)
            table.note(delta, leavingOut: edges, in: document, stamp)
        }
    }

    /// Replaces the table by that of a file; nil is none.
    public mutating func setStamps(_ table: StampTable?) { storage.value.stamps = table }

    /// Reads stamps that the file lacks: all of them, or those of a part.
    ///
    /// - Throws: `invalidValue`.
    public mutating func readStamps(_ json: JSON, isPart: Bool) throws(EditError) {
        var table = storage.value.stamps.take() ?? StampTable(of: self)
        if isPart {
            try table.read(part: json, of: self)
        } else {
            table = try StampTable(json, of: self)
            table.changes = 1
        }
        storage.value.stamps = table
    }

    /// Calls `body` with the table in place; creates it if there was none.
    mutating func withStamps<R>(_ body: (inout StampTable, Document) -> R) -> R {
        var table = storage.value.stamps.take() ?? StampTable(of: self)
        let result = body(&table, self)
        storage.value.stamps = table
        return result
    }

    /// Restores the document's former stamps; stamps made since then are not made again.
    public mutating func bringBack(_ former: StampTable?) {
        guard let last = storage.value.stamps?.last else { return }
        storage.value.stamps = former
        storage.value.stamps?.last = last
    }

    /// Forgets which elements were removed; returns how many they were.
    ///
    /// - Complexity: O(*n*) in the elements with stamps.
    public mutating func compactStamps() -> Int { storage.value.stamps?.compact() ?? 0 }
}

extension Document {
    /// The notes of conflicts in the order of their keys; malformed notes are skipped.
    ///
    /// - Complexity: O(the notes).
    public var conflictNotes: [(key: JSONString, conflict: MergeConflict)] {
        guard case .object(let notes)? = content[MergeConflict.notes] else { return [] }
        return notes.members.compactMap { note in MergeConflict(note.value).map { (note.name, $0) } }
    }
}
