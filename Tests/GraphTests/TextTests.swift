import Graph
import Sketching
import Testing

@Suite struct TextTests {
    @Test(arguments: [
        ("", 0), ("Hello", 2.278), ("iW", 1.166), ("Ä", 0.667), ("Ω", 0.748), ("Ж", 0.923), ("漢字", 2), ("かな", 2),
        ("한글", 2), ("ﾊ", 0.556), ("a\u{301}", 0.556), ("\u{200B}", 0), ("😀", 1), ("👩‍👩‍👧‍👦", 1), ("👍🏽", 1), ("🇩🇪", 1),
        ("❤️", 1), ("1️⃣", 1), ("\u{1112}\u{1161}\u{11AB}", 1), ("…", 1),
    ])
    func `a text is as wide as its glyphs`(text: String, width: Double) {
        #expect(abs(TextLayout.width(text) - width) < 1e-9)
    }

    @Test func `bold letters are wider`() {
        #expect(abs(TextLayout.width("Hello", .bold) - 2.445) < 1e-9)
        for text in ["Hello", "Žluť", "Привет"] { #expect(TextLayout.width(text, .bold) > TextLayout.width(text)) }
        #expect(TextLayout.width("漢字", .bold) == 2)
    }

    @Test(arguments: [
        ("one two three", 4.0, ["one two", "three"]), ("one  two", 3, ["one", "two"]), ("  lead", 9, ["lead"]),
        ("well-known thing", 3, ["well-", "known", "thing"]), ("minus -5 here", 3, ["minus", "-5", "here"]),
        ("2020-12", 2.5, ["2020", "-12"]), ("a — b", 1.9, ["a —", "b"]), ("hy\u{AD}phen", 2, ["hy\u{AD}", "phe", "n"]),
        ("退款期限已经", 3, ["退款期", "限已经"]), ("漢字。続く", 2, ["漢", "字。", "続く"]),
        ("「漢字」です", 3.5, ["「漢", "字」で", "す"]), ("キャラ", 2, ["キャ", "ラ"]), ("ABC漢字", 3.5, ["ABC漢", "字"]),
        ("한국어 글", 3, ["한국어", "글"]), ("foo(bar) x", 2.4, ["foo(b", "ar) x"]), ("what ?", 2.3, ["what", "?"]),
        ("no\u{A0}break at", 4.4, ["no\u{A0}break", "at"]), ("a\u{200B}b", 1, ["a\u{200B}", "b"]),
        ("and/or both", 3, ["and/or", "both"]), ("don't stop", 2.2, ["don't", "stop"]), ("a\nb", 9, ["a", "b"]),
        ("pneumono", 3, ["pneu", "mono"]), ("😀😀😀", 2, ["😀😀", "😀"]),
    ])
    func `lines end where Unicode lets them`(text: String, width: Double, lines: [String]) {
        #expect(TextLayout.lines(text, width: width, limit: 9) == lines)
    }

    @Test func `the last line ends in an ellipsis if there is more`() {
        #expect(TextLayout.lines("one two three", width: 4, limit: 1) == ["one tw…"])
        #expect(TextLayout.lines("一二三四五六", width: 3, limit: 1) == ["一二…"])
        #expect(TextLayout.lines("one\ntwo", width: 9, limit: 1) == ["one…"])
        #expect(TextLayout.lines("one  ", width: 9, limit: 1) == ["one  "])
    }

    /// No line is wider than asked for, and nothing but spaces is lost between them.
    @Test func `lines hold the whole text`() {
        for text in nastyTexts where text.utf8.count < 4096 {
            for width in [1.0, 2.5, 7] {
                let lines = TextLayout.lines(text, width: width, limit: 5000)
                func bare(_ text: String) -> String { text.filter { !$0.isWhitespace } }
                #expect(lines.map(bare).joined() == bare(text))
                for line in lines where line.count > 1 && !line.contains(where: \.isWhitespace) {
                    #expect(TextLayout.width(line) <= width + 1e-9, "\(line)")
                }
            }
        }
    }

    @Test(arguments: [
        ("", 0), ("a", 23), ("Hello", 42), ("漢字", 38), (String(repeating: "W", count: 99), 200), ("  a", 23),
        ("a\nb", 34),
    ])
    func `the label of an edge is as wide as its first line, with space`(text: String, width: Int) {
        #expect(TextStyle.edgeLabel.lineWidth(of: text.unicodeScalars) == width)
    }
}
