import Graph

extension Format {
    /// A dialog of Yarn Spinner.
    public static let yarn = Format(
        "yarn", title: "Yarn", "a dialog of Yarn Spinner", suffixes: [".yarn"], keeps: .graph,
        from: .text(
            recognize: { YarnReader.recognizes($0) },
            read: { (text) throws(EditError) in try YarnReader.read(text) }),
        to: YarnWriter.self)
}
