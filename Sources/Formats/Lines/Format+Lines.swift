import Graph

extension Format {
    /// A text for comparing documents.
    public static let lines = Format(
        "text", title: "text", "a line for each element, sorted, to compare documents by", suffixes: [".txt"],
        keeps: .structure, from: .none, to: LineTextWriter.self)
}
