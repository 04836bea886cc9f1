import Formats
import Foundation
import Graph
import Sketching
import Testing
import Wire

@Suite struct FormatTests {
    @Test(arguments: [
        (#"{"nodewire":1,"nodes":[],"edges":[]}"#, Format.nodewire),
        (#"{"nodewire":1,"viewport":{"offset":[0,0],"zoom":1}}"#, .nodewire),
        (#"{"viewport":{"zoom":1,"offset":[0,0]}, "nodes":[], "edges":[]}"#, .swiftFlow),
        (#"{"nodes":[],"edges":[],"viewport":{"offset":[0,0],"zoom":2}}"#, .swiftFlow),
        (#"{"nodes":[{"id":"a","position":{"x":1,"y":2}}],"viewport":{"x":0,"y":0,"zoom":1}}"#, .reactFlow),
        (#"{"nodes":[{"id":"a","data":{"position":[1,2]}}]}"#, .reactFlow),
        (#"{"viewport":{"offset":"none"},"nodes":[],"edges":[]}"#, .reactFlow),
        ("{}", .reactFlow), (#"{"name":"a","children":[]}"#, .tree),
        ("Array<Int>", .swiftType), ("digraph { a }", .dot), ("graph LR", .mermaid),
    ])
    func `a text is recognized without its format`(text: String, format: Format) throws {
        #expect(try readRecognized(text).format == format)
    }

    @Test(arguments: ["[]", "null", "7", #"{"other":{}}"#, "[[]]", "words", "<a/>", "{", ""])
    func `a text of no known format is refused`(text: String) {
        #expect(throws: EditError.self) { try readRecognized(text) }
    }

    @Test func `every format has a name of its own, and is read or written`() {
        #expect(Set(Format.all.map(\.name)).count == Format.all.count)
        #expect(Format.all.allSatisfy { Format(named: $0.name) == $0 && !$0.suffixes.isEmpty })
    }

    @Test(arguments: Format.all.filter(\.isWritable))
    func `every format is written in pieces that join to the whole`(format: Format) throws {
        let filler = String(repeating: "x", count: 300)
        let nodes = (0..<1000).map { #"{"id":"n\#($0)","position":{"x":\#($0),"y":0},"label":"\#(filler)"}"# }
        let edges = (0..<1000).map {
            #"{"id":"e\#($0)","source":"n\#($0)","target":"n0","data":{"text":"\#(filler)"}}"#
        }
        let document = opened(
            "{\"nodewire\":1,\"nodes\":[\(nodes.joined(separator: ","))],\"edges\":[\(edges.joined(separator: ","))]}")
        var (joined, pieces): ([UInt8], Int) = ([], 0)
        var writer = JSONWriter()
        let losses = format.write(document, into: &writer) { (writer: inout JSONWriter) throws(Never) in
            joined += writer.take()
            pieces += 1
        }
        let whole = written(document, format)
        #expect(String(decoding: joined, as: UTF8.self) == whole.text && losses == whole.losses && pieces > 1)
    }

    @Test func `losses are listed by kind, however many elements have them`() {
        let nodes = (0..<1000).map { #"{"id":"n\#($0)","locked":true}"# }.joined(separator: ",")
        let document = opened("{\"nodewire\":1,\"nodes\":[\(nodes)],\"edges\":[]}")
        let losses = written(document, .reactFlow).losses
        #expect(losses.map(\.code) == ["member", "unplaced"] && losses.allSatisfy { $0.id == nil })
        #expect(
            losses[0].message.hasSuffix(#"(1000 nodes: "n0", "n1", "n2", "n3", "n4", "n5", "n6", "n7", "n8", "n9", …)"#)
        )
    }

    @Test func filesOfReactFlowComeBackAsTheyWere() throws {
        guard let corpus = ProcessInfo.processInfo.environment["NODEWIRE_CORPUS"] else { return }
        let folder = URL(fileURLWithPath: corpus).appendingPathComponent("reactflow")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        for file in files.sorted(by: { $0.path < $1.path }) where file.pathExtension == "json" {
            let text = try String(contentsOf: file, encoding: .utf8)
            guard let tree = JSON(parsing: text) else {
                Issue.record("\(file.lastPathComponent) is no JSON")
                continue
            }
            // Some are wrapped: the graph is the first object that has nodes.
            let graph = tree["nodes"] != nil ? tree : tree["graph"] ?? tree["data"] ?? tree
            guard graph["nodes"] != nil else { continue }
            let document = opened(graph.description)
            #expect(document.isReactFlow)
            let written = fileText(document)
            let again = opened(written)
            #expect(again.contentHash() == document.contentHash(), "\(file.lastPathComponent)")
            #expect(JSON(parsing: written) == graph, "\(file.lastPathComponent)")
            let markup = MarkupReader(picture(document))
            #expect(markup.problems.isEmpty, "\(file.lastPathComponent): \(markup.problems)")
        }
    }
}
