/// The possible names of variables: those of paths in expressions, except `data` and the words of the language.
public enum VariableName {
    /// Returns true if a variable may have this name.
    public static func isValid(_ name: some StringProtocol) -> Bool {
        guard let first = name.utf8.first, ExpressionTokens.isNamePart(first), !(0x30...0x39).contains(first),
            name.utf8.allSatisfy({ ExpressionTokens.isNamePart($0) }),
            name.utf8.count <= ValueLimits.expressionBytes
        else { return false }
        return name != "data" && !ExpressionParser.words.contains(String(name))
    }
}
