#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

import NodewireProtocol

/// The content of one document at one revision, kept in step by `DocumentChanged`.
///
///     let changes = client.notifications(of: OrderedChange.self)
///     let content = try await client.call(DocumentRead(document: document))
///     var replica = Replica(of: document, content)
///     try await client.call(NodeInsert(document: document, node: node))
///     for change in try changes.arrived() { try replica.apply(change) }
///     assert(replica.nodes["a"] != nil)
public struct Replica: Sendable {
    /// The id of the document.
    public let document: String
    /// The revision of this content.
    public private(set) var revision: Int
    /// The nodes in the order of the document.
    public private(set) var nodes: Elements<Node>
    /// The edges in the order of the document.
    public private(set) var edges: Elements<GraphEdge>
    /// The settings in their form in the file.
    public private(set) var settings: [String: JSON]?
    /// The types in their form in the file.
    public private(set) var types: [String: JSON]?
    /// The other members of the file.
    public private(set) var content: [String: JSON]?
    /// The effect of undo and redo; nil before the first change.
    public private(set) var history: HistoryState?

    /// Begins with the result of `DocumentRead` without a filter.
    public init(of document: String, _ content: Content) {
        self.document = document
        revision = content.revision
        nodes = Elements(content.nodes) { $0.id }
        edges = Elements(content.edges) { $0.id }
        settings = content.settings?.members
        types = content.types?.members
        self.content = content.content
    }

    /// Applies one change; false if it belongs to another document, or if the replica already has it.
    ///
    /// - Throws: `ReplicaError` if it does not fit: the replica must then be made again.
    /// - Complexity: O(*n*) in the changes.
    @discardableResult
    public mutating func apply(_ ordered: OrderedChange) throws -> Bool {
        let change = ordered.change
        if change.document != document || change.revision <= revision { return false }
        if change.from != revision {
            throw ReplicaError("a change from revision \(change.from) met a replica at \(revision)")
        }
        for id in ordered.nodes { if let one = change.nodes?[id] { try nodes.apply(one, to: id) } }
        for id in ordered.edges { if let one = change.edges?[id] { try edges.apply(one, to: id) } }
        for entry in (change.order?.nodes ?? []).reversed() { try nodes.place(entry.id, before: entry.before) }
        for entry in (change.order?.edges ?? []).reversed() { try edges.place(entry.id, before: entry.before) }
        apply(change.settings, to: &settings)
        apply(change.types, to: &types)
        apply(change.content, to: &content)
        history = change.history
        revision = change.revision
        return true
    }

    /// Updates the effect of undo and redo from a `document/history`.
    public mutating func apply(_ step: DocumentHistory) {
        if step.document == document { history = step.history }
    }

    private func apply(_ change: Nullable<ChangeValue>?, to members: inout [String: JSON]?) {
        guard let change else { return }
        guard let value = change.orNil else { return members = nil }
        members = value.whole.map { $0.members ?? [:] } ?? value.applied(to: members ?? [:])
    }
}

/// The reason why a change does not fit a replica.
public struct ReplicaError: LocalizedError, Equatable {
    /// One sentence for people.
    public let message: String

    init(_ message: String) { self.message = message }

    /// The message.
    public var errorDescription: String? { message }
}

extension JSON {
    /// The members of an object; nil for any other value.
    public var members: [String: JSON]? { if case .object(let value) = self { value } else { nil } }
}
