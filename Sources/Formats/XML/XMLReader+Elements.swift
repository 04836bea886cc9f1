import Graph

extension XMLReader {
    /// The root element of a text: its local name, and a reader with its attributes; nil if the text begins with none.
    ///
    /// - Complexity: O(*n*) in what stands before the root element and its attributes.
    static func root(of text: UnsafeBufferPointer<UInt8>) -> (name: String, reader: XMLReader)? {
        guard text.first(where: { !$0.isXMLSpace }) == UInt8(ascii: "<") else { return nil }
        var reader = XMLReader(text, format: "XML")
        guard let event = try? reader.next(), case .start(let name) = event else { return nil }
        return (name, reader)
    }

    /// The error for a text in XML of no known format, or for one that is not XML up to its root element.
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

    /// Calls `body` at the start of each child of the element that was begun last, with the child's name, and passes the
    /// end of the element. Whatever `body` leaves of a child is passed over.
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

    /// Reads the element that was begun last to its end and returns its characters without those of its children, and
    /// the number of these.
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

    /// The value of an attribute as a number that a coordinate can be; nil if it is none.
    func number(_ name: StaticString) -> Double? { self[name].flatMap(XMLReader.number) }

    /// A text as a number that a coordinate can be: finite, and no more than a thousand million.
    static func number(_ text: String) -> Double? {
        guard text.utf8.count <= 64, let value = Double(text.trimmed), abs(value) <= 1e9 else {
            return nil
        }
        return value
    }
}
