import Formats
import Geometry
import Graph
import Sketching
import Testing

/// A node of the size that its texts need shows them.
@Suite struct FittingSizeTests {
    private static let texts = [
        "a", "A refund within the thirty days", "退款期限已经结束，请联系客服人员处理这个问题好吗",
        "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen",
        "two\nlines",
    ]

    @Test(arguments: texts, ["rectangle", "ellipse", "diamond", "hexagon", "capsule"])
    func `it shows its label, and what is below`(text: String, shape: String) throws {
        for (more, type) in [("", ""), ("And more of it, " + text, ""), ("", #","type":"message""#)] {
            let below = more.isEmpty ? "" : #","text":\#(quoted(more))"#
            let data = #""data":{"label":\#(quoted(text))\#(below)}"#
            let node = #""id":"n","position":{"x":0,"y":0},"shape":"\#(shape)",\#(data)\#(type)"#
            func document(_ size: String) -> Document {
                opened(#"{"nodewire":1,"nodes":[{\#(node)\#(size)}],"edges":[]}"#)
            }
            let plain = document("")
            let size = try #require(plain.nodeSlots.first.flatMap { plain.fittingSize($0) })
            let svg = picture(document(#","width":\#(size.width),"height":\#(size.height)"#))
            let lines = MarkupReader(svg).elements.filter { $0.name == "text" }.map(\.text)
            func bare(_ text: String) -> String { text.filter { !$0.isWhitespace } }
            // A label over another text has two lines.
            if !more.isEmpty && text.count > 60 { continue }
            let name = lines.first == "MESSAGE" ? 1 : 0
            #expect(bare(lines.dropFirst(name).joined()) == bare(text + more), "\(size)")
        }
    }

    @Test(arguments: [
        (#"{"nodes":[{"id":"n","type":"t"}],"types":{"t":{"defaultSize":{"width":9,"height":9}}}}"#, true),
        (#"{"nodes":[{"id":"n","type":"t"}],"types":{"t":{"sizeFrom":{"label":"/label"}}}}"#, true),
        (#"{"nodes":[{"id":"n","type":"group"}]}"#, true), (#"{"nodes":[{"id":"n","collapsed":true}]}"#, true),
        (#"{"nodes":[{"id":"n","width":500,"height":500}]}"#, false),
    ])
    func `what has a size of another kind keeps it`(text: String, keeps: Bool) throws {
        let document = opened(text.replacing("{\"nodes\"", with: "{\"nodewire\":1,\"edges\":[],\"nodes\""))
        let slot = try #require(document.nodeSlots.first)
        #expect((document.fittingSize(slot) == nil) == keeps)
    }
}
