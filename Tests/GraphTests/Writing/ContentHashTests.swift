import Foundation
import Graph
import Seeding
import Sketching
import Testing
import Wire

@Suite struct ContentHashTests {
    /// The hash of a document with one node of these members.
    private func hash(_ members: String) -> String {
        opened("{\"nodewire\":1,\"nodes\":[{\"id\":\"a\"\(members.isEmpty ? "" : ",")\(members)}],\"edges\":[]}")
            .contentHash()
    }

    @Test(arguments: [
        ("1", "1.0"), ("1", "1e0"), ("150", "1.5e2"), ("150", "15E+1"), ("0", "-0"), ("0", "0.000"), ("0", "0e7"),
        ("0.5", "5e-1"), ("-0.5", "-0.50"),
        ("1e24", "1000000000000000000000000"), ("1e25", "10000000000000000000000000"),
        ("1e-25", "0.0000000000000000000000001"),
        ("1e-26", "0.00000000000000000000000001"), ("12345678901234567890123456", "1.2345678901234567890123456e25"),
        ("0.10", "1e-1"),
        ("1.00000000000000000000000001", "100000000000000000000000001e-26"), ("[1,2.0]", "[1.0,2]"),
        (#"{"a":1,"b":2}"#, #"{"b":2.0,"a":1}"#),
        (#"{"x":{"a":1,"b":[{"d":1,"c":2}]}}"#, #"{"x":{"b":[{"c":2,"d":1}],"a":1}}"#), (#""é""#, #""\u00e9""#),
        (#""/""#, #""\/""#),
        (#"{"a":1}"#, #"{"\u0061":1}"#), (#"{"a":{"\u0062":1,"a":[]}}"#, #"{"a":{"a":[],"b":1.0}}"#),
        (#""\ud83d\ude00""#, #""😀""#),
        (#""\u000a""#, #""\n""#), ("[ ]", "[]"), ("{ }", "{}"), (#""\uD800""#, #""\ud800""#),
    ])
    func equalValuesHaveEqualHashes(a: String, b: String) {
        #expect(hash("\"data\":\(a)") == hash("\"data\":\(b)"))
        #expect(hash("\"data\":{\"v\":[\(a)]}") == hash("\"data\":{\"v\":[\(b)]}"))
    }

    @Test(arguments: [
        ("9007199254740992", "9007199254740993"), ("9223372036854775807", "9223372036854775808"), ("5e-324", "0"),
        ("5e-324", "4e-324"),
        ("1", "\"1\""), ("[1,2]", "[2,1]"), ("null", "0"), ("false", "0"), ("{}", "[]"), ("\"\"", "null"),
        ("[]", "[[]]"), ("[null]", "[]"),
        ("\"\u{e9}\"", "\"e\u{301}\""), (#"{"a":1}"#, #"{"a":1,"b":1}"#), (#"{"ab":1}"#, #"{"a":"b"}"#),
        (#""\ud800""#, #""\\ud800""#), ("1e25", "1e26"),
        ("0.1", "0.10000000000000001"), ("1", "-1"), (#"["a,b"]"#, #"["a","b"]"#),
    ])
    func differentValuesHaveDifferentHashes(a: String, b: String) {
        #expect(hash("\"data\":\(a)") != hash("\"data\":\(b)"))
    }

    @Test(arguments: [
        ("9007199254740992", "9007199254740993"), ("0", "1e-400"), ("0.1", "0.10000000000000001"), ("5e-324", "4e-324"),
    ])
    func numbersThatOneDoubleStandsForHaveDifferentHashes(a: String, b: String) {
        #expect(hash("\"width\":\(a)") != hash("\"width\":\(b)"))
        #expect(hash("\"position\":{\"x\":\(a),\"y\":0}") != hash("\"position\":{\"x\":\(b),\"y\":0}"))
    }

    @Test(arguments: [
        (#""position":{"x":1,"y":2}"#, #""position":{"y":2.0,"x":1.0}"#),
        (#""position":{"x":-0,"y":0}"#, #""position":{"y":0,"x":0}"#),
        (#""width":10,"type":"t""#, #""type":"t","width":10.0"#),
        (#""position":{"x":1,"y":2,"z":{"a":1,"b":2}}"#, #""position":{"z":{"b":2,"a":1},"y":2,"x":1}"#),
        (#""position":{"x":1e-7,"y":2}"#, #""position":{"x":0.0000001,"y":2}"#),
        (#""handles":[{"id":"a","type":"source"}]"#, #""handles":[{"type":"source","id":"a"}]"#),
    ])
    func theSpellingOfAMemberDoesNotCount(a: String, b: String) {
        #expect(hash(a) == hash(b))
    }

    @Test(arguments: [
        "\"width\":150", "\"width\":null", "\"position\":{\"x\":0,\"y\":0}", "\"zIndex\":0", "\"hidden\":false",
        "\"data\":{}",
    ])
    func aDefaultThatIsWrittenIsNotAnAbsentMember(members: String) {
        #expect(hash(members) != hash(""))
    }

    @Test func theHashIsTheDigestOfTheCanonicalStream() {
        #expect(Document().contentHash() == "7b86d506062bf09d8db4e081fbf442b773929e5c13a70f415243e12185f37767")
        let long = String(repeating: "x", count: 200)
        let document = opened(
            """
            {"nodewire":1,"title":"\(long)","nodes":[{"label":"\(long)","id":"a"}],
             "edges":[{"target":"a","source":"a","id":"e"}]}
            """)
        #expect(document.contentHash() == "cf23e2d9673556674793a5706c538a89f28ec5459657aca9778781dd90a761bd")
    }

    @Test func theOrderOfElementsCounts() {
        let ab = opened(#"{"nodewire":1,"nodes":[{"id":"a"},{"id":"b"}],"edges":[]}"#).contentHash()
        let ba = opened(#"{"nodewire":1,"nodes":[{"id":"b"},{"id":"a"}],"edges":[]}"#).contentHash()
        #expect(ab != ba)
    }

    @Test func viewportAndCountersDoNotCountAndOtherMembersDo() {
        let plain = opened(#"{"nodewire":1,"nodes":[],"edges":[]}"#).contentHash()
        let viewed = opened(
            #"{"edges":[],"nodes":[],"viewport":{"x":9,"y":0,"zoom":2},"counters":{"node":4},"nodewire":1}"#
        )
        .contentHash()
        #expect(plain == viewed)
        #expect(plain != opened(#"{"nodewire":1,"nodes":[],"edges":[],"settings":{}}"#).contentHash())
        #expect(plain != opened(#"{"nodewire":1,"nodes":[],"edges":[],"title":"x"}"#).contentHash())
    }

    @Test func editsThatLeadToTheSameContentLeadToTheSameHash() throws {
        var document = opened(
            #"{"nodewire":1,"nodes":[{"id":"a","width":5},{"id":"b"}],"edges":[{"id":"e","source":"a","target":"b"}]}"#)
        let before = document.contentHash()
        let (a, b) = try (#require(document.node(Identifier("a"))), #require(document.node(Identifier("b"))))
        let edge = try #require(document.edge(Identifier("e")))
        let (_, delta) = try document.transact { transaction throws(EditError) in
            transaction.removeEdge(edge)
            transaction.removeNode(b)
            try transaction.setGeometry(a, NodeGeometry(x: 1, y: 2, width: 3, height: 4))
        }
        #expect(document.contentHash() != before)
        document.replay(delta.inverse)
        #expect(document.contentHash() == before)
    }

    @Test(arguments: 0..<20)
    func shufflingMembersEverywhereKeepsTheHash(seed: Int) {
        var seeded = Seeded(UInt64(seed))
        func value(_ depth: Int) -> JSON {
            switch seeded.below(depth > 3 ? 4 : 6) {
            case 0: return .number(Double(seeded.below(2000) - 1000) / 8)
            case 1: return .string("s\(seeded.below(50))")
            case 2: return .boolean(seeded.below(2) == 0)
            case 3: return .null
            case 4: return .array((0..<seeded.below(4)).map { _ in value(depth + 1) })
            default:
                var object = JSONObject()
                for _ in 0..<seeded.below(6) { object["k\(seeded.below(100))"] = value(depth + 1) }
                return .object(object)
            }
        }
        func shuffled(_ json: JSON) -> JSON {
            switch json {
            case .array(let elements): return .array(elements.map { shuffled($0) })
            case .object(let object):
                return .object(
                    JSONObject(seeded.shuffle(object.members.map { .init(name: $0.name, value: shuffled($0.value)) })))
            default: return json
            }
        }
        var node = JSONObject()
        node["id"] = "a"
        node["position"] = ["x": 1, "y": 2.5]
        for index in 0..<8 { node["m\(index)"] = value(0) }
        let one = JSON.object(node)
        let other = shuffled(one)
        let a = opened("{\"nodewire\":1,\"nodes\":[\(one)],\"edges\":[],\"x\":\(one)}")
        let b = opened("{\"x\":\(other),\"edges\":[],\"nodes\":[\(other)],\"nodewire\":1}")
        #expect(a.contentHash() == b.contentHash())
        #expect(opened(fileText(a)).contentHash() == a.contentHash())
    }
}
