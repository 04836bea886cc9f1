import Graph
import Storage
import Wire

/// A text from outside, of whatever format: what it is, is found out from its beginning.
///
/// Each format is a case of `Kind`; a new one is recognised in `kind(of:)` and read in `read(_:)`.
public enum PastedText {
    private enum Kind { case json, language, lines }

    /// Makes a document of a text.
    ///
    /// A text that begins with an object that has members or is empty, or with a list of objects, is meant as JSON; one
    /// that begins as a flowchart of Mermaid or a graph of DOT is one; any other is a node for each line. A text in a
    /// stated format, which is a readable one, is that of a document.
    ///
    /// - Parameters:
    ///   - refusesDiagrams: whether a diagram of Mermaid that is no flowchart is refused, and not taken for lines.
    ///   - forkJoin: each of two tasks takes a share of a long document.
    /// - Throws: `format` (blank, damaged with the line, or JSON that is neither a document nor a tree), `limits`.
    /// - Complexity: O(*n*) in the bytes.
    public static func read(
        _ text: UnsafeBufferPointer<UInt8>, as format: Format? = nil, refusesDiagrams: Bool = false,
        with forkJoin: ForkJoin = .serial
    ) throws(EditError) -> (document: Document, losses: [Loss]) {
        let text = FileText.withoutMark(text)
        guard let kind = kind(of: text, refusesDiagrams) else {
            throw EditError(.format, "the text is blank", path: ["text"])
        }
        if format == nil {
            if kind == .json { return try readJSON(text, forkJoin) }
            if kind == .lines { return try document(of: TextLines(text).outline()) }
        }
        let (document, losses, _) = try FileText.read(text, as: format, with: forkJoin)
        return (document, losses)
    }

    /// Nil for a blank text.
    private static func kind(of text: UnsafeBufferPointer<UInt8>, _ refusesDiagrams: Bool) -> Kind? {
        var signs = text.lazy.filter { $0 > 0x20 }.makeIterator()
        guard let first = signs.next() else { return nil }
        let second = signs.next()
        let isObject = first == UInt8(ascii: "{") && (second == UInt8(ascii: "\"") || second == UInt8(ascii: "}"))
        let isList = first == UInt8(ascii: "[") && second == UInt8(ascii: "{")
        if isObject || isList { return .json }
        if DOTHeader.begins(text) { return .language }
        guard let header = MermaidHeader(text) else { return .lines }
        if case .other = header.kind, !refusesDiagrams { return .lines }
        return .language
    }

    private static func readJSON(
        _ text: UnsafeBufferPointer<UInt8>, _ forkJoin: ForkJoin
    ) throws(EditError) -> (document: Document, losses: [Loss]) {
        let content = try FileText.validated(text, forkJoin)
        if content.member("nodewire") != nil || content.member("nodes") != nil || content.member("edges") != nil {
            return try FileText.read(content, Format.recognized(in: content), forkJoin)
        }
        var cursor = JSONCursor(text)
        guard let json = try? JSON(reading: &cursor, checked: false), let outline = Outline(json) else {
            throw EditError(.format, "the JSON is neither a document nor a tree", path: ["text"])
        }
        return try document(of: outline)
    }

    private static func document(of outline: Outline) throws(EditError) -> (document: Document, losses: [Loss]) {
        let text = outline.content.bytes
        return try text.withUnsafeBufferPointer { (bytes) throws(EditError) in
            // What lay high up in a tree lies deeper in the data of its node.
            guard let content = try? DocumentText(validating: bytes) else {
                throw EditError(.limits, "the data of a node is nested too deeply", path: ["text"])
            }
            var (document, losses) = try FileText.read(content, .nodewire)
            losses = outline.losses + losses
            return (document, losses)
        }
    }
}
