import Graph
import Storage
import Wire

// From the body of a message to the method that performs it.

extension Session {
    /// - Parameters:
    ///   - files: the files that the session reads and writes.
    ///   - version: of the server, as `initialize` returns it.
    ///   - forkJoin: for opening large documents.
    ///   - sharesDocuments: whether to open a document that is open joins it.
    ///   - nonce: letters and digits that no other process has, for the names of replicas; with the client's clock they are not
    ///     used.
    ///   - stopwatch: a clock in nanoseconds for the times of messages; nil to measure none.
    public init(
        files: any FileAccess, version: String, forkJoin: ForkJoin = .serial, sharesDocuments: Bool = false,
        nonce: String = "", stopwatch: (@Sendable () -> Int)? = nil
    ) {
        client = Client(methods: UsedMethods(of: .all))
        metrics = Metrics(of: client.methods.table.count, stopwatch)
        replicas = ReplicaNames(nonce: nonce)
        self.sharesDocuments = sharesDocuments
        documents = Documents(files: files)
        self.forkJoin = forkJoin
        self.version = version
    }

    /// Performs one message, or one batch of messages, and writes its effects and its reply.
    ///
    /// - Complexity: as the method, and O(*n*) in the bytes of the body.
    public mutating func receive(_ body: UnsafeBufferPointer<UInt8>, into outbox: inout Outbox) {
        metrics.begin(body.count)
        take(body, into: &outbox)
        log.send(upTo: client.logLevel, &outbox, &peers)
    }

    @inline(__always)
    private mutating func take(_ body: UnsafeBufferPointer<UInt8>, into outbox: inout Outbox) {
        if var scanner = CompactScanner(body), var message = Message(beginning: &scanner) {
            if performFrequent(message, scanner, into: &outbox) { return }
            if message.takeRest(&scanner) { return perform(message, into: &outbox) }
        }
        var message = Message()
        let error = JSONSyntax.validate(body, depthLimit: Limits.depth) { name, value in
            guard let base = body.baseAddress else { return }
            message.add(name, base, value)
        }
        if let error { return refuse(MessageError(error, in: body), into: &outbox) }
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
        let count = cursor.elementCount
        if count == 0 { return refuse(MessageError(failure: .invalidRequest("a batch is not empty")), into: &outbox) }
        if count > Limits.batchMessages {
            let message = "a batch of \(count) messages, more than \(Limits.batchMessages)"
            return refuse(
                MessageError(failure: Failure(-32600, message, reason: "limits.batchMessages")), into: &outbox)
        }
        cursor.entersArray()
        outbox.beginBatch()
        while cursor.nextElement() {
            do throws(MessageError) {
                perform(try Message(&cursor), into: &outbox)
            } catch {
                refuse(error, into: &outbox)
            }
        }
        outbox.endBatch()
    }

    private mutating func refuse(_ error: MessageError, into outbox: inout Outbox) {
        if isHoldingBack { catchUp(into: &outbox) }
        outbox.reply { Request.writeFailure(error.failure, id: error.id, into: &$0) }
    }

    /// Performs a message of a frequent method whose parameters come next in the usual spelling; otherwise does
    /// nothing.
    private mutating func performFrequent(
        _ message: Message, _ scanner: CompactScanner, into outbox: inout Outbox
    ) -> Bool {
        guard message.isBeforeParams, let name = message.method, let index = client.methods.table.find(name) else {
            return false
        }
        let isPerformed = client.methods.lentMethod(at: index)._withUnsafeGuaranteedRef {
            $0.takeAndAnswer(scanner, id: message.id, in: &self, into: &outbox)
        }
        if isPerformed { log.noteTime(metrics.end(index), of: index, client.methods.table, clock.source) }
        return isPerformed
    }

    private mutating func perform(_ message: Message, into outbox: inout Outbox) {
        if message.isResponse { return take(message, into: &outbox) }
        guard let name = message.method else { return }
        let index = client.methods.table.find(name)
        let method = index.map { client.methods.method(at: $0) }
        let request = Request(id: message.id, method: method?.name ?? name.description, params: message.params)
        perform(request, into: &outbox) { (session, outbox) throws(Failure) in
            guard let method else {
                if request.id == nil { return }
                throw .noSuchMethod(request.method, among: session.client.methods.table.names)
            }
            session.client.trace(request, message.params, into: &outbox)
            try method.answer(message.params, in: &session, to: request, into: &outbox)
        }
        if let index { log.noteTime(metrics.end(index), of: index, client.methods.table, clock.source) }
    }

    /// Performs one message by `answer`, with everything before and after an answer.
    @inline(__always)
    mutating func perform(
        _ request: Request, into outbox: inout Outbox,
        _ answer: (inout Session, inout Outbox) throws(Failure) -> Void
    ) {
        if hasWaitingMove && (request.id != nil || request.method != client.waitingMove?.method) {
            performWaitingMove(into: &outbox)
        }
        client.isReplyDue = request.id != nil || outbox.batch != nil
        if isHoldingBack && client.isReplyDue { announce(into: &outbox) }
        do throws(Failure) {
            try client.admit(request)
            try answer(&self, &outbox)
        } catch {
            // What was committed before the failure is sent all the same.
            announce(into: &outbox)
            if let index = client.methods.table.find(request.method) { metrics.fail(index) }
            log.note(.debug, "\(request.method) has failed: \(error.code) \(error.message)")
            if request.id == nil && (client.lifecycle != .running || error.code == -32601) { return }
            request.fail(error, into: &outbox)
        }
        if !documents.touched.isEmpty || !documents.orphans.isEmpty { announce(into: &outbox) }
    }

    /// The client will send nothing more: everything it sent has been received.
    public mutating func endOfInput(into outbox: inout Outbox) {
        performWaitingMove(into: &outbox)
        giveUpQuestions(into: &outbox)
        autosaveAll(into: &outbox)
        catchUp(into: &outbox)
        log.send(upTo: client.logLevel, &outbox, &peers)
        if client.exitCode == nil { client.exit() }
    }
}

extension JSONCursor {
    /// The number of elements of the array that comes next.
    fileprivate var elementCount: Int {
        var (array, count) = (self, 0)
        array.entersArray()
        while array.nextElement() {
            array.skipValue()
            count += 1
        }
        return count
    }
}

extension MessageError {
    /// The reason why a body is not a message. One that is nested too deeply is refused for its depth if its syntax is correct.
    fileprivate init(_ error: JSONSyntaxError, in body: UnsafeBufferPointer<UInt8>) {
        if error.reason == .tooDeep, JSONSyntax.validate(body, depthLimit: JSONSyntax.maximumDepth) == nil {
            self.init(
                failure: Failure(-32600, "nested deeper than \(Limits.depth) levels", reason: "limits.depth"))
        } else {
            self.init(failure: .parse(error.message))
        }
    }
}
