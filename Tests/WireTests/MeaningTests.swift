import Testing
import Wire

/// Two texts are compared as their trees would be, without making these.
@Suite struct MeaningTests {
    private static let texts = [
        "1", "1.0", "10e-1", "-0", "0", "true", "false", "null", #""""#, #""a""#, #""\u0061""#, #""\n""#, #""\u000a""#,
        #""\u000A""#, #""ab\tc and so on, and on""#, #""ab\u0009c and so on, and on""#, #""ab\\tc and so on, and on""#,
        #""é""#, #""\u00e9""#, #""e\u0301""#, #""\ud83d\ude00""#, #""😀""#, #""\ud83d""#, #""\uD83D""#, #""\/""#,
        #""/""#,
        "[]", "[1]", "[1.0]", "[1,2]", "[2,1]", "{}", #"{"a":1}"#, #"{"\u0061":1.0}"#, #"{"a":1,"b":2}"#,
        #"{"b":2,"a":1}"#,
        #"{"a":{"x":1,"y":2},"b":[{"c":3,"d":4}]}"#, #"{"b":[{"d":4,"c":3}],"a":{"y":2,"x":1.0}}"#,
        #"{"a":{"x":1,"y":3},"b":[{"c":3,"d":4}]}"#, #"{"a":{"y":2,"x":1},"b":[{"c":3,"d":4}],"e":5}"#,
    ]

    @Test(arguments: texts) func `as trees`(text: String) throws {
        let own = try #require(JSON(parsing: text))
        for other in MeaningTests.texts {
            let wanted = try own == #require(JSON(parsing: other))
            #expect(MeaningTests.means(text, other) == wanted, "\(text) \(other)")
            #expect(MeaningTests.means("[\(text),1]", "[ \(other) , 1 ]") == wanted, "\(text) \(other)")
            #expect(MeaningTests.means("[\(text),1]", "[\(other),2]") == false)
            #expect(MeaningTests.means(#"{"m":\#(text)}"#, #"{"m": \#(other)}"#) == wanted)
        }
    }

    private static func means(_ a: String, _ b: String) -> Bool {
        Array(a.utf8).withUnsafeBufferPointer { a in
            Array(b.utf8).withUnsafeBufferPointer { b in JSONCursor.means(JSONCursor(a), JSONCursor(b)) }
        }
    }
}
