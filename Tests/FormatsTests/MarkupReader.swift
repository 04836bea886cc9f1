/// A strict reader of the XML that pictures are made of: elements, attributes in double quotes, text, five entities and
/// character references; anything else is a problem.
struct MarkupReader {
    struct Element {
        var name: String
        var attributes: [String: String] = [:]
        var text = ""
        var parent: Int
    }

    private(set) var elements: [Element] = []
    private(set) var problems: [String] = []
    private var rest: Substring.UnicodeScalarView

    static let allowedNames: Set<String> = [
        "svg", "title", "style", "metadata", "pattern", "rect", "path", "circle", "g", "text",
    ]

    init(_ text: String) {
        rest = text[...].unicodeScalars
        for scalar in rest where !MarkupReader.isAllowed(scalar) { problems.append("forbidden \(scalar.value)") }
        var open: [Int] = []
        while let first = rest.first {
            if first == "<" {
                rest.removeFirst()
                if rest.first == "/" {
                    let name = take { $0 != ">" }
                    rest = rest.dropFirst()
                    if open.isEmpty || "/" + elements[open[open.count - 1]].name != name {
                        problems.append("unbalanced \(name)")
                        return
                    }
                    open.removeLast()
                } else if readElement(inside: open.last ?? -1) {
                    open.append(elements.count - 1)
                }
            } else {
                let text = decoded(take { $0 != "<" })
                if let last = open.last {
                    elements[last].text += text
                } else if text != "\n" {
                    problems.append("text outside")
                }
            }
            if problems.count > 5 { return }
        }
        if !open.isEmpty { problems.append("not closed") }
        check()
    }

    /// Reads a start tag; whether it stays open.
    private mutating func readElement(inside parent: Int) -> Bool {
        var element = Element(name: take { $0 != " " && $0 != ">" && $0 != "/" }, parent: parent)
        if !MarkupReader.allowedNames.contains(element.name) { problems.append("element \(element.name)") }
        while rest.first == " " {
            rest.removeFirst()
            let name = take { $0 != "=" && $0 != ">" }
            guard rest.starts(with: "=\"".unicodeScalars) else {
                problems.append("attribute \(name)")
                return false
            }
            rest = rest.dropFirst(2)
            let value = take { $0 != "\"" }
            rest = rest.dropFirst()
            if value.contains("<") || value.contains("\n") || value.contains("\t") {
                problems.append("value of \(name)")
            }
            if element.attributes.updateValue(decoded(value), forKey: name) != nil { problems.append("twice \(name)") }
        }
        elements.append(element)
        let isEmpty = rest.first == "/"
        if isEmpty { rest.removeFirst() }
        if rest.popFirst() != ">" { problems.append("tag \(element.name)") }
        return !isEmpty
    }

    private mutating func take(_ isPart: (Unicode.Scalar) -> Bool) -> String {
        let part = rest.prefix(while: isPart)
        rest = rest[part.endIndex...]
        return String(part)
    }

    private mutating func decoded(_ text: String) -> String {
        var result = ""
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            if scalar == ">" { problems.append("bare >") }
            guard scalar == "&" else {
                result.unicodeScalars.append(scalar)
                continue
            }
            let name = String(rest.prefix { $0 != ";" })
            rest = rest.dropFirst(name.unicodeScalars.count + 1)
            switch name {
            case "amp": result += "&"
            case "lt": result += "<"
            case "gt": result += ">"
            case "quot": result += "\""
            case "#9": result += "\t"
            case "#10": result += "\n"
            case "#13": result += "\r"
            default: problems.append("entity \(name.prefix(10))")
            }
        }
        return result
    }

    /// Returns true if XML 1.0 allows a scalar in a text (section 2.2).
    static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 9, 10, 13, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }

    private mutating func check() {
        var ids: Set<[UInt8]> = []
        for element in elements {
            for (name, value) in element.attributes {
                if name.hasPrefix("on") || name.contains("href") || name == "src" {
                    problems.append("attribute \(name)")
                }
                if name == "id", !ids.insert(Array(value.utf8)).inserted { problems.append("id twice \(value)") }
                if ["x", "y", "cx", "cy", "r", "rx", "width", "height", "d", "viewBox"].contains(name) {
                    let isNumeric = value.allSatisfy { "0123456789.-+e MLQCAHVZmlqcahvzs".contains($0) }
                    if !isNumeric || value.isEmpty { problems.append("\(name)=\(value.prefix(40))") }
                }
                if name == "fill" || name == "stroke", !isPaint(value) { problems.append("\(name) \(value)") }
            }
            if element.name == "style", element.text.contains("url(") || element.text.contains("@import") {
                problems.append("style")
            }
        }
        /// Colors in digits, by name or by a function, nothing, and the one pattern.
        func isPaint(_ text: String) -> Bool {
            text == "url(#nodewire-pattern)"
                || !text.isEmpty && !text.contains("url") && !text.contains("var")
                    && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "#(),.% ".contains($0)) }
        }
        if elements.first?.name != "svg" || elements.filter({ $0.parent < 0 }).count != 1 { problems.append("root") }
    }

    /// The text of the title in an element with this attribute.
    func title(where attribute: String, is value: String) -> String? {
        let wanted = Array(value.utf8)
        for (index, element) in elements.enumerated() {
            guard let found = element.attributes[attribute], Array(found.utf8) == wanted else { continue }
            if let title = elements.first(where: { $0.parent == index && $0.name == "title" }) { return title.text }
        }
        return nil
    }
}
