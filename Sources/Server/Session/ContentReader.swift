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

    /// The document in a file or a text, of which one is given.
    ///
    /// - Parameter member: the parameter that has them.
    /// - Throws: `path`, `format`, `limits`.
    func document(path: String?, text: String?, of member: String) throws(Failure) -> Document {
        var outcome: Result<Document, EditError> = .success(Document())
        if let path, text == nil {
            do throws(Failure) {
                _ = try read(path) { outcome = ContentReader.document(in: $0, forkJoin) }
            } catch {
                var error = error
                if error.path == "/path" { error.path = "/\(member)/path" }
                throw error
            }
        } else if var text, path == nil {
            outcome = text.withUTF8 { ContentReader.document(in: $0, forkJoin) }
        } else {
            throw .invalidParams("either `path` or `text`", path: "/\(member)")
        }
        do throws(EditError) {
            return try outcome.get()
        } catch {
            var error = error
            if error.path == ["text"] { error.path = [member, path == nil ? "text" : "path"] }
            throw Failure(error)
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
