import Wire

extension JSON {
    /// Returns true if lists and objects lie in each other deeper than so many levels.
    ///
    /// A value from another text lies deeper in a document, where the depth has a limit.
    ///
    /// - Complexity: O(*n*); the depth of the recursion is `levels` at most.
    func isNested(deeperThan levels: Int) -> Bool {
        switch self {
        case .array(let elements): levels == 0 || elements.contains { $0.isNested(deeperThan: levels - 1) }
        case .object(let object): levels == 0 || object.members.contains { $0.value.isNested(deeperThan: levels - 1) }
        default: false
        }
    }
}
