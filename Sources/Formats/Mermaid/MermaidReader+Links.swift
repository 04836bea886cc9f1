import Graph

/// A link of a flowchart, with its text.
struct MermaidLink {
    enum Stroke { case normal, thick, dotted, invisible }
    enum Head { case none, arrow, circle, cross }

    var id: String?
    var stroke = Stroke.normal
    var start = Head.none
    var end = Head.none
    var length = 1
    var label: String?
    var richLabel: RichLabel?
}

extension MermaidReader {
    /// Reads a link, which may be on the next line. Returns nil and consumes nothing if there is none.
    mutating func readLink() throws(EditError) -> MermaidLink? {
        let start = scanner.index
        var link = MermaidLink()
        scanner.skipBlanks()
        link.id = readLinkID()
        _ = MermaidHeader.skipComments(&scanner)
        let first = scanner.index
        guard try readArrow(&link) else {
            if link.id != nil { throw scanner.error("a link is expected") }
            scanner.index = start
            return nil
        }
        scanner.skipSpace()
        if link.label == nil && scanner.looks(at: "|") {
            scanner.index += 1
            link.label = try readText(until: ["|"], from: first).text
            scanner.skipSpace()
        }
        if link.label?.isEmpty ?? false { link.label = nil }
        link.richLabel = takeRichLabel(of: link.label)
        return link
    }

    /// Reads the id of an edge: `e1@`.
    private mutating func readLinkID() -> String? {
        let start = scanner.index
        if let id = readID(), scanner.looks(at: "@"), !scanner.looks(at: "@{") {
            scanner.index += 1
            return id
        }
        scanner.index = start
        return nil
    }

    /// Reads the characters of a link, and a text inside it.
    private mutating func readArrow(_ link: inout MermaidLink) throws(EditError) -> Bool {
        let start = scanner.index
        if scanner.looks(at: "~~~") {
            link.stroke = .invisible
            link.length = scanner.skip { $0 == UInt8(ascii: "~") } - 2
            return true
        }
        if let byte = scanner.byte, let head = MermaidLink.Head(byte, isStart: true) {
            link.start = head
            scanner.index += 1
        }
        switch (scanner.byte, scanner.byte(after: 1)) {
        case (UInt8(ascii: "-"), UInt8(ascii: "-")):
            if !readLine(&link, of: UInt8(ascii: "-")) { try readLineWithText(&link, of: UInt8(ascii: "-"), start) }
        case (UInt8(ascii: "="), UInt8(ascii: "=")):
            link.stroke = .thick
            if !readLine(&link, of: UInt8(ascii: "=")) { try readLineWithText(&link, of: UInt8(ascii: "="), start) }
        case (UInt8(ascii: "-"), UInt8(ascii: ".")), (UInt8(ascii: "."), _):
            link.stroke = .dotted
            if !readDots(&link) {
                guard scanner.skip("-.") else {
                    scanner.index = start
                    return false
                }
                try readDotsWithText(&link, start)
            }
        default:
            scanner.index = start
            return false
        }
        return true
    }

    /// Reads `-->`, `---`, `--x` or `--o`; two signs only begin a text.
    private mutating func readLine(_ link: inout MermaidLink, of sign: UInt8) -> Bool {
        let start = scanner.index
        let count = scanner.skip { $0 == sign }
        if let byte = scanner.byte, let head = MermaidLink.Head(byte, isStart: false) {
            link.end = head
            link.length = count - 1
            scanner.index += 1
            return true
        }
        if count > 2 {
            link.length = count - 2
            return true
        }
        scanner.index = start
        return false
    }

    /// Reads `-- text -->`.
    private mutating func readLineWithText(_ link: inout MermaidLink, of sign: UInt8, _ start: Int) throws(EditError) {
        scanner.index += 2
        let text = try readLinkText(start) { scanner in
            scanner.byte == sign && scanner.byte(after: 1) == sign
        }
        link.label = text
        guard readLine(&link, of: sign) else { throw scanner.error("the link is not closed") }
    }

    /// Reads `-.->` or `-.-`.
    private mutating func readDots(_ link: inout MermaidLink) -> Bool {
        let start = scanner.index
        _ = scanner.skip("-")
        let count = scanner.skip { $0 == UInt8(ascii: ".") }
        guard count > 0, scanner.skip("-") else {
            scanner.index = start
            return false
        }
        link.length = count
        if let byte = scanner.byte, let head = MermaidLink.Head(byte, isStart: false) {
            link.end = head
            scanner.index += 1
        }
        return true
    }

    /// Reads `-. text .->`.
    private mutating func readDotsWithText(_ link: inout MermaidLink, _ start: Int) throws(EditError) {
        link.label = try readLinkText(start) { scanner in
            var scanner = scanner
            _ = scanner.skip("-")
            // A run of dots is checked as a whole, once for each text.
            guard scanner.looks(at: ".") else { return false }
            scanner.skip { $0 == UInt8(ascii: ".") }
            return scanner.looks(at: "-")
        }
        guard readDots(&link) else { throw scanner.error("the link is not closed") }
    }

    /// Reads the text of a link up to its second half.
    private mutating func readLinkText(_ start: Int, _ isEnd: (TextScanner) -> Bool) throws(EditError) -> String {
        scanner.skipSpace()
        if scanner.looks(at: "\"") {
            let text = try readQuoted()
            scanner.skipSpace()
            if let byte = scanner.byte, MermaidLink.Head(byte, isStart: true) != nil { scanner.index += 1 }
            return text
        }
        let first = scanner.index
        while !scanner.isAtEnd {
            if isEnd(scanner) { return text(scanner.string(first..<scanner.index)) }
            // Dots without a dash after them do not end the text, nor does a part of them.
            if scanner.looks(at: ".") { scanner.skip { $0 == UInt8(ascii: ".") } } else { scanner.index += 1 }
        }
        throw scanner.error("the link is not closed", at: start)
    }

    // MARK: Edges

    /// Adds an edge from each source to each target; the first one gets the link's id.
    mutating func addEdges(from sources: [Int], to targets: [Int], _ link: MermaidLink) throws(EditError) {
        try graph.countCross(sources.count, targets.count)
        var id = link.id
        for source in sources {
            for target in targets {
                var edge = TextGraph.Edge(source: source, target: target)
                edge.id = id
                edge.label = link.label
                edge.look.rich = link.richLabel
                edge.length = link.length
                link.apply(to: &edge)
                if let id { edges[Identifier(id)] = graph.edges.count }
                id = nil
                graph.edges.append(edge)
            }
        }
    }
}

extension MermaidLink {
    /// Gives an edge the look of this link. By default an edge has an arrowhead at its end and none at its start.
    fileprivate func apply(to edge: inout TextGraph.Edge) {
        edge.markerStart = start == .none ? nil : start.marker
        edge.markerEnd = end == .arrow ? nil : end.marker
        switch stroke {
        case .normal: break
        case .thick: edge.look.strokeWidth = MermaidLooks.thickWidth
        case .dotted: edge.look.dash = MermaidLooks.dots
        case .invisible: edge.isHidden = true
        }
    }
}

extension MermaidLink.Head {
    /// The head of a character; nil for other characters.
    fileprivate init?(_ byte: UInt8, isStart: Bool) {
        switch byte {
        case UInt8(ascii: "x"): self = .cross
        case UInt8(ascii: "o"): self = .circle
        case UInt8(ascii: "<") where isStart, UInt8(ascii: ">") where !isStart: self = .arrow
        default: return nil
        }
    }

    /// Its name in a document; an unknown name is drawn as a triangle.
    fileprivate var marker: String {
        switch self {
        case .none: "none"
        case .arrow: "arrowclosed"
        case .circle: "circle"
        case .cross: "cross"
        }
    }
}
