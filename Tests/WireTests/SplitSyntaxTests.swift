import Seeding
import Testing
import Wire

@Suite struct SplitSyntaxTests {
    /// Returns the result of both parts.
    private func result(
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> (error: JSONSyntaxError?, members: [Int], isCut: Bool)? {
        guard let split = SplitSyntax(bytes) else { return nil }
        let (first, second) = (split.first(of: bytes), split.second(of: bytes))
        let members = first.members + (first.isCut ? second.members : [])
        let error = first.error ?? (first.isCut ? second.error : nil)
        return (error, members.flatMap { [$0.name, $0.value] }, first.isCut)
    }

    private func expectTheSame(_ text: [UInt8]) -> Bool? {
        text.withUnsafeBufferPointer { bytes in
            guard let result = result(bytes), let base = bytes.baseAddress else { return nil }
            var members: [Int] = []
            let error = JSONSyntax.validate(bytes) { members += [$0.start - base - 1, $1.lowerBound] }
            #expect(result.error == error, "\(String(decoding: text, as: UTF8.self))")
            if error == nil { #expect(result.members == members) }
            return result.isCut
        }
    }

    /// - Parameter word: a string in each element.
    private static func list(_ count: Int, _ space: String = "", word: String = "} {") -> String {
        let elements = (0..<count).map { #"{"id":"e\#($0)",\#(space)"data":{"x":[\#($0),{"y":"\#(word)"}]}}"# }
        return "[" + elements.joined(separator: ",\(space)") + "]"
    }

    @Test(arguments: ["", " ", "\n  "])
    func `a long list is cut in two`(space: String) {
        let (nodes, edges) = (SplitSyntaxTests.list(60, space), SplitSyntaxTests.list(20, space))
        for text in [
            #"{"nodes":\#(nodes),"edges":\#(edges),"x":1}"#, #"{"a":{"b":[1]},\#(space)"nodes":\#(nodes)\#(space)}\#n"#,
        ] {
            #expect(expectTheSame(Array(text.utf8)) == true)
        }
    }

    @Test func `a list that lies elsewhere is no seam`() {
        let list = SplitSyntaxTests.list(60)
        for text in [list, "[\(list)]", #"{"a":{"b":\#(list)}}"#, #"{"a":[\#(list)]}"#, "\(list),\(list)"] {
            #expect(expectTheSame(Array(text.utf8)) == false, "\(text.prefix(20))")
        }
        _ = expectTheSame(Array(#"{"nodes":\#(SplitSyntaxTests.list(60, word: "},{"))}"#.utf8))
        let quoted = String(repeating: #"},{\"id\":1"#, count: 60)
        #expect(expectTheSame(Array(#"{"a":["\#(quoted)"]}"#.utf8)) != true)
    }

    @Test(arguments: 0..<8)
    func `damage is found as in one piece`(seed: Int) {
        var random = Seeded(UInt64(seed) &+ 77)
        let text = #"{"nodes":\#(SplitSyntaxTests.list(30)),"edges":\#(SplitSyntaxTests.list(9)),"x":{"y":2}}"#
        var cut = 0
        for _ in 0..<400 {
            var bytes = Array(text.utf8)
            for _ in 0...random.below(2) {
                let place = random.below(bytes.count)
                switch random.below(3) {
                case 0: bytes.remove(at: place)
                case 1: bytes.insert(Array(#"{}[]",:1\"#.utf8)[random.below(9)], at: place)
                default: bytes[place] = UInt8(random.below(256))
                }
            }
            if expectTheSame(bytes) == true { cut += 1 }
        }
        #expect(cut > 50)
    }
}
