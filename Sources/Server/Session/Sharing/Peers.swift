/// A client of a shared session that is not the current one, with what waits to be written to it.
struct Peer: Sendable {
    var client: Client
    var outbox: Outbox
}

/// The clients of a shared session that are not the current one, in the order in which they came.
///
/// While a message is performed, the place of its client is kept by number 0.
struct Peers: Sendable, RandomAccessCollection {
    private var rows: [Peer] = []
    /// The places, by the numbers of the clients.
    private var places: [Int: Int] = [:]

    let startIndex = 0
    var endIndex: Int { rows.count }

    /// A client, by its place.
    subscript(place: Int) -> Peer {
        @inline(__always) _read { yield rows[place] }
        @inline(__always) _modify { yield &rows[place] }
    }

    /// The place of the client with a number; nil if it is the current one, or gone.
    ///
    /// - Complexity: O(1).
    func place(ofClient number: Int) -> Int? { places[number] }

    mutating func append(_ client: Client) {
        places[client.number] = rows.count
        rows.append(Peer(client: client, outbox: Outbox()))
    }

    /// - Complexity: O(*n*) in the clients.
    mutating func remove(at place: Int) -> Peer {
        let removed = rows.remove(at: place)
        places = Dictionary(uniqueKeysWithValues: rows.enumerated().map { ($1.client.number, $0) })
        return removed
    }

    /// Puts the current client at a place, and makes the one there the current one.
    mutating func exchange(at place: Int, with client: inout Client) {
        places[rows[place].client.number] = nil
        places[client.number] = place
        swap(&client, &rows[place].client)
    }

    /// The parts of a document that any of them watches.
    func watchedParts(of key: DocumentKey) -> WatchedNames {
        rows.reduce(into: []) { $0.formUnion($1.client.watched[key] ?? []) }
    }
}
