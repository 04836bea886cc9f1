import Graph

extension Format {
    /// A state machine of SCXML.
    public static let scxml = Format(
        "scxml", title: "SCXML", "a state machine of SCXML: states and transitions", suffixes: [".scxml"],
        keeps: .structure,
        from: .text(
            recognize: { XMLReader.root(of: $0)?.name == "scxml" },
            read: { (text) throws(EditError) in try SCXMLReader.read(text) }))
}
