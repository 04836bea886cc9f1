import Graph
import Storage
import Wire

/// A text from outside, of whatever format: what it is, is found out from its beginning.
///
/// Each format is a case of `Kind`; a new one is recognized in `kind(of:)` and read in `read(_:)`.
public enum PastedText {
    private enum Kind { case json, language, swiftType, lines }

    /// The document made of a text, with its losses and its format: nil for lines, which have no format.
    public typealias Content = (document: Document, losses: [Loss], format: Format?)

    /// Makes a document of a text.
    ///
    /// A text that begins with an object that has members or is empty, or with a list of objects, is meant as JSON; one
    /// that begins as a flowchart of Mermaid or a graph of DOT is one; one line that is nothing but a type of Swift with
    /// arguments is a tree; any other is a node for each line. A text in a stated format, which is a readable one, is that
    /// of a document.
    ///
    /// - Parameters:
    ///   - refusesDiagrams: whether a diagram of Mermaid that is not a flowchart is refused, and not taken for lines.
    ///   - options: the options for trees.
    ///   - forkJoin: each of two tasks takes a share of a long document.
    /// - Throws: `format` (blank, damaged with the line, or JSON that is neither a document nor a tree), `limits`.
    /// - Complexity: O(*n*) in the bytes.
    public static func read(
        _ text: UnsafeBufferPointer<UInt8>, as format: Format? = nil, refusesDiagrams: Bool = false,
        _ options: TreeOptions = TreeOptions(), with forkJoin: ForkJoin = .serial
    ) throws(EditError) -> Content {
        let text = FileText.withoutMark(text)
        guard let kind = kind(of: text, refusesDiagrams) else {
            throw EditError(.format, "the text is blank", path: ["text"])
        }
        if format == nil {
            if kind == .json { return try readJSON(text, forkJoin) }
            if kind == .lines { return try content(of: TextLines(text).outline(), nil) }
            if kind == .swiftType { return try content(of: SwiftTypeReader.read(text).outline(options), .swiftType) }
        }
        let (document, losses, found) = try FileText.read(text, as: format, options, with: forkJoin)
        return (document, losses, found)
    }

    /// Returns nil for a blank text.
    private static func kind(of text: UnsafeBufferPointer<UInt8>, _ refusesDiagrams: Bool) -> Kind? {
        var signs = text.lazy.filter { $0 > 0x20 }.makeIterator()
        guard let first = signs.next() else { return nil }
        let second = signs.next()
        let isObject = first == UInt8(ascii: "{") && (second == UInt8(ascii: "\"") || second == UInt8(ascii: "}"))
        let isList = first == UInt8(ascii: "[") && second == UInt8(ascii: "{")
        if isObject || isList { return .json }
        if DOTHeader.begins(text) { return .language }
        guard let header = MermaidHeader(text) else { return SwiftTypeReader.recognizes(text) ? .swiftType : .lines }
        if case .other = header.kind, !refusesDiagrams { return .lines }
        return .language
    }

    private static func readJSON(
        _ text: UnsafeBufferPointer<UInt8>, _ forkJoin: ForkJoin
    ) throws(EditError) -> Content {
        let document: DocumentText
        do throws(EditError) {
            document = try FileText.validated(text, forkJoin)
        } catch {
            // A tree may be nested as deeply as it is long; whether it is one, is seen at its beginning.
            if JSONSyntax.validateDeep(text) != nil || !isTree(text) { throw error }
            return try readTree(text)
        }
        if document.member("nodewire") != nil || document.member("nodes") != nil || document.member("edges") != nil {
            let format = Format.recognized(in: document)
            let (content, losses) = try FileText.read(document, format, forkJoin)
            return (content, losses, format)
        }
        if !isTree(text) { throw EditError(.format, "the JSON is neither a document nor a tree", path: ["text"]) }
        return try readTree(text)
    }

    /// Returns true if the first object of a text, which is valid, says that it is a node of a tree.
    private static func isTree(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var cursor = JSONCursor(text)
        if cursor.peek() == .array {
            cursor.entersArray()
            _ = cursor.nextElement()
        }
        return TreeObject.isTree(cursor)
    }

    private static func readTree(_ text: UnsafeBufferPointer<UInt8>) throws(EditError) -> Content {
        var reader = TreeReader(validated: text)
        return try content(of: reader.read(), .tree)
    }

    private static func content(of outline: Outline, _ format: Format?) throws(EditError) -> Content {
        let (document, losses) = try outline.document()
        return (document, losses, format)
    }
}
