import Testing
import Wire
import Seeding

@Suite struct JSONWriterTests {
    @Test func commasComeByThemselves() {
        let text = written { writer in
            writer.beginObject()
            writer.name("a")
            writer.beginArray()
            writer.integer(1)
            writer.boolean(true)
            writer.null()
            writer.beginObject()
            writer.endObject()
            writer.endArray()
            writer.name("b" as String)
            writer.string("")
            writer.name(JSONString("c"))
            writer.raw("[1]")
            writer.endObject()
        }
        #expect(text == #"{"a":[1,true,null,{}],"b":"","c":[1]}"#)
    }

    @Test func textsStandBehindEachOther() {
        let text = written { writer in
            writer.integer(1)
            writer.append("\n")
            writer.integer(2)
            let mark = writer.mark
            writer.append("\nlost")
            writer.rewind(to: mark)
            writer.append("\n")
            writer.replace(at: 0, with: "7".utf8)
        }
        #expect(text == "7\n2\n")
    }

    @Test func whatWasSentIsRemovedAndTheRestTaken() {
        var writer = JSONWriter()
        writer.raw("12345")
        writer.removeFirst(2)
        #expect(writer.take() == Array("345".utf8))
        #expect(writer.count == 0)
        writer.string("again")
        #expect(writer.take() == Array("\"again\"".utf8))
    }

    @Test(
        arguments: [
            (0, "0"), (-0.0, "-0"), (1, "1"), (-1, "-1"), (0.5, "0.5"), (1.25, "1.25"), (-1.125, "-1.125"),
            (0.001, "0.001"),
            (10.01, "10.01"), (10.1, "10.1"), (0.0001, "0.0001"), (1.0005, "1.0005"),
            (0.1 + 0.2, "0.30000000000000004"),
            (1e12, "1000000000000"), (999_999_999_999.999, "999999999999.999"),
            (9_007_199_254_740_991, "9007199254740991"),
            (1e16, "1e+16"), (1e300, "1e+300"), (.leastNonzeroMagnitude, "5e-324"), (1e-7, "1e-07"), (-99.99, "-99.99"),
            (100, "100"),
        ] as [(Double, String)])
    func aNumberIsWrittenShort(value: Double, text: String) {
        let result = written { $0.number(value) }
        #expect(result == text)
    }

    @Test func everyNumberReadsBackAndIsAsShortAsTheStandardLibrarys() throws {
        var random = Seeded(3)
        for _ in 0..<20_000 {
            let value = Double.generated(&random)
            let text = written { $0.number(value) }
            let read = try reading(text) { (cursor) throws(ShapeError) in try cursor.readDouble() }
            #expect(read.bitPattern == value.bitPattern, "\(text)")
            if value.magnitude < 1e15 { #expect(text.count <= value.description.count) }
        }
    }

    @Test func `a decimal is written as the standard library writes it`() {
        var random = Seeded(5)
        for _ in 0..<50_000 {
            let digits = Double(random.next() % 1_000_000_000_000_000_000 >> random.below(58))
            let power = (0..<random.below(20)).reduce(1.0) { power, _ in power * 10 }
            for value in [digits / power, (digits / power).nextUp, -(digits / power).nextDown]
            where value.magnitude < 1e12 {
                let description = value.description
                let expected = description.hasSuffix(".0") ? String(description.dropLast(2)) : description
                let text = written { $0.number(value) }
                #expect(text == expected)
            }
        }
    }

    @Test(arguments: [0, 9, 10, 99, 100, 12345, -1, .max, .min, 10_000, 99_999_999, 100_000_000] as [Int])
    func anIntegerIsWrittenWhole(value: Int) {
        let result = written { $0.integer(value) }
        #expect(result == "\(value)")
    }

    @Test(arguments: [
        ("", #""""#), ("a\"b\\c/d", #""a\"b\\c/d""#),
        ("\n\t\r\u{8}\u{C}\u{0}\u{1F}\u{7F}", "\"\\n\\t\\r\\b\\f\\u0000\\u001f\u{7F}\""),
        ("more than eight bytes, then \" and é漢😀", #""more than eight bytes, then \" and é漢😀""#),
        ("12345678", #""12345678""#),
    ])
    func onlyWhatMustBeEscapedIs(value: String, text: String) {
        for write in [{ $0.string(value) }, { $0.string(JSONString(value)) }] as [(inout JSONWriter) -> Void] {
            let result = written(write)
            #expect(result == text)
        }
    }

    @Test func copiesAreValues() {
        var first = JSONWriter()
        first.beginArray()
        first.integer(1)
        var second = first
        let third = first
        second.string("second")
        first.string("1st")
        first.endArray()
        second.endArray()
        var fourth = third
        fourth.removeAll()
        fourth.raw("null")
        var fifth = second
        fifth.replace(at: 0, with: "{".utf8)
        let texts = [first, second, third, fourth, fifth].map { String(decoding: $0.bytes, as: UTF8.self) }
        #expect(texts == [#"[1,"1st"]"#, #"[1,"second"]"#, "[1", "null", #"{1,"second"]"#])
    }

    @Test func roomIsGivenBackOnRequest() {
        var writer = JSONWriter()
        writer.string(String(repeating: "x", count: 100_000))
        writer.removeAll(keepingAtMost: 64)
        for i in 0..<100 { writer.integer(i) }
        let text = String(decoding: writer.take(), as: UTF8.self)
        #expect(text == (0..<100).map(String.init).joined(separator: ","))
    }

    @Test(arguments: [" ", "é", "\"", "\\", "\n", "\u{1}", "\u{7F}"])
    func stringsAreEscapedWhereverItIsRequired(letter: String) throws {
        for count in 0..<40 {
            for place in 0...count {
                let string =
                    String(repeating: "a", count: place) + letter + String(repeating: "b", count: count - place)
                let text = written { $0.string(string) }
                #expect(try JSON(parsing: text)?.stringValue == string)
                let isPlain = letter == " " || letter == "é" || letter == "\u{7F}"
                #expect(text.contains("\\") == !isPlain)
            }
            #expect(written { $0.string(String(repeating: "a", count: count)) }.utf8.count == count + 2)
        }
    }

    @Test(arguments: 1...16)
    func shortStringsAreWrittenUnlessTheyHoldWhatIsEscaped(count: Int) {
        for place in 0..<16 {
            for letter in [UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x1F, 0x20, 0x7F, 0xC3] {
                var bytes = Array("0123456789abcdef".utf8)
                bytes[place] = letter
                let words = bytes.withUnsafeBytes { $0.loadUnaligned(as: SIMD2<UInt64>.self) }
                var writer = JSONWriter()
                writer.beginArray()
                writer.integer(1)
                let isEscaped = place < count && (letter < 0x20 || letter == 0x22 || letter == 0x5C)
                #expect(writer.shortString(words, count: count) == !isEscaped)
                let string = [UInt8(ascii: "\"")] + bytes[..<count] + [UInt8(ascii: "\"")]
                #expect(writer.bytes == Array("[1".utf8) + (isEscaped ? [] : [UInt8(ascii: ",")] + string))
            }
        }
    }

    @Test func longStringsGrowTheBuffer() throws {
        for piece in ["plain", "\u{1}", "é\""] {
            let value = String(repeating: piece, count: 10_000)
            let text = written { $0.string(value) }
            #expect(try reading(text) { (cursor) throws(ShapeError) in try cursor.readString() } == value)
        }
    }

    @Test(arguments: [
        (Double.infinity, "1.7976931348623157e+308"), (-.infinity, "-1.7976931348623157e+308"), (.nan, "0"),
    ])
    func `what is no number of JSON is written as the nearest one`(value: Double, text: String) {
        #expect(written { $0.number(value) } == text)
    }
}
