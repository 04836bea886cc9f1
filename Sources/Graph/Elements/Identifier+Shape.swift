import Wire

extension Schema {
    /// The id of an element, a view, a type or a handle.
    public static let id = string(comment: "id")
}

extension Shape where Value == String {
    /// An id as text.
    static let id = Shape(schema: .id, read: string.read, write: string.write)
}

extension Shape where Value == Identifier {
    /// The id of an element, a view, a type or a handle.
    public static let identifier = Shape<String>.id.mapped(
        { (string) throws(ShapeError) in Identifier(string) }, from: { $0.string })
}
