import Wire

/// Cancels a request.
struct CancelRequest: Method {
    var id: JSON = .null

    static let name = "$/cancelRequest"
    static let summary =
        "Cancels the job of a request, or its wait for the client; the request is answered in any case."
    static let params = Shape.object(
        "", "", initial: CancelRequest(),
        members: [.required("id", \.id, .json, "of the request")], unknown: .ignored)
    static let result = Shape<Nothing>.nothing
    static let isNotification = true

    /// Only jobs and requests that wait for the client can be cancelled: any other request was answered before this
    /// message was read.
    func answer(
        in session: inout Session, to request: Request, as shape: Shape<Nothing>, into outbox: inout Outbox
    ) throws(Failure) {
        let client = session.client
        for job in session.documents.jobs.cancelAll(where: { $0.request.has(id, of: client) }) {
            session.refuse(job, .cancelled("the client cancelled the request"), into: &outbox)
        }
        while let waiting = session.documents.questions.cancel(id, of: client) {
            session.cancel(waiting, into: &outbox)
        }
        request.reply(into: &outbox) { shape.write(Nothing(), &$0) }
    }
}
