import Graph
import Seeding
import Testing
import Wire

@testable import Server

extension JobDesk {
    /// Sends a message about the document or its view; answers all that it causes at once.
    @discardableResult
    fileprivate mutating func call(_ method: String, _ params: String = "") -> [JSON] {
        let message = #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":{\#(params)}}"#
        Array(message.utf8).withUnsafeBufferPointer { session.receive($0, into: &outbox) }
        return lines().compactMap { JSON(parsing: $0) }
    }

    fileprivate mutating func end(_ job: Job) -> [JSON] {
        let number = job.number
        session.finish(number, job.run { false }, into: &outbox)
        return lines().compactMap { JSON(parsing: $0) }
    }

    /// Opens a crowd of nodes with edges all over it, which go round nodes, and a view of it.
    @discardableResult
    fileprivate mutating func openCrowd() -> [JSON] {
        var random = Seeded(7)
        let nodes = (0..<400).map { number in
            #"{"id":"n\#(number)","position":{"x":\#(random.below(2000)),"y":\#(random.below(2000))},"width":20,"height":20}"#
        }
        let edges = (0..<400).map { number in
            #"{"id":"e\#(number)","source":"n\#(random.below(400))","target":"n\#(random.below(400))","type":"orthogonal"}"#
        }
        let content = #""nodes":[\#(nodes.joined(separator: ","))],"edges":[\#(edges.joined(separator: ","))]"#
        call("document/create", #""document":"d","content":{\#(content)}"#)
        return call("view/open", #""document":"d","view":"v","width":2000,"height":2000,"scene":"svg""#)
    }

    fileprivate mutating func geometry(of edge: String) -> [JSON] {
        call("edge/geometry", #""document":"d","ids":["\#(edge)"]"#)
    }
}

/// Ways round nodes of many edges are found by a job; meanwhile edges are drawn by their own ends.
@Suite struct RoutingJobTests {
    private func desk(_ clock: String = "server") -> JobDesk {
        var desk = JobDesk(clock: clock)
        desk.openCrowd()
        return desk
    }

    /// The edges that frames list, with their paths.
    private func paths(_ messages: [JSON], _ part: String) -> [JSONString: JSON] {
        var paths: [JSONString: JSON] = [:]
        for message in messages where message["method"] == "view/frame" {
            for edge in message["params"]?[part]?["edges"]?.objectValue?.members ?? [] {
                paths[edge.name] = edge.value["path"]
            }
        }
        return paths
    }

    private func points(_ messages: [JSON], of edge: String) -> JSON? {
        messages.last?["result"]?["edges"]?[edge]?["points"]
    }

    @Test func `a job finds the ways, frames bring them, and they are those of the client's clock`() throws {
        var whole = JobDesk(clock: "client")
        let wanted = paths(whole.openCrowd(), "enter")
        #expect(wanted.count == 400 && !whole.session.hasNextJob)
        var desk = JobDesk()
        let first = paths(desk.openCrowd(), "enter")
        #expect(first.count == 400 && first != wanted)
        #expect(desk.session.hasNextJob && !desk.session.hasJobs)
        let job = try #require(desk.begin().job)
        let found = desk.end(job)
        #expect(first.merging(paths(found, "update")) { $1 } == wanted)
        #expect(!desk.session.hasNextJob)
    }

    @Test func `edits during the job are heeded`() throws {
        var desk = desk()
        let job = try #require(desk.begin().job)
        desk.call("node/move", #""document":"d","ids":["n5"],"by":{"x":300,"y":40}"#)
        let node = #"{"id":"new","position":{"x":900,"y":900},"width":200,"height":200}"#
        desk.call("node/insert", #""document":"d","node":\#(node)"#)
        let edge = #"{"id":"more","source":"n1","target":"new","type":"orthogonal"}"#
        desk.call("edge/connect", #""document":"d","edge":\#(edge)"#)
        desk.call("element/remove", #""document":"d","edges":["e3"]"#)
        _ = desk.end(job)
        while let next = desk.begin().job { _ = desk.end(next) }
        var whole = self.desk("client")
        let content = try #require(desk.call("document/read", #""document":"d""#).last?["result"])
        let text = String(decoding: content.text.bytes, as: UTF8.self)
        whole.call("document/create", #""document":"e","content":\#(text)"#)
        for edge in ["e0", "e17", "e250", "e399", "more"] {
            let other = whole.call("edge/geometry", #""document":"e","ids":["\#(edge)"]"#)
            let own = points(desk.geometry(of: edge), of: edge)
            #expect(own != nil && own == points(other, of: edge), "\(edge)")
        }
    }

    @Test func `a question about the drawing waits for the ways, as they were when it was asked`() throws {
        var whole = self.desk("client")
        let wanted = points(whole.geometry(of: "e399"), of: "e399")
        var desk = desk()
        #expect(desk.geometry(of: "e399").isEmpty && desk.session.hasJobs)
        desk.call("element/remove", #""document":"d","edges":["e399"]"#)
        let job = try #require(desk.begin().job)
        #expect(points(desk.end(job), of: "e399") == wanted)
        let upkeep = try #require(desk.begin().job)
        #expect(!paths(desk.end(upkeep), "update").isEmpty)
        #expect(desk.geometry(of: "e398").last?["result"] != nil)
    }

    @Test func `the job of a document that was closed, or has other settings now, is forgotten`() throws {
        var desk = desk()
        let job = try #require(desk.begin().job)
        desk.call("settings/update", #""document":"d","patch":{"edgeClearance":4}"#)
        #expect(paths(desk.end(job), "update").isEmpty)
        let next = try #require(desk.begin().job)
        desk.call("document/close", #""document":"d","discard":true"#)
        #expect(desk.end(next).isEmpty)
        #expect(!desk.session.hasNextJob)
    }
}
