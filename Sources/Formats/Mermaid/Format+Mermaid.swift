import Graph

extension Format {
    /// A flowchart of Mermaid. Its other diagrams are recognized, too, and refused by their names.
    public static let mermaid = Format(
        "mermaid", title: "Mermaid", "a flowchart of Mermaid", suffixes: [".mmd", ".mermaid"], keeps: .structure,
        from: .text(
            recognize: { MermaidHeader($0) != nil },
            read: { (text) throws(EditError) in try MermaidReader.read(text) }),
        to: MermaidWriter.self)
}
