import Graph

extension Format {
    /// A flowchart of Mermaid. Its other diagrams are recognized, too, and refused by their names.
    public static let mermaid = Format(
        "mermaid", title: "Mermaid", "a flowchart of Mermaid", suffixes: [".mmd", ".mermaid"], keeps: .structure,
        from: .text(
            recognize: { MermaidHeader($0) != nil },
            read: { (text) throws(EditError) in try MermaidReader.read(text) }),
        to: MermaidWriter.self)

    /// Returns true if a flowchart that is written has a node of this id by the same id.
    public static func isMermaidID(_ id: String) -> Bool {
        var id = id
        return id.withUTF8 { MermaidIdentifiers.isSafe($0) }
    }
}
