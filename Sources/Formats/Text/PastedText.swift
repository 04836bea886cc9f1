import Graph
import Storage
import Wire

/// A text from outside, of whatever format: what it is, is found out from its beginning.
public enum PastedText {
    /// The document made of a text, with its losses and its format: nil for lines, which have no format; and whether the text
    /// says of no node where it lies.
    public typealias Content = (document: Document, losses: [Loss], format: Format?, isUnplaced: Bool)

    /// Makes a document of a text.
    ///
    /// A text that begins with an object that has members or is empty, or with a list of objects, is meant as JSON; one
    /// that is recognized as of another format is read as that; any other is a node for each line. A text in a stated
    /// format, which is a readable one, is that of a document.
    ///
    /// - Parameters:
    ///   - refusesDiagrams: whether a diagram of Mermaid that is not a flowchart is refused, and not taken for lines.
    ///   - options: the options for trees.
    ///   - isLossy: whether a text is read, too, of which most elements are lost.
    ///   - forkJoin: each of two tasks takes a share of a long document.
    /// - Throws: `format` (blank, damaged with the line, or JSON of no known format), `limits`, `lossy`.
    /// - Complexity: O(*n*) in the bytes.
    public static func read(
        _ text: UnsafeBufferPointer<UInt8>, as format: Format? = nil, refusesDiagrams: Bool = false,
        _ options: TreeOptions = TreeOptions(), isLossy: Bool = true, with forkJoin: ForkJoin = .serial
    ) throws(EditError) -> Content {
        if let decoded = TextEncoding.decoded(text), let bytes = decoded.bytes {
            var content = try bytes.withUnsafeBufferPointer { (text) throws(EditError) in
                try read(
                    text, as: format, refusesDiagrams: refusesDiagrams, options, isLossy: isLossy, with: forkJoin)
            }
            content.losses.insert(decoded.loss, at: 0)
            return content
        }
        let text = FileText.withoutMark(text)
        guard text.contains(where: { $0 > 0x20 }) else {
            throw EditError(.format, "the text is blank", path: ["text"])
        }
        if format == nil && !isJSON(text) && isLines(text, refusesDiagrams) {
            let content = try TextLines(text).outline().document()
            return (content.document, content.losses, nil, false)
        }
        let content = try FileText.read(text, as: format, options, isLossy: isLossy, with: forkJoin)
        return (content.document, content.losses, content.format, content.isUnplaced)
    }

    /// Returns true if a text begins with an object that is empty or has members, or with a list of objects.
    private static func isJSON(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var signs = text.lazy.filter { $0 > 0x20 }.makeIterator()
        let (first, second) = (signs.next(), signs.next())
        if first == UInt8(ascii: "{") { return second == UInt8(ascii: "\"") || second == UInt8(ascii: "}") }
        return first == UInt8(ascii: "[") && second == UInt8(ascii: "{")
    }

    /// Returns true if a text that is not meant as JSON is of no format.
    private static func isLines(_ text: UnsafeBufferPointer<UInt8>, _ refusesDiagrams: Bool) -> Bool {
        guard let format = Format.recognized(text, nil) else { return true }
        if case .other = MermaidHeader(text)?.kind, format == .mermaid { return !refusesDiagrams }
        return format.isJSON
    }
}
