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
    var client = Client()
    /// The other clients, where several share the session.
    var peers = Peers()
    /// The buffer of messages for several clients; kept between uses.
    var notices: Outbox?
    /// The clients that have begun the groups of edits that are open, the innermost last, by document.
    var groups: [Identifier: [Int]] = [:]
    var clock = SessionClock()
    var jobs = JobQueue()
    var inquiries = Inquiries()
    let files: any FileAccess
    let forkJoin: ForkJoin
    let version: String
    var metrics: Metrics
    var log = Log()
    /// Is true if opening a document that is open joins it: several users of one client share it.
    let sharesDocuments: Bool

    var documents = DocumentTable()
    /// The number of document names generated so far.
    var documentCount = 0
    /// The text that no other process has behind the names of its replicas; empty for names as they are given.
    private let nonce: String
    /// The number of replicas that were named with it.
    private var replicaCount = 0
    var views = ViewDirectory()
    /// The names of the open documents with which views compare.
    var compared: Set<String> = []

    /// Indexes of the documents that may have changes or frames to send.
    private(set) var touched: [Int] = []
    /// Indexes of the documents whose journals are to be found in their places, and synced, before what was done is sent.
    var journaled: [Int] = []
    /// Is true if frames are held back until the client has read all output; they are then sent as one.
    public private(set) var isHoldingBack = false

    /// - Parameters:
    ///   - files: the files that the session reads and writes.
    ///   - version: of the server, as `initialize` returns it.
    ///   - forkJoin: for opening large documents.
    ///   - sharesDocuments: whether to open a document that is open joins it.
    ///   - nonce: letters and digits that no other process has, for the names of replicas; with the client's clock they are not
    ///     used.
    ///   - stopwatch: a clock by which the time that messages take is measured, in nanoseconds; nil to measure none.
    public init(
        files: any FileAccess, version: String, forkJoin: ForkJoin = .serial, sharesDocuments: Bool = false,
        nonce: String = "", stopwatch: (@Sendable () -> Int)? = nil
    ) {
        metrics = Metrics(stopwatch)
        self.nonce = nonce
        self.sharesDocuments = sharesDocuments
        self.files = files
        self.forkJoin = forkJoin
        self.version = version
    }

    /// The name of a replica that no other one has, also if a copy of its file is opened under the same name.
    ///
    /// - Parameter given: the part behind the name, if the client says it.
    mutating func nameReplica(_ name: String, _ given: String?) -> String {
        if let given { return "\(name)_\(given)" }
        if clock.source == .client || nonce.isEmpty { return name }
        replicaCount += 1
        return replicaCount == 1 ? "\(name)_\(nonce)" : "\(name)_\(nonce)_\(replicaCount)"
    }

    // MARK: The end

    mutating func exit() { client.exitCode = lifecycle == .shutDown ? 0 : 1 }

    /// Sends the error for bytes that are no message.
    public mutating func framingFailed(_ failure: Framing.Failure, into outbox: inout Outbox) {
        let error = Failure(
            failure.code, "\(failure.message)",
            reason: failure.isLimit ? "limits" : failure.code == -32700 ? "parseError" : "invalidRequest")
        outbox.send { Request.writeFailure(error, id: nil, into: &$0) }
    }

    /// The client will send nothing more: everything it sent has been received.
    public mutating func endOfInput(into outbox: inout Outbox) {
        performWaitingMove(into: &outbox)
        giveUpQuestions(into: &outbox)
        autosaveAll(into: &outbox)
        catchUp(into: &outbox)
        sendLog(into: &outbox)
        client.exitCode = exitCode ?? (lifecycle == .shutDown ? 0 : 1)
    }

    // MARK: Notifications

    /// Notes that a document may have changes or frames to send.
    mutating func touch(_ index: Int) {
        if touched.last != index && !touched.contains(index) { touched.append(index) }
        documents[index].workspace.content.setTime(clock.now)
        if isShared { adopt(document: index) }
    }

    /// Removes a closed document from those that are noted; the indexes behind it move up.
    mutating func forget(document index: Int) {
        func moved(_ indexes: [Int]) -> [Int] { indexes.filter { $0 != index }.map { $0 > index ? $0 - 1 : $0 } }
        (touched, journaled) = (moved(touched), moved(journaled))
    }

    /// Sends what the last message caused: changes of documents first, then their values and diagnostics, then the frames
    /// of their views.
    ///
    /// While the client does not read, frames that no reply follows are held back, so that they become one.
    mutating func announce(into outbox: inout Outbox) {
        if inquiries.hasOrphans { refuseOrphans(into: &outbox) }
        if touched.isEmpty { return }
        followChanges()
        let source = clock.source
        // Where several share the session, each one's frames are held back for it.
        isHoldingBack = outbox.isHeldUp && !isReplyDue && source == .server && !isShared
        if isHoldingBack { metrics.framesHeldBack += 1 }
        for index in touched {
            noteDeadline(ofDocument: index)
            noteAnnounced(document: index)
            noteUnsynced(document: index, into: &outbox)
            noteJournalLoss(document: index)
            send(toAllIn: index, into: &outbox) { session, outbox in
                DocumentChanged.announce(
                    &session.documents[index], source, isHeldBack: session.isHoldingBack, into: &outbox)
                DocumentHistory.announce(&session.documents[index], into: &outbox)
                DocumentSaved.announce(&session.documents[index], into: &outbox)
                DocumentChangedOnDisk.announce(&session.documents[index], into: &outbox)
                DocumentEditable.announce(&session.documents[index], into: &outbox)
                DocumentJournal.announce(&session.documents[index], into: &outbox)
            }
            defer {
                announceEvents(ofDocument: index, into: &outbox)
                inquire(ofDocument: index, into: &outbox)
            }
            if isHoldingBack { continue }
            send(toAllIn: index, watching: .values, into: &outbox) { session, outbox in
                DocumentEvaluated.announce(&session.documents[index], into: &outbox)
            }
            send(toAllIn: index, watching: .diagnostics, into: &outbox) { session, outbox in
                session.announceDiagnostics(ofDocument: index, into: &outbox)
            }
            documents[index].workspace.publishPresence()
            announceFrames(ofDocument: index, into: &outbox)
            if documents[index].wantsRoutingJob { jobs.add(.routes(document: documents[index].name)) }
        }
        if !isHoldingBack { touched.removeAll(keepingCapacity: true) }
    }

    /// Sends what was held back: before a reply, and once the client has read what waited.
    public mutating func catchUp(into outbox: inout Outbox) {
        isReplyDue = true
        announce(into: &outbox)
    }
}

/// The part of the conversation that is traced (`$/setTrace`).
enum Trace: String, CaseIterable, Sendable { case off, messages, verbose }
