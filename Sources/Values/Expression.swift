import Wire

/// An expression, compiled once to be evaluated often: instructions on a stack, without loops and without recursion.
///
///     let expression = try Expression("max(width, 2 * height)")
///     assert(expression.references.count == 2)
public final class Expression: Sendable {
    /// The references that the expression reads from outside, each once, in the order in which it is first named.
    public let references: [Reference]
    let instructions: ContiguousArray<Instruction>
    let numbers: ContiguousArray<Double>
    let strings: [String]
    /// The most values that are on the stack at once.
    let stackDepth: Int

    /// Compiles a text.
    ///
    /// - Throws: the error, with its place.
    /// - Complexity: O(*n*) in the bytes, of which there are at most `ValueLimits.expressionBytes`.
    public init(_ text: String) throws(ExpressionError) {
        var parser = try ExpressionParser(text)
        try parser.parse()
        references = parser.references
        instructions = parser.code.instructions
        numbers = parser.code.numbers
        strings = parser.code.strings
        stackDepth = parser.code.deepest
    }
}

/// Something that an expression reads from outside.
public struct Reference: Sendable, Hashable {
    /// The kinds of reference, by their spelling.
    public enum Kind: Sendable, Hashable {
        /// Names and indices with dots between them.
        case path([JSONString])
        /// The one value that comes in at a handle.
        case input(JSONString)
        /// The list of all values that come in at a handle.
        case inputs(JSONString)
    }

    /// The kind of reference.
    public let kind: Kind
    /// The position where it is first named, in Unicode scalars.
    public let position: Int
}

/// An error in the text of an expression.
public struct ExpressionError: Error, Sendable, Equatable {
    /// The error in words, for people.
    public let message: String
    /// The position of the error, in Unicode scalars from the beginning.
    public let position: Int
}
