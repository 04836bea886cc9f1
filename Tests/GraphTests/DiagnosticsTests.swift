import Graph
import Testing
import Wire
import Seeding

@Suite struct DiagnosticsTests {
    @Test(arguments: 0..<40) func `what closes cycles is found, and its removal ends them`(seed: Int) throws {
        var numbers = Seeded(UInt64(seed))
        let count = 2 + numbers.below(12)
        var edges: [String] = []
        for index in 0..<numbers.below(40) {
            let (source, target) = (numbers.below(count), numbers.below(count))
            edges.append(#"{"id":"e\#(index)","source":"n\#(source)","target":"n\#(target)"}"#)
        }
        let nodes = (0..<count).map { #"{"id":"n\#($0)"}"# }.joined(separator: ",")
        func document(_ edges: [String]) throws -> Document {
            let settings = #"{"allowCycles":false,"allowSelfLoops":true,"allowDuplicates":true}"#
            let edges = edges.joined(separator: ",")
            return try read(#"{"settings":\#(settings),"nodes":[\#(nodes)],"edges":[\#(edges)]}"#).document
        }
        let whole = try document(edges)
        let found = whole.diagnostics().filter { $0.code == "connection.cycle" }
        #expect(found.count == whole.cycles().count)
        var removed: Set<String> = []
        for diagnostic in found {
            guard case .removeEdges(let ids)? = diagnostic.fixes.first else { throw ShapeError("no edges") }
            #expect(!ids.isEmpty)
            removed.formUnion(ids.map(\.string))
        }
        let kept = edges.filter { edge in !removed.contains { edge.contains("\"\($0)\"") } }
        #expect(kept.count == edges.count - removed.count)
        #expect(try document(kept).cycles().isEmpty)
    }

    @Test func `types that mean nothing are reported, each with the edit that takes it out`() throws {
        let document = try read(
            #"{"nodes":[],"edges":[],"types":{"good":{"handles":[]},"word":3,"bad":{"handles":[{"id":"x"}]}}}"#
        ).document
        let found = document.diagnostics()
        #expect(found.map(\.message).map { $0.prefix(10) } == ["types/word", "types/bad/"])
        #expect(found.allSatisfy { $0.code == "invalidValue" && $0.fixes.count == 1 })
        #expect(found.first?.fixes == [.removeType("word")])
    }

    @Test func `a malformed schema in a file is reported, and checks nothing`() throws {
        let document = try read(
            #"{"nodes":[{"id":"a","position":{"x":0,"y":0},"type":"loop","data":3}],"edges":[],"#
                + ##""types":{"loop":{"schema":{"allOf":[{"$ref":"#"}]}},"wrong":{"schema":{"type":"text"}}}}"##
        ).document
        let found = document.diagnostics()
        #expect(found.map(\.code) == ["invalidValue", "invalidValue"])
        #expect(
            found.map(\.message) == [
                "types/loop/schema/allOf/0: the schema leads back to itself at one value",
                #"types/wrong/schema/type: there is no type "text""#,
            ])
        #expect(found.map(\.fixes) == [[.removeType("loop")], [.removeType("wrong")]])
    }
}
