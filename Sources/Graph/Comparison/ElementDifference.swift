import Wire

/// The difference of one element from the element of its id in another document.
public struct ElementDifference: Sendable, Equatable {
    /// The kind of a difference, as seen from the document that is compared.
    public enum Kind: String, CaseIterable, Sendable {
        /// The other document has no such element.
        case added
        /// Only the other document has it.
        case removed
        /// Both have it, with different members.
        case changed
        /// Both have it, and nothing but its position differs.
        case moved
    }

    /// The kind.
    public let kind: Kind
    /// Pointers to the differing values, at most `Limits.differencePointers`; none if only one side has the element.
    public let changes: [JSONPointer]

    /// Is true if the element has another position in its parent.
    public var isMoved: Bool { changes.contains { $0.tokens.first == ElementDifference.position } }

    init(_ kind: Kind, _ changes: [JSONPointer] = []) { (self.kind, self.changes) = (kind, changes) }

    /// The difference between two elements that are not equal.
    init(changes: [JSONPointer]) {
        let isMove = changes.allSatisfy { $0.tokens.first == ElementDifference.position }
        self.init(isMove ? .moved : .changed, changes)
    }

    private static let position = JSONString("position")
}

extension JSON {
    /// Pointers to the values that are there and not in another value, or are other values there.
    ///
    /// Objects on both sides are entered; any other value differs as a whole. They come in the order of this value,
    /// followed by members of the other side only.
    ///
    /// - Parameter limit: the greatest number of pointers; later ones are left out.
    /// - Complexity: O(*n*) expected in the members of both.
    func differences(from other: JSON, limit: Int = Limits.differencePointers) -> [JSONPointer] {
        var found: [JSONPointer] = []
        var path: [JSONString] = []
        addDifferences(from: other, &path, to: &found, limit: limit)
        return found
    }

    private func addDifferences(
        from other: JSON, _ path: inout [JSONString], to found: inout [JSONPointer], limit: Int
    ) {
        if found.count >= limit { return }
        guard case .object(let own) = self, case .object(let others) = other else {
            if self != other { found.append(JSONPointer(tokens: path)) }
            return
        }
        for member in own.members {
            path.append(member.name)
            if let value = others[member.name] {
                member.value.addDifferences(from: value, &path, to: &found, limit: limit)
            } else if found.count < limit {
                found.append(JSONPointer(tokens: path))
            }
            path.removeLast()
        }
        for member in others.members where own[member.name] == nil && found.count < limit {
            found.append(JSONPointer(tokens: path + [member.name]))
        }
    }
}
