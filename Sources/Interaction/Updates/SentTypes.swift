import Graph
import Storage
import Wire

/// The types that a view has sent, as they were sent.
struct SentTypes: Sendable {
    /// The members of each type that a node had; nil for one that the document did not describe.
    private var looks: [Identifier: JSONText?] = [:]
    /// Is true if all must be sent again.
    private var areRepeated = false

    /// Returns the types to send, in the order of their names; a look is nil for a removed type.
    ///
    /// - Parameters:
    ///   - used: the types of new items.
    ///   - all: whether sent types may have changed.
    /// - Complexity: O(*n* log *n*) in the visited types.
    fileprivate mutating func take(
        _ used: Set<Identifier>, all: Bool, _ document: Document
    ) -> [(name: Identifier, look: JSONText?)] {
        var taken: [(name: Identifier, look: JSONText?)] = []
        for name in all || areRepeated ? used.union(looks.keys) : used {
            let look = document.look(ofType: name)
            if look != (looks[name] ?? nil) || (areRepeated && look != nil) { taken.append((name, look)) }
            looks[name] = .some(look)
        }
        areRepeated = false
        return taken.sorted { $0.name < $1.name }
    }

    /// The same types, all to be sent again.
    func repeated() -> SentTypes {
        var types = self
        types.areRepeated = true
        return types
    }
}

extension SentScene {
    /// Returns the types of nodes that are new or have another type, and the changed types.
    mutating func takeTypes(_ document: Document) -> [(name: Identifier, look: JSONText?)] {
        var used: Set<Identifier> = []
        for slot in nodes.changed {
            guard let index = nodes.index(of: slot) else { continue }
            if nodes.items[index].pending.isDisjoint(with: [.entered, .type]) { continue }
            used.insert(document.typeName(slot))
        }
        return types.take(used, all: needsFullRefresh, document)
    }
}
