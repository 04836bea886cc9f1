import Wire

/// The types of data, and which of them fit together: the document's `dataTypes`.
struct DataTypes: Sendable {
    /// The types that each type accepts besides itself; acceptance is not passed on.
    private var accepted: [Identifier: Set<Identifier>] = [:]

    /// The type that fits every other one.
    static let any = Identifier("any")

    init() {}

    /// Entries of a wrong kind count as absent.
    init(_ json: JSON?) {
        for member in json?.objectValue?.members.prefix(Limits.types) ?? [] {
            guard let name = member.name.string else { continue }
            accepted[Identifier(name)] = Set(Identifier.list(member.value["accepts"]))
        }
    }

    /// Returns true if the values of a source may go to a target.
    /// Both may have several types, and without any they fit all.
    func fit(source: [Identifier], target: [Identifier]) -> Bool {
        if source.isEmpty || target.isEmpty || source == target { return true }
        if source.contains(DataTypes.any) || target.contains(DataTypes.any) { return true }
        let offered = Set(source)
        return target.contains { name in
            offered.contains(name) || accepted[name].map { !$0.isDisjoint(with: offered) } ?? false
        }
    }
}
