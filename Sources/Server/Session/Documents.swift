import Editing
import Graph
import Interaction
import Storage

/// The open documents of a conversation: the only owner of them and of everything that belongs to them.
///
/// A name is looked up once, on the way in; from then on a document has a key. The key lends the document for work,
/// and the key of a closed document lends nothing.
struct Documents: Sendable {
    /// In the order of their keys.
    private var rows: [OpenDocument] = []
    private var keys: [Identifier: DocumentKey] = [:]
    /// The number of keys given out so far.
    private var keyCount = 0
    /// The number of names generated so far.
    private var nameCount = 0

    /// The files of the documents, with their locks and journals.
    let files: FencedFiles
    /// The documents that the current client has open, and how often; nil for all, if it is the only one.
    var opened: [DocumentKey: Int]?
    /// The number of the current client, whose views are found.
    var client = Client.none
    /// The requests that have jobs, and the upkeep that waits for one.
    var jobs = JobQueue()
    /// The questions to clients, and the requests that wait for the answers.
    var questions = ClientQuestionLog()
    /// The positions of views.
    var views = ViewDirectory()
    /// The documents with which views compare.
    private(set) var compared: Set<DocumentKey> = []
    /// The requests to answer because their document or view was closed.
    private(set) var orphans: [Orphan] = []
    /// The documents that may have changes or frames to send.
    private(set) var touched: [DocumentKey] = []
    /// The documents whose journals must be checked and synced before their changes are sent.
    var journaled: [DocumentKey] = []

    init(files: any FileAccess) { self.files = FencedFiles(files) }

    // MARK: Looking up

    var count: Int { rows.count }

    /// The open documents, in the order of opening.
    var all: some RandomAccessCollection<OpenDocument> { rows }

    /// The keys of the open documents, in the same order; a document is read in place.
    var allKeys: [DocumentKey] { rows.indices.map { rows[$0].key } }

    /// The key of the document of this name; nil if none has it.
    ///
    /// - Complexity: O(1); one comparison if only one is open.
    func key(named name: String) -> DocumentKey? {
        if rows.count == 1 { return rows[0].name.hasSameBytes(as: name) ? rows[0].key : nil }
        return keys[Identifier(name)]
    }

    /// The key of the document of this name that the current client has open.
    ///
    /// - Throws: `noSuchDocument`.
    func key(of name: String) throws(Failure) -> DocumentKey {
        guard let key = key(named: name), isOpen(key) else {
            throw Failure(.noSuchDocument, "there is no open document \"\(name)\"")
        }
        return key
    }

    /// An open document, to be read.
    ///
    /// - Throws: `noSuchDocument`.
    func document(_ name: String) throws(Failure) -> OpenDocument { try document(try key(of: name)) }

    /// An open document, to be read.
    ///
    /// - Throws: `noSuchDocument` if it was closed.
    func document(_ key: DocumentKey) throws(Failure) -> OpenDocument {
        guard let index = index(of: key) else { throw .closed }
        return rows[index]
    }

    /// Is true if the current client has the document open.
    func isOpen(_ key: DocumentKey) -> Bool { opened.map { $0[key] != nil } ?? true }

    /// - Complexity: O(log *n*) in the open documents; one comparison if only one is open.
    @inline(__always)
    private func index(of key: DocumentKey) -> Int? {
        if rows.count == 1 { return rows[0].key == key ? 0 : nil }
        return search(for: key)
    }

    private func search(for key: DocumentKey) -> Int? {
        var (low, high) = (0, rows.count)
        while low < high {
            let middle = (low + high) / 2
            if rows[middle].key == key { return middle }
            if rows[middle].key < key { low = middle + 1 } else { high = middle }
        }
        return nil
    }

    // MARK: Lending

    /// Lends a document; returns nil if it was closed.
    @inline(__always)
    mutating func with<Value, Problem>(
        _ key: DocumentKey, _ body: (inout OpenDocument) throws(Problem) -> Value
    ) throws(Problem) -> Value? {
        guard let index = index(of: key) else { return nil }
        return try body(&rows[index])
    }

    /// Lends a document to be changed.
    ///
    /// - Throws: errors of `body`, and `noSuchDocument` if it was closed.
    @inline(__always)
    mutating func lend<Value>(
        _ key: DocumentKey, _ body: (inout OpenDocument) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        guard let index = index(of: key) else { throw .closed }
        return try body(&rows[index])
    }

    /// Lends a document to an edit, and converts its errors to failures.
    ///
    /// - Throws: errors of `body`, and `noSuchDocument` if it was closed.
    @inline(__always)
    mutating func edit<Value>(
        _ key: DocumentKey, _ body: (inout OpenDocument) throws(EditError) -> Value
    ) throws(Failure) -> Value {
        guard let index = index(of: key) else { throw .closed }
        do throws(EditError) {
            return try body(&rows[index])
        } catch {
            throw Failure(error)
        }
    }

    /// Lends all documents in turn.
    mutating func forEach(_ body: (inout OpenDocument) -> Void) { for index in rows.indices { body(&rows[index]) } }

    // MARK: Opening and closing

    /// Appends a document.
    mutating func add(_ document: OpenDocument) -> DocumentKey {
        keyCount += 1
        let key = DocumentKey(number: keyCount)
        var document = document
        document.key = key
        keys[Identifier(document.name)] = key
        opened?[key] = 1
        rows.append(document)
        return key
    }

    /// Closes a document, if it is open: requests that wait for it become orphans, its jobs end, a document of the
    /// same file takes over its journal, and its lock is removed.
    mutating func close(_ key: DocumentKey) {
        guard let index = index(of: key) else { return }
        var open = rows.remove(at: index)
        keys[Identifier(open.name)] = nil
        opened?[key] = nil
        touched.removeAll { $0 == key }
        journaled.removeAll { $0 == key }
        let failure = Failure.cancelled("\"\(open.name)\" was closed")
        orphans += jobs.cancelAll(where: { $0.document == key }).map { Orphan($0, failure) }
        orphans += questions.forget(document: key).map { Orphan($0, failure) }
        views.set([], of: key)
        if compared.contains(key) { forEach { $0.workspace.stopFollowing(key.number) } }
        followCompared()
        // A file has one journal: it is let go before another document takes it up.
        let isLeft = open.workspace.editor.hasJournal
        open.workspace.content.withJournal { $0 = nil }
        if let path = open.path { passOnJournal(ofFileAt: path, isLeft: isLeft) }
        release(open.lock)
    }

    /// Answers requests whose answer is certain after the unannounced changes of a document.
    ///
    /// - Complexity: O(1) while no job works with it.
    mutating func endDecidedJobs(of key: DocumentKey) {
        if jobs.isEmpty { return }
        guard let index = index(of: key), !rows[index].workspace.editor.commits.isEmpty else { return }
        orphans += jobs.takeDecided(key, after: rows[index].workspace.editor.commits, rows[index].workspace.document)
            .map { Orphan($0, $1) }
    }

    /// Closes a view of the current client and cancels its open gesture; requests that wait for it become orphans.
    ///
    /// - Returns: the document of the view.
    /// - Throws: `noSuchView`.
    mutating func close(_ view: Identifier, cause: String) throws(Failure) -> DocumentKey {
        let location = try location(of: view)
        with(location.document) { $0.workspace.close(location.view, cause: cause) }
        let failure = Failure(.noSuchView, "view \"\(view)\" was closed")
        orphans += questions.forget(view: view).map { Orphan($0, failure) }
        indexViews(of: location.document)
        return location.document
    }

    /// Returns the requests to answer because their document or view was closed.
    mutating func takeOrphans() -> [Orphan] {
        defer { orphans = [] }
        return orphans
    }

    // MARK: Names

    /// The name of a new document: the requested one, else a generated one, `d1`, `d2`, …. No name is generated twice.
    ///
    /// - Throws: `alreadyOpen` if the requested name is in use; `limits`.
    mutating func nameForDocument(_ wish: String?, atMost limit: Int) throws(Failure) -> String {
        try refuseMore(than: limit)
        guard let wish else {
            repeat { nameCount += 1 } while key(named: "d\(nameCount)") != nil
            return "d\(nameCount)"
        }
        try Documents.checkName(wish, path: "/document")
        if key(named: wish) != nil { throw Failure(.alreadyOpen, "document \"\(wish)\" is open already") }
        return wish
    }

    /// Checks a name. Names are bounded like ids, because every message about a document has its name.
    ///
    /// - Throws: `invalidValue`, `limits`.
    static func checkName(_ name: String, path: String) throws(Failure) {
        if name.isEmpty { throw Failure(.invalidValue, "a name is not empty", path: path) }
        if name.utf8.count > Limits.identifierBytes {
            throw Failure(.limits, "a name has at most \(Limits.identifierBytes) bytes", path: path)
        }
    }

    /// - Throws: `limits` (as many documents are open as may be).
    func refuseMore(than limit: Int) throws(Failure) {
        if count >= limit { throw Failure("documents", "at most \(limit) documents are open at a time") }
    }

    // MARK: What is to be sent

    /// Notes that a document may have changes or frames to send.
    mutating func touch(_ key: DocumentKey) {
        if touched.last != key && !touched.contains(key) { touched.append(key) }
    }

    /// Notes that all was sent.
    mutating func wasAnnounced() { touched.removeAll(keepingCapacity: true) }

    /// Updates the positions of a document's views, after one was opened or closed.
    ///
    /// - Complexity: O(*n*) in the views of the document.
    mutating func indexViews(of key: DocumentKey) {
        guard let index = index(of: key) else { return }
        views.set(rows[index].workspace.windows.map { Identifier($0.view.id) }, of: key)
        let followed = Set(rows[index].workspace.windows.compactMap(\.compared?.followed))
        if followed == rows[index].followed { return }
        rows[index].followed = followed
        followCompared()
    }

    private mutating func followCompared() {
        if rows.allSatisfy(\.followed.isEmpty) { return compared = [] }
        compared = Set(rows.lazy.flatMap { $0.followed.map(DocumentKey.init) })
    }

    /// Brings views in step that compare with a document that has changed, before its changes are announced; the documents
    /// of these views.
    ///
    /// - Complexity: O(1) while no view compares with an open document.
    mutating func followChanges() -> [DocumentKey] {
        if compared.isEmpty { return [] }
        var following: [DocumentKey] = []
        for key in touched where compared.contains(key) {
            guard let changed = index(of: key) else { continue }
            let (commits, document) = (rows[changed].workspace.editor.commits, rows[changed].workspace.document)
            if commits.isEmpty { continue }
            for index in rows.indices where rows[index].followed.contains(key.number) {
                rows[index].workspace.follow(commits, of: key.number, document)
                following.append(rows[index].key)
            }
        }
        return following
    }
}

/// A request that is answered because its document or view was closed.
struct Orphan: Sendable {
    /// The request.
    enum Request: Sendable {
        case job(JobQueue.Cancelled)
        case answer(ClientQuestionLog.Waiting)
    }

    let request: Request
    let failure: Failure

    init(_ job: JobQueue.Cancelled, _ failure: Failure) { (request, self.failure) = (.job(job), failure) }
    init(_ waiting: ClientQuestionLog.Waiting, _ failure: Failure) {
        (request, self.failure) = (.answer(waiting), failure)
    }
}

extension Failure {
    /// The document was closed.
    static var closed: Failure { Failure(.noSuchDocument, "the document was closed") }
}
