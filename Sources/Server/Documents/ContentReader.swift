import Formats
import Graph
import Storage

/// Reads documents and other content from files and texts, within the limits of a client.
struct ContentReader {
    let files: FencedFiles
    let limits: SessionLimits
    let forkJoin: ForkJoin

    /// Reads a file, or a fence of one in Markdown.
    ///
    /// - Throws: `path`, `limits`.
    func read(
        _ path: String, _ body: (UnsafeBufferPointer<UInt8>, FencedFiles.Found?) -> Void
    ) throws(Failure) -> FileVersion {
        do throws(FileError) {
            return try files.withContents(of: path, limit: limits.fileBytes, fence: body)
        } catch {
            throw Failure(error)
        }
    }

    /// Finds the fence at a path; nil for a file that is no Markdown.
    ///
    /// - Parameters:
    ///   - number: the fence, in place of the one in the path.
    ///   - own: the path of the document, for a request that names only its file.
    /// - Throws: `path`, `limits`.
    func fence(at path: String, _ number: Int? = nil, own: String? = nil) throws(Failure) -> FencedFiles.Found? {
        do throws(FileError) {
            if number == nil, let own, files.parts(of: path)?.number == nil, files.isFile(of: own, at: path) {
                return try files.find(own, limit: limits.fileBytes)
            }
            return try files.find(path, number, limit: limits.fileBytes)
        } catch {
            var failure = Failure(error)
            if failure.path != nil { failure.path = number == nil ? "/path" : "/fence" }
            throw failure
        }
    }

    /// The content of a file or a text, exactly one of them, before it is read as a document.
    ///
    /// - Parameter member: the parameter that has them.
    /// - Throws: `path`, `limits`.
    func content(path: String?, text: String?, of member: String) throws(Failure) -> FoundContent {
        if let text, path == nil { return FoundContent(Array(text.utf8), at: [member, "text"]) }
        guard let path, text == nil else { throw .invalidParams("either `path` or `text`", path: "/\(member)") }
        do throws(Failure) {
            var bytes: [UInt8] = []
            var place: (format: Format, line: Int)?
            _ = try read(path) { text, fence in
                bytes = Array(text)
                place = fence.map { ($0.format, $0.firstLine) }
            }
            return FoundContent(bytes, at: [member, "path"], place?.format, line: place?.line ?? 1)
        } catch {
            var error = error
            if error.path == "/path" { error.path = "/\(member)/path" }
            throw error
        }
    }

    /// The document in a text of any format.
    static func document(
        in text: UnsafeBufferPointer<UInt8>, _ format: Format?, line: Int, _ forkJoin: ForkJoin
    ) -> Result<Document, EditError> {
        do throws(EditError) {
            var content = try FileText.read(text, as: format, atLine: line, with: forkJoin)
            // As it is when it is opened.
            if content.isUnplaced { try content.document.layOutUnplaced() }
            return .success(content.document)
        } catch {
            return .failure(error)
        }
    }
}

/// Content that was found: a document, or a text that any thread may read as one.
struct FoundContent: Sendable {
    private enum State {
        case document(Document)
        /// A text, the path of its parameter, its format if known, and the file line at which it begins.
        case text([UInt8], [String], Format?, line: Int)
    }

    /// The number of text bytes that count as one element of the document.
    static let elementBytes = 64

    private let state: State
    /// The open document that it is; nil if it is none.
    let followed: DocumentKey?

    init(_ document: Document, followed: DocumentKey? = nil) {
        (state, self.followed) = (.document(document), followed)
    }

    init(_ text: [UInt8], at path: [String], _ format: Format? = nil, line: Int = 1) {
        (state, followed) = (.text(text, path, format, line: line), nil)
    }

    /// The number of nodes and edges, of a text about.
    var elementCount: Int {
        switch state {
        case .document(let document): document.elementCount
        case .text(let bytes, _, _, _): bytes.count / FoundContent.elementBytes
        }
    }

    /// - Throws: `format`, `limits`.
    func document(_ forkJoin: ForkJoin) throws(Failure) -> Document {
        switch state {
        case .document(let document): return document
        case .text(let bytes, let path, let format, let line):
            do throws(EditError) {
                return try bytes.withUnsafeBufferPointer {
                    ContentReader.document(in: $0, format, line: line, forkJoin)
                }.get()
            } catch {
                var error = error
                if error.path == ["text"] { error.path = path }
                throw Failure(error)
            }
        }
    }
}
