import Wire

extension Shape where Value == Identifier {
    /// The id of an element, a view, a type or a handle.
    public static let identifier = Shape<String>.string.mapped(
        { (string) throws(ShapeError) in Identifier(string) }, from: { $0.string })
}
