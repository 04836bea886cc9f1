/// A link in the text of a story's passage.
struct StoryLink {
    /// The spelling of a link.
    enum Style {
        /// `[[target]]`, `[[text|target]]`, `[[text->target]]` and `[[target<-text]]`.
        case bare, pipe, right, left
        /// `<<jump target>>` and `<<detour target>>`.
        case jump, detour
    }

    /// The bytes of the link in the text of its passage.
    var range: Range<Int>
    var style: Style
    /// The name of its target passage.
    var target: String
    /// The visible text; nil if it is the target.
    var text: String?
    /// The bytes of that text if it is outside the link.
    var textRange: Range<Int>?
    /// The rest of the link after target and text: `][$seen to true`.
    var setter = ""

    /// The link with another target and text, in its spelling.
    ///
    /// - Parameter style: the spelling of a link that had no text and gets one.
    func spelled(_ target: String, _ text: String?, withText style: Style) -> String {
        switch self.style {
        case .jump: return "<<jump \(target)>>"
        case .detour: return "<<detour \(target)>>"
        case .bare, .pipe, .right, .left: break
        }
        guard let text else { return "[[\(target)\(setter)]]" }
        switch self.style == .bare ? style : self.style {
        case .left: return "[[\(target)<-\(text)\(setter)]]"
        case .pipe: return "[[\(text)|\(target)\(setter)]]"
        default: return "[[\(text)->\(target)\(setter)]]"
        }
    }

    /// Reads the text between double brackets; the range is that of the whole link in its passage.
    ///
    /// As in Twine, the last `->`, else the first `<-`, else the first `|` separates text and target. A second part in
    /// brackets is a setter.
    init(brackets content: UnsafeBufferPointer<UInt8>, range: Range<Int>) {
        self.range = range
        var content = content[...]
        if let end = content.indices.first(where: { content.pair(at: $0, "]", "[") }) {
            setter = String(decoding: content[end...], as: UTF8.self)
            content = content[..<end]
        }
        func trimmed(_ part: Slice<UnsafeBufferPointer<UInt8>>) -> String {
            String(decoding: part, as: UTF8.self).trimmed
        }
        if let arrow = content.indices.last(where: { content.pair(at: $0, "-", ">") }) {
            (style, text, target) = (.right, trimmed(content[..<arrow]), trimmed(content[(arrow + 2)...]))
        } else if let arrow = content.indices.first(where: { content.pair(at: $0, "<", "-") }) {
            (style, text, target) = (.left, trimmed(content[(arrow + 2)...]), trimmed(content[..<arrow]))
        } else if let pipe = content.firstIndex(of: UInt8(ascii: "|")) {
            (style, text, target) = (.pipe, trimmed(content[..<pipe]), trimmed(content[(pipe + 1)...]))
        } else {
            (style, target) = (.bare, trimmed(content))
        }
    }

    init(_ style: Style, range: Range<Int>, target: String, text: String?, textRange: Range<Int>?) {
        (self.style, self.range, self.target) = (style, range, target)
        (self.text, self.textRange) = (text, textRange)
    }
}

extension Slice<UnsafeBufferPointer<UInt8>> {
    /// Returns true if two characters are at an index.
    fileprivate func pair(at index: Int, _ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
        self[index] == UInt8(ascii: first) && index + 1 < endIndex && self[index + 1] == UInt8(ascii: second)
    }
}
