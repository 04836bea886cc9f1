@testable import Formats
import Foundation
import Graph
import Testing
import Wire

/// Texts that mean harm, against every format that is read: they are made of a text of the format, and of none.
@Suite struct HostileTextTests {
    private static let readable = Format.all.filter(\.isReadable)

    @Test(arguments: readable)
    func `a hostile text is refused or becomes a document that can be read again`(format: Format) throws {
        for (name, bytes) in HostileText.texts(of: format) {
            guard let document = try? drawing(bytes, as: format).document else { continue }
            #expect(document.checkInvariants() == [], "\(name)")
            let own = written(document, .nodewire).text
            #expect(throws: Never.self, "\(name)") { try read(own, .nodewire) }
        }
    }

    @Test(arguments: readable)
    func `other line breaks and a byte order mark make no other document`(format: Format) throws {
        guard let text = HostileText.sample(of: format) else { return }
        let plain = try read(text, format).document
        #expect(plain.nodes.count > 0, "\(format.name)")
        for other in ["\u{FEFF}" + text, text.replacingOccurrences(of: "\n", with: "\r\n")] {
            let document = try read(other, format).document
            #expect(document.nodes.count == plain.nodes.count && document.edges.count == plain.edges.count)
        }
    }

    @Test(arguments: readable)
    func `a text without anything in it is refused`(format: Format) {
        for text in ["", " ", "\n\r\n\t ", "\u{FEFF}"] {
            #expect(throws: EditError.self, "\(format.name)") { try read(text, format) }
        }
    }

    @Test func `an entity that grows is refused`() {
        let start = "<!DOCTYPE graphml [<!ENTITY a \"aaaaaaaaaa\">"
        let entities = (0..<20).map { place -> String in
            let (one, other) = (UnicodeScalar(UInt8(97 + place)), UnicodeScalar(UInt8(98 + place)))
            return "<!ENTITY \(other) \"\(String(repeating: "&\(one);", count: 10))\">"
        }
        let text = start + entities.joined() + "]><graphml><graph><node id=\"&u;\"/></graph></graphml>"
        #expect(throws: EditError.self) { try read(text, .graphML) }
    }

    @Test func `a page that inflates beyond all bounds is refused`() {
        // A block of zeros: a byte becomes 1032.
        let start: [UInt8] = [
            0xEC, 0xC1, 0x01, 0x01, 0x00, 0x00, 0x00, 0x80, 0x90, 0xFE, 0xAF, 0xEE, 0x08, 0x0A,
        ]
        let packed = Data(start + [UInt8](repeating: 0, count: 20_000)).base64EncodedString()
        let found = #expect(throws: EditError.self) {
            try read("<mxfile><diagram>\(packed)</diagram></mxfile>", .drawio)
        }
        #expect(found?.reason == .limits, "\(String(describing: found))")
    }
}

/// Texts of a format that are changed so that they mean harm.
private enum HostileText {
    /// Texts of the formats that are not written.
    private static let samples: [String: String] = [
        "twine":
            #"<tw-storydata name="s" startnode="1"><tw-passagedata pid="1" name="aaa" position="1,2">[[bbb]]</tw-passagedata><tw-passagedata pid="2" name="bbb">b</tw-passagedata></tw-storydata>"#,
        "rasa": "version: \"3.1\"\nstories:\n- story: aaa\n  steps:\n  - intent: bbb\n  - action: ccc\n",
        "metis": "3 2\n2\n1 3\n2\n",
        "tree": #"{"name":"aaa","children":[{"name":"bbb","value":1.5},{"name":"ccc","children":[{"name":"ddd"}]}]}"#,
        "swiftType": "Dictionary<Array<Int>, Optional<String>>",
        "gexf":
            #"<gexf><graph><nodes><node id="aaa" label="a"/><node id="bbb" pid="aaa"/><node id="ccc" pid="bbb"/></nodes><edges><edge id="1" source="aaa" target="bbb" weight="2.5"/></edges></graph></gexf>"#,
        "bpmn":
            #"<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"><process id="p"><startEvent id="aaa"/><task id="bbb"/><sequenceFlow id="f" sourceRef="aaa" targetRef="bbb"/></process></definitions>"#,
        "scxml":
            #"<scxml initial="aaa"><state id="aaa"><transition event="e" target="bbb"/></state><state id="bbb"><state id="ccc"/></state></scxml>"#,
    ]

    /// A text of a format; nil for one that is neither written nor listed.
    static func sample(of format: Format) -> String? {
        if let text = samples[format.name] { return text }
        guard format.isWritable, let document = try? read(graph, .nodewire).document else { return nil }
        var (writer, picture) = (JSONWriter(), SVGOptions())
        picture.embed = true
        _ = format.write(document, picture: picture, into: &writer) { (_) throws(Never) in }
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Groups one in another, and edges with all kinds of members.
    private static let graph = #"""
        {"nodewire":1,"nodes":[
        {"id":"aaa","type":"group","position":{"x":10,"y":20},"width":300.5,"height":200,"label":"A"},
        {"id":"bbb","type":"group","parentId":"aaa","position":{"x":20,"y":30},"width":200,"height":100},
        {"id":"ccc","parentId":"bbb","position":{"x":5,"y":6},"width":30,"height":40,"label":"C","data":{"a":1.5,"b":"x"}},
        {"id":"ddd","position":{"x":500,"y":-60.25},"width":70,"height":80,"style":{"backgroundColor":"#aabbcc"}}],
        "edges":[{"id":"e1","source":"ccc","target":"ddd","label":"L","data":{"n":2}},
        {"id":"e2","source":"ddd","target":"ccc","waypoints":[{"x":1,"y":2}]}]}
        """#

    static func texts(of format: Format) -> [(name: String, bytes: [UInt8])] {
        general + (sample(of: format).map { changed($0) } ?? [])
    }

    /// Texts that are made of a text of the format.
    private static func changed(_ text: String) -> [(name: String, bytes: [UInt8])] {
        let bytes = Array(text.utf8)
        var texts = (0..<50).map { ("cut at \($0)/50", Array(bytes[..<(bytes.count * $0 / 50)])) }
        for number in ["1e999", "-1e308", "NaN", "Infinity", "99999999999999999999", "4294967296", "-1", "0", ""] {
            texts.append(("numbers are \(number)", Array(replacingNumbers(of: text, by: number).utf8)))
        }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        texts.append(("twice", bytes + bytes))
        texts.append(("lines twice", Array(lines.flatMap { [$0, $0] }.joined(separator: "\n").utf8)))
        for (one, other) in [("ccc", "aaa"), ("bbb", "aaa"), ("ddd", "ccc"), ("aaa", "")] {
            texts.append(("\(one) is \(other)", Array(text.replacingOccurrences(of: one, with: other).utf8)))
        }
        for long in ["x", "\\", "&", "\u{1F600}", "[", "{", "(", "\"", "\0"] {
            let token = String(repeating: long, count: 100_000)
            texts.append(("a name of many \(long)", Array(text.replacingOccurrences(of: "bbb", with: token).utf8)))
        }
        for sign in Set("{}[]()<>\"'`=|:;,-\n\t\\&#".unicodeScalars.map(String.init)).sorted() where text.contains(sign)
        {
            let many = String(repeating: sign, count: 20_000)
            let range = text.range(of: sign)
            texts.append(("many \(sign)", Array(text.replacingOccurrences(of: sign, with: many, range: range).utf8)))
        }
        let pairs = Array(text.utf16)
        texts.append(("UTF-16", [0xFF, 0xFE] + pairs.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }))
        texts.append(("UTF-16 the other way", [0xFE, 0xFF] + pairs.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }))
        texts.append(("Latin-1", bytes.map { $0 == UInt8(ascii: "b") ? 0xE9 : $0 }))
        return texts
    }

    private static func replacingNumbers(of text: String, by number: String) -> String {
        text.replacingOccurrences(of: #"-?\b[0-9]+(\.[0-9]+)?\b"#, with: number, options: .regularExpression)
    }

    /// Texts that are the same for all formats.
    private static let general: [(name: String, bytes: [UInt8])] = {
        var texts: [(name: String, bytes: [UInt8])] = [
            ("a zero", [0]), ("marks", [0xEF, 0xBB, 0xBF, 0xEF, 0xBB, 0xBF]),
        ]
        let pieces = [
            "[", "{\"a\":", "{\"children\":[", "{\"nodes\":[", "<a>", "<graphml><graph>", "<g", "((", "{{", "a<",
            "subgraph a\n", "digraph{", "digraph {subgraph{", "flowchart TD\nsubgraph a\n", "- ", "  ", "\"", ":: a\n",
            "title: a\n---\n===\n", "a,b\n", "a->b;", "a-->b\n", "[[", "<<if>>", "-> a\n ", "/*", "<!--", "<![CDATA[",
            "&amp;", "<tw-storydata ", "|", "\\",
        ]
        for piece in pieces {
            texts.append(("many \(piece)", Array(String(repeating: piece, count: 10_000).utf8)))
        }
        return texts
    }()
}
