import Formats
import Foundation
import Graph
import Testing
import Wire

@Suite("A story of Twine") struct TweeTests {
    static let files = CountedFile.all(in: ["twine"])

    @Test(
        "has the passages and links that are counted in real files",
        .enabled(if: RealDrawing.corpus != nil, "NODEWIRE_CORPUS is not set"), arguments: files)
    func counts(file: CountedFile) throws {
        let document = try drawing(file.bytes).document
        #expect(document.checkInvariants() == [])
        #expect([document.nodes.count, document.edges.count] == file.counts)
        #expect(document.dialogStart().map { document.nodeID($0).string } == "Start")
        file.damage(as: file.path.hasSuffix("html") ? .twine : .twee)
    }

    @Test("in Twee is written as it was", .enabled(if: RealDrawing.corpus != nil, "NODEWIRE_CORPUS is not set"))
    func realText() throws {
        for file in TweeTests.files where file.path.hasSuffix("twee") {
            let (document, losses) = try drawing(file.bytes)
            #expect(losses.isEmpty)
            let (text, lost) = written(document, .twee)
            #expect(text == String(decoding: file.bytes, as: UTF8.self) && lost.isEmpty)
        }
    }

    static let story = #"""
        :: StoryData
        {"ifid": "X", "start": "Hall [old]"}

        :: Styles [stylesheet]
        a { color: red }

        :: Hall \[old\] [dark cold] {"position":"10.1,20","size":"100,200","note":[1]}
        See [[Garden]], [[down the stairs->Cellar]] or [[Cellar<-further]].
        \:: no header
        [[out|Garden][$seen to true]] [[Nowhere]] [[Web->https://example.com]] <<link "x">><</link>>

        :: Garden
        [[a -> b->Cellar]]

        :: Cellar
        The end.
        """# + "\n"

    @Test("has its links as edges, its places, tags and what only Twine knows")
    func reading() throws {
        let (document, losses) = try drawing(TweeTests.story)
        #expect(
            links(document) == [
                "Hall [old]>Garden", "Hall [old]>Cellar down the stairs", "Hall [old]>Cellar further",
                "Hall [old]>Garden out", "Garden>Cellar a -> b",
            ])
        let hall = document.node(at: document.nodeSlots[0]).json
        #expect(hall["position"] == ["x": 10.1, "y": 20] && hall["height"] == 200 && hall["type"] == "start")
        #expect(hall["data"]?["tags"] == ["dark", "cold"])
        #expect(hall["foreign"]?["twee"]?["metadata"] == ["note": [1]])
        #expect(losses.map(\.code) == ["macro", "dangling"])
        #expect(losses.last?.message.contains("Nowhere") == true)
    }

    @Test("that is not changed is written as it was, but for places")
    func writing() throws {
        let document = try drawing(TweeTests.story).document
        let text = written(document, .twee).text
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.hasPrefix(":: Garden") ? ":: Garden" : line.hasPrefix(":: Cellar") ? ":: Cellar" : line
        }
        #expect(lines.joined(separator: "\n").hasSuffix(TweeTests.story))
        #expect(links(try drawing(text).document) == links(document))
    }

    @Test("follows its edges: removed, led elsewhere, labelled, added; and keeps links that were typed")
    func edges() throws {
        let text = ":: Start\n[[A]] [[to B->B]] [[C]] [[gone->D]]\n:: A\n:: B\n:: C\nc\n:: D\n"
        var document = try drawing(text, as: .twee).document
        document = try changed(document, "edges") { edges in
            edges.remove(at: 3)
            for (index, name, value) in [(0, "target", "C"), (1, "label", "go on")] {
                guard case .object(var edge) = edges[index] else { continue }
                edge[name] = .string(value)
                edges[index] = .object(edge)
            }
            edges.append(["id": "x", "source": "C", "target": "A", "label": "back"])
        }
        #expect(links(document) == ["Start>C", "Start>B go on", "Start>C", "C>A back"])
        let lines = written(document, .twee).text.split(separator: "\n").map(String.init)
        #expect(lines.contains("[[C]] [[go on->B]] [[C]] gone"))
        #expect(lines.contains("[[back->A]]"))
        document = try changed(document, "nodes") { nodes in
            for (index, node) in nodes.enumerated() {
                guard case .object(var object) = node, node["id"] == "B" || node["id"] == "Start" else { continue }
                if node["id"] == "B" { object["label"] = "Bee" }
                if node["id"] == "Start" { object["data"] = ["text": "[[B]] [[D]] [[New]]"] }
                nodes[index] = .object(object)
            }
        }
        // A link to C was deleted from the text, one to what is not there was typed; that to D now leads to C.
        let (again, losses) = written(document, .twee)
        #expect(again.contains("\n[[go on->Bee]] [[C]] [[New]]\n"))
        #expect(losses.filter { $0.code == "link" }.count == 1)
    }

    @Test(
        "is recognised by the header of a passage",
        arguments: [(":: a\nb", Format.twee), ("\n\n::a", .twee), ("\u{FEFF}:: a [b]\r\nc", .twee)])
    func recognition(text: String, format: Format) throws {
        #expect(try readRecognized(text).format == format)
    }

    @Test("with metadata that are nested deeply loses them, and can be saved")
    func depth() throws {
        for depth in [20, 400, 100_000] {
            let list = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
            let (document, losses) = try drawing(":: a {\"x\":\(list)}\n")
            #expect(losses.map(\.code) == (depth < 32 ? [] : ["metadata"]))
            #expect(try read(written(document, .nodewire).text).document.nodes.count == 1)
        }
    }

    @Test("may hold brackets without end")
    func brackets() throws {
        let text = ":: a\n" + String(repeating: "[[", count: 100_000) + "\n" + String(repeating: "[[a]]", count: 20_000)
        #expect(try drawing(text).document.edges.count == 20_000)
    }
}
