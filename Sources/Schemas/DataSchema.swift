import Wire

/// A JSON Schema for the data of an application, read once and asked often.
///
///     let schema = try DataSchema(["type": "object", "required": ["name"]])
///     let problems = Array("{}".utf8).withUnsafeBufferPointer { schema.problems(in: $0) }
///     assert(problems.map(\.path) == ["/name"])
///
/// It knows the subset of JSON Schema 2020-12 that `SchemaReader` lists. It ignores unknown keywords, and those that
/// restrict nothing. Numbers are compared by their exact decimal value, strings by their Unicode scalars.
public struct DataSchema: Sendable {
    /// Every schema inside, the outermost first; they refer to each other by index, so they may form cycles.
    let rules: [SchemaRule]
    /// The unchecked keywords, each once, with a JSON Pointer to its first place.
    public let notChecked: [(keyword: String, path: String)]

    /// The greatest number of problems listed for one value.
    public static let mostProblems = 1000
    /// The greatest number of schemas nested in each other during a check.
    public static let deepest = 1000
    /// The greatest number of steps of one check, besides four for each byte of the value: checking a schema against a
    /// value is a step.
    public static let mostSteps = 1_000_000
    /// The greatest number of bytes of paths listed for one value; the problem that exceeds it is the last.
    public static let mostPathBytes = 1 << 20
    /// The greatest number of schemas in one, itself included.
    public static let mostRules = 20_000
    /// The greatest number of bytes of the pointer from a schema to one inside of it.
    public static let longestPlace = 4096
    /// The greatest number of digits of a `multipleOf`, zeros at its ends not counted.
    public static let longestDivisor = 18

    /// Reads a schema.
    ///
    /// - Throws: the malformed part, a `$ref` to nothing, or one that refers to itself for the same value.
    /// - Complexity: O(*n*) in the schema.
    public init(_ json: JSON) throws(SchemaError) {
        var reader = SchemaReader(json)
        try reader.readAll()
        rules = reader.rules.map(SchemaRule.init)
        notChecked = reader.notChecked
        try refuseLoops(reader.places)
    }

    /// Lists the problems of a value, in the order in which it is written.
    /// Missing members come after existing ones.
    ///
    /// - Parameter data: one valid JSON value.
    /// - Returns: At most `mostProblems`, fewer if their paths are very long. The last one has the code `limit` if the
    ///   check took too many steps or went too deep.
    /// - Complexity: O(the schemas checked against each value), at most `mostSteps` and four for each byte.
    public func problems(in data: UnsafeBufferPointer<UInt8>) -> [DataProblem] {
        var steps = DataSchema.mostSteps
        return problems(in: data, steps: &steps)
    }

    /// The same with a number of steps shared by several checks; a check takes at most `mostSteps` of them.
    public func problems(in data: UnsafeBufferPointer<UInt8>, steps: inout Int) -> [DataProblem] {
        let granted = min(steps, DataSchema.mostSteps)
        var check = DataCheck(self, data, steps: granted + 4 * data.count)
        let problems = check.run(data)
        steps -= granted - min(granted, max(check.stepsLeft, 0))
        return problems
    }
}

/// An error in a schema, with its place.
public struct SchemaError: Error, Sendable, Equatable {
    /// Names and indexes from the outermost schema inwards.
    public var path: [String]
    /// One phrase for people.
    public var message: String
}
