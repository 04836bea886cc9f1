/// The limits of expressions and values; reports of limits read them here.
public enum ValueLimits {
    /// UTF-8 bytes of an expression.
    public static let expressionBytes = 4096
    /// Simultaneously open brackets of an expression.
    public static let expressionBrackets = 256
    /// Steps of one evaluation: an instruction, an item of a list, or 64 bytes of a string.
    public static let steps = 100_000
    /// UTF-8 bytes of a string.
    public static let stringBytes = 65_536
    /// Items of a list, with those of inner lists.
    public static let listItems = 10_000
    /// UTF-8 bytes of all strings of a list.
    public static let listBytes = 1 << 20
    /// The greatest depth of lists inside each other.
    public static let listDepth = 64
}
