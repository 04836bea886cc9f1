#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

import NodewireProtocol

/// Nodes or edges by their ids, in document order.
///
/// Lookup, append, removal and a move before another element are O(1), whatever the size: the order is a doubly linked
/// list over the ids.
public struct Elements<Element: Codable & Sendable>: Sequence, Sendable {
    private struct Entry: Sendable {
        var element: Element
        var previous: String?
        var next: String?
    }

    private var entries: [String: Entry] = [:]
    private var first: String?
    private var last: String?

    init(_ elements: [Element], id: (Element) -> String) {
        for element in elements {
            let id = id(element)
            if entries[id] == nil { insert(element, id, before: nil) }
        }
    }

    /// The element of an id; nil if there is none.
    public subscript(id: String) -> Element? { entries[id]?.element }

    /// The number of elements.
    public var count: Int { entries.count }

    /// The iteration in document order.
    public struct Iterator: IteratorProtocol {
        fileprivate let elements: Elements
        fileprivate var id: String?

        /// The next element.
        public mutating func next() -> Element? {
            guard let entry = id.flatMap({ elements.entries[$0] }) else { return nil }
            id = entry.next
            return entry.element
        }
    }

    /// Begins at the first element.
    public func makeIterator() -> Iterator { Iterator(elements: self, id: first) }

    /// Inserts an element at the end, replaces it, changes its members, or removes it.
    mutating func apply(_ change: Change, to id: String) throws {
        guard let change else {
            guard entries[id] != nil else { throw ReplicaError("\"\(id)\" is removed, which is not in the replica") }
            unlink(id)
            entries[id] = nil
            return
        }
        if let whole = change.whole {
            let element = try Element(whole)
            if entries[id]?.element == nil { return insert(element, id, before: nil) }
            entries[id]?.element = element
        } else {
            guard let element = entries[id]?.element else {
                throw ReplicaError("\"\(id)\" changes, which is not in the replica")
            }
            guard case .object(let members) = try JSON(element) else { return }
            entries[id]?.element = try Element(.object(change.applied(to: members)))
        }
    }

    /// Moves an element directly before another, or to the end.
    mutating func place(_ id: String, before other: String?) throws {
        guard let element = entries[id]?.element, other.map({ entries[$0] != nil }) ?? true else {
            throw ReplicaError("\"\(id)\" and what it is placed before are not both in the replica")
        }
        if id == other { return }
        unlink(id)
        insert(element, id, before: other)
    }

    private mutating func insert(_ element: Element, _ id: String, before next: String?) {
        let previous = next == nil ? last : next.flatMap { entries[$0]?.previous }
        entries[id] = Entry(element: element, previous: previous, next: next)
        join(previous, id)
        join(id, next)
    }

    private mutating func unlink(_ id: String) {
        if let entry = entries[id] { join(entry.previous, entry.next) }
    }

    private mutating func join(_ previous: String?, _ next: String?) {
        if let previous { entries[previous]?.next = next } else { first = next }
        if let next { entries[next]?.previous = previous } else { last = previous }
    }
}

extension ChangeValue {
    /// Returns members after the `set` and `unset` of a change.
    func applied(to members: [String: JSON]) -> [String: JSON] {
        var members = members
        for (name, value) in set ?? [:] { members[name] = value }
        for name in unset ?? [] { members[name] = nil }
        return members
    }
}

extension JSON {
    /// The value in its written form.
    public init(_ value: some Encodable) throws {
        self = try JSONDecoder().decode(JSON.self, from: JSONEncoder().encode(value))
    }
}

extension Decodable {
    /// Reads a value of this type.
    public init(_ json: JSON) throws {
        self = try JSONDecoder().decode(Self.self, from: JSONEncoder().encode(json))
    }
}
