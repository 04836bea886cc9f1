import Formats
import Testing

/// The fences of a text, each as its line, format and content.
private func fences(_ text: String) -> [String] {
    let markdown = Array(text.utf8).withUnsafeBufferPointer { MarkdownText($0) }
    return markdown.fences.map {
        "\($0.line) \($0.format.name) \(String(decoding: markdown.content(of: $0), as: UTF8.self))"
    }
}

private func titles(_ text: String) -> [String?] {
    Array(text.utf8).withUnsafeBufferPointer { MarkdownText($0) }.fences.map(\.title)
}

private func replacing(_ number: Int, of text: String, with content: String) -> String {
    let markdown = Array(text.utf8).withUnsafeBufferPointer { MarkdownText($0) }
    let bytes = markdown.replacing(markdown.fences[number], with: Array(content.utf8))
    return String(decoding: bytes, as: UTF8.self)
}

struct MarkdownTests {
    @Test(arguments: [
        ("```mermaid\na\n```", ["1 mermaid a\n"]),
        ("~~~ DOT\na\n~~~\n```graphviz x\nb\n```\n", ["1 dot a\n", "4 dot b\n"]),
        ("\u{FEFF}```nodewire\r\n{}\r\n```\r\n", ["1 nodewire {}\n"]),
        ("```mermaid\ra\rb\r```\r", ["1 mermaid a\nb\n"]),
        ("````mermaid {align=center}\na\n```\nb\n`````  \nc", ["1 mermaid a\n```\nb\n"]),
        ("```{mermaid}\na\n```", ["1 mermaid a\n"]),
        ("``` {.mermaid #id}\na\n```", ["1 mermaid a\n"]),
        ("```mermaid{theme}\na\n```", ["1 mermaid a\n"]),
        // The info of a fence of backticks has none; one of tildes may.
        ("```mermaid `x`\na\n```", []),
        ("~~~mermaid `x`\na\n~~~", ["1 mermaid a\n"]),
        ("```mermaid-example\na\n```\n```js\nmermaid\n```\n``mermaid\n``", []),
        // The last fence goes on to the end; nothing closes it but as many of the same marks.
        ("```mermaid\na\n~~~\n``\n``` x", ["1 mermaid a\n~~~\n``\n``` x\n"]),
        ("```mermaid", ["1 mermaid "]),
        // A fence in a longer one, a comment, and code that is set in are text.
        ("````\n```mermaid\na\n```\n````\n```mermaid\nb\n```", ["6 mermaid b\n"]),
        ("<!--\n```mermaid\na\n```\n-->\n```mermaid\nb\n```", ["6 mermaid b\n"]),
        ("<details>\n```mermaid\na\n```\n\n```mermaid\nb\n```", ["6 mermaid b\n"]),
        ("<SCRIPT>\n\n```mermaid\na\n```\n</script>\n```mermaid\nb\n```", ["7 mermaid b\n"]),
        ("    ```mermaid\n    a\n    ```\n", []),
        ("text\n    ```mermaid\n", []),
        ("\t```mermaid\n", []),
        // Up to three blanks are taken off, with as many of each line.
        ("   ```mermaid\n     a\n b\n   ```", ["1 mermaid   a\nb\n"]),
        // Lists and quotes.
        ("- ```mermaid\n  a\n\n    b\n  ```\n", ["1 mermaid a\n\n  b\n"]),
        ("10. x\n\n    ```mermaid\n    a\n    ```\n", ["3 mermaid a\n"]),
        ("10. x\n\n   ```mermaid\n   a\n   ```\n", ["3 mermaid a\n"]),
        ("- ```mermaid\na\n```\n", ["1 mermaid "]),
        ("> ```mermaid\n> a\n>  b\n>c\n> ```\n", ["1 mermaid a\n b\nc\n"]),
        ("> ```mermaid\n> a\nb\n```", ["1 mermaid a\n"]),
        ("> 1. - ```mermaid\n>      a\n>      ```\n", ["1 mermaid a\n"]),
        ("-\t```mermaid\n\ta\n\t```\n", ["1 mermaid a\n"]),
        ("* * *\n```mermaid\na\n```", ["2 mermaid a\n"]),
        // Settings of a site are no text, unless nothing ends them.
        ("---\na: |\n  x\n\n```mermaid\n---\n```mermaid\nb\n```", ["7 mermaid b\n"]),
        ("---\n```mermaid\na\n```", ["2 mermaid a\n"]),
        ("", []), ("\u{FEFF}", []), ("\n\r\n\r", []),
    ])
    func fencesAreFound(text: String, found: [String]) {
        #expect(fences(text) == found)
    }

    @Test func titlesAreThoseOfTheDiagramElseOfTheHeadingAbove() {
        #expect(
            titles(
                """
                ```dot
                ```
                # One #
                ```dot
                ```
                Two
                words
                ===
                > ### Three ## 3
                > ```dot
                > ```
                ```mermaid
                ---
                title: Its own
                ---
                graph LR
                ```
                #Four
                #
                ```dot
                """) == [nil, "One", "Three ## 3", "Its own", nil])
    }

    @Test(arguments: [
        ("a\n```mermaid\nx\ny\nz\n```\nb", "x\nq\nz\n", "a\n```mermaid\nx\nq\nz\n```\nb"),
        ("```mermaid\r\nx\r\n```\r\n", "x\ny\n", "```mermaid\r\nx\r\ny\r\n```\r\n"),
        ("```mermaid\n```", "x\n", "```mermaid\nx\n```"),
        ("```mermaid\nx\n```", "", "```mermaid\n```"),
        // The quotes of lines that stay are as they were.
        (">```mermaid\n> x\n>y\n>```\nq", "x\ny\n  z\n\nw\n", ">```mermaid\n> x\n>y\n>   z\n>\n> w\n>```\nq"),
        ("- a\n\n  ```mermaid\n  x\n\n  ```\n", "x\n\ny\n", "- a\n\n  ```mermaid\n  x\n\n  y\n  ```\n"),
        ("1. > ~~~mermaid\n   > x\n   > ~~~", "y\n", "1. > ~~~mermaid\n   > y\n   > ~~~"),
        // A fence that nothing closes, with and without a line break at the end.
        ("```mermaid\nx", "x\ny\n", "```mermaid\nx\ny"),
        ("```mermaid\nx\n", "y\nz\n", "```mermaid\ny\nz\n"),
        ("```mermaid", "y\n", "```mermaid\ny"),
        ("> ```mermaid\n> x\nq", "x\ny\n", "> ```mermaid\n> x\n> y\nq"),
        // A line that would end the fence makes it longer.
        ("```mermaid {a}\nx\n```\nq", "```\n  `````\n", "``````mermaid {a}\n```\n  `````\n``````\nq"),
        ("~~~mermaid\nx\n~~~~", "```\n", "~~~mermaid\n```\n~~~~"),
    ])
    func anotherContentLeavesAllElse(text: String, content: String, becomes: String) {
        #expect(replacing(0, of: text, with: content) == becomes)
        let again = Array(becomes.utf8).withUnsafeBufferPointer { MarkdownText($0) }
        #expect(String(decoding: again.content(of: again.fences[0]), as: UTF8.self) == content)
    }

    @Test func anyContentComesBackOutOfAnyFence() {
        let texts = [
            "```mermaid\nx\n```\n", "> - ~~~dot\n>   x\n>   ~~~\nq\n", "  ```mermaid\r\n\r\n   x\r\n```\r\n",
            "1. a\n\n   > ```nodewire\n   > {\n   > ```", "-\t```dot\n\tx\n", ">```dot\n>x\n>\n>\n>```",
        ]
        let lines = ["", "x", "  x", "```", "~~~~", "> x", "- x", "    x", "# x", "<!--", "\tx"]
        var state = 1
        for _ in 0..<400 {
            state = (state &* 1_103_515_245 &+ 12345) & 0x7FFF_FFFF
            let text = texts[state % texts.count]
            var content = ""
            for _ in 0..<state / 7 % 6 {
                state = (state &* 1_103_515_245 &+ 12345) & 0x7FFF_FFFF
                content += lines[state / 11 % lines.count] + "\n"
            }
            let written = replacing(0, of: text, with: content)
            let found = Array(written.utf8).withUnsafeBufferPointer { MarkdownText($0) }
            let read = found.fences.first.map { String(decoding: found.content(of: $0), as: UTF8.self) }
            #expect(read == content, "\(text.debugDescription) \(written.debugDescription)")
            // To write what is there changes no byte.
            #expect(replacing(0, of: written, with: content) == written)
        }
    }

    @Test func deepQuotesAndListsTakeLinearTime() {
        let deep = String(repeating: "- ", count: 50_000) + "\n" + String(repeating: "\n", count: 50_000)
        #expect(fences(deep + "```mermaid\nx\n```").count == 1)
    }
}
