import Wire

/// The description of the protocol.
struct RpcDiscover: Method {
    static let name = "rpc.discover"
    static let summary = "Returns the OpenRPC document of this protocol, at any time."
    static let params = Shape.object("", "", initial: RpcDiscover(), members: [])
    static let result = Shape.writtenByMethod(.object([], isOpen: true))

    func answer(
        in session: inout Session, to request: Request, as _: Shape<Nothing>, into outbox: inout Outbox
    ) throws(Failure) {
        request.reply(into: &outbox) { OpenRPC.write(session.client.methods.table.methods, into: &$0) }
    }
}
