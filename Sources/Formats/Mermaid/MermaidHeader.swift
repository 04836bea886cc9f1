import Graph
import Wire

/// The beginning of a Mermaid text: the kind of diagram, and the start of its content.
struct MermaidHeader {
    /// The kinds of diagrams that are distinguished here.
    enum Kind: Equatable {
        case flowchart(TextGraph.Direction)
        /// Another diagram, by its keyword.
        case other(String)
    }

    var kind: Kind
    /// The position where the statements begin, in bytes.
    var end = 0
    /// The position of the keyword.
    var start = 0
    /// The title in the front matter.
    var title: String?
    /// The names of the other settings in the front matter.
    var settings: [String] = []
    /// Is true if there is a directive with settings.
    var hasDirectives = false

    /// The keywords of other diagrams that are not natural words.
    private static let others: Set<String> = [
        "sequenceDiagram", "classDiagram", "classDiagram-v2", "stateDiagram", "stateDiagram-v2", "erDiagram",
        "gitGraph",
        "quadrantChart", "requirementDiagram", "C4Context", "C4Container", "C4Component", "C4Dynamic", "C4Deployment",
        "sankey-beta", "xychart-beta", "block-beta", "packet-beta", "architecture-beta", "radar-beta", "treemap-beta",
        "zenuml", "gantt", "mindmap",
    ]

    /// Reads the header of a text; nil if it is not a Mermaid text.
    ///
    /// The header of a flowchart is a line with `flowchart` or `graph`, with or without a direction.
    ///
    /// - Complexity: O(*n*) in the front matter and the comments before the header.
    init?(_ text: UnsafeBufferPointer<UInt8>) {
        var scanner = TextScanner(text, format: "Mermaid")
        kind = .other("")
        readFrontMatter(&scanner)
        hasDirectives = MermaidHeader.skipComments(&scanner)
        start = scanner.index
        scanner.skip { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") }
        let word = scanner.string(start..<scanner.index)
        if word == "graph" || word == "flowchart" || word == "flowchart-elk" {
            guard let direction = MermaidHeader.readDirection(&scanner) else { return nil }
            kind = .flowchart(direction)
        } else if MermaidHeader.others.contains(word) {
            kind = .other(word)
        } else {
            return nil
        }
        end = scanner.index
    }

    /// Skips the front matter between two lines of three dashes; its lines without indentation are settings.
    private mutating func readFrontMatter(_ scanner: inout TextScanner) {
        let start = scanner.index
        scanner.skipSpace()
        let margin = MermaidHeader.column(scanner)
        guard MermaidHeader.isRule(&scanner) else {
            scanner.index = start
            return
        }
        var (title, settings) = (String?.none, [String]())
        while !scanner.isAtEnd {
            scanner.skipSpace()
            let column = MermaidHeader.column(scanner)
            if MermaidHeader.isRule(&scanner) {
                (self.title, self.settings) = (title, settings)
                return
            }
            let first = scanner.index
            scanner.skipLine()
            guard column <= margin, settings.count < MermaidHeader.mostSettings else { continue }
            let line = UnsafeBufferPointer(rebasing: scanner.text[first..<scanner.index])
            guard let (name, value) = MermaidLabel.properties(line, separator: UInt8(ascii: "\n")).first else {
                continue
            }
            if name == "title" { title = value } else { settings.append(name) }
        }
        scanner.index = start
    }

    /// The greatest number of settings that are listed.
    private static let mostSettings = 20

    /// The number of bytes from the beginning of the line to the position.
    private static func column(_ scanner: TextScanner) -> Int {
        var index = scanner.index
        while index > 0, scanner.text[index - 1] != UInt8(ascii: "\n") { index -= 1 }
        return scanner.index - index
    }

    /// Skips a line of three dashes; false if there is none.
    private static func isRule(_ scanner: inout TextScanner) -> Bool {
        guard scanner.skip("---") else { return false }
        scanner.skipBlanks()
        return scanner.isAtEnd || scanner.looks(at: "\n") || scanner.looks(at: "\r")
    }

    /// Skips comments and directives; returns true if there was a directive.
    static func skipComments(_ scanner: inout TextScanner) -> Bool {
        var hasDirective = false
        while true {
            scanner.skipSpace()
            guard scanner.looks(at: "%%") else { return hasDirective }
            guard scanner.looks(at: "%%{") else {
                scanner.skipLine()
                continue
            }
            hasDirective = true
            while !scanner.isAtEnd && !scanner.skip("}%%") { scanner.index += 1 }
        }
    }

    /// Reads up to the end of the line or a semicolon; nil if there is anything except a direction.
    private static func readDirection(_ scanner: inout TextScanner) -> TextGraph.Direction? {
        scanner.skipBlanks()
        let direction = direction(&scanner) ?? .down
        scanner.skipBlanks()
        switch scanner.byte {
        case nil, UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: ";"): return direction
        default: return nil
        }
    }

    /// Reads a direction; nil if there is none.
    static func direction(_ scanner: inout TextScanner) -> TextGraph.Direction? {
        if scanner.skip("TB") || scanner.skip("TD") || scanner.skip("v") { return .down }
        if scanner.skip("BT") || scanner.skip("^") { return .up }
        if scanner.skip("LR") || scanner.skip(">") { return .right }
        if scanner.skip("RL") || scanner.skip("<") { return .left }
        return nil
    }
}
