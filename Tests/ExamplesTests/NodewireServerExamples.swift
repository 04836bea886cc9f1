import NodewireServer
import Testing

@Suite struct NodewireServerExamples {
    @Test func embeddedServer() {
        var server = EmbeddedServer()
        server.send(#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"clock":"client"}}"#)
        server.send(#"{"jsonrpc":"2.0","id":2,"method":"document/create","params":{}}"#)
        assert(server.receive().count == 2)
        server.close()
    }

    @Test func readme() {
        var server = EmbeddedServer()
        func request(_ id: Int, _ method: String, _ params: String) -> String {
            #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(params)}"#
        }
        server.send(request(1, "initialize", #"{"clock":"client"}"#))
        server.send(request(2, "document/create", #"{"document":"d"}"#))
        server.send(request(3, "node/insert", #"{"document":"d","node":{"id":"a","position":{"x":0,"y":0}}}"#))
        for body in server.receive() {
            // Replies have an id; `document/changed` comes before the reply to what has caused it.
            assert(body.hasPrefix(#"{"jsonrpc":"2.0","#))
        }
        server.send(request(4, "shutdown", "{}"))
        assert(server.close() == 0)
    }
}
