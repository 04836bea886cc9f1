import Graph

extension Format {
    /// Swift types, each a tree of its arguments.
    public static let swiftType = Format(
        "swiftType", title: "types of Swift", "types of Swift, each a tree of its arguments", suffixes: [".txt"],
        keeps: .structure,
        from: .trees(
            recognize: { SwiftTypeReader.recognizes($0) },
            read: { (text, options) throws(EditError) in try SwiftTypeReader.read(text).outline(options) }))
}
