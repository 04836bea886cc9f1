import Graph
import Testing
import Wire

@testable import Server

extension JobDesk {
    /// Sends a message; answers all that it causes at once.
    @discardableResult
    fileprivate mutating func send(_ method: String, _ params: String = "") -> [String] {
        let message = #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":{"document":"d"\#(params)}}"#
        Array(message.utf8).withUnsafeBufferPointer { session.receive($0, into: &outbox) }
        return lines()
    }

    fileprivate mutating func end(_ job: Job) -> [String] {
        let number = job.number
        session.finish(number, job.run { false }, into: &outbox)
        return lines()
    }

    /// Asks for diagnostics, of which the first ones are found by a job with the server's clock.
    fileprivate mutating func watch() -> [String] {
        let replies = send("document/watch", #","diagnostics":true"#)
        return begin().job.map { end($0) } ?? replies
    }

    /// Opens a document that is long enough for jobs, whose nodes are in a row, and asks for its diagnostics.
    fileprivate mutating func watchRow() {
        let nodes = (0...Limits.jobElements).map { #"{"id":"n\#($0)","position":{"x":\#($0 * 200),"y":0}}"# }
        send("document/create", #","content":{"nodes":[\#(nodes.joined(separator: ","))]}"#)
        let replies = watch()
        #expect(replies.first?.contains(#""revision":0,"set":{},"unset":[]"#) == true)
    }

    /// Changes what the whole graph reports, and what two nodes do.
    @discardableResult
    fileprivate mutating func change() -> [String] {
        let style = #"{"method":"node/update","params":{"id":"n0","patch":{"className":"x"}}}"#
        let move = #"{"method":"node/move","params":{"ids":["n1"],"by":{"x":-190,"y":0}}}"#
        return send("document/edit", #","edits":[\#(style),\#(move)]"#)
    }
}

/// Diagnostics of a large document: single elements at once, the graph as a whole by jobs.
@Suite struct DiagnosticJobTests {
    private func desk(_ clock: String = "server") -> JobDesk {
        var desk = JobDesk(clock: clock)
        desk.watchRow()
        return desk
    }

    /// Returns true if one of the messages is about diagnostics, at a revision, with a key.
    private func reports(_ messages: [String], _ revision: Int, _ key: String) -> Bool {
        messages.contains { message in
            guard isAboutDiagnostics(message), let params = JSON(parsing: message)?["params"] else { return false }
            let isKnown = params["set"]?.objectValue?[JSONString(key)] != nil
            return params["revision"] == .number(revision) && isKnown
        }
    }

    private func isAboutDiagnostics(_ message: String) -> Bool {
        message.utf8.starts(with: #"{"jsonrpc":"2.0","method":"document/diagnostics""#.utf8)
    }

    @Test func `what a job finds holds for the revision it was begun at`() throws {
        var desk = desk()
        let first = desk.change()
        #expect(reports(first, 1, "overlap/nodes/n0/n1"))
        #expect(!reports(first, 1, "notShown"))
        #expect(desk.session.hasNextJob && !desk.session.hasJobs)
        let job = try #require(desk.begin().job)
        // Meanwhile single elements are reported at once.
        #expect(reports(desk.send("node/move", #","ids":["n1"],"by":{"x":380,"y":0}"#), 2, "overlap/nodes/n1/n2"))
        #expect(reports(desk.end(job), 1, "notShown/nodes/className"))
        #expect(!desk.session.hasNextJob)
    }

    @Test(arguments: [("document/close", #","discard":true"#), ("document/watch", #","diagnostics":false"#)])
    func `the job of a document that was closed, or is not watched any more, is forgotten`(
        method: String, params: String
    ) throws {
        var desk = desk()
        desk.change()
        let job = try #require(desk.begin().job)
        desk.send(method, params)
        #expect(desk.end(job).isEmpty)
        #expect(!desk.session.hasNextJob)
        var other = self.desk()
        other.change()
        other.send(method, params)
        #expect(other.begin().job == nil)
    }

    @Test func `requests go first, and with the client's clock nothing waits`() throws {
        var desk = desk()
        desk.change()
        desk.export("5")
        let export = try #require(desk.begin().job)
        #expect(desk.session.hasJobs)
        #expect(!reports(desk.end(export), 1, "notShown"))
        let check = try #require(desk.begin().job)
        #expect(!desk.session.hasJobs)
        #expect(reports(desk.end(check), 1, "notShown/nodes/className"))
        var punctual = self.desk("client")
        #expect(reports(punctual.change(), 1, "notShown/nodes/className"))
        #expect(!punctual.session.hasNextJob)
    }

    @Test func `beyond the bound a job reports everything again`() throws {
        var desk = JobDesk()
        desk.openLarge()
        #expect(reports(desk.watch(), 0, "notChecked/limit"))
        let away = #","by":{"x":0,"y":900}"#
        #expect(!desk.send("node/move", #","ids":["n0"]"# + away).contains { isAboutDiagnostics($0) })
        let job = try #require(desk.begin().job)
        #expect(!desk.send("node/move", #","ids":["n1"]"# + away).contains { isAboutDiagnostics($0) })
        #expect(desk.end(job).contains { isAboutDiagnostics($0) })
        let next = try #require(desk.begin().job)
        #expect(reports(desk.end(next), 2, "overlap/nodes/n0/n1"))
        #expect(!desk.session.hasNextJob)
    }
}
