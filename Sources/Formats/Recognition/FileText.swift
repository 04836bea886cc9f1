import Graph
import Storage
import Wire

/// The text of a document, in a stated or a recognized format.
public enum FileText {
    /// Makes a document of a text. Also returns the format, and true if the text states no positions of nodes.
    ///
    /// - Parameters:
    ///   - stated: the format, which must be readable; nil to recognize it.
    ///   - options: the options for trees.
    ///   - isLossy: true to read a text even if most of its elements are lost.
    ///   - path: the path of its file; if no format is recognized, its suffix selects the format of the error.
    ///   - forkJoin: runs two tasks, each for a part of a long document.
    /// - Throws: `format` with the line, `limits`, `lossy`.
    /// - Complexity: O(*n*) in the bytes.
    public static func read(
        _ text: UnsafeBufferPointer<UInt8>, as stated: Format? = nil, _ options: TreeOptions = TreeOptions(),
        isLossy: Bool = true, at path: String? = nil, with forkJoin: ForkJoin = .serial
    ) throws(EditError) -> (document: Document, losses: [Loss], format: Format, isUnplaced: Bool) {
        if let (bytes, loss) = TextEncoding.decoded(text) {
            var content = try (bytes ?? Array(text)).withUnsafeBufferPointer { (text) throws(EditError) in
                try readUTF8(text, as: stated, options, isLossy: isLossy, at: path, with: forkJoin)
            }
            content.losses.insert(loss, at: 0)
            return content
        }
        return try readUTF8(text, as: stated, options, isLossy: isLossy, at: path, with: forkJoin)
    }

    private static func readUTF8(
        _ text: UnsafeBufferPointer<UInt8>, as stated: Format?, _ options: TreeOptions, isLossy: Bool,
        at path: String?, with forkJoin: ForkJoin
    ) throws(EditError) -> (document: Document, losses: [Loss], format: Format, isUnplaced: Bool) {
        let plain = withoutMark(text)
        var json: DocumentText?
        if stated == nil, let first = plain.first(where: { $0 > 0x20 }), "{[".utf8.contains(first) {
            json = try? validated(plain, forkJoin)
        }
        guard let format = stated ?? Format.recognized(plain, json) else {
            if let path { try refuse(plain, json, endingOf: path, options, forkJoin) }
            if plain.first(where: { !$0.isXMLSpace }) == UInt8(ascii: "<") { throw XMLReader.refusal(of: plain) }
            // A text that is not JSON either is refused with the position.
            if json == nil { try refuseUnknown(plain, forkJoin) }
            throw EditError(.format, "the JSON is of no known format", path: ["text"])
        }
        let content = try format.read(plain, json, options, forkJoin)
        if !isLossy { try content.seen.check(content.document) }
        return (content.document, content.losses, format, content.isUnplaced)
    }

    /// Throws the error of a text that is not JSON; a text that does not begin like JSON may be in any format.
    private static func refuseUnknown(
        _ text: UnsafeBufferPointer<UInt8>, _ forkJoin: ForkJoin
    ) throws(EditError) {
        do throws(EditError) {
            _ = try validated(text, forkJoin)
        } catch {
            guard let first = text.first(where: { $0 > 0x20 }) else {
                throw EditError(.format, "the text is empty", path: ["text"])
            }
            if "{[".utf8.contains(first) { throw error }
            let names = Format.list { $0.isReadable && !$0.isJSON }
            throw EditError(
                .format, "\(error.message); nor does it begin as a text of \(names) does: `format` says which it is",
                path: ["text"])
        }
    }

    /// Throws the error of the format with the suffix of a path, if only one format has it.
    private static func refuse(
        _ text: UnsafeBufferPointer<UInt8>, _ json: DocumentText?, endingOf path: String, _ options: TreeOptions,
        _ forkJoin: ForkJoin
    ) throws(EditError) {
        let path = path.lowercased()
        let named = Format.all.filter { $0.isReadable && $0.suffixes.contains(where: path.hasSuffix) }
        // A plain text may be anything.
        guard named.count == 1, named[0] != .swiftType, path.hasSuffix(".json") == false || named[0].isJSON else {
            return
        }
        if !text.contains(where: { $0 > 0x20 }) { throw EditError(.format, "the file is empty", path: ["text"]) }
        _ = try named[0].read(text, json, options, forkJoin)
        throw EditError(
            .format,
            "it does not begin as \(named[0].title) does: the format \"\(named[0].name)\" reads it all the same",
            path: ["text"])
    }

    /// The same for a part of a file that begins at a line, from 1; errors and losses refer to lines of the file.
    public static func read(
        _ text: UnsafeBufferPointer<UInt8>, as stated: Format? = nil, _ options: TreeOptions = TreeOptions(),
        isLossy: Bool = true, at path: String? = nil, atLine line: Int, with forkJoin: ForkJoin = .serial
    ) throws(EditError) -> (document: Document, losses: [Loss], format: Format, isUnplaced: Bool) {
        if line == 1 { return try read(text, as: stated, options, isLossy: isLossy, at: path, with: forkJoin) }
        // All formats skip blank lines at the beginning.
        let padded = Array(repeating: UInt8(ascii: "\n"), count: line - 1) + text
        return try padded.withUnsafeBufferPointer { (padded) throws(EditError) in
            try read(padded, as: stated, options, isLossy: isLossy, with: forkJoin)
        }
    }

    /// Returns the recognized format of a text; nil for none.
    public static func format(of text: UnsafeBufferPointer<UInt8>) -> Format? {
        if let bytes = TextEncoding.decoded(text)?.bytes {
            return bytes.withUnsafeBufferPointer { format(of: $0) }
        }
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
