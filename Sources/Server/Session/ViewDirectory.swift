import Graph
import Interaction
import Storage
import Storage

/// The places of the views of a conversation: an id leads to the indexes of the document and of the view in it.
struct ViewDirectory: Sendable {
    /// The index of a document among the open ones, and the slot of a view among its views.
    typealias Place = (document: Int, view: View.Slot)

    private var places: [Identifier: Place] = [:]
    /// The view asked for last: most messages name the same one.
    private var last: (id: Identifier, place: Place)?
    private var generated = 0
    /// The clients whose views they are, by number, where several share the session.
    private var owners: [Identifier: Int] = [:]

    /// The number of views.
    var count: Int { places.count }

    func contains(_ id: Identifier) -> Bool { places[id] != nil }

    /// The place of a view, or nil if no view has this id.
    ///
    /// - Complexity: O(1); one comparison for the view asked for last.
    mutating func place(of id: Identifier) -> Place? {
        if let last, last.id == id { return last.place }
        guard let place = places[id] else { return nil }
        last = (id, place)
        return place
    }

    /// The number of the client whose view it is; nil where a session has only one.
    func owner(of id: Identifier) -> Int? { owners.isEmpty ? nil : owners[id] }

    /// Notes whose view it is.
    mutating func note(_ id: Identifier, of client: Client) { owners[id] = client.number }

    /// The views of a client, in the order of their names.
    func views(of client: Client) -> [Identifier] {
        owners.filter { $0.value == client.number }.keys.sorted { $0.string < $1.string }
    }

    /// Replaces the contents, after a view or a document was opened or closed.
    ///
    /// - Parameter ids: the ids of the views of each document, in order.
    /// - Complexity: O(*n*) in the views.
    mutating func replace(with ids: some Sequence<[Identifier]>) {
        places.removeAll(keepingCapacity: true)
        last = nil
        for (document, ids) in ids.enumerated() {
            for (view, id) in ids.enumerated() { places[id] = (document, Slot(index: view)) }
        }
        if !owners.isEmpty { owners = owners.filter { places[$0.key] != nil } }
    }

    /// An id that no view has: `v1`, `v2`, …. No id is generated twice.
    mutating func makeID() -> String {
        repeat { generated += 1 } while contains(Identifier("v\(generated)"))
        return "v\(generated)"
    }
}
