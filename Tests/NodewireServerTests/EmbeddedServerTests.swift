import MemoryFiles
import NodewireServer
import Testing

/// A server inside of a program, as its users see it.
@Suite struct EmbeddedServerTests {
    private static func request(_ id: Int, _ method: String, _ params: String = "{}") -> String {
        #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(params)}"#
    }

    @Test func `a request is answered after the notifications that it causes`() {
        var server = EmbeddedServer()
        server.send(Self.request(1, "initialize", #"{"clock":"client"}"#))
        #expect(server.receive().count == 1)
        server.send(Self.request(2, "document/create", #"{"document":"d"}"#))
        server.send(Self.request(3, "node/insert", #"{"document":"d","node":{"id":"a","position":{"x":0,"y":0}}}"#))
        let bodies = server.receive()
        #expect(bodies.count == 3)
        #expect(bodies[1].contains("document/changed") && bodies[2].contains(#""id":3,"result""#))
        #expect(server.receive().isEmpty)
    }

    @Test func `without files none is opened`() {
        var server = EmbeddedServer()
        server.send(Self.request(1, "initialize"))
        server.send(Self.request(2, "document/open", #"{"path":"a.json"}"#))
        #expect(server.receive().last?.contains("this server has no files") == true)
    }

    @Test func `lent files are opened and saved`() {
        let files = MemoryFiles(["a.json": Array(#"{"nodes":[],"edges":[]}"#.utf8)])
        var server = EmbeddedServer(files: files)
        server.send(Self.request(1, "initialize", #"{"clock":"client"}"#))
        server.send(Self.request(2, "document/open", #"{"path":"a.json","document":"d"}"#))
        server.send(Self.request(3, "node/insert", #"{"document":"d","node":{"id":"a","position":{"x":0,"y":0}}}"#))
        server.send(Self.request(4, "document/save", #"{"document":"d"}"#))
        #expect(String(decoding: files.contents["a.json"] ?? [], as: UTF8.self).contains(#""id":"a""#))
    }

    @Test func `with the server's clock, long work is done when it was sent`() {
        var server = EmbeddedServer()
        server.send(Self.request(1, "initialize"))
        let nodes = (0..<6000).map { #"{"id":"n\#($0)","position":{"x":\#($0),"y":0}}"# }.joined(separator: ",")
        server.send(
            Self.request(2, "document/create", #"{"document":"d","content":{"nodes":[\#(nodes)],"edges":[]}}"#))
        server.send(Self.request(3, "document/layout", #"{"document":"d","algorithm":"grid"}"#))
        #expect(server.receive().last?.contains(#""id":3,"result""#) == true)
    }

    @Test func `time passes when it is told to`() throws {
        var server = EmbeddedServer()
        server.send(Self.request(1, "initialize"))
        server.advance(to: 1000)
        server.send(Self.request(2, "document/create", #"{"document":"d"}"#))
        server.send(Self.request(3, "view/open", #"{"document":"d","view":"v","width":100,"height":100}"#))
        server.send(Self.request(4, "view/zoom", #"{"view":"v","to":2,"animate":{"duration":100}}"#))
        _ = server.receive()
        let due = server.nextDeadline
        let deadline = try #require(due)
        server.advance(to: deadline)
        #expect(server.receive().contains { $0.contains("view/frame") })
    }

    @Test func `an end is an end`() {
        var server = EmbeddedServer()
        server.send(Self.request(1, "initialize"))
        server.send(Self.request(2, "shutdown"))
        #expect(server.exitCode == nil)
        #expect(server.close() == 0)
        _ = server.receive()
        server.send(Self.request(3, "shutdown"))
        server.advance(to: 5)
        #expect(server.receive().isEmpty)
    }

    @Test func `what is no message is refused`() {
        var server = EmbeddedServer()
        for body in ["", "{", "[]", "\u{0}", "{}\n{}", #"{"jsonrpc":"2.0","id":1,"method":"nothing"}"#] {
            server.send(body)
            #expect(server.receive().map { $0.contains(#""error""#) } == [true], "\(body)")
        }
        #expect(server.close() == 1)
    }
}
