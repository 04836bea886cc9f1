import Graph
import Wire

extension Format {
    /// Trees in JSON: objects with children, or lists of a value and children.
    public static let tree = Format(
        "tree", title: "a tree in JSON", "trees in JSON: objects with `children`, or lists of a value and children",
        suffixes: [".json"], keeps: .structure,
        from: .trees(
            recognize: { TreeReader.recognizes($0) },
            read: { (text, _) throws(EditError) in try TreeReader.read(text) }))
}

extension TreeReader {
    /// Returns true if a text is valid JSON of any depth, whose first object is a node of a tree.
    ///
    /// - Complexity: O(*n*) in the bytes.
    fileprivate static func recognizes(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = text.first(where: { $0 > 0x20 }), first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
            JSONSyntax.validateDeep(text) == nil
        else { return false }
        let cursor = JSONCursor(text)
        let object = cursor.firstElement ?? cursor
        return TreeObject.isTree(object) && !TreeObject.isGraph(object)
    }
}
