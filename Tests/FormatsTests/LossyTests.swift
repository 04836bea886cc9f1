@testable import Formats
import Foundation
import Graph
import Testing
import Wire

@Suite struct LossyTests {
    /// A node, two edges without an end, and so many edges with both.
    private static func canvas(edges: Int) -> String {
        let lost = (0..<2).map { #"{"id":"l\#($0)","fromNode":"a","toNode":"none"}"# }
        let kept = (0..<edges).map { #"{"id":"e\#($0)","fromNode":"a","toNode":"a"}"# }
        return
            #"{"nodes":[{"id":"a","type":"text","text":"A","x":0,"y":0,"width":9,"height":9}],"edges":[\#((lost + kept).joined(separator: ","))]}"#
    }

    private func read(_ text: String, isLossy: Bool) throws -> Int {
        try Array(text.utf8).withUnsafeBufferPointer {
            let document = try FileText.read($0, isLossy: isLossy).document
            return document.nodes.count + document.edges.count
        }
    }

    @Test func `a text of which most elements would be lost is refused with the losses by code and count`() throws {
        #expect(try read(Self.canvas(edges: 1), isLossy: false) == 2)
        #expect(try read(Self.canvas(edges: 0), isLossy: true) == 1)
        let message = "2 of 3 elements would be lost (noSuchNode 2); `lossy` takes the others"
        #expect(throws: EditError(.lossy, message, path: ["text"])) {
            try read(Self.canvas(edges: 0), isLossy: false)
        }
    }

    @Test(arguments: [
        #"{"nodewire":1,"nodes":[{"id":"a"},{"id":"a"},7],"edges":[]}"#,
        #"{"nodes":[{"id":"a","position":{"x":0,"y":0}}],"edges":[{"id":"e","source":"a","target":"b"},{}]}"#,
        #"[{"id":"a","type":"debug","x":1,"y":1,"wires":[["b","c"]]}]"#,
        #"{"elements":{"nodes":[{"data":{"id":"a"}},{"data":{}}],"edges":[{"data":{"source":"a","target":"b"}}]}}"#,
        #"<graphml><graph><node id="a"/><edge source="a" target="b"/><hyperedge id="h"/></graph></graphml>"#,
    ])
    func `what is left out of a text counts in every format`(text: String) throws {
        let found = #expect(throws: EditError.self) { try read(text, isLossy: false) }
        #expect(
            found?.reason == .lossy && found?.message.hasPrefix("2 of 3 elements") == true,
            "\(String(describing: found))")
        #expect(try read(text, isLossy: true) == 1)
    }

    @Test(arguments: [":: a\n[[b]] [[c]]\n", "title: a\n---\n<<jump b>>\n<<jump c>>\n===\n"])
    func `links into another file of a story do not count`(text: String) throws {
        #expect(try read(text, isLossy: false) == 1)
    }

    @Test(.enabled(if: RealDrawing.corpus != nil, "NODEWIRE_CORPUS is not set"), arguments: CorpusCount.all)
    func `the reader of a real file sees all of its elements`(file: CorpusCount) throws {
        let bytes = RealDrawing(path: file.path, counts: []).bytes
        let (content, format) = try bytes.withUnsafeBufferPointer { bytes in
            let json = try? DocumentText(validating: bytes)
            let format = try #require(Format.recognized(bytes, json))
            return (try format.read(bytes, json, TreeOptions(), .serial), format)
        }
        let held = content.document.nodes.count + content.document.edges.count
        let leftOut = content.seen.leftOut.reduce(0) { $0 + $1.count }
        #expect(content.seen.count == held + leftOut)
        // Each of the two pages of these files is a group.
        let pages = file.path.hasSuffix(".drawio") ? 2 : 0
        #expect(file.sums.contains(content.seen.count - pages), "\(format.name): \(content.seen)")
        #expect(throws: Never.self) { try content.seen.check(content.document) }
    }
}

/// A file of the corpus with the number of its elements by the list beside it.
struct CorpusCount: CustomTestStringConvertible, Sendable {
    let path: String
    /// Nodes and edges; groups and edges without an end may be counted apart.
    let sums: Set<Int>
    var testDescription: String { path }

    static let all: [CorpusCount] = {
        guard let corpus = RealDrawing.corpus,
            let list = try? String(contentsOfFile: corpus + "/SOURCES.md", encoding: .utf8)
        else { return [] }
        var folder = ""
        var found: [CorpusCount] = []
        for line in list.split(separator: "\n") {
            if line.hasPrefix("## ") { folder = String(line.dropFirst(3)) }
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            // Its files are lists of texts.
            if folder == "swifttypes" { continue }
            guard cells.count > 6, let nodes = Int(cells[1]), let edges = Int(cells[2]), let groups = Int(cells[4]),
                let dangling = Int(cells[5])
            else { continue }
            let count = nodes + edges
            found.append(
                CorpusCount(
                    path: "\(folder)/\(cells[0])",
                    sums: [count, count + groups, count + dangling, count + groups + dangling]))
        }
        return found
    }()
}
