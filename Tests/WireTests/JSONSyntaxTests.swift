import Foundation
import Testing
import Wire
import Seeding

@Suite struct JSONSyntaxTests {
    /// The files of JSONTestSuite, or nil if they are not installed.
    static let suite: URL? = {
        guard let corpus = ProcessInfo.processInfo.environment["NODEWIRE_CORPUS"] else { return nil }
        let folder = URL(fileURLWithPath: corpus).appendingPathComponent("../JSONTestSuite/test_parsing")
        return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
    }()

    @Test(.enabled(if: suite != nil, "JSONTestSuite does not lie beside NODEWIRE_CORPUS"))
    func everyFileOfTheTestSuiteIsJudgedRightly() throws {
        let folder = try #require(JSONSyntaxTests.suite)
        var counts: [Character: Int] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
            let bytes = [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
            let error = JSONSyntax.validate(bytes)
            switch name.first {
            case "n": #expect(error != nil, "\(name)")
            case "y": #expect(error == nil, "\(name)")
            default: break
            }
            if error == nil { JSONSyntaxTests.readEveryWay(bytes) }
            counts[name.first ?? "?", default: 0] += 1
        }
        #expect(counts == ["n": 188, "y": 95, "i": 35])
    }

    static func readEveryWay(_ bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { buffer in
            var cursor = JSONCursor(buffer)
            cursor.skipValue()
            let skipped = cursor.isAtEnd()
            #expect(skipped)
            cursor = JSONCursor(buffer)
            guard let tree = try? JSON(reading: &cursor, checked: false) else { return }
            let read = cursor.isAtEnd()
            #expect(read)
            cursor = JSONCursor(buffer)
            let copy = try? JSONText(copying: &cursor)
            #expect(copy == nil || (try? JSON(tree.text)) == tree)
        }
    }

    @Test(
        arguments: [
            ("", .unexpectedEnd, 0), (" ", .unexpectedEnd, 1), ("[1,]", .unexpectedByte, 3),
            ("[1 2]", .unexpectedByte, 3),
            (#"{"a":1,}"#, .unexpectedByte, 7), (#"{"a" 1}"#, .unexpectedByte, 5), ("[1}", .unexpectedByte, 2),
            ("1 1", .unexpectedByte, 2), ("\u{FEFF}1", .byteOrderMark, 0), ("01", .invalidNumber, 0),
            ("-", .unexpectedEnd, 1), ("1.x", .invalidNumber, 2), ("1e", .unexpectedEnd, 2), ("tru", .unexpectedEnd, 3),
            ("nul1", .unexpectedByte, 3), (#""\x""#, .invalidEscape, 2), (#""\u12g4""#, .invalidEscape, 5),
            ("\"a\nb\"", .controlCharacter, 2), (#""abc"#, .unexpectedEnd, 4), (#""\"#, .unexpectedEnd, 2),
            (#""\u12"#, .unexpectedEnd, 5), ("+1", .unexpectedByte, 0), ("'a'", .unexpectedByte, 0),
        ] as [(String, JSONSyntaxError.Reason, Int)])
    func anErrorHasReasonAndOffset(text: String, reason: JSONSyntaxError.Reason, offset: Int) {
        #expect(JSONSyntax.validate(Array(text.utf8)) == JSONSyntaxError(reason, at: offset))
    }

    @Test(
        arguments: [
            [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80], [0xF0, 0x8F, 0xBF, 0xBF],
            [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF], [0xE2, 0x82, 0x22], [0xF0, 0x9F, 0x98, 0x22],
        ] as [[UInt8]])
    func invalidUTF8IsRefused(bytes: [UInt8]) {
        #expect(JSONSyntax.validate([0x22] + bytes + [0x22])?.reason == .invalidUTF8)
        #expect(JSONSyntax.validate(Array("\"some text".utf8) + bytes + Array(" more text\"".utf8))?.offset == 10)
    }

    @Test(arguments: [
        "1e400", "-0", "0", "1E+5", #""\uD800""#, " [ ] ", "{ \"a\" : { } , \"a\" : 1 }", "\"\u{7F}\u{FFFF}\"",
    ])
    func theGrammarAlone(text: String) {
        #expect(JSONSyntax.validate(Array(text.utf8)) == nil)
    }

    @Test(arguments: [1, 63, 64, 65, 127, 128, 511])
    func theDepthLimitIsExact(limit: Int) {
        for (open, close) in [("[", "]"), (#"{"a":"#, "}"), (#"[{"a":"#, "}]")] {
            let levels = limit / (open.count > 5 ? 2 : 1)
            let most = String(repeating: open, count: levels) + "1" + String(repeating: close, count: levels)
            #expect(JSONSyntax.validate(Array(most.utf8), depthLimit: limit) == nil)
            let beyond = String(repeating: open, count: levels + 1)
            #expect(
                JSONSyntax.validate(Array(beyond.utf8), depthLimit: levels * (open.count > 5 ? 2 : 1))?.reason
                    == .tooDeep)
        }
        let mixed = String(repeating: "[", count: limit) + String(repeating: "]", count: limit - 1) + "}"
        #expect(JSONSyntax.validate(Array(mixed.utf8), depthLimit: limit)?.reason == .unexpectedByte)
    }

    @Test func aHundredThousandLevelsAreRefusedWithoutRecursion() {
        let text = Array(String(repeating: "[", count: 100_000).utf8)
        #expect(JSONSyntax.validate(text) == JSONSyntaxError(.tooDeep, at: 128))
    }

    @Test func noByteChangedOrCutOffMakesTheReaderFail() throws {
        let text = Array(#"{"a":[1,-2.5e3,"x\u00e9\ud83d\ude00 漢字 and more"],"b":{"c":null,"d":true,"e":false}}"#.utf8)
        var random = Seeded(7)
        for _ in 0..<20_000 {
            var mutated = text
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: 0..<mutated.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: mutated[place] = UInt8(truncatingIfNeeded: random.next())
                case 1: mutated.remove(at: place)
                default: mutated.insert(text[Int.random(in: 0..<text.count, using: &random)], at: place)
                }
            }
            if JSONSyntax.validate(mutated) == nil { JSONSyntaxTests.readEveryWay(mutated) }
        }
    }
}
