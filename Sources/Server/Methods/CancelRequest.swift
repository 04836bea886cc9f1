import Wire

/// Asks that a request be given up.
struct CancelRequest: Method {
    var id: JSON = .null

    static let name = "$/cancelRequest"
    static let summary = "Asks that a request be given up; it is answered all the same."
    static let params = Shape.object(
        "", "", initial: CancelRequest(),
        members: [.required("id", \.id, .json, "of the request")], unknown: .ignored)
    static let result = Shape<Nothing>.nothing

    /// Only jobs can be given up: any other request was answered before this message was read.
    func answer(
        in session: inout Session, to request: Request, as shape: Shape<Nothing>, into outbox: inout Outbox
    ) throws(Failure) {
        session.cancelJob(id, into: &outbox)
        request.reply(into: &outbox) { shape.write(Nothing(), &$0) }
    }
}
