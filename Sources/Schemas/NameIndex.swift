import Wire

/// The places of names in a list, found by the bytes of a text: a few without hashing, many by hashing.
struct NameIndex: Sendable {
    private var few: NameTable?
    private var many: [JSONString: Int] = [:]
    let count: Int

    /// - Precondition: no name occurs twice.
    init(_ names: [JSONString]) {
        count = names.count
        let plain = names.compactMap(\.string)
        if names.count <= 16, plain.count == names.count, !plain.contains("") {
            few = NameTable(plain)
        } else {
            for (place, name) in names.enumerated() { many[name] = place }
        }
    }

    /// The index of a name; `hint` is its probable index.
    func place(of name: JSONName, hint: Int = 0) -> Int? {
        if let few { return few.index(of: name, hint: hint) }
        return many[JSONString(name)]
    }
}
