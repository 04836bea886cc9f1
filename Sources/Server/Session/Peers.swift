import Wire

/// A client of a shared session that is not the current one, with its waiting output.
struct Peer: Sendable {
    var client: Client
    var outbox: Outbox
}

/// The clients of a shared session except the current one, in the order of arrival.
///
/// While a message is performed, the entry of its client is kept by number 0.
struct Peers: Sendable, RandomAccessCollection {
    private var rows: [Peer] = []
    /// The indices, by the numbers of the clients.
    private var indicesByNumber: [Int: Int] = [:]

    let startIndex = 0
    var endIndex: Int { rows.count }

    /// A client, by its index.
    subscript(index: Int) -> Peer {
        @inline(__always) _read { yield rows[index] }
        @inline(__always) _modify { yield &rows[index] }
    }

    /// The index of the client with a number; nil if it is the current one, or gone.
    ///
    /// - Complexity: O(1).
    func index(ofClient number: Int) -> Int? { indicesByNumber[number] }

    mutating func append(_ client: Client) {
        indicesByNumber[client.number] = rows.count
        rows.append(Peer(client: client, outbox: Outbox()))
    }

    /// - Complexity: O(*n*) in the clients.
    mutating func remove(at index: Int) -> Peer {
        let removed = rows.remove(at: index)
        indicesByNumber = Dictionary(uniqueKeysWithValues: rows.enumerated().map { ($1.client.number, $0) })
        return removed
    }

    /// Makes another client the current one, with its waiting output and its open documents; false if it is gone.
    mutating func exchange(
        _ client: inout Client, with number: Int, _ outbox: inout Outbox, _ documents: inout Documents
    ) -> Bool {
        guard let index = indicesByNumber.removeValue(forKey: number) else { return false }
        indicesByNumber[client.number] = index
        client.opened = documents.opened
        swap(&client, &rows[index].client)
        swap(&outbox, &rows[index].outbox)
        (documents.client, documents.opened) = (client.number, client.opened.take())
        return true
    }

    /// Replaces the waiting changes of a client by `document/reset`.
    mutating func reset(_ index: Int, _ documents: Documents) {
        let opened = rows[index].client.opened
        rows[index].outbox.replaceSharedChanges { key in
            guard opened?[key] != nil, let open = try? documents.document(key) else { return nil }
            var body = JSONWriter()
            DocumentReset.write(open.name, open.workspace.revision, into: &body)
            return body
        }
    }

    /// The parts of a document that any of them watches.
    func watchedParts(of key: DocumentKey) -> WatchedNames {
        rows.reduce(into: []) { $0.formUnion($1.client.watched[key] ?? []) }
    }
}
