import Graph
import Storage
import Wire

/// A text from outside in any format, which is found out from its beginning.
public enum PastedText {
    /// The document of a text with its losses and its format, which is nil for plain lines; and true if the text states
    /// no positions of nodes.
    public typealias Content = (document: Document, losses: [Loss], format: Format?, isUnplaced: Bool)

    /// Makes a document of a text.
    ///
    /// A text that begins with an object, empty or with members, or with a list of objects, is read as JSON. A text in
    /// another recognized format is read in that format. All other texts become a node for each line. A text with a
    /// stated format, which must be readable, is read as a document.
    ///
    /// - Parameters:
    ///   - refusesDiagrams: true if Mermaid diagrams other than flowcharts are refused, instead of read as lines.
    ///   - options: the options for trees.
    ///   - isLossy: true to read a text even if most of its elements are lost.
    ///   - forkJoin: runs two tasks, each for a part of a long document.
    /// - Throws: `format` (blank, damaged with the line, or JSON of an unknown format), `limits`, `lossy`.
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

    /// Returns true if a text begins with an object, empty or with members, or with a list of objects.
    private static func isJSON(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var signs = text.lazy.filter { $0 > 0x20 }.makeIterator()
        let (first, second) = (signs.next(), signs.next())
        if first == UInt8(ascii: "{") { return second == UInt8(ascii: "\"") || second == UInt8(ascii: "}") }
        return first == UInt8(ascii: "[") && second == UInt8(ascii: "{")
    }

    /// Returns true if a text that does not begin like JSON is in no format.
    private static func isLines(_ text: UnsafeBufferPointer<UInt8>, _ refusesDiagrams: Bool) -> Bool {
        guard let format = Format.recognized(text, nil) else { return true }
        if case .other = MermaidHeader(text)?.kind, format == .mermaid { return !refusesDiagrams }
        return format.isJSON
    }
}
