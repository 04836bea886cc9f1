import Formats
import Graph
import Storage

/// Reads documents and other content from files and texts, within the limits of a client.
struct ContentReader {
    let files: any FileAccess
    let limits: SessionLimits
    let forkJoin: ForkJoin

    /// Reads a file.
    ///
    /// - Throws: `path`, `limits`.
    func read(_ path: String, _ body: (UnsafeBufferPointer<UInt8>) -> Void) throws(Failure) -> FileVersion {
        do throws(FileError) {
            return try files.withContents(of: path, limit: limits.fileBytes, body)
        } catch {
            throw Failure(error)
        }
    }

    /// The content of a file or a text, of which one is given, before it is read as a document.
    ///
    /// - Parameter member: the parameter that has them.
    /// - Throws: `path`, `limits`.
    func content(path: String?, text: String?, of member: String) throws(Failure) -> FoundContent {
        if let text, path == nil { return FoundContent(Array(text.utf8), at: [member, "text"]) }
        guard let path, text == nil else { throw .invalidParams("either `path` or `text`", path: "/\(member)") }
        do throws(Failure) {
            var bytes: [UInt8] = []
            _ = try read(path) { bytes = Array($0) }
            return FoundContent(bytes, at: [member, "path"])
        } catch {
            var error = error
            if error.path == "/path" { error.path = "/\(member)/path" }
            throw error
        }
    }

    /// The document in a text of any format.
    static func document(
        in text: UnsafeBufferPointer<UInt8>, _ forkJoin: ForkJoin
    ) -> Result<Document, EditError> {
        do throws(EditError) {
            var content = try FileText.read(text, with: forkJoin)
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
        /// A text, and the path of the parameter that has it.
        case text([UInt8], [String])
    }

    /// The bytes of a text that count as one element of the document that is in it.
    static let elementBytes = 64

    private let state: State
    /// The open document that it is; nil if it is none.
    let followed: DocumentKey?

    init(_ document: Document, followed: DocumentKey? = nil) {
        (state, self.followed) = (.document(document), followed)
    }

    init(_ text: [UInt8], at path: [String]) {
        (state, followed) = (.text(text, path), nil)
    }

    /// The number of nodes and edges, of a text about.
    var elementCount: Int {
        switch state {
        case .document(let document): document.elementCount
        case .text(let bytes, _): bytes.count / FoundContent.elementBytes
        }
    }

    /// - Throws: `format`, `limits`.
    func document(_ forkJoin: ForkJoin) throws(Failure) -> Document {
        switch state {
        case .document(let document): return document
        case .text(let bytes, let path):
            do throws(EditError) {
                return try bytes.withUnsafeBufferPointer { ContentReader.document(in: $0, forkJoin) }.get()
            } catch {
                var error = error
                if error.path == ["text"] { error.path = path }
                throw Failure(error)
            }
        }
    }
}
