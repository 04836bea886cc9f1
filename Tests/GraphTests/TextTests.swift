import Sketching
import Testing

@testable import Graph

@Suite struct TextTests {
    @Test(arguments: [
        ("", 0, 0), ("a", 23, 1), ("Hello", 42, 1), ("漢字", 38, 1), (String(repeating: "W", count: 99), 193, 6),
        ("  a", 23, 1), ("a\nb", 23, 2), ("a\n", 23, 1), (String(repeating: "word ", count: 20), 175, 4),
    ])
    func `the label of an edge has lines, and is as wide as the widest, with space`(
        text: String, width: Int, lines: Int
    ) {
        let extent = EdgeLabelText.extent(text, within: EdgeLabelText.standardWidth)
        #expect(extent == EdgeLabelText.Extent(width: width, lines: lines))
        #expect(EdgeLabelText.lines(text, within: EdgeLabelText.standardWidth).count == lines)
    }
}
