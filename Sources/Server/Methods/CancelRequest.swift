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

    /// Requests are performed whole, in their order: the one to cancel was answered before this message was read.
    func perform(in session: inout Session) throws(Failure) -> Nothing { Nothing() }
}
