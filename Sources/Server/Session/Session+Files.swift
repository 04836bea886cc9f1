import Graph

// Files of open documents that others change.

extension Session {
    /// A file whose changes by others are looked for.
    public struct WatchedFile: Sendable {
        /// The name of the document.
        public let document: String
        /// The path of the file, from the server's folder.
        public let path: String
        /// The version that the document was read from or written to.
        public let version: FileVersion
    }

    /// The files of documents that have a view and whose file is not known to be changed; none with the client's clock,
    /// where only messages have effects.
    public var watchedFiles: [WatchedFile] {
        guard clock.source == .server else { return [] }
        return documents.compactMap { open in
            guard open.changeOnDisk == .none, !open.workspace.windows.isEmpty, let path = open.path,
                let version = open.version
            else { return nil }
            return WatchedFile(document: open.name, path: path, version: version)
        }
    }

    /// The file of a document was written again with the same contents.
    public mutating func fileWasTouched(ofDocument name: String, _ version: FileVersion) {
        if let index = try? documents.index(of: name) { documents[index].version = version }
    }

    /// Others have changed the file of a document.
    public mutating func fileWasChanged(ofDocument name: String, into outbox: inout Outbox) {
        guard let index = try? documents.index(of: name) else { return }
        noteChangeOnDisk(ofDocument: index)
        isReplyDue = false
        announce(into: &outbox)
        sendLog(into: &outbox)
    }

    /// Notes that the client is to be notified of a change of a document's file, once.
    mutating func noteChangeOnDisk(ofDocument index: Int) {
        guard documents[index].changeOnDisk == .none else { return }
        documents[index].changeOnDisk = .noticed
        touch(index)
    }
}
