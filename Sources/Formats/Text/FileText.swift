import Graph
import Storage
import Wire

/// The text of a document, in a stated format or in the one as which it is recognized.
public enum FileText {
    /// Makes a document of a text, and returns the format it was read in, too.
    ///
    /// - Parameters:
    ///   - stated: the format, which is a readable one; nil if it is to be recognized.
    ///   - options: the options for trees.
    ///   - forkJoin: each of two tasks takes a share of a long document.
    /// - Throws: `format` with the line, `limits`.
    /// - Complexity: O(*n*) in the bytes.
    public static func read(
        _ text: UnsafeBufferPointer<UInt8>, as stated: Format? = nil, _ options: TreeOptions = TreeOptions(),
        with forkJoin: ForkJoin = .serial
    ) throws(EditError) -> (document: Document, losses: [Loss], format: Format) {
        if let stated, stated.isTree {
            let plain = withoutMark(text)
            let outline = try stated == .tree ? TreeReader.read(plain) : SwiftTypeReader.read(plain).outline(options)
            let (document, losses) = try outline.document()
            return (document, losses, stated)
        }
        if stated?.isLanguage ?? true {
            let plain = withoutMark(text)
            if stated == .dot || stated == nil && DOTHeader.begins(plain) {
                let (document, losses) = try DOTReader.read(plain)
                return (document, losses, .dot)
            }
            if stated == .mermaid || MermaidHeader(plain) != nil {
                let (document, losses) = try MermaidReader.read(plain)
                return (document, losses, .mermaid)
            }
        }
        let content = try validated(text, forkJoin)
        let format = stated ?? Format.recognized(in: content)
        let (document, losses) = try read(content, format, forkJoin)
        return (document, losses, format)
    }

    /// Returns the text without a byte order mark.
    static func withoutMark(_ text: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        text.starts(with: [0xEF, 0xBB, 0xBF]) ? UnsafeBufferPointer(rebasing: text[3...]) : text
    }

    /// Validates a text as JSON.
    ///
    /// - Throws: `format`, with the line.
    static func validated(
        _ text: UnsafeBufferPointer<UInt8>, _ forkJoin: ForkJoin
    ) throws(EditError) -> DocumentText {
        do throws(JSONSyntaxError) {
            return try DocumentText(validating: text, with: forkJoin)
        } catch {
            throw EditError(.format, "not JSON: \(error.message), line \(error.line(in: text))", path: ["text"])
        }
    }

    /// The document of a text in JSON.
    ///
    /// - Throws: `format`.
    static func read(
        _ text: DocumentText, _ format: Format, _ forkJoin: ForkJoin = .serial
    ) throws(EditError) -> (document: Document, losses: [Loss]) {
        do throws(ShapeError) {
            return try format.read(text, with: forkJoin)
        } catch {
            throw EditError(.format, "not a document: \(error.description)", path: ["text"])
        }
    }
}
