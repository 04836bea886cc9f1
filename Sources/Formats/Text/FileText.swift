import Graph
import Storage
import Wire

/// The text of a document, in a stated format or in the one as which it is recognized.
public enum FileText {
    /// Makes a document of a text, and returns the format it was read in, too, and whether the text says of no node where it
    /// lies.
    ///
    /// - Parameters:
    ///   - stated: the format, which is a readable one; nil if it is to be recognized.
    ///   - options: the options for trees.
    ///   - isLossy: whether a text is read, too, of which most elements are lost.
    ///   - forkJoin: each of two tasks takes a share of a long document.
    /// - Throws: `format` with the line, `limits`, `lossy`.
    /// - Complexity: O(*n*) in the bytes.
    public static func read(
        _ text: UnsafeBufferPointer<UInt8>, as stated: Format? = nil, _ options: TreeOptions = TreeOptions(),
        isLossy: Bool = true, with forkJoin: ForkJoin = .serial
    ) throws(EditError) -> (document: Document, losses: [Loss], format: Format, isUnplaced: Bool) {
        let plain = withoutMark(text)
        var json: DocumentText?
        if stated == nil, let first = plain.first(where: { $0 > 0x20 }), "{[".utf8.contains(first) {
            json = try? validated(plain, forkJoin)
        }
        guard let format = stated ?? Format.recognized(plain, json) else {
            if plain.first(where: { !$0.isXMLSpace }) == UInt8(ascii: "<") { throw XMLReader.refusal(of: plain) }
            // What is no JSON either is refused with the place.
            if json == nil { _ = try validated(plain, forkJoin) }
            throw EditError(.format, "the JSON is of no known format", path: ["text"])
        }
        let content = try format.read(plain, json, options, forkJoin)
        if !isLossy { try content.seen.check(content.document) }
        return (content.document, content.losses, format, content.isUnplaced)
    }

    /// The same for a part of a file that begins at a line, from 1, by which errors and losses name their places.
    public static func read(
        _ text: UnsafeBufferPointer<UInt8>, as stated: Format? = nil, _ options: TreeOptions = TreeOptions(),
        isLossy: Bool = true, atLine line: Int, with forkJoin: ForkJoin = .serial
    ) throws(EditError) -> (document: Document, losses: [Loss], format: Format, isUnplaced: Bool) {
        if line == 1 { return try read(text, as: stated, options, isLossy: isLossy, with: forkJoin) }
        // Each format passes over blank lines at the beginning.
        let padded = Array(repeating: UInt8(ascii: "\n"), count: line - 1) + text
        return try padded.withUnsafeBufferPointer { (padded) throws(EditError) in
            try read(padded, as: stated, options, isLossy: isLossy, with: forkJoin)
        }
    }

    /// Returns the format as which a text is recognized; nil for none.
    public static func format(of text: UnsafeBufferPointer<UInt8>) -> Format? {
        let plain = withoutMark(text)
        return Format.recognized(plain, try? validated(plain, .serial))
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
}
