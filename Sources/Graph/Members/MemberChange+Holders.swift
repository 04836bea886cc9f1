import Wire

extension MemberChange {
    /// The elements whose columns and indexes depend on a member of the document.
    public enum Holders: Sendable {
        case none
        /// The nodes of these types.
        case nodes(ofTypes: Set<Identifier>)
        case all
    }

    /// The elements whose derived values change.
    ///
    /// - Complexity: O(the settings and types).
    public var holders: Holders {
        switch name {
        case "settings":
            Setting.all.contains { $0.isHeld && before?[$0.name] != after?[$0.name] } ? .all : .none
        case "types": .nodes(ofTypes: reshaped(.nodeType))
        case "edgeTypes": reshaped(.edgeType).isEmpty ? .none : .all
        default: .none
        }
    }

    /// The types whose elements have different derived values.
    private func reshaped(_ schema: ElementSchema) -> Set<Identifier> {
        if before == after { return [] }
        let (old, new) = (before?.objectValue, after?.objectValue)
        var names: Set<Identifier> = []
        for member in new?.members ?? [] where schema.isHeldOtherwise(old?[member.name], member.value) {
            names.insert(Identifier(member.name.description))
        }
        for member in old?.members ?? []
        where new?[member.name] == nil && schema.isHeldOtherwise(member.value, nil) {
            names.insert(Identifier(member.name.description))
        }
        return names
    }
}
