import Graph

extension XMLReader {
    /// The root element of a text: its local name, and a reader with its attributes; nil without one.
    ///
    /// - Complexity: O(*n*) in the text before the root element and in its attributes.
    static func root(of text: UnsafeBufferPointer<UInt8>) -> (name: String, reader: XMLReader)? {
        guard text.first(where: { !$0.isXMLSpace }) == UInt8(ascii: "<") else { return nil }
        var reader = XMLReader(text, format: "XML")
        guard let event = try? reader.next(), case .start(let name) = event else { return nil }
        return (name, reader)
    }

    /// The error for XML of an unknown format, or for a text that is invalid XML before its root element.
    static func refusal(of text: UnsafeBufferPointer<UInt8>) -> EditError {
        var reader = XMLReader(text, format: "XML")
        do throws(EditError) {
            guard case .start(let name)? = try reader.next() else { return reader.error("an element is expected") }
            return EditError(
                .format, "the XML with the root element `\(name)` is of no known format", path: ["text"])
        } catch {
            return error
        }
    }

    /// Calls `body` at the start of each child of the current element with the child's name, and consumes the end of
    /// the element. Parts of a child that `body` leaves are skipped.
    mutating func eachChild(
        _ body: (inout XMLReader, String) throws(EditError) -> Void
    ) throws(EditError) {
        let outer = depth
        while let event = try next() {
            switch event {
            case .start(let name):
                try body(&self, name)
                while depth > outer { _ = try next() }
            case .end: return
            case .text: break
            }
        }
    }

    /// Reads the current element to its end; returns its own characters, without those of its children, and the number
    /// of children.
    mutating func content() throws(EditError) -> (text: String, children: Int) {
        let outer = depth
        var (result, children) = ("", 0)
        while let event = try next() {
            switch event {
            case .start:
                children += 1
                while depth > outer { _ = try next() }
            case .end: return (result, children)
            case .text: if result.isEmpty { result = text } else { result += text }
            }
        }
        return (result, children)
    }

    /// The value of an attribute as a coordinate; nil for other texts.
    func number(_ name: StaticString) -> Double? { self[name].flatMap(XMLReader.number) }

    /// A text as a coordinate: finite, and at most 10⁹; nil for other texts.
    static func number(_ text: String) -> Double? {
        guard text.utf8.count <= 64, let value = Double(text.trimmed), abs(value) <= 1e9 else {
            return nil
        }
        return value
    }
}
