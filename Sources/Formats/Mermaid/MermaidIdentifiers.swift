import Graph

/// The ids of nodes in a written flowchart: their own if Mermaid reads them as ids, else `n1`, `n2`, …
struct MermaidIdentifiers {
    private var names: [Int32: String] = [:]
    /// The ids in use.
    private var taken: Set<Identifier> = []

    /// Words with a meaning at the start of a statement or at the end of a link.
    private static let words: Set<String> = [
        "end", "subgraph", "graph", "flowchart", "style", "linkStyle", "classDef", "class", "click", "direction",
        "default", "interpolate", "href", "call", "accTitle", "accDescr", "o", "x", "v",
    ]

    /// Makes an id for each node; changed ids are reported as losses.
    ///
    /// - Complexity: O(*n*).
    init(_ graph: ExportGraph, _ tally: inout ExportTally) {
        let own = graph.nodes.map { slot in graph.document.withNodeID(slot) { MermaidIdentifiers.isSafe($0) } }
        for (slot, isSafe) in zip(graph.nodes, own) where isSafe { taken.insert(graph.document.nodeID(slot)) }
        var count = 0
        for (slot, isSafe) in zip(graph.nodes, own) {
            let id = graph.document.nodeID(slot)
            if isSafe {
                names[slot.number] = id.string
                continue
            }
            repeat { count += 1 } while taken.contains(Identifier("n\(count)"))
            names[slot.number] = "n\(count)"
            taken.insert(Identifier("n\(count)"))
            tally.add(.node, id, "id", "Mermaid does not read such an id; another is written")
        }
    }

    /// An id for the link with a number that no node has.
    func link(_ number: Int) -> String {
        var name = "e\(number)"
        while taken.contains(Identifier(name)) { name += "_" }
        return name
    }

    subscript(slot: Node.Slot) -> String { names[slot.number] ?? "" }

    /// Returns true if Mermaid's lexer always reads the text as one id: words of ASCII letters, digits and underscores,
    /// with single dots or dashes in between. The first word must not be a keyword, also after leading digits.
    static func isSafe(_ id: UnsafeBufferPointer<UInt8>) -> Bool {
        func isOfWord(_ byte: UInt8) -> Bool { byte.isLetter || byte.isDigit || byte == UInt8(ascii: "_") }
        guard let first = id.first, let last = id.last, isOfWord(first), isOfWord(last) else { return false }
        for index in id.indices.dropFirst() where !isOfWord(id[index]) {
            guard id[index] == UInt8(ascii: "-") || id[index] == UInt8(ascii: "."), isOfWord(id[index - 1]) else {
                return false
            }
        }
        // Leading digits are a separate token.
        let word = id.drop { $0.isDigit }.prefix(while: isOfWord)
        return word.count > 11 || !words.contains(String(decoding: word, as: UTF8.self))
    }
}
