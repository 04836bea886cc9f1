import Formats
import Graph
import Sketching
import Testing
import Wire

@Suite("A pasted text")
struct PastedTextTests {
    private func read(_ text: String) throws(EditError) -> (document: Document, losses: [Loss]) {
        var outcome: Result<(document: Document, losses: [Loss]), EditError>?
        var text = text
        text.withUTF8 { bytes in
            do throws(EditError) {
                let content = try PastedText.read(bytes)
                outcome = .success((content.document, content.losses))
            } catch {
                outcome = .failure(error)
            }
        }
        return try outcome?.get() ?? (Document(), [])
    }

    private func labels(_ document: Document) -> [String] {
        document.nodeSlots.map { document.node(at: $0).json["label"]?.stringValue ?? "-" }
    }

    @Test(
        "is a node for each line, unless it begins as JSON does",
        arguments: [
            ("a", ["a"]), ("a\nb\r\nc\rd", ["a", "b", "c", "d"]), ("\n \t\n  x  y \n\n", ["x  y"]),
            ("[ ] milk", ["[ ] milk"]), ("[1, 2]", ["[1, 2]"]), ("{ name }", ["{ name }"]), ("\"a\"", ["\"a\""]),
            ("\u{FEFF}é\u{1F600}", ["é\u{1F600}"]), ("null", ["null"]),
        ])
    func lines(text: String, expected: [String]) throws {
        let document = try read(text).document
        #expect(labels(document) == expected)
        #expect(document.checkInvariants() == [])
        let places = document.nodeSlots.map { document.frame($0).minY }
        #expect(places == places.indices.map { Double($0) * 80 })
    }

    @Test("is a tree where its objects say so, laid out from the top down")
    func trees() throws {
        let text = #"{"id": "r", "data": {"k": 1}, "children": [{"name": "x", "children": ["y", 2.50]}, {"id": "r"}]}"#
        let (document, losses) = try read(text)
        #expect(losses.isEmpty)
        #expect(
            Sketch(document).content
                == Sketch(
                    """
                    r 225,0 {"label": "r", "data": {"data": {"k": 1}}}
                    n1 90,120 {"label": "x", "data": {"value": "x"}}
                    n2 0,240 {"label": "y", "data": {"value": "y"}}
                    n3 180,240 {"label": "2.50", "data": {"value": 2.50}}
                    n4 360,120 {"label": "r"}
                    e1: r -> n1
                    e2: n1 -> n2
                    e3: n1 -> n3
                    e4: r -> n4
                    """
                ).content)
    }

    @Test("loses what is no part of a tree")
    func losses() throws {
        let (document, losses) = try read(#"[{"text": "a", "children": [null, [1, 2]]}, true, null]"#)
        #expect(labels(document) == ["a", "1", "2", "true"])
        #expect(losses.map(\.code) == ["format", "format"])
    }

    @Test(
        "is refused where nothing can be made of it",
        arguments: [
            ("", "the text is blank"), (" \n\t\r\n", "the text is blank"), ("\u{FEFF}", "the text is blank"),
            ("{\"a\"\n:}", "not JSON: unexpected byte at byte 6, line 2"),
            ("{\"a\": 1", "not JSON: unexpected end at byte 7, line 1"),
            ("[{]", "not JSON: unexpected byte at byte 2, line 1"),
            ("{\"nodes\": 1}", "not a document: /nodes: expected an array, found a number"),
            ("[{\"children\": 5}]", "the JSON is of no known format"),
        ])
    func refusals(text: String, message: String) {
        #expect(throws: EditError(.format, message, path: ["text"])) { try read(text) }
    }

    @Test("has a limit of lines, and one of the depth of data")
    func limits() throws {
        let line = "x\n\n"
        let most = String(repeating: line, count: Limits.pastedLines)
        #expect(try read(most).document.nodes.count == Limits.pastedLines)
        #expect(throws: EditError.self) { try read(most + "y") }
        func tree(_ depth: Int) -> String {
            String(repeating: "{\"children\":[", count: depth) + String(repeating: "]}", count: depth)
        }
        #expect(try read(tree(64)).document.nodes.count == 64)
        #expect(try read(tree(10_000)).document.nodes.count == 10_000)
        #expect(throws: EditError.self) { try read(#"{"nodes": [], "x": "# + tree(100) + "}") }
        let deep = String(repeating: "[", count: 126) + String(repeating: "]", count: 126)
        do throws(EditError) {
            _ = try read("{\"id\": \"a\", \"more\": \(deep)}")
            Issue.record("it was not refused")
        } catch {
            #expect(error.reason == .limits)
        }
    }
}
