/// The words that begin statements of a flowchart, except statements about nodes.
enum MermaidKeyword: String, CaseIterable {
    case subgraph, end, direction, style, linkStyle, classDef, `class`, click, accTitle, accDescr

    /// The keyword at the position; nil if there is the id of a node.
    init?(at scanner: TextScanner) {
        var scanner = scanner
        let start = scanner.index
        let count = scanner.skip { $0.isLetter }
        guard count >= 3, count <= 9, let word = MermaidKeyword(rawValue: scanner.string(start..<scanner.index)) else {
            return nil
        }
        self = word
        let isLast = scanner.byte.map { $0 <= 0x20 || $0 == UInt8(ascii: ";") } ?? true
        switch word {
        case .subgraph, .end:
            if !isLast { return nil }
        case .accTitle, .accDescr:
            scanner.skipBlanks()
            if !scanner.looks(at: ":") && !scanner.looks(at: "{") { return nil }
        case .direction, .style, .linkStyle, .classDef, .class, .click:
            scanner.skipBlanks()
            // A single word, or a word before a link, is a node.
            guard isLast, let next = scanner.byte, !"\n\r;-=<~&.".utf8.contains(next) else { return nil }
        }
    }
}
