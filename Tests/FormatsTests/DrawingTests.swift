import Formats
import Foundation
import Graph
import Seeding
import Testing
import Wire

/// A text in a language for drawings as a document; its format is recognized unless it is stated.
func drawing(_ text: String, as format: Format? = nil) throws(EditError) -> (document: Document, losses: [Loss]) {
    try drawing(Array(text.utf8), as: format)
}

/// The same for bytes that may be no UTF-8.
func drawing(_ bytes: [UInt8], as format: Format? = nil) throws(EditError) -> (document: Document, losses: [Loss]) {
    let outcome = bytes.withUnsafeBufferPointer { bytes in
        Result { () throws(EditError) in try FileText.read(bytes, as: format) }
    }
    let (document, losses, _, _) = try outcome.get()
    return (document, losses)
}

/// The nodes and edges in short: ids with what is said of them in brackets, edges with their labels.
func brief(_ document: Document) -> [String] {
    let nodes = document.nodeSlots.map { slot -> String in
        let json = document.node(at: slot).json
        let label = json["label"]?.stringValue ?? ""
        let shape = json["shape"]?.stringValue ?? json["type"]?.stringValue ?? ""
        let parent = json["parentId"]?.stringValue
        return "\(document.nodeID(slot))[\(label)]\(shape)" + (parent.map { " in \($0)" } ?? "")
    }
    return nodes + links(document)
}

/// Returns the edges in short.
func links(_ document: Document) -> [String] {
    document.edgeSlots.map { slot in
        let json = document.edge(at: slot).json
        func end(_ name: String) -> String {
            let handle = json["\(name)Handle"]?.stringValue
            return (json[name]?.stringValue ?? "") + (handle.map { ".\($0)" } ?? "")
        }
        return "\(end("source"))>\(end("target"))" + (json["label"]?.stringValue.map { " \($0)" } ?? "")
    }
}

/// A drawing among real files, with its counts.
struct RealDrawing: CustomTestStringConvertible, Sendable {
    let path: String
    let counts: [Int]
    var testDescription: String { path }

    static let corpus = ProcessInfo.processInfo.environment["NODEWIRE_CORPUS"]

    /// The drawings in Mermaid and DOT.
    static let all = files(in: ["dot", "mermaid"])

    /// The files of some folders in the list beside them: nodes, edges, pairs and groups.
    static func files(in folders: Set<String>) -> [RealDrawing] {
        guard let corpus, let list = try? String(contentsOfFile: corpus + "/SOURCES.md", encoding: .utf8) else {
            return []
        }
        var folder = ""
        var found: [RealDrawing] = []
        for line in list.split(separator: "\n") {
            if line.hasPrefix("## ") { folder = String(line.dropFirst(3)) }
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard folders.contains(folder), cells.count > 5 else { continue }
            let counts = cells[1...4].compactMap { Int($0) }
            if counts.count == 4 { found.append(RealDrawing(path: "\(folder)/\(cells[0])", counts: counts)) }
        }
        return found
    }

    var bytes: [UInt8] {
        RealDrawing.corpus.flatMap { FileManager.default.contents(atPath: "\($0)/\(path)") }.map(Array.init) ?? []
    }
}

@Suite("A drawing") struct DrawingTests {
    @Test(
        "has the nodes, edges and groups that are counted in real files",
        .enabled(if: RealDrawing.corpus != nil, "NODEWIRE_CORPUS is not set"), arguments: RealDrawing.all)
    func counts(file: RealDrawing) throws {
        let document = try drawing(file.bytes).document
        #expect(document.checkInvariants() == [])
        let groups = document.nodeSlots.filter { document.node(at: $0).json["type"]?.stringValue == "group" }.count
        let isDirected = !String(decoding: file.bytes.prefix(20), as: UTF8.self).contains("graph G {")
        let pairs = Set(
            document.edgeSlots.map { slot -> [String] in
                let json = document.edge(at: slot).json
                let ends = ["source", "target"].map { json[$0]?.stringValue ?? "" }
                return isDirected || file.path.hasPrefix("mermaid") ? ends : ends.sorted()
            })
        #expect([document.nodes.count - groups, document.edges.count, pairs.count, groups] == file.counts)
        #expect(document.nodeSlots.allSatisfy { document.isPlaced($0) })
    }

    @Test(
        "is recognised by its beginning",
        arguments: [
            ("flowchart LR\nA-->B", Format.mermaid), ("%% c\n\n  graph TD;A-->B", .mermaid),
            ("graph\nA{b}\n", .mermaid),
            ("---\ntitle: x\n---\nflowchart\nA", .mermaid), ("\u{FEFF}%%{init: {}}%%\ngraph RL\nA", .mermaid),
            ("digraph{}", .dot), ("/* c */ // d\n# e\n strict GRAPH \"a b\"\n{ a }", .dot), ("graph { a -- b }", .dot),
            ("graph TD { a -- b }", .dot), ("{\"nodes\":[]}", .reactFlow),
        ])
    func recognition(text: String, format: Format) throws {
        let found = try Array(text.utf8).withUnsafeBufferPointer { try FileText.read($0).format }
        #expect(found == format)
    }

    @Test(
        "of a kind that is not read is refused",
        arguments: [
            "sequenceDiagram\nA->>B: x", "%% c\nclassDiagram\nA <|-- B", "graph theory", "digraph", "strict",
            "graph LR x\n",
        ])
    func refused(text: String) {
        #expect(throws: EditError.self) { try drawing(text) }
    }

    @Test("may be nested deeply")
    func depth() throws {
        let depth = 100_000
        let mermaid =
            "graph TD\n" + (0..<depth).map { "subgraph s\($0)\n" }.joined() + "a-->b\n"
            + String(repeating: "end\n", count: depth)
        let dot =
            "digraph {" + (0..<depth).map { "subgraph cluster\($0) {" }.joined() + "a->b"
            + String(repeating: "}", count: depth + 1)
        for text in [mermaid, dot] {
            let document = try drawing(text).document
            #expect(document.nodes.count == depth + 2 && document.edges.count == 1)
        }
        let braces = String(repeating: "{", count: depth) + "a" + String(repeating: "} -> b", count: depth)
        #expect(try drawing("digraph {\(braces)}").document.edges.count > 0)
        #expect(throws: EditError.self) { try drawing("digraph " + String(repeating: "{", count: depth)) }
        #expect(throws: EditError.self) { try drawing("digraph {a [label=" + String(repeating: "<", count: depth)) }
    }

    @Test("of lists of ends has a limit, which grows with the text", arguments: [200, 500, 1100])
    func crossEdges(count: Int) {
        let names = (0..<count).map { "n\($0)" }
        let mermaid = "graph TD\n" + names.joined(separator: " & ") + " --> " + names.joined(separator: " & ")
        let dot = "digraph {{\(names.joined(separator: " "))} -> {\(names.joined(separator: " "))}}"
        for text in [mermaid, dot] {
            do throws(EditError) {
                _ = try drawing(text)
                Issue.record("it was not refused")
            } catch {
                #expect(error.reason == .limits)
            }
        }
    }

    @Test("in pieces that make no sense is a document or an error, and never stops the server", arguments: 0..<20)
    func noise(seed: Int) throws {
        let pieces = [
            "A", "b1", "\"x y\"", "-->", "---", "-. t .->", "==>", "~~~", "--", "->", "<-->", "x--x", "|l|", "&", ";",
            "\n",
            " ", "[", "]", "(", ")", "{", "}", "((", "))", "{{", "}}", "[/", "\\]", ">", "<", "subgraph s", "end",
            "style A",
            "direction LR", "@{", "shape: diam", "e1@", ":::", "%%", "#35;", "\"`", "subgraph", "node", "edge", "graph",
            "[label=x]", "[pos=\"1,2\"", "width=1e999", "=", ",", ":", ":n", "record", "label=\"<a>|{b|}\"", "strict",
            "/*",
            "//", "+", "\\", "cluster1", "é", "\u{0}", "<b>", "rankdir=LR", "shape=record",
        ]
        var random = Seeded(UInt64(seed))
        for _ in 0..<100 {
            let starts = ["graph TD\n", "flowchart LR;", "digraph {", "strict graph {", "---\n", "%%"]
            var text = starts[random.below(starts.count)]
            for _ in 0..<(1 + random.below(60)) {
                text += pieces[random.below(pieces.count)]
                if random.below(2) == 0 { text += " " }
            }
            if random.below(2) == 0 { text += "}" }
            for format in [nil, Format.mermaid, .dot] {
                do throws(EditError) {
                    let document = try drawing(text, as: format).document
                    #expect(document.checkInvariants() == [], "\(text)")
                } catch {
                    #expect(error.reason == .format || error.reason == .limits, "\(text)")
                }
            }
        }
    }

    @Test(
        "that was cut off is a document or an error, and is written",
        arguments: RealDrawing.all.filter { $0.counts[0] < 60 })
    func cuts(file: RealDrawing) {
        let bytes = file.bytes
        for part in 0..<200 {
            guard let document = try? drawing(Array(bytes.prefix(bytes.count * part / 200))).document else { continue }
            #expect(document.checkInvariants() == [])
            for format in [Format.mermaid, .dot] {
                #expect((try? drawing(written(document, format).text).document.nodes.count) == document.nodes.count)
            }
        }
    }

    @Test("that was damaged is a document or an error", arguments: RealDrawing.all.filter { $0.counts[0] < 200 })
    func damage(file: RealDrawing) {
        var random = Seeded(7)
        for _ in 0..<100 {
            var bytes = file.bytes
            for _ in 0..<(1 + random.below(6)) {
                let place = random.below(bytes.count)
                switch random.below(3) {
                case 0: bytes.remove(at: place)
                case 1: bytes[place] = UInt8(truncatingIfNeeded: random.below(256))
                default: bytes.insert(bytes[random.below(bytes.count)], at: place)
                }
            }
            if let document = try? drawing(bytes).document { #expect(document.checkInvariants() == []) }
        }
    }
}
