import Editing
import Formats
import Graph
import Interaction
import Storage
import Wire

/// Opens a document from a file or a text.
struct DocumentOpen: ReturningMethod {
    var path: String?
    var fence: Int?
    var fences = true
    var text: String?
    var format: String?
    var document: String?
    var replica: String?
    var nonce: String?
    var durability: Durability?
    var recover: Recovery?
    var readOnly = false
    var lossy = false
    var rules = RulePolicy.report

    static let name = "document/open"
    static let summary = "Opens a document from a file or a text; parts that cannot be kept are reported as losses."
    static let failures: [Failure.Kind] = [
        .alreadyOpen, .invalidValue, .path, .journal, .format, .lossy, .connectionRefused, .unrecovered, .limits,
    ]
    static let params = Shape.object(
        "", "", initial: DocumentOpen(),
        members: [
            .optional("path", \.path, .string, "of the file, from the server's folder"),
            .optional(
                "fence", \.fence, .integer(in: 1...1_000_000_000),
                "of a file in Markdown: which of its fences of mermaid, dot or nodewire, from 1, as `#2` at the end of the path; if left out, the first that is a graph"
            ),
            .defaulted(
                "fences", \.fences, .boolean, "whether the result lists all fences of a file in Markdown",
                default: "true"),
            .optional("text", \.text, .string, "the content itself, in place of a path"),
            .optional(
                "format", \.format, .string,
                "\(Format.list(\.isReadable)); if left out, it is recognized by the content"
            ),
            .optional("document", \.document, .string, "its name; generated if left out"),
            .optional(
                "replica", \.replica, .string,
                "a name that is put into every generated id, and stamps every change; `\\w{1,32}`"),
            .optional(
                "nonce", \.nonce, .string,
                "a part that is put behind the name of the replica and that no other opening of a copy has; made if left out, with the client's clock none; `\\w{1,16}`"
            ),
            .optional(
                "durability", \.durability, .choice(of: Durability.self),
                "the durability of its changes, in place of that of `initialize`"),
            .optional(
                "recover", \.recover, .choice(of: Recovery.self),
                "the fate of changes in the journal that were not saved: they are performed, wait for `document/recover`, or are dropped; if left out, `apply` for an `interactive` client, else `report`"
            ),
            .defaulted(
                "readOnly", \.readOnly, .boolean,
                "whether the document is only read: the file is not locked and nothing is written; unsaved changes of another process are found, even while it runs",
                default: "false"),
            .defaulted(
                "rules", \.rules, .choice(of: RulePolicy.self),
                "of edges that the connection rules refuse: refuse to open, report them as diagnostics, or skip them as losses",
                default: "report"),
            .defaulted(
                "lossy", \.lossy, .boolean,
                "whether a text is taken although more than half of its nodes and edges are lost",
                default: "false"),
        ])
    static let result = DocumentSummary.shape

    func perform(in session: inout Session) throws(Failure) -> DocumentSummary {
        if (path == nil) == (text == nil) { throw .invalidParams("either `path` or `text`") }
        let stated: Format?
        do throws(EditError) {
            stated = try format.map(Format.readable)
        } catch {
            throw Failure(error)
        }
        if let replica, !Stamp.isReplica(replica, longest: 32) {
            throw Failure(
                .invalidValue, "a replica's name is 1 to 32 letters, digits and underscores", path: "/replica")
        }
        if let nonce, replica == nil || !Stamp.isReplica(nonce, longest: 16) {
            throw Failure(
                .invalidValue, "a nonce is 1 to 16 letters, digits and underscores behind the name of a `replica`",
                path: "/nonce")
        }
        if path == nil, fence != nil {
            throw .invalidParams("a `fence` is one of the file at a `path`", path: "/fence")
        }
        let fenced = try path.flatMap { (path) throws(Failure) in try session.contents.fence(at: path, fence) }
        if let fenced, let stated, stated != fenced.format {
            throw Failure(
                .format, "the fence \"\(fenced.path)\" is \(fenced.format.name), not \(stated.name)", path: "/format")
        }
        var call = self
        call.path = fenced?.path ?? path
        return try call.open(stated, fenced, in: &session)
    }

    /// Opens the file, or one of its fences, or joins it.
    private func open(
        _ stated: Format?, _ fenced: FencedFiles.Found?, in session: inout Session
    ) throws(Failure) -> DocumentSummary {
        if session.sharesDocuments, let key = session.documents.shared(document, path) {
            session.documents.join(key)
            let open = try session.documents.document(key)
            var summary = DocumentSummary(open)
            summary.losses = []
            summary.format = open.format.name
            summary.note(fenced, lists: fences)
            return summary
        }
        let name = try session.documents.nameForDocument(document, atMost: session.limits.documents)
        // Only a request that may succeed touches the disk.
        let lock = readOnly ? .unavailable : path.map { session.documents.files.lock($0) } ?? .unavailable
        do throws(Failure) {
            var summary = try open(name, stated, lock, in: &session)
            summary.note(fenced, lists: fences)
            return summary
        } catch {
            session.documents.release(lock)
            throw error
        }
    }

    /// Reads the file, which has this lock, or the text, and opens it under a name.
    private func open(
        _ name: String, _ stated: Format?, _ lock: FileLock, in session: inout Session
    ) throws(Failure) -> DocumentSummary {
        var outcome: Outcome = .failure(Failure(.path, "nothing was read"))
        var version: FileVersion?
        var state: FileState?
        let durability = durability ?? session.client.durability
        if let path {
            let reader = session.contents
            version = try reader.read(path) { text, fence in
                let stated = fence?.format ?? stated
                outcome = DocumentOpen.read(
                    text, stated, isLossy: lossy, at: path, line: fence?.firstLine ?? 1, reader.forkJoin)
                let found = FileState(of: text)
                state = found
                // Where the file was written over with something else, the journal has it all.
                guard case .failure = outcome, reader.files.journalHoldsAll(of: path, behind: found) else { return }
                let format = stated ?? FileText.format(of: text) ?? Format.written(at: path) ?? .nodewire
                outcome = .success((Document(), [], format, false))
            }
        } else if var text {
            outcome = text.withUTF8 { DocumentOpen.read($0, stated, isLossy: lossy, session.forkJoin) }
        }
        var (made, losses, format, isUnplaced) = try outcome.get()
        try session.limits.refuse(made)
        // Nothing in a journal is decided about where the file alone says that it is refused.
        if rules == .refuse && (recover ?? session.client.recovery) != .apply { try refuse(Workspace(made)) }
        let replica = replica.map { session.replicas.name($0, nonce, session.clock.source) }
        if let replica { made.prefixIDs(replica) }
        let isLockedByOthers = if case .heldByOthers = lock { true } else { false }
        var journal: JournaledDocument?
        if let path, let state, !isLockedByOthers {
            journal = try session.documents.findJournal(
                of: path, state, durability, recover ?? session.client.recovery, made, lock, session.clock.source)
        }
        losses += journal?.losses ?? []
        var open = OpenDocument(
            name: name, workspace: journal?.workspace ?? Workspace(made), durability: durability)
        if let replica { open.workspace.beginStamps(replica: replica) }
        losses += try enforceRules(on: &open.workspace, journal)
        open.path = path
        (open.version, open.state) = (version, state)
        if journal != nil { open.noteTaken(from: made) }
        (open.format, open.isUnplaced) = (format, isUnplaced)
        open.statedFormat = stated
        open.lock = lock
        open.isForReading = readOnly
        open.workspace.isReadOnly = readOnly || isLockedByOthers
        open.unacceptedLosses = losses.count
        if let journal { open.goOn(with: journal) }
        let key = session.add(open)
        session.touch(key)
        var summary = DocumentSummary(try session.documents.document(key))
        summary.losses = losses
        summary.format = format.name
        if let recovered = journal?.recovered { summary.recovered = recovered }
        summary.dropped = journal?.dropped
        summary.setAside = journal?.setAside
        return summary
    }

    /// Leaves out edges that the rules refuse, as an unannounced edit, or refuses to open with them.
    private func enforceRules(
        on workspace: inout Workspace, _ journal: JournaledDocument?
    ) throws(Failure) -> [Loss] {
        if rules == .report { return [] }
        if rules == .refuse {
            try refuse(workspace)
            return []
        }
        do throws(EditError) {
            if journal?.waiting != nil { throw .unrecovered }
            let options = DocumentEditor.Options(cause: DocumentOpen.name, label: "Open")
            let losses = try workspace.perform(options) { (transaction) throws(EditError) in
                transaction.isFollowing = true
                return try transaction.enforceOnAll(.skip)
            }.result
            workspace.content.forgetCommits()
            return losses
        } catch {
            throw Failure(error)
        }
    }

    /// - Throws: `connectionRefused` if the rules refuse an edge.
    private func refuse(_ workspace: Workspace) throws(Failure) {
        var workspace = workspace
        do throws(EditError) {
            _ = try workspace.dryRun { (transaction) throws(EditError) in try transaction.enforceOnAll(.refuse) }
        } catch {
            throw Failure(error)
        }
    }

    typealias Outcome = Swift.Result<
        (document: Document, losses: [Loss], format: Format, isUnplaced: Bool), Failure
    >

    /// Reads a document; one without positions of nodes is laid out.
    static func read(
        _ bytes: UnsafeBufferPointer<UInt8>, _ stated: Format?, isLossy: Bool, at path: String? = nil, line: Int = 1,
        _ forkJoin: ForkJoin
    ) -> Outcome {
        do throws(EditError) {
            var content = try FileText.read(bytes, as: stated, isLossy: isLossy, at: path, atLine: line, with: forkJoin)
            if content.isUnplaced { try content.document.layOutUnplaced() }
            return .success(content)
        } catch {
            var error = error
            error.path = []
            return .failure(Failure(error))
        }
    }
}

extension Documents {
    /// The open document of this name, or from the file at this path, that opening it again joins; nil for none.
    fileprivate func shared(_ name: String?, _ path: String?) -> DocumentKey? {
        guard let name else { return path.flatMap { keys(ofFileAt: $0).first } }
        // Of a document of another file, the name is taken.
        return key(named: name).flatMap { path.map(keys)?.contains($0) == false ? nil : $0 }
    }
}
