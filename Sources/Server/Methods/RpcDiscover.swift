import Wire

/// The description of the protocol.
struct RpcDiscover: Method {
    static let name = "rpc.discover"
    static let summary = "Gives the OpenRPC document of this protocol; answered at any time."
    static let params = Shape.object("", "", initial: RpcDiscover(), members: [])
    static let result = Shape<Nothing>(
        schema: .object([], isOpen: true),
        read: { (cursor) throws(ShapeError) in
            cursor.skipValue(); return Nothing()
        },
        write: { _, writer in OpenRPC.write(into: &writer) })

    func perform(in session: inout Session) throws(Failure) -> Nothing { Nothing() }
}
