import Testing
import Wire
import Seeding

@Suite struct JSONCursorTests {
    @Test func membersAndElementsComeInOrder() throws {
        let text = #" { "a" : [ 1 , [ ] , "x" ] , "b\u0063" : { } , "" : null } "#
        var seen: [String] = []
        try reading(text) { (cursor) throws(ShapeError) in
            try cursor.enterObject()
            while let name = cursor.nextMember() {
                seen.append(try name.string())
                if name == "a" {
                    try cursor.enterArray()
                    while cursor.nextElement() { seen.append("\(cursor.rawValue().count)") }
                } else {
                    cursor.skipValue()
                }
            }
            let atEnd = cursor.isAtEnd()
            #expect(atEnd)
        }
        #expect(seen == ["a", "1", "3", "3", "bc", ""])
    }

    @Test(
        arguments: [
            ("0", 0), ("-0", -0.0), ("5e-324", .leastNonzeroMagnitude), ("2e-324", 0),
            ("9007199254740993", 9_007_199_254_740_992),
            ("9007199254740993.0000000001", 9_007_199_254_740_994),
            ("1.7976931348623157e308", .greatestFiniteMagnitude),
            ("0.1", 0.1), ("123.456", 123.456), ("-1e2", -100), ("1E+2", 100), ("1e-2", 0.01), ("1e22", 1e22),
            ("1e23", 1e23),
            ("0e999999999999999999999", 0), ("1e-999999999999999999999", 0),
            ("2.2250738585072011e-308", .leastNormalMagnitude.nextDown),
            ("9223372036854775807", 9.223372036854775807e18), ("0.30000000000000004", 0.30000000000000004),
            ("18446744073709551615", 0x1p64), ("1234567890.123456789", 1234567890.123456789),
        ] as [(String, Double)])
    func aDoubleIsTheNearest(text: String, value: Double) throws {
        let read = try reading(text) { (cursor) throws(ShapeError) in try cursor.readDouble() }
        #expect(read.bitPattern == value.bitPattern)
    }

    @Test func doublesAreReadAsTheStandardLibraryReadsThem() throws {
        var random = Seeded(11)
        for _ in 0..<20_000 {
            let digits = random.next() >> UInt64.random(in: 0..<64, using: &random)
            let decimals = Int.random(in: 0...25, using: &random)
            var text = String(digits)
            if text.count <= decimals { text = String(repeating: "0", count: decimals - text.count + 1) + text }
            if decimals > 0 { text.insert(".", at: text.index(text.endIndex, offsetBy: -decimals)) }
            if Bool.random(using: &random) { text += "e\(Int.random(in: -40...40, using: &random))" }
            let read = try reading(text) { (cursor) throws(ShapeError) in try cursor.readDouble() }
            #expect(read == Double(text), "\(text)")
        }
    }

    @Test(arguments: [
        ("9223372036854775807", Int.max), ("-9223372036854775808", Int.min), ("1.0", 1), ("1e2", 100), ("-0", 0),
        ("10e-1", 1), ("0.0", 0), ("922337203685477580.7e1", Int.max),
        ("1000000000000000000", 1_000_000_000_000_000_000),
        ("0e99999999999999999999999", 0), ("-0.000e-5", 0), ("9007199254740993", 9_007_199_254_740_993),
    ])
    func anIntegerIsExactInAnySpelling(text: String, value: Int) throws {
        #expect(try reading(text) { (cursor) throws(ShapeError) in try cursor.readInteger() } == value)
        #expect(
            try reading("[\(text)]") { (cursor) throws(ShapeError) in
                try cursor.enterArray()
                _ = cursor.nextElement()
                return try cursor.readInteger()
            } == value)
    }

    @Test(arguments: [
        ("9223372036854775808", "integer out of range"), ("-9223372036854775809", "integer out of range"),
        ("1.5", "expected an integer, found a fraction"), ("1e-1", "expected an integer, found a fraction"),
        ("1e1000000000000000000000", "integer out of range"), ("\"1\"", "expected an integer, found a string"),
        ("1e-1000000000000000000000", "expected an integer, found a fraction"),
        (String(repeating: "1", count: 1025), "number longer than 1024 characters"),
    ])
    func whatIsNoIntegerIsRefused(text: String, message: String) {
        #expect(failure(text) { (cursor) throws(ShapeError) in try cursor.readInteger() } == message)
    }

    @Test(arguments: [
        ("1e400", "number out of range"), ("-1e1000000000000000000000000000000", "number out of range"),
        (String(repeating: "9", count: 400), "number out of range"), ("true", "expected a number, found a boolean"),
        ("null", "expected a number, found null"), ("[]", "expected a number, found an array"),
        ("0." + String(repeating: "1", count: 1023), "number longer than 1024 characters"),
    ])
    func whatIsNoDoubleIsRefused(text: String, message: String) {
        #expect(failure(text) { (cursor) throws(ShapeError) in try cursor.readDouble() } == message)
    }

    @Test(arguments: [
        (#""""#, ""), (#""abc""#, "abc"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
        (#""\u0000é\u00e9""#, "\u{0}éé"),
        (#""\ud83d\ude00""#, "😀"),
        (#""a long string with a quote: \" and more""#, "a long string with a quote: \" and more"),
    ])
    func aStringIsDecoded(text: String, value: String) throws {
        #expect(try reading(text) { (cursor) throws(ShapeError) in try cursor.readString() } == value)
    }

    @Test(arguments: [#""\ud800""#, #""\udc00\ud800""#, #""\ud800\u0041""#, #""\ud83d\ud83d\ude00""#])
    func aLoneSurrogateIsNoString(text: String) {
        let message = failure(text) { (cursor) throws(ShapeError) in try cursor.readString() }
        #expect(message == "lone surrogate in a string")
    }

    @Test func namesAreComparedByTheirBytesAndWithEscapesResolved() throws {
        try reading(#"{"e\u0301":1,"\u00e9":2,"é":3,"position":4,"position2":5,"\u0070osition":6}"#) {
            (cursor) throws(ShapeError) in
            var matches: [String] = []
            try cursor.enterObject()
            while let name = cursor.nextMember() {
                let value = try cursor.readInteger()
                if name == "\u{e9}" { matches.append("é\(value)") }
                if name == "e\u{301}" { matches.append("e'\(value)") }
                if name == "position" { matches.append("p\(value)") }
            }
            #expect(matches == ["e'1", "é2", "é3", "p4", "p6"])
        }
    }

    @Test(arguments: [
        (#"{"a":[1,{"b":1,"c":2,"b":3}]}"#, "/a/1/b: duplicate member"),
        (#"{"a":1,"\u0061":2}"#, "/a: duplicate member"),
        (#"[1,[1e400]]"#, "/1/0: number out of range"), (#"{"a/b~":{"x":1e999}}"#, "/a~1b~0/x: number out of range"),
        (#"{"é":1,"e\#u{301}":2}"#, "no error"), (#"[{"a":1},{"a":2}]"#, "no error"),
        (#"{"a":{"a":{"a":1}}}"#, "no error"),
    ])
    func aCheckedTextHasNoDuplicatesAndNoHugeNumbers(text: String, message: String) {
        #expect(failure(text) { (cursor) throws(ShapeError) in try JSONText(copying: &cursor) } == message)
        #expect(failure(text) { (cursor) throws(ShapeError) in try JSON(reading: &cursor) } == message)
        #expect(
            failure(text) { (cursor) throws(ShapeError) in try JSONText(copying: &cursor, checked: false) }
                == "no error")
    }

    @Test func aCopiedTextLosesOnlyWhiteSpace() throws {
        let text = " { \"a b\" : [ 1.50 , \"x \\\" \" , { } ] ,\n\t\"b\":null } "
        let copy = try reading(text) { (cursor) throws(ShapeError) in try JSONText(copying: &cursor) }
        #expect(String(decoding: copy.bytes, as: UTF8.self) == #"{"a b":[1.50,"x \" ",{}],"b":null}"#)
    }

    @Test func twoHundredThousandMembersAreNotQuadratic() throws {
        let names = (0..<200_000).map { "\"k\($0)\":\($0)" }
        let text = "{" + names.joined(separator: ",") + "}"
        let clock = ContinuousClock()
        let time = try clock.measure {
            _ = try reading(text) { (cursor) throws(ShapeError) in try JSONText(copying: &cursor) }
            let tree = try reading(text) { (cursor) throws(ShapeError) in try JSON(reading: &cursor) }
            #expect(tree == tree.merging(.object(JSONObject())))
        }
        #expect(time < .seconds(20))
        let twice = "{" + names.joined(separator: ",") + ",\"k7\":1}"
        #expect(
            failure(twice) { (cursor) throws(ShapeError) in try JSONText(copying: &cursor) } == "/k7: duplicate member")
    }
}
