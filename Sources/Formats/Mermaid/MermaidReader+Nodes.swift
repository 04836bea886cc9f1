import Geometry
import Graph

extension MermaidReader {
    /// Reads nodes and the links between them: `a & b --> c --> d`.
    mutating func readNodes() throws(EditError) {
        var sources = try readNodeList()
        while let link = try readLink() {
            let targets = try readNodeList()
            try addEdges(from: sources, to: targets, link)
            sources = targets
        }
        try endStatement()
    }

    private mutating func readNodeList() throws(EditError) -> [Int] {
        var list: [Int] = []
        while true {
            if let place = try readNode() { list.append(place) }
            scanner.skipBlanks()
            guard scanner.looks(at: "&") else { return list }
            scanner.index += 1
            scanner.skipSpace()
        }
    }

    /// Reads a node with its shape; nil if it is an edge with further properties.
    private mutating func readNode() throws(EditError) -> Int? {
        let start = scanner.index
        guard let id = readID() else { throw scanner.error("a node is expected") }
        if scanner.looks(at: "@{"), let edge = edges[Identifier(id)] {
            try readEdgeData(edge)
            return nil
        }
        if id == "end" { throw scanner.error("`end` is not the id of a node", at: start) }
        let place = node(id)
        try readShape(of: place)
        readClass(of: id)
        if scanner.looks(at: "@{") {
            try readShapeData(place)
            readClass(of: id)
        }
        return place
    }

    private mutating func readClass(of id: String) {
        guard scanner.skip(":::"), let name = readID() else { return }
        looks.members.append((Identifier(id), Identifier(name)))
    }

    /// The node with an id; it is made if it does not exist.
    mutating func node(_ id: String, isMember: Bool = true) -> Int {
        let key = Identifier(id)
        var place = graph.nodes.count
        if let known = places[key] {
            place = known
        } else {
            places[key] = place
            graph.nodes.append(TextGraph.Node(id: id, label: id))
        }
        if isMember && !open.isEmpty { open[open.count - 1].members.append(place) }
        return place
    }

    /// Reads an id; returns nil if there is none.
    mutating func readID() -> String? {
        let start = scanner.index
        while let byte = scanner.byte, isOfID(byte) { scanner.index += 1 }
        return scanner.index > start ? scanner.string(start..<scanner.index) : nil
    }

    private func isOfID(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "-"): return scanner.byte(after: 1).map { !">-.".utf8.contains($0) } ?? true
        case UInt8(ascii: "="): return scanner.byte(after: 1) != byte
        case UInt8(ascii: ":"): return !scanner.looks(at: ":::")
        default: return byte >= 0x80 || byte.isLetter || byte.isDigit || "!#$%&'*+.`?\\_/,".utf8.contains(byte)
        }
    }

    // MARK: Shapes

    private static let brackets: [(opening: StaticString, closings: [(text: StaticString, shape: String)])] = [
        ("(((", [(")))", "double-circle")]), ("([", [("])", "stadium")]), ("((", [("))", "circle")]),
        ("(-", [("-)", "ellipse")]), ("(", [(")", "rounded")]), ("[[", [("]]", "subroutine")]),
        ("[(", [(")]", "cylinder")]), ("[/", [("/]", "lean-right"), ("\\]", "trapezoid")]),
        ("[\\", [("\\]", "lean-left"), ("/]", "inv-trapezoid")]), ("[", [("]", "rectangle")]),
        ("{{", [("}}", "hexagon")]), ("{", [("}", "diamond")]), (">", [("]", "odd")]),
    ]

    private mutating func readShape(of place: Int) throws(EditError) {
        let start = scanner.index
        for (opening, closings) in Self.brackets where scanner.skip(opening) {
            if opening.description == "[" && scanner.looks(at: "|") { skipProperties() }
            let (text, closing) = try readText(until: closings.map(\.text), from: start)
            setText(text, of: place)
            setShape(closings[closing].shape, of: place)
            return
        }
    }

    /// Sets the text of a node. The text of a subgraph is its title, as in Mermaid.
    private mutating func setText(_ text: String, of place: Int) {
        if graph.nodes[place].isGroup {
            if text != graph.nodes[place].label { lose("label", "a subgraph has its title, and no text of a node") }
        } else {
            var (icon, label) = MermaidLabel.icon(before: text)
            // An icon without text is shown by its name.
            if label.isEmpty { (icon, label) = (nil, text) }
            graph.nodes[place].label = label
            graph.nodes[place].look.rich = takeRichLabel(of: label)
            graph.nodes[place].data.removeAll { $0.name == "icon" }
            if let icon { graph.nodes[place].data.append(("icon", icon)) }
        }
    }

    private mutating func setShape(_ name: String, of place: Int) {
        if !graph.nodes[place].isGroup { MermaidShape(name: name).apply(to: &graph.nodes[place]) }
    }

    /// Skips `|name:value|`.
    private mutating func skipProperties() {
        lose("property", "the properties between `[|` and `|` are left out")
        scanner.index += 1
        scanner.skip { $0 != UInt8(ascii: "|") && $0 != UInt8(ascii: "\n") }
        _ = scanner.skip("|")
    }

    /// Reads a text and one of some closing brackets. Only one string is allowed, at the beginning.
    ///
    /// - Returns: the text, and the index of the bracket.
    mutating func readText(
        until closings: [StaticString], from start: Int
    ) throws(EditError) -> (text: String, closing: Int) {
        scanner.skipSpace()
        if scanner.looks(at: "\"") {
            let text = try readQuoted()
            let behind = scanner.index
            scanner.skipSpace()
            for (index, closing) in closings.enumerated() where scanner.skip(closing) { return (text, index) }
            scanner.index = behind
            while let byte = scanner.byte, !"[](){}|\"\n\r".utf8.contains(byte) { scanner.index += 1 }
            let rest = scanner.string(behind..<scanner.index)
            for (index, closing) in closings.enumerated() where scanner.skip(closing) {
                return (text + (rest.utf8.first ?? 0 <= 0x20 ? " " : "") + self.text(rest), index)
            }
            throw scanner.error("`\(closings[0])` is expected")
        }
        let first = scanner.index
        while !scanner.isAtEnd {
            let end = scanner.index
            for (index, closing) in closings.enumerated() where scanner.skip(closing) {
                return (text(scanner.string(first..<end)), index)
            }
            scanner.index += 1
        }
        throw scanner.error("`\(closings[0])` is missing", at: start)
    }

    /// Reads a string with its quotation marks.
    mutating func readQuoted() throws(EditError) -> String {
        let start = scanner.index
        scanner.index += 1
        let isMarkdown = scanner.skip("`")
        let first = scanner.index
        scanner.skip { $0 != UInt8(ascii: "\"") }
        if scanner.isAtEnd { throw scanner.error("the string has no end", at: start) }
        var end = scanner.index
        scanner.index += 1
        if isMarkdown {
            if end > first && scanner.text[end - 1] == UInt8(ascii: "`") { end -= 1 }
            let raw = scanner.string(first..<end)
            return text(MarkedText.hasSigns(raw) ? raw : MermaidMarkdown.marked(raw))
        }
        return text(scanner.string(first..<end))
    }

    /// The visible text of a label; parts with marks are kept in `richLabel`, other tags are lost.
    mutating func text(_ raw: String) -> String {
        loseRichLabel()
        let (marked, hasTags, isLossy) = MermaidLabel.withoutTags(raw)
        if isLossy { lose("tags", "the tags of labels are left out") }
        if !MarkedText.hasSigns(marked) { return hasTags ? MermaidLabel.text(marked).trimmed : MermaidLabel.text(raw) }
        let plain = MermaidLabel.text(MarkedText.withoutSigns(marked)).trimmed
        richLabel = MarkedText.rich(plain, from: MermaidLabel.text(marked))
        return plain
    }

    /// Takes the marked label of the text that was read last, if it equals a label.
    mutating func takeRichLabel(of label: String?) -> RichLabel? {
        guard let found = richLabel, found.text == label else { return nil }
        richLabel = nil
        return found
    }

    /// Reports the marks of the last text as lost, since no label has taken them.
    mutating func loseRichLabel() {
        if richLabel != nil { lose("tags", "the tags of labels are left out") }
        richLabel = nil
    }

    // MARK: Properties

    private mutating func readShapeData(_ place: Int) throws(EditError) {
        for (name, value) in try readProperties() {
            switch name {
            case "shape":
                setShape(value, of: place)
            case "label": setText(text(value), of: place)
            default: lose("property", "the property `\(name)` of nodes is left out")
            }
        }
    }

    private mutating func readEdgeData(_ edge: Int) throws(EditError) {
        for (name, value) in try readProperties() {
            if name == "animate" || name == "animation" {
                graph.edges[edge].isAnimated = value != "false"
            } else {
                lose("property", "the property `\(name)` of edges is left out")
            }
        }
    }

    /// Reads `@{ name: value, … }`, or the same with one member on each line.
    private mutating func readProperties() throws(EditError) -> [(name: String, value: String)] {
        let start = scanner.index
        scanner.index += 2
        let first = scanner.index
        var (isQuoted, hasLines) = (false, false)
        while let byte = scanner.byte, isQuoted || byte != UInt8(ascii: "}") {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if byte == UInt8(ascii: "\n") && !isQuoted { hasLines = true }
            scanner.index += 1
        }
        if scanner.isAtEnd { throw scanner.error("`}` is missing", at: start) }
        let body = UnsafeBufferPointer(rebasing: scanner.text[first..<scanner.index])
        scanner.index += 1
        return MermaidLabel.properties(body, separator: hasLines ? UInt8(ascii: "\n") : UInt8(ascii: ","))
    }
}
