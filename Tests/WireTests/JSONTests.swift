import Testing
import Wire
import Seeding

@Suite struct JSONTests {
    static func json(_ text: String) throws -> JSON { try #require(JSON(parsing: text)) }

    @Test func everyTreeReadsBack() throws {
        var random = Seeded(5)
        for _ in 0..<2000 {
            let tree = JSON.generated(&random)
            let read = try JSON(tree.text)
            #expect(read == tree)
            #expect(read.text == tree.text)
            var canonical = JSONWriter()
            tree.writeCanonical(into: &canonical)
            #expect(JSONSyntax.validate(canonical.bytes) == nil)
            #expect(try JSON(JSONText(trusted: canonical.bytes)) == tree)
        }
    }

    @Test(arguments: [
        ("1.0", "1e0", true), ("-0", "0", true), ("9007199254740993", "9007199254740992", false),
        ("1e400", "10e399", true),
        ("100", "1e2", true), ("0.1", "0.10000000000000000001", false), ("1", "-1", false), ("0e5", "0.00", true),
        ("1e1000000000000000000000", "1e1000000000000000000001", false), ("1", "\"1\"", false),
        ("[1,2]", "[2,1]", false),
        (#"{"a":1,"b":2}"#, #"{"b":2,"a":1.0}"#, true), (#"{"a":1}"#, #"{"a":1,"b":2}"#, false),
        (#""\u00e9""#, #""e\u0301""#, false), (#""\ud800""#, #""\uD800""#, true), (#""\ud800""#, #""\ud801""#, false),
        (#""\ud800""#, #""\\ud800""#, false), (#""\\\ud800""#, #""\\\\ud800""#, false), ("null", "false", false),
    ])
    func equalityIsThatOfTheValues(left: String, right: String, equal: Bool) throws {
        let (a, b) = try (tree(left), tree(right))
        #expect((a == b) == equal)
        #expect((canonical(a) == canonical(b)) == equal)
    }

    func tree(_ text: String) throws -> JSON {
        try reading(text) { (cursor) throws(ShapeError) in try JSON(reading: &cursor, checked: false) }
    }

    func canonical(_ tree: JSON) -> [UInt8] { Array(written { tree.writeCanonical(into: &$0) }.utf8) }

    @Test(arguments: [#""\ud800""#, #""a\\b\udfff\"\n""#, #""\ud83d\ud83d\ude00""#])
    func aLoneSurrogateSurvives(text: String) throws {
        let tree = try tree(text)
        #expect(try JSON(tree.text) == tree)
        #expect(tree.description == text.replacing(#"\ud83d\ude00"#, with: "😀"))
    }

    @Test func theSpellingOfNumbersAndTheOrderOfMembersAreKept() throws {
        let text = #"{"z":1.50,"a":[1E2,-0,123456789012345678901234567890],"é":"\#u{301}"}"#
        #expect(try JSONTests.json(text).description == text)
    }

    @Test func theCanonicalTextIsSorted() throws {
        let tree = try JSONTests.json(#"{"b":{"d":1.50,"c":100},"aa":[],"a":0.0,"é":1,"z":-1e-2}"#)
        #expect(
            String(decoding: canonical(tree), as: UTF8.self)
                == #"{"a":0,"aa":[],"b":{"c":1e2,"d":15e-1},"z":-1e-2,"é":1}"#)
    }

    /// The examples of RFC 7396, appendix A.
    @Test(arguments: [
        (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#), (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
        (#"{"a":"b"}"#, #"{"a":null}"#, "{}"), (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#),
        (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#), (#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#),
        (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
        (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#), (#"["a","b"]"#, #"["c","d"]"#, #"["c","d"]"#),
        (#"{"a":"b"}"#, #"["c"]"#, #"["c"]"#), (#"{"a":"foo"}"#, "null", "null"),
        (#"{"a":"foo"}"#, #""bar""#, #""bar""#),
        (#"{"e":null}"#, #"{"a":1}"#, #"{"e":null,"a":1}"#), ("[1,2]", #"{"a":"b","c":null}"#, #"{"a":"b"}"#),
        ("{}", #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
    ])
    func aPatchMerges(target: String, patch: String, result: String) throws {
        var tree = try JSONTests.json(target)
        tree.merge(try JSONTests.json(patch))
        #expect(tree.description == result)
    }

    /// The examples of RFC 6901, section 5, and what leads nowhere.
    @Test(
        arguments: [
            ("", "whole"), ("/foo", #"["bar","baz"]"#), ("/foo/0", #""bar""#), ("/", "0"), ("/a~1b", "1"),
            ("/c%d", "2"),
            ("/e^f", "3"), ("/g|h", "4"), ("/i\\j", "5"), ("/k\"l", "6"), ("/ ", "7"), ("/m~0n", "8"), ("/foo/2", nil),
            ("/foo/-", nil), ("/foo/00", nil), ("/foo/0/x", nil), ("/nothing", nil), ("foo", nil), ("/~2", nil),
            ("/~", nil),
        ] as [(String, String?)])
    func aPointerLeadsToAValue(pointer: String, value: String?) throws {
        let text = #"{"foo":["bar","baz"],"":0,"a/b":1,"c%d":2,"e^f":3,"g|h":4,"i\\j":5,"k\"l":6," ":7,"m~n":8}"#
        let found = JSONPointer(pointer).flatMap { try? JSONTests.json(text)[$0] }
        #expect(found?.description == (value == "whole" ? text : value))
    }

    @Test(
        arguments: [
            ("/a/b", "1", #"{"a":{"b":1},"l":[1,2],"n":null}"#), ("/l/1", "9", #"{"a":{},"l":[1,9],"n":null}"#),
            ("/l/-", "9", #"{"a":{},"l":[1,2,9],"n":null}"#), ("/l/-/x", "9", #"{"a":{},"l":[1,2,{"x":9}],"n":null}"#),
            ("/n/x", "9", #"{"a":{},"l":[1,2],"n":{"x":9}}"#), ("/l/2", "9", nil), ("/l/0/x", "9", nil),
            ("/l/x", "9", nil),
            ("/l/0", nil, #"{"a":{},"l":[2],"n":null}"#), ("/n", nil, #"{"a":{},"l":[1,2]}"#),
            ("/l/-", nil, #"{"a":{},"l":[1,2],"n":null}"#), ("/l/0/x", nil, #"{"a":{},"l":[1,2],"n":null}"#),
            ("/n/x", nil, #"{"a":{},"l":[1,2],"n":null}"#), ("/x/y/z", nil, #"{"a":{},"l":[1,2],"n":null}"#),
        ] as [(String, String?, String?)])
    func aPointerSetsAndTakesAway(pointer: String, value: String?, result: String?) throws {
        let json = try JSONTests.json(#"{"a":{},"l":[1,2],"n":null}"#)
        let changed = try json.setting(value.map(JSONTests.json), at: #require(JSONPointer(pointer)), appends: true)
        #expect(changed?.description == result)
    }

    @Test func membersAreFoundAddedAndRemovedWhateverTheirNumber() {
        var object = JSONObject()
        for i in 0..<40 { object["k\(i)"] = .number(i) }
        for i in stride(from: 0, to: 40, by: 2) { object["k\(i)"] = nil as JSON? }
        object["k1"] = "one"
        #expect(object.count == 20)
        #expect((0..<40).allSatisfy { (object["k\($0)"] == nil) == ($0 % 2 == 0) })
        #expect(object["k1"]?.stringValue == "one")
        #expect(object["k39"]?.integerValue == 39)
    }
}
