import MemoryFiles
import Testing

@testable import Server

/// Several clients of one session: each is sent what is meant for it.
struct SharedSessionTests {
    /// Clients of one session, as a test sees them.
    private struct Table {
        var session = SharedSession(files: MemoryFiles(), version: "test")

        /// A client whose conversation has begun.
        mutating func join() -> Int {
            let client = session.join()
            _ = ask(client, #"{"jsonrpc":"2.0","id":0,"method":"initialize"}"#)
            return client
        }

        /// The methods or ids of the messages that a client is sent because of one of its own.
        mutating func ask(_ client: Int, _ message: String) -> [String] {
            Array(message.utf8).withUnsafeBufferPointer { session.receive($0, from: client, .lines) }
            return read(client)
        }

        /// The messages that wait for a client, without what is not compared.
        mutating func read(_ client: Int) -> [String] {
            var text: [UInt8] = []
            session.drain(client) { bytes in
                text.append(contentsOf: bytes)
                return bytes.count
            }
            return text.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
        }
    }

    @Test func `what is announced goes to those who have the document open`() {
        var table = Table()
        let (ada, bob, eve) = (table.join(), table.join(), table.join())
        _ = table.ask(
            ada,
            #"{"jsonrpc":"2.0","id":1,"method":"document/create","params":{"document":"d","content":{"nodes":[{"id":"a","position":{"x":0,"y":0}}]}}}"#
        )
        _ = table.ask(bob, #"{"jsonrpc":"2.0","id":1,"method":"document/open","params":{"document":"d","text":"{}"}}"#)
        let sent = table.ask(
            ada,
            #"{"jsonrpc":"2.0","id":2,"method":"node/move","params":{"document":"d","ids":["a"],"by":{"x":1,"y":0}}}"#)
        #expect(sent.count == 2)
        #expect(table.read(bob) == Array(sent.prefix(1)))
        #expect(table.read(eve).isEmpty)
    }

    @Test func `without the token nothing is performed`() {
        var table = Table()
        let eve = table.session.join(token: "secret")
        #expect(table.session.messageBytes(of: eve) < 1 << 20)
        #expect(table.ask(eve, #"{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}"#)[0].contains("-32002"))
        for token in ["", #""token":"secre""#, #""token":"secrets""#] {
            let one = table.session.join(token: "secret")
            let answer = table.ask(one, #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{\#(token)}}"#)
            #expect(answer.count == 1 && answer[0].contains("-32600"))
            #expect(table.session.exitCode(of: one) == 1)
            #expect(table.session.isUnknown(one))
        }
        #expect(table.session.isUnknown(eve))
        let answer = table.ask(
            eve, #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"token":"secret"}}"#)
        #expect(answer[0].contains("serverInfo"))
        #expect(!table.session.isUnknown(eve))
        #expect(table.session.messageBytes(of: eve) > 1 << 20)
    }

    @Test func `a request is cancelled by its sender alone, and who goes is sent nothing more`() {
        var table = Table()
        let (ada, bob) = (table.join(), table.join())
        _ = table.ask(ada, #"{"jsonrpc":"2.0","id":1,"method":"document/create","params":{"document":"d"}}"#)
        #expect(table.ask(bob, #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}"#).isEmpty)
        table.session.leave(ada)
        #expect(table.session.messageBytes(of: ada) == 0 && table.session.messageBytes(of: bob) > 0)
        #expect(table.session.waiting(of: ada) == 0)
        // A document without unsaved changes has gone with its last client.
        #expect(
            table.ask(bob, #"{"jsonrpc":"2.0","id":1,"method":"document/create","params":{"document":"d"}}"#)[0]
                .contains("result"))
    }

    @Test func `what who has gone did in a group stays, whatever becomes of the group of another one in it`() {
        var table = Table()
        let (ada, bob) = (table.join(), table.join())
        func move(_ id: Int) -> String {
            #"{"jsonrpc":"2.0","id":\#(id),"method":"node/move","params":{"document":"d","ids":["a"],"by":{"x":1,"y":0}}}"#
        }
        func group(_ method: String) -> String {
            #"{"jsonrpc":"2.0","id":9,"method":"history/\#(method)","params":{"document":"d"\#(method == "begin" ? #","label":"g""# : "")}}"#
        }
        _ = table.ask(
            ada,
            #"{"jsonrpc":"2.0","id":1,"method":"document/create","params":{"document":"d","content":{"nodes":[{"id":"a","position":{"x":0,"y":0}}]}}}"#
        )
        _ = table.ask(bob, #"{"jsonrpc":"2.0","id":1,"method":"document/open","params":{"document":"d","text":"{}"}}"#)
        for message in [group("begin"), move(2)] { _ = table.ask(ada, message) }
        for message in [group("begin"), move(2)] { _ = table.ask(bob, message) }
        #expect(table.ask(ada, group("end")).last?.contains("noGroup") == true)
        table.session.leave(ada)
        _ = table.read(bob)
        _ = table.ask(bob, #"{"jsonrpc":"2.0","id":3,"method":"history/cancel","params":{"document":"d"}}"#)
        let read = table.ask(
            bob, #"{"jsonrpc":"2.0","id":4,"method":"document/read","params":{"document":"d"}}"#)
        #expect(read.last?.contains(#""position":{"x":1,"y":0}"#) == true)
        let list = table.ask(bob, #"{"jsonrpc":"2.0","id":5,"method":"history/list","params":{"document":"d"}}"#)
        #expect(list.last?.contains(#""labels":["g"]"#) == true)
    }
}
