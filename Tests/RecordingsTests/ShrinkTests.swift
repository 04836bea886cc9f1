import Recordings
import Testing

/// The search for a shorter recording, with failures that are known.
@Suite struct ShrinkTests {
    private struct Stopped: Error {}

    /// `initialize`, then a pointer that goes down, moves and up at entries 1, 3 and 5, between single messages.
    private static func recording() throws -> Recording {
        func message(_ method: String, _ params: String) -> String {
            #"{"message":{"jsonrpc":"2.0","method":"\#(method)","params":\#(params)}}"# + "\n"
        }
        func pointer(_ phase: String) -> String {
            message("input/pointer", #"{"view":"v","id":1,"phase":"\#(phase)"}"#)
        }
        var text = #"{"recording":1}"# + "\n" + message("initialize", "{}")
        text += pointer("down") + message("view/read", #"{"view":"v"}"#) + pointer("move")
        text += message("view/read", #"{"view":"w"}"#) + pointer("up")
        for turn in 0..<20 { text += message("node/remove", #"{"document":"d","ids":["\#(turn)"]}"#) }
        return try Recording(Array(text.utf8))
    }

    @Test(arguments: [[7], [9, 24], [1, 3, 5], [2, 6, 16, 25], []])
    func `what fails is left, and what opens the conversation`(_ wanted: [Int]) throws {
        var search = Shrink(try ShrinkTests.recording(), runs: 2000) { (entries) throws(Never) in
            wanted.allSatisfy(entries.contains)
        }
        let left = search.run()
        #expect(left == [0] + wanted)
        #expect(search.runCount < 300)
    }

    @Test func `a pointer is left out from its down to its up`() throws {
        var asked: [[Int]] = []
        var search = Shrink(try ShrinkTests.recording(), runs: 2000) { (entries) throws(Never) in
            asked.append(entries)
            // A pointer that is not lifted hides the failure.
            return entries.contains(8) && (entries.contains(1) == entries.contains(5))
        }
        let left = search.run()
        #expect(left == [0, 8])
        #expect(asked.allSatisfy { $0 == $0.sorted() && $0.first == 0 })
    }

    @Test func `what never fails has no shorter form`() throws {
        var search = Shrink(try ShrinkTests.recording(), runs: 10) { (_) throws(Never) in false }
        let left = search.run()
        #expect(left == nil && search.runCount == 1)
    }

    @Test func `it stops with its runs, and at an error`() throws {
        var search = Shrink(try ShrinkTests.recording(), runs: 3) { (entries) throws(Never) in entries.contains(9) }
        let left = search.run() ?? []
        #expect(left.contains(9) && search.runCount == 3)
        var broken = Shrink(try ShrinkTests.recording(), runs: 3) { (_) throws(Stopped) -> Bool in throw Stopped() }
        #expect(throws: Stopped.self) { try broken.run() }
    }
}
