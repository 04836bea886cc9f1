import Wire

/// An expression, compiled once to be evaluated often: instructions on a stack, without loops and without recursion.
///
///     let expression = try Expression("max(width, 2 * height)")
///     assert(expression.references.count == 2)
public final class Expression: Sendable {
    /// The references of the expression to outside values, each once, in the order of first use.
    public let references: [Reference]
    let instructions: ContiguousArray<Instruction>
    let numbers: ContiguousArray<Double>
    let strings: [String]
    /// The greatest number of values on the stack.
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

/// A reference of an expression to an outside value.
public struct Reference: Sendable, Hashable {
    /// The kinds of reference, by their spelling.
    public enum Kind: Sendable, Hashable {
        /// Names and indices with dots between them.
        case path([JSONString])
        /// The single value that comes in at a handle.
        case input(JSONString)
        /// The list of all values that come in at a handle.
        case inputs(JSONString)
    }

    /// The kind of reference.
    public let kind: Kind
    /// The position of its first use, in Unicode scalars.
    public let position: Int
}

/// An error in the text of an expression.
public struct ExpressionError: Error, Sendable, Equatable {
    /// The error in words, for people.
    public let message: String
    /// The position of the error, in Unicode scalars from the beginning.
    public let position: Int
}
