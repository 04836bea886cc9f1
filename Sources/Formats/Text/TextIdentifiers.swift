import Graph

/// Unique identifiers for the elements of a text, whose own ids may be missing, repeated or invalid.
enum TextIdentifiers {
    /// An identifier for each element: its own if it is valid and new, else the prefix and a number.
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
