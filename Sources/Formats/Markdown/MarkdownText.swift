import Graph

/// A Markdown text with its graph fences; everything around them stays unchanged.
///
/// Blocks are parsed as in CommonMark 0.31, as far as fences depend on it.
public struct MarkdownText: Sendable {
    /// The suffixes of its files.
    public static let suffixes = [".md", ".markdown"]

    /// The fences of all formats, in order; if there are too many, one more than allowed.
    public let fences: [Fence]
    let bytes: [UInt8]
    let lines: [Range<Int>]

    /// The Markdown file of a path, and the number of a fence if the path names one, as in `README.md#2`; nil for other
    /// files.
    public static func parts(of path: String) -> (file: String, number: Int?)? {
        func isName(_ path: some StringProtocol) -> Bool { suffixes.contains(where: path.lowercased().hasSuffix) }
        if isName(path) { return (path, nil) }
        guard let sign = path.lastIndex(of: "#"), isName(path[..<sign]) else { return nil }
        let digits = path[path.index(after: sign)...]
        guard 1...9 ~= digits.utf8.count, digits.utf8.allSatisfy(\.isDigit), let number = Int(digits) else {
            return nil
        }
        return (String(path[..<sign]), number)
    }

    /// Reads a text with any line ends, with or without a byte order mark.
    ///
    /// - Complexity: O(*n*) in the bytes.
    public init(_ text: UnsafeBufferPointer<UInt8>) {
        var scanner = MarkdownScanner(text)
        scanner.readAll()
        (fences, lines, bytes) = (scanner.fences, scanner.lines, Array(text))
    }

    /// The reason why a text with too many fences is refused; nil for other texts.
    public var refusal: String? {
        fences.count > Limits.fences
            ? "the file has more than \(Limits.fences) fences of mermaid, dot or nodewire" : nil
    }

    /// The content of a fence without the prefixes of quotes and lists; each line ends with a line feed.
    public func content(of fence: Fence) -> [UInt8] {
        var content: [UInt8] = []
        for place in fence.starts.indices {
            content += bytes[line(place, of: fence)]
            content.append(UInt8(ascii: "\n"))
        }
        return content
    }

    /// The range of a line of a fence, without its line end.
    func line(_ place: Int, of fence: Fence) -> Range<Int> {
        let end = MarkdownText.end(of: lines[fence.first + place], in: bytes)
        return min(fence.starts[place], end)..<end
    }

    /// The end of a line without its line feed, carriage return or both.
    static func end(of line: Range<Int>, in bytes: some RandomAccessCollection<UInt8>) -> Int {
        func byte(_ place: Int) -> UInt8 { bytes[bytes.index(bytes.startIndex, offsetBy: place)] }
        var end = line.upperBound
        if end > line.lowerBound, byte(end - 1) == UInt8(ascii: "\n") { end -= 1 }
        if end > line.lowerBound, byte(end - 1) == UInt8(ascii: "\r") { end -= 1 }
        return end
    }

    /// A fence that holds a graph.
    public struct Fence: Sendable {
        /// The format, by the first word of the fence.
        public let format: Format
        /// The number of its first line, from 1.
        public let line: Int
        /// The title of the diagram, else the nearest heading above.
        public fileprivate(set) var title: String?
        /// The keyword of a diagram that is not a graph.
        public fileprivate(set) var otherDiagram: String?
        /// The number of opening marks, and the mark.
        let length: Int
        let mark: UInt8
        /// The position after the opening marks.
        let markEnd: Int
        /// The index of the line after the opening one, from 0.
        let first: Int
        /// The position where the content of each line begins.
        fileprivate(set) var starts: [Int] = []
        /// The position after the closing marks; nil if the text or a container ends first.
        fileprivate(set) var closingEnd: Int?
        /// The prefix of each of its lines.
        let prefix: [UInt8]

        /// The format with a name in fences.
        static func format(named word: String) -> Format? {
            switch word {
            case "mermaid": .mermaid
            case "dot", "graphviz": .dot
            case "nodewire": .nodewire
            default: nil
            }
        }
    }
}

/// A scanner of the lines of a Markdown text.
struct MarkdownScanner {
    /// A block that contains others.
    private enum Container {
        case quote
        /// An item of a list with the indentation of its content.
        case item(Int)
    }

    /// The condition that ends an HTML block.
    private enum HTMLEnd {
        case blank
        case text(StaticString)
    }

    let text: UnsafeBufferPointer<UInt8>
    private(set) var lines: [Range<Int>] = []
    private(set) var fences: [MarkdownText.Fence] = []
    private var containers: [Container] = []
    private var open: (length: Int, mark: UInt8, indent: Int, isGraph: Bool)?
    private var html: HTMLEnd?
    /// The joined lines of the current paragraph; nil outside paragraphs.
    private var paragraph: String?
    private var heading: String?
    /// The number of the current line, from 1; front matter is skipped.
    private var number = 0

    /// The greatest depth of quotes and lists; deeper ones are read as text.
    private static let deepest = 100
    private static let longestTitle = 200

    init(_ text: UnsafeBufferPointer<UInt8>) { self.text = text }

    mutating func readAll() {
        splitLines()
        func line(_ place: Int) -> MarkdownLine {
            MarkdownLine(text, lines[place].lowerBound..<MarkdownText.end(of: lines[place], in: text))
        }
        if lines.first != nil, line(0).isFrontMatterRule {
            number = lines.indices.dropFirst().first { line($0).isFrontMatterRule }.map { $0 + 1 } ?? 0
        }
        while number < lines.count {
            let next = line(number)
            number += 1
            take(next)
        }
        closeFence(at: nil)
    }

    private mutating func splitLines() {
        var start = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        while start < text.count {
            var end = start
            while end < text.count, text[end] != UInt8(ascii: "\n"), text[end] != UInt8(ascii: "\r") { end += 1 }
            var next = min(end + 1, text.count)
            if end < text.count, text[end] == UInt8(ascii: "\r"), next < text.count, text[next] == UInt8(ascii: "\n") {
                next += 1
            }
            lines.append(start..<next)
            start = next
        }
    }

    private mutating func take(_ line: MarkdownLine) {
        var line = line
        enterContainers(&line)
        if let open { return takeFenced(line, open) }
        if let html { return takeHTML(line, html) }
        openContainers(&line)
        let (indent, start) = line.indentation
        if start == line.end { return endParagraph() }
        if indent >= 4 {
            // Indentation does not end a paragraph; outside paragraphs it means code.
            if paragraph != nil { addToParagraph(line, start) }
            return
        }
        if takeHeading(line, start) || openFence(line, indent, start) || openHTML(line, start) { return }
        addToParagraph(line, start)
    }

    private mutating func addToParagraph(_ line: MarkdownLine, _ start: Int) {
        let words = paragraph.map { $0 + " " } ?? ""
        paragraph = words.utf8.count > Self.longestTitle ? words : words + line.string(from: start)
    }

    private mutating func endParagraph() { paragraph = nil }

    // MARK: Quotes and lists

    /// Skips the prefixes of open quotes and lists in a line, and closes the containers that the line is not in.
    private mutating func enterContainers(_ line: inout MarkdownLine) {
        for place in containers.indices {
            let (indent, start) = line.indentation
            switch containers[place] {
            case .quote:
                if indent < 4, line.passQuote(start) { continue }
            case .item(let width):
                // A blank line belongs to each item.
                if start == line.end || indent >= width {
                    line.pass(columns: width)
                    continue
                }
            }
            containers.removeSubrange(place...)
            closeFence(at: nil)
            html = nil
            return
        }
    }

    private mutating func openContainers(_ line: inout MarkdownLine) {
        while containers.count < Self.deepest {
            let (indent, start) = line.indentation
            if indent >= 4 || start == line.end { return }
            if line.passQuote(start) {
                containers.append(.quote)
                endParagraph()
            } else if !line.isRule(start), let item = line.item(start), paragraph == nil || item.mayInterrupt {
                let column = line.column
                line.pass(to: item.end)
                let (blanks, next) = line.indentation
                let width = next == line.end || blanks > 4 ? 1 : blanks
                containers.append(.item(line.column - column + width))
                line.pass(columns: width)
                endParagraph()
            } else {
                return
            }
        }
    }

    // MARK: Headings

    private mutating func takeHeading(_ line: MarkdownLine, _ start: Int) -> Bool {
        if paragraph != nil, line.isUnderline(start) {
            heading = paragraph
            endParagraph()
            return true
        }
        if line.isRule(start) {
            endParagraph()
            return true
        }
        let count = line.run(of: UInt8(ascii: "#"), from: start)
        let end = start + count
        guard 1...6 ~= count, end == line.end || line.isBlank(end) else { return false }
        var words = line.string(from: end)
        let closing = words.utf8.reversed().prefix { $0 == UInt8(ascii: "#") }.count
        let rest = words.utf8.dropLast(closing)
        if rest.isEmpty || rest.last == 0x20 || rest.last == 0x09 {
            words = MarkdownLine.trimmed(String(decoding: rest, as: UTF8.self))
        }
        heading = words.isEmpty ? nil : words
        endParagraph()
        return true
    }

    // MARK: Fences

    private mutating func openFence(_ line: MarkdownLine, _ indent: Int, _ start: Int) -> Bool {
        let mark = text[start]
        guard mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~") else { return false }
        let length = line.run(of: mark, from: start)
        let end = start + length
        if length < 3 || mark == UInt8(ascii: "`") && text[end..<line.end].contains(mark) { return false }
        endParagraph()
        let isRead = fences.count <= Limits.fences
        let format = isRead ? MarkdownText.Fence.format(named: line.firstWord(from: end)) : nil
        open = (length, mark, indent, format != nil)
        guard let format else { return true }
        fences.append(
            MarkdownText.Fence(
                format: format, line: number, title: heading, length: length, mark: mark, markEnd: end,
                first: number, prefix: line.prefix(upTo: start)))
        return true
    }

    private mutating func takeFenced(
        _ line: MarkdownLine, _ fence: (length: Int, mark: UInt8, indent: Int, isGraph: Bool)
    ) {
        let (indent, start) = line.indentation
        let length = start < line.end ? line.run(of: fence.mark, from: start) : 0
        if indent < 4, length >= fence.length, line.isBlank(from: start + length) {
            return closeFence(at: start + length)
        }
        guard fence.isGraph else { return }
        var line = line
        line.pass(columns: min(indent, fence.indent))
        fences[fences.count - 1].starts.append(line.index)
    }

    private mutating func closeFence(at end: Int?) {
        guard let fence = open else { return }
        open = nil
        guard fence.isGraph else { return }
        let place = fences.count - 1
        fences[place].closingEnd = end
        guard fences[place].format == .mermaid else { return }
        var content: [UInt8] = []
        for (number, start) in fences[place].starts.enumerated() {
            content += text[start..<max(start, MarkdownText.end(of: lines[fences[place].first + number], in: text))]
            content.append(UInt8(ascii: "\n"))
        }
        content.withUnsafeBufferPointer {
            guard let header = MermaidHeader($0) else { return }
            if let title = header.title { fences[place].title = title }
            if case .other(let word) = header.kind { fences[place].otherDiagram = word }
        }
    }

    // MARK: HTML

    private mutating func openHTML(_ line: MarkdownLine, _ start: Int) -> Bool {
        guard text[start] == UInt8(ascii: "<") else { return false }
        let end: HTMLEnd
        if line.looks(at: "<!--", start) {
            end = .text("-->")
        } else if line.looks(at: "<?", start) {
            end = .text("?>")
        } else if line.looks(at: "<![CDATA[", start) {
            end = .text("]]>")
        } else if line.looks(at: "<!", start) {
            end = .text(">")
        } else if let tag = line.tag(start) {
            switch tag.name {
            case "script" where !tag.closes: end = .text("</script>")
            case "pre" where !tag.closes: end = .text("</pre>")
            case "style" where !tag.closes: end = .text("</style>")
            case "textarea" where !tag.closes: end = .text("</textarea>")
            case _ where MarkdownLine.blockTags.contains(tag.name): end = .blank
            default:
                if paragraph != nil || !tag.isAlone { return false }
                end = .blank
            }
        } else {
            return false
        }
        endParagraph()
        html = end
        takeHTML(line, end)
        return true
    }

    private mutating func takeHTML(_ line: MarkdownLine, _ end: HTMLEnd) {
        switch end {
        case .blank: if line.indentation.start == line.end { html = nil }
        case .text(let word): if line.contains(word) { html = nil }
        }
    }
}
