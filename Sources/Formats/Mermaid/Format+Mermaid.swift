import Graph

extension Format {
    /// A flowchart of Mermaid. Other Mermaid diagrams are recognized, too, and refused by name.
    public static let mermaid = Format(
        "mermaid", title: "Mermaid", "a flowchart of Mermaid", suffixes: [".mmd", ".mermaid"], keeps: .structure,
        from: .text(
            recognize: { MermaidHeader($0) != nil },
            read: { (text) throws(EditError) in try MermaidReader.read(text) }),
        to: MermaidWriter.self)

    /// Returns true if a written flowchart keeps this id of a node.
    public static func isMermaidID(_ id: String) -> Bool {
        var id = id
        return id.withUTF8 { MermaidIdentifiers.isSafe($0) }
    }
}
