import Geometry
import Testing

@testable import Graph

/// A label in a box of its node is whole, whatever the box is.
@Suite struct FittedLabelTests {
    @Test(arguments: [
        ("one", 100.0, 40.0, 13.0, ["one"]), ("one two", 30, 40, 13, ["one", "two"]),
        ("one two three", 40, 36, 11.375, ["one two", "three"]),
        ("one two three four", 40, 26, 9.75, ["one two", "three", "four"]),
        ("number_of_words", 40, 40, 9.75, ["number_of_words"]), ("a b c d", 8, 10, 9.75, ["a", "b", "c", "d"]),
        ("two\nlines", 100, 40, 13, ["two", "lines"]), ("", 100, 40, 13, []), (" \n ", 100, 40, 13, []),
    ])
    func `it breaks at words, shrinks, and then stands over the border`(
        text: String, width: Double, height: Double, size: Double, lines: [String]
    ) {
        let label = FittedLabel(text, in: Size(width: width, height: height))
        #expect(label.lines == lines)
        #expect(label.fontSize == size)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, -5, 0, 1e-300, 1e300])
    func `no box is too strange`(side: Double) {
        for text in ["", "a", "a long text of several words", String(repeating: "w", count: 5000)] {
            for size in [Size(width: side, height: 20), Size(width: 20, height: side), Size(width: side, height: side)]
            {
                let label = FittedLabel(text, in: size)
                #expect(label.lines.count <= CardMeasures.mostLines)
                #expect(label.fontSize >= 9.75 && label.fontSize <= 13)
            }
        }
    }

    @Test func `what is too long is cut at last`() {
        let label = FittedLabel(String(repeating: "word ", count: 10_000), in: Size(width: 50, height: 50))
        #expect(label.lines.count == CardMeasures.mostLines)
        #expect(label.lines.last?.hasSuffix("…") == true)
    }
}
