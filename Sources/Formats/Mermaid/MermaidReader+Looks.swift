import Graph
import Wire

/// The stated looks of a flowchart, kept until all nodes and links are known.
struct MermaidStatedLooks {
    var classes: [Identifier: DrawnLook] = [:]
    /// The classes of elements by id, in the order of the statements.
    var members: [(id: Identifier, name: Identifier)] = []
    var styles: [(id: Identifier, look: DrawnLook)] = []
    /// The looks of links by number; without a number, for all links.
    var links: [(number: Int?, look: DrawnLook)] = []
    /// Is true if nothing is stated.
    var isEmpty: Bool { members.isEmpty && styles.isEmpty && links.isEmpty && classes.isEmpty }
}

extension MermaidReader {
    // MARK: Statements

    /// Reads `classDef a,b fill:#fff,stroke:red`.
    mutating func readClassDefinition() {
        let names = readNames()
        let look = readLook()
        for name in names { looks.classes[Identifier(name), default: DrawnLook()].take(look) }
    }

    /// Reads `class a,b name`.
    mutating func readClass() {
        let ids = readNames()
        scanner.skipBlanks()
        if let name = readID() {
            for id in ids { looks.members.append((Identifier(id), Identifier(name))) }
        }
        skipStatement()
    }

    /// Reads `style a fill:#fff`, which makes the node if it does not exist.
    mutating func readStyle() {
        let ids = readNames()
        for id in ids where edges[Identifier(id)] == nil { _ = node(id, isMember: false) }
        let look = readLook()
        for id in ids { looks.styles.append((Identifier(id), look)) }
    }

    /// Reads `linkStyle 0,1 stroke:red` or `linkStyle default …`.
    mutating func readLinkStyle() {
        let numbers = readNames()
        scanner.skipBlanks()
        if scanner.skip("interpolate") {
            lose("style", "the course of links that `interpolate` names is left out")
            scanner.skipBlanks()
            _ = readID()
        }
        let look = readLook()
        for number in numbers {
            if number == "default" {
                looks.links.append((nil, look))
            } else if let number = Int(number) {
                looks.links.append((number, look))
            } else {
                lose("style", "a `linkStyle` without a number of a link is left out")
            }
        }
    }

    /// Reads a keyword and the names after it, separated by commas.
    private mutating func readNames() -> [String] {
        scanner.skip { $0.isLetter }
        scanner.skipBlanks()
        var names: [String] = []
        while true {
            let start = scanner.index
            while let byte = scanner.byte, byte > 0x20, byte != UInt8(ascii: ","), byte != UInt8(ascii: ";") {
                scanner.index += 1
            }
            if scanner.index > start { names.append(scanner.string(start..<scanner.index)) }
            let end = scanner.index
            scanner.skipBlanks()
            guard scanner.skip(",") else {
                scanner.index = end
                return names
            }
            scanner.skipBlanks()
        }
    }

    /// Reads CSS properties up to the end of the statement.
    private mutating func readLook() -> DrawnLook {
        let start = scanner.index
        skipStatement()
        var look = DrawnLook()
        let body = UnsafeBufferPointer(rebasing: scanner.text[start..<scanner.index])
        for (name, value) in MermaidLabel.properties(body, separator: UInt8(ascii: ","), joiner: UInt8(ascii: "\\")) {
            if !look.take(property: name, value) { lose("style", "the style property `\(name)` is left out") }
        }
        return look
    }

    /// Reads `click a "https://…" "tooltip" _blank` or the same with `href`; functions are lost.
    mutating func readClick() throws(EditError) {
        scanner.skip { $0.isLetter }
        scanner.skipBlanks()
        let id = readID()
        scanner.skipBlanks()
        if scanner.skip("href") { scanner.skipBlanks() }
        guard let id, let place = places[Identifier(id)], scanner.looks(at: "\"") else {
            lose("click", "functions that a click calls are left out")
            return skipStatement()
        }
        var data: [(String, String)] = [("href", readLink())]
        scanner.skipBlanks()
        if scanner.looks(at: "\"") { data.append(("tooltip", try readQuoted())) }
        scanner.skipBlanks()
        if scanner.looks(at: "_"), let target = readID() { data.append(("target", target)) }
        skipStatement()
        graph.nodes[place].data.removeAll { member in data.contains { $0.0 == member.name } }
        for (name, value) in data { graph.nodes[place].data.append((name, value)) }
    }

    /// Reads a link target, which has no entities.
    private mutating func readLink() -> String {
        scanner.index += 1
        let start = scanner.index
        scanner.skip { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\n") }
        let link = scanner.string(start..<scanner.index)
        _ = scanner.skip("\"")
        return link
    }

    // MARK: Looks of elements

    /// Applies the stated looks to nodes and links: the default first, then classes, then styles.
    ///
    /// - Complexity: O(*n*) in the elements and the statements.
    mutating func applyLooks() {
        if looks.isEmpty { return }
        let known = looks
        looks = MermaidStatedLooks()
        let standard = known.classes[Identifier("default")]
        if let standard {
            for place in graph.nodes.indices where !graph.nodes[place].isGroup {
                graph.nodes[place].look.take(standard)
            }
        }
        for (id, name) in known.members {
            guard let look = known.classes[name] else {
                lose("class", "classes that are not defined here are left out")
                continue
            }
            give(look, to: id)
        }
        for (id, look) in known.styles { give(look, to: id) }
        var ofAll = DrawnLook()
        for (number, look) in known.links where number == nil { ofAll.take(look) }
        for place in graph.edges.indices { graph.edges[place].look.take(ofAll) }
        for (number, look) in known.links {
            guard let number else { continue }
            if graph.edges.indices.contains(number) {
                graph.edges[number].look.take(look)
            } else {
                lose("style", "there is no link of a number in `linkStyle`")
            }
        }
        loseOfLooks()
    }

    /// Reports properties that documents do not have: the fill of a link, and the dashes of a node's border.
    private mutating func loseOfLooks() {
        for place in graph.edges.indices {
            if let fill = graph.edges[place].look.fill, fill != "transparent" {
                lose("style", "the style property `fill` of links is left out")
            }
            graph.edges[place].look.fill = nil
        }
        for node in graph.nodes {
            let dash = node.look.dash
            if dash.isEmpty || dash == DrawnLook.dashed || dash == DrawnLook.dotted { continue }
            lose("style", "the lengths of dashes around nodes are left out")
        }
    }

    private mutating func give(_ look: DrawnLook, to id: Identifier) {
        if let place = places[id] {
            graph.nodes[place].look.take(look)
        } else if let place = edges[id] {
            graph.edges[place].look.take(look)
        } else {
            lose("class", "the look of elements that do not exist is left out")
        }
    }
}

extension DrawnLook {
    /// Overrides this look with the stated parts of another.
    mutating func take(_ look: DrawnLook) {
        fill = look.fill ?? fill
        stroke = look.stroke ?? stroke
        text = look.text ?? text
        strokeWidth = look.strokeWidth ?? strokeWidth
        opacity = look.opacity ?? opacity
        (isBold, isItalic) = (look.isBold ?? isBold, look.isItalic ?? isItalic)
        if !look.dash.isEmpty { dash = look.dash }
    }

    /// Sets a CSS property in Mermaid's form. Returns false if documents do not have it.
    fileprivate mutating func take(property name: String, _ value: String) -> Bool {
        var value = value
        if value.hasSuffix("!important") { value = String(value.dropLast(10)).trimmed }
        switch name {
        case "fill", "background", "background-color":
            guard let color = color(value) else { return false }
            fill = color
        case "stroke", "border-color":
            guard let color = color(value) else { return false }
            stroke = color
        case "color":
            guard let color = color(value) else { return false }
            text = color
        case "stroke-width":
            guard let width = DrawnLook.pixels(value) else { return false }
            strokeWidth = width
        case "font-weight":
            guard let weight = NodeLook.isBold(.string(JSONString(value))) else { return false }
            isBold = weight
        case "font-style":
            guard let slant = NodeLook.isItalic(.string(JSONString(value))) else { return false }
            isItalic = slant
        case "opacity":
            guard value.utf8.count <= 20, let part = Double(value), (0...1).contains(part) else { return false }
            opacity = part
        case "stroke-dasharray":
            let lengths = DrawnLook.lengths(value)
            if lengths.isEmpty && value != "0" && value != "none" { return false }
            dash = lengths
        default: return false
        }
        return true
    }

    private func color(_ value: String) -> String? { value == "none" ? "transparent" : DrawingColor.plain(value) }
}
