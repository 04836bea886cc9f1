import Seeding
import Testing

@testable import Wire

@Suite struct CompactScannerTests {
    private func check(_ text: String, depthLimit: Int) {
        let bytes = Array(text.utf8)
        bytes.withUnsafeBufferPointer { buffer in
            guard var scanner = CompactScanner(buffer), let base = buffer.baseAddress else { return }
            let expected = JSONSyntax.endOfValidValue(base: base, index: 0, end: buffer.count, depthLimit: depthLimit)
            if let end = scanner.endOfCompactObject(depthLimit: depthLimit) { #expect(end == expected, "\(text)") }
            #expect(scanner.takeObject(depthLimit: depthLimit)?.end == expected, "\(text)")
        }
    }

    @Test(arguments: 0..<8 as Range<UInt64>)
    func `objects are taken as the grammar takes them`(seed: UInt64) {
        var random = Seeded(seed)
        let pieces = [
            "{", "}", "\"", "\"a\":", "\"longer name\":", "\"x\"", "\"a b c d e f g h\"", ":", ",", "1", "0", "-", ".",
            "12.5", "e", " ", "\\", "é", "[", "]", "null", "\u{1}",
        ]
        for _ in 0..<4000 {
            check("{" + (0..<random.below(12)).map { _ in pieces[random.below(pieces.count)] }.joined(), depthLimit: 3)
        }
    }

    @Test(arguments: [
        #"{"view":"v","at":{"x":12,"y":-0.25}}"#, #"{"a":{"b":{"c":0}},"d":"e"},"id":7}"#, #"{"a":1e5}"#,
        #"{"a":01}"#, #"{"a":1.}"#, #"{"a":-}"#, #"{"text":"a longer text than a word or two has","n":100}"#,
    ])
    func `every change of a byte is judged as by the grammar`(text: String) {
        let bytes = Array(text.utf8)
        let others = Array(#"{}[]":,.-0 9eE\a"#.utf8) + [0x0A, 0x7F]
        for depth in 0...4 { check(text, depthLimit: depth) }
        for place in 1..<bytes.count {
            check(String(decoding: bytes[..<place], as: UTF8.self), depthLimit: 4)
            for other in others {
                var changed = bytes
                changed[place] = other
                check(String(decoding: changed, as: UTF8.self), depthLimit: 4)
            }
        }
    }

    @Test func `what comes with each move of a pointer is taken without the grammar`() {
        let text = #"{"view":"v","phase":"move","id":1,"kind":"mouse","at":{"x":12.5,"y":-3},"time":1000}"#
        Array(text.utf8).withUnsafeBufferPointer { buffer in
            #expect(CompactScanner(buffer)?.endOfCompactObject(depthLimit: 8) == buffer.count)
        }
    }
}
