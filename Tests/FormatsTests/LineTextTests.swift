import Formats
import Foundation
import Graph
import Testing
import Wire

@Suite("A text to compare documents by") struct LineTextTests {
    @Test("has a line for each element, sorted, and for each setting, type and other member")
    func lines() throws {
        let text = """
            {"nodewire":1,"title":"T","settings":{"snapToGrid":true,"allowCycles":false},"types":{"t":{"label":"x"}},
            "nodes":[{"id":"b","position":{"x":1.50,"y":0},"zz":[1e2],"a b":1,"measured":{"width":7,"height":8}},
            {"id":"a","label":"two\\nlines","transient":false}, {"id":"c","transient":true}],
            "edges":[{"id":"f","source":"a","target":"b","sourceHandle":"out","label":"x"},{"id":"e","source":"b","target":"c"}]}
            """
        #expect(
            written(try read(text).document, .lines).text == """
                settings "allowCycles": false
                settings "snapToGrid": true
                document "title": "T"
                types "t": {"label":"x"}
                node "a": label "two\\nlines"; transient false
                node "b": "a b" 1; position {"x":1.5,"y":0}; zz [100]
                edge "f" "a"."out" -> "b": label "x"

                """)
    }

    @Test("is the same where the hash is, and another where it is another but for the order")
    func hash() throws {
        let first = #"{"nodewire":1,"nodes":[{"id":"a","data":{"x":1,"y":[2.0]}},{"id":"b"}],"edges":[]}"#
        let same = #"{"edges":[],"nodes":[{"data":{"y":[2],"x":1.0},"id":"a"},{"id":"b"}],"nodewire":1}"#
        let moved = #"{"nodewire":1,"nodes":[{"id":"b"},{"id":"a","data":{"x":1,"y":[2.0]}}],"edges":[]}"#
        let other = #"{"nodewire":1,"nodes":[{"id":"a","data":{"x":1,"y":[2.1]}},{"id":"b"}],"edges":[]}"#
        func both(_ text: String) throws -> [String] {
            let document = try read(text).document
            return [document.contentHash(), written(document, .lines).text]
        }
        #expect(try both(first) == both(same))
        #expect(try both(first)[1] == both(moved)[1])
        #expect(try both(first)[0] != both(other)[0] && both(first)[1] != both(other)[1])
    }
}
