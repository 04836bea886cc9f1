import Editing
import Graph
import Interaction
import Storage
import Wire

// What the client is asked, and what waits for its answers.

extension Session {
    // MARK: Questions

    /// Is true if the client wants to be asked about connections before an edit makes one.
    var asksAboutConnections: Bool { client.topics.contains(.connections) }

    /// Makes a request wait for the answer to a question. In a batch, which has one reply, nothing waits: the question
    /// counts as unanswered.
    mutating func postpone(
        _ request: Request, _ work: ClientQuestionLog.Work, for number: Int, of document: DocumentKey,
        view: Identifier?,
        into outbox: inout Outbox
    ) throws(Failure) {
        let waiting = ClientQuestionLog.Waiting(
            request: KeptRequest(request, of: client), document: document, number: number, view: view, work: work)
        if outbox.batch != nil { return try waiting.finish(.missing, in: &self, request, into: &outbox) }
        documents.questions.await(waiting)
        announce(into: &outbox)
    }

    // MARK: Answers

    /// Takes a response of the client; one that is not expected is ignored.
    mutating func take(_ response: Message, into outbox: inout Outbox) {
        guard client.lifecycle == .running, let bytes = response.id,
            let id = try? JSON(JSONText(trusted: Array(bytes))),
            let question = documents.questions.take(id, from: client)
        else { return }
        performWaitingMove(into: &outbox)
        var answer = ClientAnswer.missing
        if !response.hasError, var result = response.result {
            do throws(ShapeError) {
                answer = try ClientRequest.answer.read(&result)
            } catch {
                Request(id: nil, method: question.topic.name).fail(.invalidParams(error), into: &outbox)
            }
        }
        resolve(question, answer, into: &outbox)
    }

    /// Makes all questions to the client count as unanswered, since it will answer no more.
    mutating func giveUpQuestions(into outbox: inout Outbox) {
        while let question = documents.questions.takeFirst(to: client) { resolve(question, .missing, into: &outbox) }
    }

    /// Performs the work that waits for the answer to a question.
    mutating func resolve(_ question: ClientQuestionLog.Sent, _ answer: ClientAnswer, into outbox: inout Outbox) {
        touch(question.document)
        guard let waiting = documents.questions.takeWaiting(question.number, question.document) else {
            // No request waits for it: a preview, or an end that was withdrawn. So there is no request that an error would answer.
            _ = try? documents.with(question.document) { (open) throws(EditError) in
                try open.workspace.resolve(question.number, answer)
            }
            return announce(into: &outbox)
        }
        reply(to: waiting, into: &outbox) { (session, request, outbox) throws(Failure) in
            try waiting.finish(answer, in: &session, request, into: &outbox)
        }
    }

}

extension ClientQuestionLog.Waiting {
    /// Performs the request after the client has answered, and replies.
    fileprivate func finish(
        _ answer: ClientAnswer, in session: inout Session, _ request: Request, into outbox: inout Outbox
    ) throws(Failure) {
        let end = try session.withWorkspace(document) { (workspace) throws(EditError) in
            try workspace.resolve(number, answer)
        }
        let workspace = try session.documents.document(document).workspace
        switch (work, end) {
        case (.edit(let edit), _):
            if let refusal = answer.refusal(workspace.document.settings) {
                throw Failure(EditError.refused(refusal))
            }
            try edit.finish(in: &session, on: document, request, into: &outbox)
        case (.gestureEnd, .gesture(let outcome)?):
            let result = GestureEnd.Result(outcome, revision: workspace.revision)
            session.announce(into: &outbox)
            request.reply(into: &outbox) { GestureEnd.result.write(result, &$0) }
        case (.input(let known), let end):
            var answer = known
            switch end {
            case .drop(let drop)?: answer = drop
            case .gesture(let outcome)?: answer.refusal = outcome.refusal
            case nil: break
            }
            session.announce(into: &outbox)
            request.reply(into: &outbox) { InputResult.write(answer, workspace.document, into: &$0) }
        case (.gestureEnd, _): throw Failure(.noGesture, "the gesture is no more")
        }
    }
}
