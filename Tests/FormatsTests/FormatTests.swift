import Formats
import Foundation
import Graph
import Sketching
import Testing
import Wire

@Suite struct FormatTests {
    @Test func reactFlowGetsItsNamesAndLosesWhatItHasNot() {
        let document = opened(
            """
            {"nodewire":1,"counters":{"node":3},"settings":{"snapToGrid":true},"types":{},"extra":1,
             "nodes":[{"id":"child","parentId":"p","position":{"x":0,"y":0}},{"id":"p","type":"group"}],
             "edges":[{"id":"1","source":"p","target":"child","type":"smoothStep"},{"id":"2","source":"p","target":"child","type":"orthogonal"},
                      {"id":"3","source":"p","target":"child","type":"bezier"},{"id":"4","source":"p","target":"child","type":"my","data":{"type":"bezier"}}]}
            """)
        let file = CanonicalJSON(.reactFlow)
        let written = fileText(document, file)
        for name in ["nodewire", "counters", "settings", "types"] { #expect(!written.contains("\"\(name)\"")) }
        #expect(
            written.contains(#""type":"smoothstep""#) && written.contains(#""type":"default""#)
                && written.contains(#""type":"my""#))
        #expect(written.contains(#"{"type":"bezier"}"#) && written.contains("\"extra\":1"))
        #expect(opened(written).isReactFlow)
        #expect(document.losses(in: file).map(\.code) == ["member", "member", "order", "unplaced", "edgeType"])
        #expect(document.losses(in: CanonicalJSON()).isEmpty)
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
