import Wire

extension JSON {
    /// Returns true if lists and objects are nested deeper than a number of levels.
    ///
    /// A value from another text is nested deeper in a document, whose depth is limited.
    ///
    /// - Complexity: O(*n*); the recursion has at most `levels` levels.
    func isNested(deeperThan levels: Int) -> Bool {
        switch self {
        case .array(let elements): levels == 0 || elements.contains { $0.isNested(deeperThan: levels - 1) }
        case .object(let object): levels == 0 || object.members.contains { $0.value.isNested(deeperThan: levels - 1) }
        default: false
        }
    }
}
