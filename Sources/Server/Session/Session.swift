import Editing
import Graph
import Interaction
import Storage
import Wire

/// One client's conversation: message bodies and time go in, messages come out.
public struct Session {
    /// The state of the conversation, as in LSP.
    enum Lifecycle: Sendable {
        case new
        case running
        case shutDown
    }

    /// The client whose message is performed.
    var client: Client
    /// The other clients, if several share the session.
    var peers = Peers()
    /// The buffer of messages for several clients; kept between uses.
    var notices: Outbox?
    /// The messages for several clients that wait for some of them.
    var announcements = SharedMessages()
    var clock = SessionClock()
    let forkJoin: ForkJoin
    let version: String
    var metrics: Metrics
    /// The entries of the log that are not handed on yet.
    public var log = Log()
    /// Is true if opening a document that is open joins it: several users of one client share it.
    let sharesDocuments: Bool

    var documents: Documents
    var replicas: ReplicaNames
    /// Is true if frames are held back until the client has read all output, and then sent as one.
    public private(set) var isHoldingBack = false

    /// Reads files and texts for the current client.
    var contents: ContentReader { ContentReader(files: documents.files, limits: client.limits, forkJoin: forkJoin) }

    // MARK: Notifications

    /// Notes that a document may have changes or frames to send, and that the current client works with it.
    mutating func touch(_ key: DocumentKey) {
        documents.touch(key)
        documents.with(key) { open in
            open.workspace.content.setTime(clock.now)
            if client.number != Client.none {
                open.workspace.questions.topics = client.topics
                open.workspace.commandKeys = client.commandKeys
            }
        }
    }

    /// Sends the effects of the last message: changes of documents first, then their values and diagnostics, then the
    /// frames of their views.
    ///
    /// While the client does not read, frames without a following reply are held back, so that they become one.
    mutating func announce(into outbox: inout Outbox) {
        if !documents.orphans.isEmpty { refuseOrphans(into: &outbox) }
        if documents.touched.isEmpty { return }
        for key in documents.followChanges() { touch(key) }
        // Where several share the session, each one's frames are held back for it.
        isHoldingBack = outbox.isHeldUp && !client.isReplyDue && clock.source == .server && !isShared
        if isHoldingBack { metrics.framesHeldBack += 1 }
        for key in documents.touched {
            documents.endDecidedJobs(of: key)
            announce(key, into: &outbox)
        }
        if !isHoldingBack { documents.wasAnnounced() }
        if !documents.orphans.isEmpty { refuseOrphans(into: &outbox) }
    }

    private mutating func announce(_ key: DocumentKey, into outbox: inout Outbox) {
        if let due = documents.deadline(of: key, after: clock.now) { clock.wake(at: due) }
        documents.noteJournalLoss(of: key)
        if log.level != .off { documents.with(key) { log.note($0) } }
        if let mark = documents.takeUnsyncedMark(of: key), client.isReplyDue {
            outbox.unsynced.note(key, mark, waiting: outbox.ownWaiting)
        }
        send(toAllIn: key, isChange: true, into: &outbox) { session, outbox in
            let (source, isHeldBack) = (session.clock.source, session.isHoldingBack)
            session.documents.with(key) {
                DocumentChanged.announce(&$0, source, isHeldBack: isHeldBack, into: &outbox)
            }
        }
        send(toAllIn: key, into: &outbox) { session, outbox in
            session.documents.with(key) { $0.announceState(into: &outbox) }
        }
        defer {
            announceEvents(of: key, into: &outbox)
            sendQuestions(of: key, into: &outbox)
        }
        if isHoldingBack { return }
        send(toAllIn: key, watching: .values, into: &outbox) { session, outbox in
            session.documents.with(key) { DocumentEvaluated.announce(&$0, into: &outbox) }
        }
        send(toAllIn: key, watching: .diagnostics, into: &outbox) { session, outbox in
            let mayWait = session.clock.source == .server
            let waits = session.documents.with(key) { $0.announceDiagnostics(mayWait: mayWait, into: &outbox) }
            if waits == true { session.documents.jobs.add(.diagnostics(key)) }
        }
        documents.with(key) { $0.workspace.publishPresence() }
        announceFrames(of: key, into: &outbox)
        if documents.with(key, { $0.wantsRoutingJob }) == true { documents.jobs.add(.routes(key)) }
        if documents.with(key, { $0.wantsLongEdgeJob }) == true { documents.jobs.add(.longEdges(key)) }
    }

    /// Sends held-back output: before a reply, and once the client has read its waiting output.
    public mutating func catchUp(into outbox: inout Outbox) {
        client.isReplyDue = true
        announce(into: &outbox)
    }
}

extension OpenDocument {
    /// Sends changes about it other than its content.
    fileprivate mutating func announceState(into outbox: inout Outbox) {
        DocumentHistory.announce(&self, into: &outbox)
        DocumentSaved.announce(&self, into: &outbox)
        DocumentChangedOnDisk.announce(&self, into: &outbox)
        DocumentEditable.announce(&self, into: &outbox)
        DocumentJournal.announce(&self, into: &outbox)
    }
}

/// The part of the conversation that is traced (`$/setTrace`).
enum Trace: String, CaseIterable, Sendable { case off, messages, verbose }
