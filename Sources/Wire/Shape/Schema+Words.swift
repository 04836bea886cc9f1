extension Schema {
    /// The required value in words: `true or false`, `one of "a", "b"`, `a number from 0 to 1`.
    public var words: String {
        switch self {
        case .any: "any value"
        case .null: "null"
        case .boolean: "true or false"
        case .integer(let minimum, let maximum):
            "an integer" + Schema.range(minimum.map { JSON.number($0) }, maximum.map { JSON.number($0) })
        case .number(_, _, let above?): "a number above \(JSON.number(above))"
        case .number(let minimum, let maximum, nil):
            "a number" + Schema.range(minimum.map { JSON.number($0) }, maximum.map { JSON.number($0) })
        case .string: "a string"
        case .choice(let values):
            values.count == 1 ? "\"\(values[0])\"" : "one of " + values.map { "\"\($0)\"" }.joined(separator: ", ")
        case .array(let element, let minimum, let maximum):
            if let minimum, minimum == maximum {
                "a list of \(minimum), each \(element.words)"
            } else {
                "a list, each \(element.words)"
            }
        case .object(let members, _) where members.isEmpty: "an object"
        case .object(let members, _): "an object of " + members.map { "`\($0.name)`" }.joined(separator: ", ")
        case .dictionary(let element): "an object, each \(element.words)"
        case .oneOf(let schemas): schemas.map(\.words).joined(separator: " or ")
        case .named(_, _, let schema): schema.words
        case .reference(let name): "a \(name)"
        }
    }

    private static func range(_ minimum: JSON?, _ maximum: JSON?) -> String {
        switch (minimum, maximum) {
        case (let minimum?, let maximum?): " from \(minimum) to \(maximum)"
        case (let minimum?, nil): " of at least \(minimum)"
        case (nil, let maximum?): " of at most \(maximum)"
        case (nil, nil): ""
        }
    }
}
