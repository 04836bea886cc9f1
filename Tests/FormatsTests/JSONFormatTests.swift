import Formats
import Graph
import Seeding
import Testing
import Wire

/// The formats whose files come back as they were, by the folders of their real files.
private let folders: [(folder: String, format: Format)] = [
    ("jsoncanvas", .jsonCanvas), ("cytoscape", .cytoscape), ("n8n", .n8n), ("nodered", .nodeRed),
    ("comfyui", .comfyUI),
]

@Suite("A file of another program in JSON") struct JSONFormatTests {
    private static let files = RealDrawing.files(in: Set(folders.map(\.folder)))
    private static let hasFiles = RealDrawing.corpus != nil

    private func format(of file: RealDrawing) throws -> Format {
        try #require(folders.first { file.path.hasPrefix($0.folder + "/") }).format
    }

    @Test(
        "is recognized, has what is counted in real files, and comes back as it was",
        .enabled(if: hasFiles, "NODEWIRE_CORPUS is not set"), arguments: files)
    func realFiles(file: RealDrawing) throws {
        let text = String(decoding: file.bytes, as: UTF8.self)
        let (document, losses, format, _) = try readRecognized(text)
        #expect(try format == self.format(of: file))
        #expect(losses.isEmpty && document.checkInvariants() == [])
        let groups = document.nodeSlots.filter { document.node(at: $0).json["type"]?.stringValue == "group" }.count
        // Their groups are counted among the nodes.
        let counted =
            format == .jsonCanvas || format == .cytoscape ? document.nodes.count : document.nodes.count - groups
        #expect([counted, document.edges.count] == Array(file.counts[0..<2]))
        let back = written(document, format)
        #expect(back.losses.isEmpty)
        // A file without places gets some.
        if format.fidelity == .all { #expect(JSON(parsing: back.text) == JSON(parsing: text)) }
        // It does so by way of an own file, too.
        let own = try read(written(document, .nodewire).text).document
        #expect(written(own, format).text == back.text)
    }

    @Test("that was cut or damaged is a document or an error", .enabled(if: hasFiles), arguments: files)
    func damage(file: RealDrawing) throws {
        let format = try format(of: file)
        var random = Seeded(11)
        for round in 0..<200 {
            var bytes = file.bytes
            if round % 2 == 0 {
                bytes.removeLast(random.below(bytes.count))
            } else {
                for _ in 0..<(1 + random.below(4)) {
                    let signs = Array("{}[],:\"0-nte1".utf8)
                    bytes[random.below(bytes.count)] = signs[random.below(signs.count)]
                }
            }
            guard let document = try? drawing(bytes, as: format).document else { continue }
            #expect(document.checkInvariants() == [])
            let back = written(document, format).text
            #expect(throws: Never.self) { try read(back, format) }
        }
    }
}

@Suite("A file of JSON Canvas") struct JSONCanvasTests {
    private let text = """
        {"nodes":[
          {"id":"g","type":"group","x":0,"y":0,"width":400,"height":300,"label":"Outer","background":"b.png"},
          {"id":"h","type":"group","x":10,"y":10,"width":200.5,"height":200},
          {"id":"a","type":"text","x":20.25,"y":30,"width":100,"height":50,"text":"A","color":"4","own":[1.0]},
          {"id":"b","type":"file","x":390,"y":0,"width":20,"height":20,"file":"b.md","subpath":"#s","color":"#FF0000"}],
         "edges":[
          {"id":"e","fromNode":"a","fromSide":"right","toNode":"b","toEnd":"none","fromEnd":"arrow","color":"1","label":"x"},
          {"id":"f","fromNode":"b","toNode":"g","toSide":"top","fromFloating":true},
          {"id":"lost","fromNode":"b","toNode":"z"}],"metadata":{"version":"1.0-1.0"}}
        """

    @Test func `nodes lie in the smallest group that holds them wholly`() throws {
        let (document, losses) = try read(text)
        let parents = document.nodeSlots.map { document.nodes.parent($0).map { document.nodeID($0).string } }
        #expect(parents == [nil, "g", "h", nil])
        #expect(document.node(at: document.nodeSlots[2]).json["position"] == ["x": 10.25, "y": 20])
        #expect(losses.map(\.code) == ["noSuchNode"])
        #expect(links(document) == ["a.right>b x", "b>g.top"])
        let style = document.style(ofEdge: document.edgeSlots[0])
        #expect(style.start.kind == .closed && style.end.kind == .none && style.color?.text == "#fb464c")
        for edge in document.edgeSlots { #expect(document.edge(at: edge).json["foreign"]?["jsonCanvas"] != nil) }
    }

    @Test func `a node of ComfyUI has the name of the subgraph that it stands for`() throws {
        let text = """
            {"nodes":[{"id":1,"type":"6f-1","pos":[0,0],"size":[80,40]},{"id":2,"type":"Note","pos":[0,90],"size":[80,40]}],
            "links":[],"definitions":{"subgraphs":[{"id":"6f-1","name":"Upscale"},{"id":7}]}}
            """
        let (document, losses) = try drawing(text)
        #expect(brief(document) == ["1[Upscale]6f-1", "2[Note]Note"] && losses.isEmpty)
        #expect(!written(document, .comfyUI).text.contains("title"))
    }
}
