import Formats
import Geometry
import Graph
import Sketching
import Testing

/// A node of the size that its texts need shows them.
@Suite struct FittingSizeTests {
    private static let texts = [
        "a", "A refund within the thirty days", "退款期限已经结束，请联系客服人员处理这个问题好吗",
        "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen", "two\nlines",
    ]

    @Test(arguments: texts, ["rectangle", "ellipse", "diamond", "hexagon", "capsule"])
    func `it shows its label, and what is below`(text: String, shape: String) throws {
        for (more, type) in [("", ""), (#","text":\#(quoted("And more of it, " + text))"#, ""), ("", #","type":"message""#)] {
            let node = #""id":"n","position":{"x":0,"y":0},"shape":"\#(shape)","data":{"label":\#(quoted(text))\#(more)}\#(type)"#
            let document = opened(#"{"nodewire":1,"nodes":[{\#(node)}],"edges":[]}"#)
            let size = try #require(document.nodeSlots.first.flatMap { document.fittingSize($0) })
            let sized = #"{"nodewire":1,"nodes":[{\#(node),"width":\#(size.width),"height":\#(size.height)}],"edges":[]}"#
            let lines = MarkupReader(picture(opened(sized))).elements.filter { $0.name == "text" }.map(\.text)
            func bare(_ text: String) -> String { text.filter { !$0.isWhitespace } }
            let name = lines.first == "message" ? 1 : 0
            if more.isEmpty || text.count < 60 {
                #expect(
                    bare(lines.dropFirst(name).joined())
                        == bare(text + (more.isEmpty ? "" : "And more of it, " + text)), "\(size)")
            }
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
