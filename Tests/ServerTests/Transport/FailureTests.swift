import Editing
import Graph
import Testing
import Wire

@testable import Server

/// The data of errors is written as it is described.
struct FailureTests {
    private func text(_ failure: Failure) -> String {
        var writer = JSONWriter()
        failure.write(into: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test("An error writes what it has, in one order")
    func order() {
        var failure = Failure(.limits, "m", path: "/p")
        (failure.index, failure.limit, failure.edges, failure.nodes) = (3, "nodes", ["e"], ["n"])
        #expect(
            text(failure) == #"{"code":1900,"message":"m","data":{"reason":"limits","nodes":["n"],"edges":["e"],"#
                + #""path":"/p","limit":"nodes","index":3}}"#)
        failure.cycle = ["a", "b"]
        #expect(text(failure).contains(#""path":["a","b"],"#) && !text(failure).contains("/p"))
    }

    @Test("The claimant is written as it is described")
    func claimant() {
        let failure = Failure(EditError.claimed(nodes: ["n"], edges: [], by: .init(view: "v", name: nil, color: "red")))
        #expect(text(failure).hasSuffix(#""nodes":["n"],"claimant":{"view":"v","color":"red"}}}"#))
    }

    @Test("Each kind of error is in the table, with the place in the list if it may be that of an edit")
    func table() {
        let indexed = Set(FailureEntry.all.filter { $0.parts.sometimes.contains(.index) }.map(\.code))
        // 1300 and 1400 have one schema of their data.
        #expect(indexed == Set(MethodTable.editFailures.map(\.rawValue) + [-32602, -32801, 1300]))
        for entry in FailureEntry.all {
            #expect(Set(entry.parts.always).isDisjoint(with: entry.parts.sometimes))
            if let kind = Failure.Kind(rawValue: entry.code), kind != .connectionRefused {
                #expect(entry.reasons.first == kind.name)
            }
        }
    }
}
