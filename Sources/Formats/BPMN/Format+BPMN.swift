import Graph

extension Format {
    /// A process of BPMN.
    public static let bpmn = Format(
        "bpmn", title: "BPMN", "processes of BPMN 2.0, with their diagram", suffixes: [".bpmn"],
        keeps: .structure,
        from: .text(
            recognize: { text in
                guard let (name, reader) = XMLReader.root(of: text), name == "definitions" else { return false }
                return reader.allAttributes.contains { $0.value.hasPrefix("http://www.omg.org/spec/BPMN/") }
            },
            read: { (text) throws(EditError) in try BPMNReader.read(text) }))
}
