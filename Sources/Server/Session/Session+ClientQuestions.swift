import Graph
import Interaction
import Wire

// Questions to clients, and the requests that wait for the answers.

extension Session {
    /// Sends the questions about a document that were not yet sent.
    mutating func sendQuestions(of key: DocumentKey, into outbox: inout Outbox) {
        guard let questions = documents.with(key, { $0.workspace.questions.takeUnsent() }), !questions.isEmpty,
            let open = try? documents.document(key)
        else { return }
        let allowance = open.workspace.document.settings.clientDeadline
        for question in questions {
            let topic = ClientRequest(question.subject)
            let asked = question.view.flatMap { documents.views.owner(of: Identifier($0)) } ?? client.number
            let id = documents.questions.send(
                question.number, to: asked, about: key, topic, since: clock.now, allowance: allowance)
            clock.wake(at: clock.now + allowance)
            send(to: asked, into: &outbox) { _, outbox in
                outbox.send { topic.write(question, about: open.name, id: id, into: &$0) }
            }
        }
    }

    /// Performs work with the reply to an earlier request, in a message of its own.
    mutating func reply(
        to waiting: ClientQuestionLog.Waiting, into outbox: inout Outbox,
        _ body: (inout Session, Request, inout Outbox) throws(Failure) -> Void
    ) {
        with(waiting.request.client, &outbox) { session, outbox in
            let batch = outbox.batch.take()
            let wasReplyDue = session.client.isReplyDue
            waiting.request.withRequest { request in
                session.client.isReplyDue = request.id != nil
                do throws(Failure) {
                    try body(&session, request, &outbox)
                } catch {
                    session.announce(into: &outbox)
                    request.fail(error, into: &outbox)
                }
            }
            session.client.isReplyDue = wasReplyDue
            outbox.batch = batch
        }
    }

    /// Cancels a request that waits for the client; its work is not performed.
    mutating func cancel(_ waiting: ClientQuestionLog.Waiting, into outbox: inout Outbox) {
        documents.with(waiting.document) { $0.workspace.withdraw(waiting.number) }
        touch(waiting.document)
        reply(to: waiting, into: &outbox) { (_, _, _) throws(Failure) in
            throw .cancelled("the client cancelled the request")
        }
    }

    /// Refuses the requests that wait for a closed document or view.
    mutating func refuseOrphans(into outbox: inout Outbox) {
        for orphan in documents.takeOrphans() {
            switch orphan.request {
            case .job(let job): refuse(job, orphan.failure, into: &outbox)
            case .answer(let waiting):
                reply(to: waiting, into: &outbox) { (_, _, _) throws(Failure) in throw orphan.failure }
            }
        }
    }
}
