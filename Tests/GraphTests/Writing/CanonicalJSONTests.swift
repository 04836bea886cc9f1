import Foundation
import Graph
import Seeding
import Sketching
import Testing
import Wire

@Suite struct CanonicalJSONTests {
    @Test func aFileHasSortedMembersAndOneElementALine() {
        let document = opened(
            """
            {"types":{"b":{"handles":[{"type":"source","id":"o"}],"defaultSize":{"width":1,"height":2}},"a":{}},"nodewire":1,
             "settings":{"snapToGrid":true,"edgeReach":{"touch":3,"mouse":2},"allowCycles":false},
             "nodes":[{"type":"b","zeta":[1, 2.50],"id":"n1","position":{"y":1.50,"x":-0},"height":3,"data":{"z":1,"a":1.0}},
                      {"position":{"x":1,"y":2},"handles":[{"type":"target","position":"top","id":"i"}],"id":"n0"}],
             "viewport":{"x":0,"y":0,"zoom":1},"counters":{"node":7},
             "edges":[{"target":"n0","source":"n1","id":"e1","label":"x","sourceHandle":"o"}],"extra":{"b":1,"a":2}}
            """)
        let expected = """
            {
            "counters":{"node":7},
            "edges":[
            {"id":"e1","label":"x","source":"n1","sourceHandle":"o","target":"n0"}
            ],
            "extra":{"a":2,"b":1},
            "nodes":[
            {"data":{"z":1,"a":1.0},"height":3,"id":"n1","position":{"x":-0,"y":1.50},"type":"b","zeta":[1,2.50]},
            {"handles":[{"id":"i","position":"top","type":"target"}],"id":"n0","position":{"x":1,"y":2}}
            ],
            "nodewire":1,
            "settings":{
            "allowCycles":false,
            "edgeReach":{"mouse":2,"touch":3},
            "snapToGrid":true
            },
            "types":{
            "a":{},
            "b":{"defaultSize":{"width":1,"height":2},"handles":[{"id":"o","type":"source"}]}
            },
            "viewport":{"x":0,"y":0,"zoom":1}
            }

            """
        #expect(fileText(document) == expected)
        #expect(fileText(opened(expected)) == expected)
    }

    @Test func anEmptyDocumentIsAFileToo() {
        #expect(fileText(Document()) == "{\n\"edges\":[\n],\n\"nodes\":[\n],\n\"nodewire\":1\n}\n")
    }

    @Test func nothingOfOursGoesIntoAForeignFile() {
        let written = fileText(opened(#"{"nodes":[{"id":"a","position":{"x":0,"y":0}}],"edges":[]}"#))
        #expect(!written.contains("nodewire") && !written.contains("counters"))
        #expect(opened(written).isReactFlow)
    }

    @Test func aGivenViewportIsWrittenInsteadOfTheOwn() {
        let document = opened(#"{"nodewire":1,"nodes":[],"edges":[],"viewport":{"x":1,"y":2,"zoom":3}}"#)
        let file = CanonicalJSON(viewport: ["x": 5, "y": 6, "zoom": 0.5])
        #expect(fileText(document, file).contains(#""viewport":{"x":5,"y":6,"zoom":0.5}"#))
        #expect(opened(fileText(document, file)).contentHash() == document.contentHash())
    }

    @Test(arguments: [
        #"{"id":"a","b":1,"a":2}"#, #"{"id":"a","\u0062":1,"a":2}"#,
        #"{"id":"a","position":{"x":1,"y":2,"z":3,"a":0}}"#,
        #"{"id":"a","width":null,"height":null}"#, #"{"id":"a","position":null}"#, #"{"id":"a","data":"\ud800"}"#,
        #"{"id":"a","\ud800":1,"\udfff":2,"z":{"\ud800":1}}"#,
        #"{"id":"a","handles":[{"\u0069d":"x","type":"source"}]}"#,
        #"{"id":"a","handles":"none"}"#,
        #"{"id":"a","data":{"a":{"b":[1,{"d":1,"c":2}]}},"verylongname1":1,"verylongname0":2}"#,
        #"{"id":"\#u{e9}","\#u{f6}":1,"o":2,"":3,"\#u{e9}":1,"e\#u{301}":2}"#,
    ])
    func whatIsUnusualInANodeSurvives(node: String) throws {
        let document = opened("{\"nodewire\":1,\"nodes\":[\(node)],\"edges\":[]}")
        let written = fileText(document)
        let again = opened(written)
        #expect(again.contentHash() == document.contentHash())
        #expect(fileText(again) == written)
        let (slot, sameSlot) = try (#require(document.nodeSlots.first), #require(again.nodeSlots.first))
        #expect(again.node(at: sameSlot).json == document.node(at: slot).json)
    }

    @Test(arguments: [
        "9223372036854775807", "-9223372036854775808", "9223372036854775808", "9007199254740993", "5e-324", "-0", "1.0",
        "1e2", "0.1",
        "1.7976931348623157e308", "123456789012345678901234567890", "0.000000000000000000000000000001", "1E+2", "-0.0",
    ])
    func numbersKeepTheirSpellingInData(number: String) {
        let document = opened(
            #"{"nodewire":1,"nodes":[{"id":"a","data":{"v":\#(number)},"x":[\#(number)]}],"edges":[],"meta":\#(number)}"#
        )
        let written = fileText(document)
        #expect(
            written.contains("{\"v\":\(number)}") && written.contains("[\(number)]")
                && written.contains("\"meta\":\(number)"))
        #expect(opened(written).contentHash() == document.contentHash())
    }

    @Test(arguments: ["5e-324", "1e300", "-0", "0.1", "123456.789012", "9007199254740991", "1.5e-7"])
    func positionsKeepTheirValue(number: String) throws {
        let document = opened(
            #"{"nodewire":1,"nodes":[{"id":"a","position":{"x":\#(number),"y":1},"width":1}],"edges":[]}"#)
        let again = opened(fileText(document))
        let (slot, sameSlot) = try (#require(document.nodeSlots.first), #require(again.nodeSlots.first))
        #expect(again.storedGeometry(sameSlot).x == document.storedGeometry(slot).x)
        #expect(again.contentHash() == document.contentHash())
    }

    @Test func everyNastyTextSurvivesAsIdLabelAndDataOfNodesAndEdges() {
        for text in nastyTexts where !text.isEmpty && text.utf8.count <= 4096 {
            let label = quoted(text)
            let document = opened(
                """
                {"nodewire":1,"nodes":[{"id":\(label),"label":\(label),"data":{\(label):\(label)}}],
                 "edges":[{"id":\(label),"source":\(label),"target":\(label),"label":\(label),"sourceHandle":\(label)}],"title":\(label)}
                """)
            let again = opened(fileText(document))
            #expect(again.contentHash() == document.contentHash(), "\(label)")
            #expect(again.nodeSlots.map { again.nodeID($0) } == [Identifier(text)])
        }
    }

    @Test func namesThatDifferOnlyByNormalisationStayTwo() {
        let document = opened(
            "{\"nodewire\":1,\"nodes\":[{\"id\":\"\u{e9}\",\"data\":{\"e\u{301}\":1,\"\u{e9}\":2}},{\"id\":\"e\u{301}\"}],\"edges\":[]}"
        )
        #expect(document.nodes.count == 2)
        let written = fileText(document)
        #expect(opened(written).nodes.count == 2)
        #expect(written.utf8.count { $0 == 0xCC } == 2)
    }

    @Test func anEditChangesOneLine() throws {
        var document = opened(
            #"{"nodewire":1,"nodes":[{"id":"a","position":{"x":0,"y":0}},{"id":"b"},{"id":"c"}],"edges":[]}"#)
        let before = fileText(document).split(separator: "\n")
        let slot = try #require(document.node(Identifier("a")))
        _ = try document.transact { transaction throws(EditError) in
            try transaction.setGeometry(slot, NodeGeometry(x: 5, y: 0, width: .nan, height: .nan))
        }
        let after = fileText(document).split(separator: "\n")
        #expect(before.count == after.count)
        #expect(zip(before, after).filter { $0 != $1 }.count == 1)
    }

    @Test func piecesJoinToTheWhole() {
        let nodes = (0..<9000).map { #"{"id":"n\#($0)","data":{"text":"some text to make it longer"}}"# }.joined(
            separator: ",")
        let edges = (0..<9000).map { #"{"id":"e\#($0)","source":"n\#($0)","target":"n0"}"# }.joined(separator: ",")
        let document = opened("{\"nodewire\":1,\"nodes\":[\(nodes)],\"edges\":[\(edges)]}")
        var joined: [UInt8] = []
        var most = 0
        var pieces = 0
        var writer = JSONWriter()
        document.write(into: &writer) { (writer: inout JSONWriter) throws(Never) in
            joined += writer.bytes
            most = max(most, writer.count)
            pieces += 1
            writer.removeAll()
        }
        #expect(String(decoding: joined, as: UTF8.self) == fileText(document))
        #expect(pieces > 4 && most < CanonicalJSON.chunkBytes + 4096)
    }

    @Test func anErrorOfTheSinkEndsTheWriting() {
        struct Full: Error {}
        var calls = 0
        var writer = JSONWriter()
        #expect(throws: Full.self) {
            try opened(#"{"nodewire":1,"nodes":[{"id":"a"}],"edges":[]}"#).write(into: &writer) { (_) throws(Full) in
                calls += 1
                throw Full()
            }
        }
        #expect(calls == 1)
    }

    @Test func aThousandMembersAreSortedToo() {
        let names = (0..<1000).map { String(format: "m%04d", $0) }
        var seeded = Seeded(7)
        let members = seeded.shuffle(names).map { "\"\($0)\":1" }.joined(separator: ",")
        let written = fileText(opened("{\"nodewire\":1,\"nodes\":[{\"id\":\"a\",\(members)}],\"edges\":[]}"))
        let sorted = names.map { "\"\($0)\":1" }.joined(separator: ",")
        #expect(written.contains("{\"id\":\"a\",\(sorted)}"))
    }
}
