/// A variable and the expression for its value: `name = expression`.
public struct Assignment: Sendable {
    /// The name of the variable.
    public let name: String
    /// The expression for the value.
    public let expression: Expression

    /// Compiles a text.
    ///
    /// - Throws: the error, with its place.
    /// - Complexity: O(*n*) in the bytes, of which there are at most `ValueLimits.expressionBytes` in the expression.
    public init(_ text: String) throws(ExpressionError) {
        let scalars = text.unicodeScalars
        guard let sign = scalars.firstIndex(of: "=") else {
            throw ExpressionError(message: "expected \"name = expression\"", position: 0)
        }
        let name = String(scalars[..<sign].drop(while: Assignment.isBlank))
        let end = name.unicodeScalars.lastIndex { !Assignment.isBlank($0) }
        self.name = end.map { String(name.unicodeScalars[...$0]) } ?? ""
        if !VariableName.isValid(self.name) {
            throw ExpressionError(message: "\"\(self.name)\" is no name of a variable", position: 0)
        }
        let start = scalars.index(after: sign)
        do throws(ExpressionError) {
            expression = try Expression(String(scalars[start...]))
        } catch {
            let before = scalars.distance(from: scalars.startIndex, to: start)
            throw ExpressionError(message: error.message, position: before + error.position)
        }
    }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { [" ", "\t", "\n", "\r"].contains(scalar) }
}
