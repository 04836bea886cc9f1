import Formats
import Graph

// Files of open documents that others change.

extension Session {
    /// A file that is watched for changes by others.
    public struct WatchedFile: Sendable {
        /// The name of the document.
        public let document: String
        /// The path of the file, from the server's folder.
        public let path: String
        /// The version that the document was read from or written to.
        public let version: FileVersion
    }

    /// The files of documents that have a view and whose file is not known to be changed; none with the client's
    /// clock, where only messages have effects.
    public var watchedFiles: [WatchedFile] {
        guard clock.source == .server else { return [] }
        return documents.all.compactMap { open in
            guard open.changeOnDisk == .none, !open.workspace.windows.isEmpty, let path = open.path,
                let version = open.version
            else { return nil }
            return WatchedFile(document: open.name, path: documents.files.file(of: path), version: version)
        }
    }

    /// The file of a document was written again with the same contents.
    public mutating func fileWasTouched(ofDocument name: String, _ version: FileVersion) {
        guard let key = documents.key(named: name) else { return }
        documents.with(key) { (open) in
            if let known = open.version, let fence = known.fence, let path = open.path,
                let number = MarkdownText.parts(of: path)?.number
            {
                open.version = version.of(fence: number, fence)
            } else {
                open.version = version
            }
        }
    }

    /// Others have changed the file of a document.
    public mutating func fileWasChanged(ofDocument name: String, into outbox: inout Outbox) {
        guard let key = documents.key(named: name) else { return }
        let isOnlyAround = documents.with(key) { [files = documents.files] (open) in
            guard let path = open.path, let known = open.version, let version = files.isSame(path, as: known) else {
                open.noteChangeOnDisk()
                return false
            }
            open.version = version
            return true
        }
        if isOnlyAround == true { return }
        touch(key)
        client.isReplyDue = false
        announce(into: &outbox)
        log.send(upTo: client.logLevel, &outbox, &peers)
    }
}
