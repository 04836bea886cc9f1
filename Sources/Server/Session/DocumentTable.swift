import Graph

/// The open documents of a conversation, in the order in which they were opened.
///
/// An index leads to a document as long as none is closed; a name always does.
struct DocumentTable: Sendable, RandomAccessCollection {
    private var rows: [OpenDocument] = []
    /// The documents that the current client has open, and how often; nil for all, where it is the only one.
    var opened: [Identifier: Int]?
    /// The indexes, by the bytes of the documents' names.
    private var indexes: [Identifier: Int] = [:]

    let startIndex = 0
    var endIndex: Int { rows.count }

    /// An open document, by its index.
    subscript(index: Int) -> OpenDocument {
        @inline(__always) _read { yield rows[index] }
        @inline(__always) _modify { yield &rows[index] }
    }

    /// The index of an open document; nil if none has the name.
    ///
    /// - Complexity: O(1); one comparison where only one is open.
    func firstIndex(named name: String) -> Int? {
        if rows.count == 1 { return rows[0].name.utf8.elementsEqual(name.utf8) ? 0 : nil }
        return indexes[Identifier(name)]
    }

    /// The index of an open document.
    ///
    /// - Throws: `noSuchDocument`.
    func index(of name: String) throws(Failure) -> Int {
        guard let index = firstIndex(named: name), isOpen(name) else {
            throw Failure(.noSuchDocument, "there is no open document \"\(name)\"")
        }
        return index
    }

    /// An open document, to be read.
    ///
    /// - Throws: `noSuchDocument`.
    func document(_ name: String) throws(Failure) -> OpenDocument { rows[try index(of: name)] }

    /// Is true if the current client has the document open.
    func isOpen(_ name: String) -> Bool { opened.map { $0[Identifier(name)] != nil } ?? true }

    /// Adds a document behind the others; returns its index.
    mutating func add(_ document: OpenDocument) -> Int {
        indexes[Identifier(document.name)] = rows.count
        rows.append(document)
        return rows.count - 1
    }

    /// Removes a document and returns it; those behind it move up.
    mutating func remove(at index: Int) -> OpenDocument {
        let removed = rows.remove(at: index)
        indexes[Identifier(removed.name)] = nil
        for place in index..<rows.count { indexes[Identifier(rows[place].name)] = place }
        return removed
    }
}
