import Editing
import Graph
import Interaction
import Wire

/// One client's conversation: message bodies and time go in, messages come out.
public struct Session {
    /// Where in its life the conversation is (as in LSP).
    enum Lifecycle: Sendable {
        case new
        case running
        case shutDown
    }

    /// Set when the conversation is over: the process writes what waits and ends with it.
    public private(set) var exitCode: Int32?
    /// The process of the client, whose end is the end of the conversation.
    public internal(set) var watchedProcess: Int32?
    /// When `advance` is to be called next, in milliseconds of the same clock; nil while nothing runs, and where time is the
    /// client's, who tells it.
    public var nextDeadline: Double? { clock == .server ? deadline : nil }
    /// When something in a view waits for time next.
    var deadline: Double?
    /// The session's time, in milliseconds.
    public internal(set) var now = -Double.infinity
    /// The greatest time at which something that a client told happened.
    var lastStamp = -Double.infinity
    var timekeeper = Timekeeper()
    /// The last of several movements of a pointer that came at once: it stands for them all.
    var waitingMove: InputPointer?

    var lifecycle = Lifecycle.new
    var clock = Clock.server
    var trace = Trace.off
    var methods = UsedMethods()
    let files: any FileAccess
    let version: String

    var documents: [OpenDocument] = []
    /// Where the views are: places of the document and of the view in it.
    private var viewPlaces: [Identifier: (document: Int, view: Int)] = [:]
    private var lastView: (id: Identifier, document: Int, view: Int)?
    private var documentCount = 0
    private var viewCount = 0
    /// Documents whose changes or views may have something to tell.
    private(set) var touched: [Int] = []
    /// Whether the message being performed gets a reply, before which everything is told.
    var isReplyDue = false
    /// Whether some of what there is to tell waits for the client to read: frames become one meanwhile.
    public private(set) var isHoldingBack = false
    var jobs = JobQueue()

    public init(files: any FileAccess, version: String) {
        self.files = files
        self.version = version
    }

    // MARK: Messages

    /// Performs one message, or one batch of them.
    public mutating func receive(_ body: UnsafeBufferPointer<UInt8>, into outbox: inout Outbox) {
        if let message = Message(fastPath: body) { return perform(message, into: &outbox) }
        var message = Message()
        let error = JSONSyntax.validate(body, depthLimit: Limits.depth) { name, value in
            guard let base = body.baseAddress else { return }
            message.add(name, base, value)
        }
        if let error { return refuse(Session.failure(error, in: body), into: &outbox) }
        var cursor = JSONCursor(body)
        switch cursor.peek() {
        case .object:
            do throws(MessageError) {
                try message.check()
                perform(message, into: &outbox)
            } catch {
                refuse(error, into: &outbox)
            }
        case .array: receiveBatch(&cursor, into: &outbox)
        default: refuse(.notAnObject, into: &outbox)
        }
    }

    private mutating func receiveBatch(_ cursor: inout JSONCursor, into outbox: inout Outbox) {
        try? cursor.enterArray()
        outbox.beginBatch()
        var isEmpty = true
        while cursor.nextElement() {
            isEmpty = false
            do throws(MessageError) {
                perform(try Message(&cursor), into: &outbox)
            } catch {
                refuse(error, into: &outbox)
            }
        }
        outbox.endBatch()
        if isEmpty { refuse(MessageError(failure: .invalidRequest("a batch is not empty")), into: &outbox) }
    }

    private mutating func refuse(_ error: MessageError, into outbox: inout Outbox) {
        if isHoldingBack { catchUp(into: &outbox) }
        outbox.reply { Request.writeFailure(error.failure, id: error.id, into: &$0) }
    }

    /// Why a body is no message at all. What is nested too deep is refused, but not for its syntax.
    private static func failure(_ error: JSONSyntaxError, in body: UnsafeBufferPointer<UInt8>) -> MessageError {
        if error.reason == .tooDeep, JSONSyntax.validate(body, depthLimit: JSONSyntax.maximumDepth) == nil {
            return MessageError(
                failure: Failure(
                    -32600, "nested deeper than \(Limits.depth) levels", reason: "limits.depth"))
        }
        return MessageError(failure: .parse(error.message))
    }

    private mutating func perform(_ message: Message, into outbox: inout Outbox) {
        if message.isResponse { return }
        guard let name = message.method else { return }
        let method = MethodTable.all.find(name).map { methods.method(at: $0) }
        let request = Request(id: message.id, method: method?.name ?? name.description)
        if waitingMove != nil && (message.id != nil || request.method != InputPointer.name) { settle(into: &outbox) }
        isReplyDue = message.id != nil || outbox.batch != nil
        if isHoldingBack && isReplyDue { announce(into: &outbox) }
        do throws(Failure) {
            try admit(request)
            guard let method else {
                if request.id == nil { return }
                throw .noSuchMethod(request.method)
            }
            if trace != .off && lifecycle == .running {
                let params = trace == .verbose ? message.params : nil
                outbox.send { LogTrace.write(method.name, params, into: &$0) }
            }
            try method.answer(message.params, in: &self, to: request, into: &outbox)
        } catch {
            // What was committed before the failure is told all the same.
            announce(into: &outbox)
            if request.id == nil && (lifecycle != .running || error.code == -32601) { return }
            request.fail(error, into: &outbox)
        }
        if !touched.isEmpty { announce(into: &outbox) }
    }

    /// Whether a message may be performed at this point of the conversation.
    private func admit(_ request: Request) throws(Failure) {
        switch lifecycle {
        case .running:
            if request.method == "initialize" { throw .invalidRequest("`initialize` was sent before") }
        case .new:
            if request.method != "initialize" && request.method != "rpc.discover" && request.method != "exit" {
                throw .notInitialized
            }
        case .shutDown:
            if request.method != "exit" && request.method != "rpc.discover" {
                throw .invalidRequest("the session was shut down")
            }
        }
    }

    mutating func exit() { exitCode = lifecycle == .shutDown ? 0 : 1 }

    public mutating func framingFailed(_ failure: Framing.Failure, into outbox: inout Outbox) {
        let error = Failure(
            failure.code, "\(failure.message)",
            reason: failure.isLimit ? "limits" : failure.code == -32700 ? "parseError" : "invalidRequest")
        outbox.send { Request.writeFailure(error, id: nil, into: &$0) }
    }

    /// The client will send nothing more: everything it sent has been received.
    public mutating func endOfInput(into outbox: inout Outbox) {
        settle(into: &outbox)
        catchUp(into: &outbox)
        exitCode = exitCode ?? (lifecycle == .shutDown ? 0 : 1)
    }

    // MARK: Documents and views

    /// The place of an open document.
    func documentIndex(_ name: String) throws(Failure) -> Int {
        guard let index = documents.firstIndex(where: { $0.name.utf8.elementsEqual(name.utf8) }) else {
            throw Failure(.noSuchDocument, "there is no open document \"\(name)\"")
        }
        return index
    }

    /// Calls `body` with the editor of a document; what the editor refuses becomes a failure.
    mutating func withEditor<R>(
        _ name: String, _ body: (inout Workspace) throws(EditError) -> R
    ) throws(Failure) -> R {
        let index = try documentIndex(name)
        touch(index)
        do throws(EditError) {
            return try body(&documents[index].editor)
        } catch {
            throw Failure(error)
        }
    }

    /// Calls `body` with the editor of a view and the place of the view in it.
    mutating func withView<R>(
        _ view: Identifier, _ body: (inout Workspace, Int) throws(EditError) -> R
    ) throws(Failure) -> R {
        let place = try viewPlace(view)
        touch(place.document)
        do throws(EditError) {
            return try body(&documents[place.document].editor, place.view)
        } catch {
            throw Failure(error)
        }
    }

    /// Calls `body` with the editor of a view and the place of the view in it: for questions, which change nothing that
    /// is told.
    mutating func withQuestion<R>(to view: Identifier, _ body: (inout Workspace, Int) -> R) throws(Failure) -> R {
        let place = try viewPlace(view)
        return body(&documents[place.document].editor, place.view)
    }

    /// The place of a view among those of a document.
    mutating func view(_ view: Identifier, of document: String) throws(Failure) -> Int {
        let place = try viewPlace(view)
        guard place.document == (try documentIndex(document)) else {
            throw Failure(.noSuchView, "view \"\(view)\" does not look at \"\(document)\"")
        }
        return place.view
    }

    mutating func viewPlace(_ view: Identifier) throws(Failure) -> (document: Int, view: Int) {
        if let lastView, lastView.id == view { return (lastView.document, lastView.view) }
        guard let place = viewPlaces[view] else { throw Failure(.noSuchView, "there is no view \"\(view)\"") }
        lastView = (view, place.document, place.view)
        return place
    }

    mutating func touch(_ index: Int) {
        if touched.last != index && !touched.contains(index) { touched.append(index) }
    }

    mutating func add(_ document: OpenDocument) -> Int {
        documents.append(document)
        return documents.count - 1
    }

    mutating func removeDocument(_ index: Int) {
        documents.remove(at: index)
        touched = touched.filter { $0 != index }.map { $0 > index ? $0 - 1 : $0 }
        indexViews()
    }

    /// Finds the views anew after one was opened or closed.
    mutating func indexViews() {
        viewPlaces = [:]
        lastView = nil
        for (place, document) in documents.enumerated() {
            for (index, view) in document.editor.views.enumerated() {
                viewPlaces[Identifier(view.id)] = (place, index)
            }
        }
    }

    var viewTotal: Int { viewPlaces.count }
    func hasView(_ id: Identifier) -> Bool { viewPlaces[id] != nil }

    mutating func makeDocumentName() -> String {
        repeat { documentCount += 1 } while documents.contains { $0.name == "d\(documentCount)" }
        return "d\(documentCount)"
    }

    mutating func makeViewID() -> String {
        repeat { viewCount += 1 } while hasView(Identifier("v\(viewCount)"))
        return "v\(viewCount)"
    }

    // MARK: What others are told

    /// Writes what the last message caused: changes of documents first, then the frames of their views.
    ///
    /// While the client does not read, frames that no reply follows are held back, and so become one.
    mutating func announce(into outbox: inout Outbox) {
        if touched.isEmpty { return }
        isHoldingBack = outbox.isHeldUp && !isReplyDue && clock == .server
        for index in touched {
            noteDeadline(ofDocument: index)
            DocumentChanged.announce(&documents[index], clock, isHeldBack: isHoldingBack, into: &outbox)
            DocumentSaved.announce(&documents[index], into: &outbox)
            DocumentChangedOnDisk.announce(&documents[index], into: &outbox)
            defer { ViewEventNotification.announce(&documents[index], into: &outbox) }
            if isHoldingBack { continue }
            for view in documents[index].editor.views.indices {
                ViewFrame.announce(&documents[index].editor, view, clock, into: &outbox)
            }
        }
        if !isHoldingBack { touched.removeAll(keepingCapacity: true) }
    }

    /// Whether the time of the process counts, and how fast the client reads: with the client's clock neither does.
    public var keepsClock: Bool { clock == .server }

    /// Writes what was held back: before a reply, and once the client has read what waited.
    public mutating func catchUp(into outbox: inout Outbox) {
        isReplyDue = true
        announce(into: &outbox)
    }
}

/// Whose time it is: with the client's, time exists only in messages and the same messages give the same bytes.
enum Clock: String, CaseIterable, Sendable { case server, client }

/// How much of the conversation is traced (`$/setTrace`).
enum Trace: String, CaseIterable, Sendable { case off, messages, verbose }
