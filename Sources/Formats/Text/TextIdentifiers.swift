import Graph

/// Identifiers for the elements of a text that may have none, or the same, or impossible ones.
enum TextIdentifiers {
    /// An identifier for each element: its own where that can be one and no earlier element has it, else the prefix and a
    /// number.
    ///
    /// - Complexity: O(*n*).
    static func distinct(_ stated: [String?], prefix: String) -> [String] {
        var taken: Set<Identifier> = []
        var own = stated.map { id -> String? in
            guard let id, !id.isEmpty, id.utf8.count <= Limits.identifierBytes else { return nil }
            return taken.insert(Identifier(id)).inserted ? id : nil
        }
        var count = 0
        for index in own.indices where own[index] == nil {
            repeat { count += 1 } while taken.contains(Identifier("\(prefix)\(count)"))
            own[index] = "\(prefix)\(count)"
        }
        return own.map { $0 ?? "" }
    }
}
