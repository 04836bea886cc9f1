import Editing
import Graph
import Interaction
import Storage
import Storage

/// The positions of a conversation's views: from an id to the document and to the view's index in it.
struct ViewDirectory: Sendable {
    /// A document, and the slot of a view among its views.
    typealias Location = (document: DocumentKey, view: View.Slot)

    private var locations: [Identifier: Location] = [:]
    /// The views of each document that has any.
    private var ids: [DocumentKey: [Identifier]] = [:]
    /// The view of the last request: most messages name the same one.
    private var last: (id: Identifier, location: Location)?
    private var generated = 0
    /// The clients of the views, by number, if several share the session.
    private var owners: [Identifier: Int] = [:]

    /// The number of views.
    var count: Int { locations.count }

    func contains(_ id: Identifier) -> Bool { locations[id] != nil }

    /// The position of a view, or nil if no view has this id.
    ///
    /// - Complexity: O(1); one comparison for the last view.
    mutating func location(of id: Identifier) -> Location? {
        if let last, last.id == id { return last.location }
        guard let location = locations[id] else { return nil }
        last = (id, location)
        return location
    }

    /// The number of the view's client; nil if a session has only one.
    func owner(of id: Identifier) -> Int? { owners.isEmpty ? nil : owners[id] }

    /// Records the client of a view.
    mutating func note(_ id: Identifier, of client: Client) { owners[id] = client.number }

    /// The views of a client, in the order of their names.
    func views(of client: Client) -> [Identifier] {
        owners.filter { $0.value == client.number }.keys.sorted { $0.string < $1.string }
    }

    /// Replaces the views of a document, after it, or one of them, was opened or closed.
    ///
    /// - Complexity: O(*n*) in the views of the document.
    mutating func set(_ new: [Identifier], of document: DocumentKey) {
        last = nil
        for id in ids[document] ?? [] { locations[id] = nil }
        for (index, id) in new.enumerated() { locations[id] = (document, Slot(index: index)) }
        if !owners.isEmpty { for id in ids[document] ?? [] where locations[id] == nil { owners[id] = nil } }
        ids[document] = new.isEmpty ? nil : new
    }

    /// An id that no view has: `v1`, `v2`, …. No id is generated twice.
    mutating func makeID() -> String {
        repeat { generated += 1 } while contains(Identifier("v\(generated)"))
        return "v\(generated)"
    }
}

extension Documents {
    /// The position of a view; nil if the current client has none with this name.
    @inline(__always)
    mutating func ownLocation(of view: Identifier) -> ViewDirectory.Location? {
        guard let location = views.location(of: view) else { return nil }
        if let owner = views.owner(of: view), owner != client { return nil }
        return location
    }

    /// The position of a view of the current client.
    ///
    /// - Throws: `noSuchView`.
    mutating func location(of view: Identifier) throws(Failure) -> ViewDirectory.Location {
        guard let location = ownLocation(of: view) else {
            throw Failure(.noSuchView, "there is no view \"\(view)\"")
        }
        return location
    }

    /// The index of a view among those of a document.
    ///
    /// - Throws: `noSuchView`, also for a view of another document.
    mutating func view(_ view: Identifier, of key: DocumentKey) throws(Failure) -> View.Slot {
        let location = try location(of: view)
        guard location.document == key else {
            throw Failure(.noSuchView, "view \"\(view)\" does not look at \"\(try document(key).name)\"")
        }
        return location.view
    }

    /// The comparison of a view.
    ///
    /// - Throws: `noSuchDocument`, `noSuchView`, `nothingThere`.
    mutating func comparison(of view: Identifier, in name: String) throws(Failure) -> ViewComparison {
        let key = try key(of: name)
        let slot = try self.view(view, of: key)
        guard let comparison = try document(key).workspace.comparison(of: slot) else {
            throw Failure(EditError.comparesNothing(view))
        }
        return comparison
    }

    /// Lends the workspace of a view, with the index of the view in it, to a question: nothing changes that a notification would
    /// report.
    mutating func lend<Value>(
        _ view: Identifier, _ body: (inout Workspace, View.Slot) -> Value
    ) throws(Failure) -> Value {
        let location = try location(of: view)
        return try lend(location.document) { (open) throws(Failure) in body(&open.workspace, location.view) }
    }
}
