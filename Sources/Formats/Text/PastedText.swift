import Graph
import Storage
import Wire

/// A text from outside, of whatever format: what it is, is found out from its beginning.
///
/// Each format is a case of `Kind`; a new one is recognised in `kind(of:)` and read in `read(_:)`.
public enum PastedText {
    private enum Kind { case json, lines }

    /// Makes a document of a text.
    ///
    /// A text that begins with an object that has members or is empty, or with a list of objects, is meant as JSON; any
    /// other is a node for each line. A text in a stated format, which is a readable one, is that of a document.
    ///
    /// - Parameter forkJoin: each of two tasks takes a share of a long document.
    /// - Throws: `format` (blank, damaged JSON with the line, or JSON that is neither a document nor a tree), `limits`
    ///   (too many lines).
    /// - Complexity: O(*n*) in the bytes.
    public static func read(
        _ text: UnsafeBufferPointer<UInt8>, as format: Format? = nil, with forkJoin: ForkJoin = .serial
    ) throws(EditError) -> (document: Document, losses: [Loss]) {
        let text = withoutMark(text)
        guard let kind = kind(of: text) else { throw EditError(.format, "the text is blank", path: ["text"]) }
        if let format { return try read(validated(text, forkJoin), format, forkJoin) }
        switch kind {
        case .json: return try readJSON(text, forkJoin)
        case .lines: return try document(of: TextLines(text).outline())
        }
    }

    /// Nil for a blank text.
    private static func kind(of text: UnsafeBufferPointer<UInt8>) -> Kind? {
        var signs = text.lazy.filter { $0 > 0x20 }.makeIterator()
        guard let first = signs.next() else { return nil }
        let second = signs.next()
        let isObject = first == UInt8(ascii: "{") && (second == UInt8(ascii: "\"") || second == UInt8(ascii: "}"))
        let isList = first == UInt8(ascii: "[") && second == UInt8(ascii: "{")
        return isObject || isList ? .json : .lines
    }

    /// Without a byte order mark.
    private static func withoutMark(_ text: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        text.starts(with: [0xEF, 0xBB, 0xBF]) ? UnsafeBufferPointer(rebasing: text[3...]) : text
    }

    // MARK: JSON

    private static func readJSON(
        _ text: UnsafeBufferPointer<UInt8>, _ forkJoin: ForkJoin
    ) throws(EditError) -> (document: Document, losses: [Loss]) {
        let content = try validated(text, forkJoin)
        if content.member("nodewire") != nil || content.member("nodes") != nil || content.member("edges") != nil {
            return try read(content, Format.recognized(in: content), forkJoin)
        }
        var cursor = JSONCursor(text)
        guard let json = try? JSON(reading: &cursor, checked: false), let outline = Outline(json) else {
            throw EditError(.format, "the JSON is neither a document nor a tree", path: ["text"])
        }
        return try document(of: outline)
    }

    private static func validated(
        _ text: UnsafeBufferPointer<UInt8>, _ forkJoin: ForkJoin
    ) throws(EditError) -> DocumentText {
        do throws(JSONSyntaxError) {
            return try DocumentText(validating: text, with: forkJoin)
        } catch {
            throw EditError(.format, "not JSON: \(error.message), line \(error.line(in: text))", path: ["text"])
        }
    }

    // MARK: Outlines

    private static func document(of outline: Outline) throws(EditError) -> (document: Document, losses: [Loss]) {
        let text = outline.content.bytes
        return try text.withUnsafeBufferPointer { (bytes) throws(EditError) in
            // What lay high up in a tree lies deeper in the data of its node.
            guard let content = try? DocumentText(validating: bytes) else {
                throw EditError(.limits, "the data of a node is nested too deeply", path: ["text"])
            }
            var (document, losses) = try read(content, .nodewire)
            losses = outline.losses + losses
            return (document, losses)
        }
    }

    private static func read(
        _ text: DocumentText, _ format: Format, _ forkJoin: ForkJoin = .serial
    ) throws(EditError) -> (document: Document, losses: [Loss]) {
        do throws(ShapeError) {
            return try format.read(text, with: forkJoin)
        } catch {
            throw EditError(.format, "not a document: \(error.description)", path: ["text"])
        }
    }
}
