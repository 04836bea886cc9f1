import Wire

/// Which types of data fit which: the document's `dataTypes`.
struct DataTypes: Sendable {
    /// What each type accepts besides its own; acceptance is not passed on.
    private var accepted: [Identifier: Set<Identifier>] = [:]

    /// The type that fits every other one.
    static let any = Identifier("any")

    init() {}

    /// Entries of a wrong kind count as absent.
    init(_ json: JSON?) {
        for member in json?.objectValue?.members ?? [] {
            guard let name = member.name.string else { continue }
            accepted[Identifier(name)] = Set(Identifier.list(member.value["accepts"]))
        }
    }

    /// Whether what a source gives may go to a target; both may have several types, and without any they fit all.
    func fit(source: [Identifier], target: [Identifier]) -> Bool {
        if source.isEmpty || target.isEmpty || source == target { return true }
        if source.contains(DataTypes.any) || target.contains(DataTypes.any) { return true }
        let offered = Set(source)
        return target.contains { name in
            offered.contains(name) || accepted[name].map { !$0.isDisjoint(with: offered) } ?? false
        }
    }
}
