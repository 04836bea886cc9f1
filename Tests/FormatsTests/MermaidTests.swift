import Formats
import Graph
import Testing
import Wire

@Suite("A flowchart of Mermaid") struct MermaidTests {
    @Test(
        "has nodes with shapes",
        arguments: [
            ("A[text]", "A[text]"), ("A(text)", "A[text]"), ("A([text])", "A[text]capsule"),
            ("A((text))", "A[text]ellipse"),
            ("A{text}", "A[text]diamond"), ("A{{text}}", "A[text]hexagon"), ("A(-text-)", "A[text]ellipse"),
            ("A", "A[A]"),
            ("A[\"a #quot;b#quot; #35;1 [x]\"]", "A[a \"b\" #1 [x]]"), ("A[one<br/>two\\nthree]", "A[one\ntwo\nthree]"),
            ("A[\"`**bold**\ntext`\"]", "A[bold\ntext]"), ("A@{ shape: diam, label: \"a, b\" }", "A[a, b]diamond"),
            ("A@{\n  shape: stadium\n  label: a, b\n}", "A[a, b]capsule"), ("日本-1[x]:::c", "日本-1[x]"),
            ("A[a]\nA{b}", "A[b]diamond"), ("styles[x]", "styles[x]"), ("endpoint", "endpoint[endpoint]"),
            ("end1", "end1[end1]"),
            ("A[\"\"]", "A[]"), ("1.5", "1.5[1.5]"), ("a/b", "a/b[a/b]"), ("A@{ shape: diam }:::c", "A[A]diamond"),
            ("A@{ label: \"say \\\"x, y\\\"\\n  now\" }", "A[say \"x, y\"\nnow]"),
            ("A[<b>one</b><br/><i>two</i>]", "A[one\ntwo]"), ("A[<p>one</p><div>two</div> ]", "A[one\ntwo]"),
            ("A[\"a < b <x> List<Order>\"]", "A[a < b <x> List<Order>]"), ("A(((x)))", "A[x]doubleEllipse"),
            ("A>x]", "A[x]flag"), ("A[\\x\\]", "A[x]leftParallelogram"), ("A[/x\\]", "A[x]trapezoid"),
            ("A[\\x/]", "A[x]invertedTrapezoid"), ("A@{shape: cloud, label: x}", "A[x]cloud"),
            ("A@{shape: doc, label: x}", "A[x]document"), ("A@{shape: delay, label: x}", "A[x]delay"),
            ("A@{shape: braces, label: x}", "A[x]braces"),
        ])
    func nodes(text: String, expected: String) throws {
        let (document, losses) = try drawing("flowchart TD\n\(text)")
        #expect(brief(document) == [expected])
        #expect(losses.allSatisfy { ["class", "tags"].contains($0.code) })
        #expect(losses.contains { $0.code == "tags" } == (text.contains("</p>")))
    }

    @Test(
        "loses shapes that no document has, each kind once",
        arguments: [
            ("A@{shape: lin-cyl, label: x}", "lin-cyl"), ("A@{shape: bolt, label: x}", "bolt"),
            ("A@{shape: tri, label: x}", "tri"), ("A@{shape: bang, label: x}", "bang"),
        ])
    func lostShapes(text: String, shape: String) throws {
        let (document, losses) = try drawing("graph LR;\(text);B\(text.dropFirst())")
        #expect(brief(document).allSatisfy { $0.hasPrefix("A[x]") || $0.hasPrefix("B[x]") })
        #expect(losses.map(\.code) == ["shape"])
        #expect(losses.first?.message.contains("\"\(shape)\"") ?? false)
        #expect(losses.first?.message.hasSuffix("(2 nodes: \"A\", \"B\")") ?? false)
    }

    @Test(
        "has links of any form",
        arguments: [
            ("A-->B", ["A>B"]), ("A --- B", ["A>B"]), ("A -.-> B", ["A>B"]), ("A ====> B", ["A>B"]),
            ("A ~~~ B", ["A>B"]),
            ("A --o B", ["A>B"]), ("A x--x B", ["A>B"]), ("A <-.-> B", ["A>B"]), ("A---oB", ["A>B"]),
            ("A-.-B", ["A>B"]),
            ("A -- text --> B", ["A>B text"]), ("A-->|text|B", ["A>B text"]), ("A -->|\"a|b\"| B", ["A>B a|b"]),
            ("A -. a b .-> B", ["A>B a b"]), ("A == a-b ==> B", ["A>B a-b"]),
            ("A -- \"x --> y\" --- B", ["A>B x --> y"]),
            ("A -- box--> B", ["A>B box"]), ("A\n  --> B\n  --> C", ["A>B", "B>C"]),
            ("A & B --> C & D", ["A>C", "A>D", "B>C", "B>D"]), ("A[x] --> B(y) -- l --> A", ["A>B", "B>A l"]),
            ("A-->A", ["A>A"]), ("A-->B\nA-->B", ["A>B", "A>B"]), ("A-->B; C-->D;", ["A>B", "C>D"]),
            ("A-->B %% a comment\nB-->C", ["A>B", "B>C"]), ("A-->B %% a comment\n--> C", ["A>B", "B>C"]),
        ])
    func links(text: String, expected: [String]) throws {
        #expect(FormatsTests.links(try drawing("graph TD\n\(text)").document) == expected)
    }

    @Test("has heads and strokes as edges have them")
    func looks() throws {
        let document = try drawing("graph TD\nA --- B\nA <--> B\nA o--x B\nA ==> B\nA -.-> B\nA ~~~ B\nA ---> B")
            .document
        let edges = document.edgeSlots.map { slot -> String in
            var json = document.edge(at: slot).json.objectValue ?? [:]
            for name in ["id", "source", "target"] { json[JSONString(name)] = nil }
            return JSON.object(json).description
        }
        #expect(
            edges == [
                #"{"markerEnd":"none"}"#, #"{"markerStart":"arrowclosed"}"#,
                #"{"markerStart":"circle","markerEnd":"cross"}"#,
                #"{"style":{"strokeWidth":3.5}}"#, #"{"style":{"dash":[3]}}"#,
                #"{"markerEnd":"none","hidden":true}"#, #"{"data":{"length":2}}"#,
            ])
    }

    @Test("has the icon before the text of a node as data, and is written with it")
    func icons() throws {
        let chart = "flowchart TD\n  a[fa:fa-car Car]\n  b[fa:fa-ban]\n  c[fa:five Five]\n  d[Car fa:fa-car]"
        let document = try drawing(chart).document
        #expect(
            brief(document) == [
                "a[Car]", "b[fa:fa-ban]", "c[fa:five Five]", "d[Car fa:fa-car]",
            ])
        #expect(document.nodeSlots.map { document.node(at: $0).json["data"]?["icon"] } == ["fa:fa-car", nil, nil, nil])
        let text = written(document, .mermaid).text
        #expect(text.contains("a[\"fa:fa-car Car\"]") && text.contains("d[\"Car fa:fa-car\"]"))
    }

    @Test("has groups, in which nodes lie that they are the first to end with")
    func groups() throws {
        let (document, losses) = try drawing(
            """
            graph TB
            A --> two
            subgraph one [Title "1"]
              direction LR
              A
              subgraph two
                B --> C
              end
              subgraph a long title
                D & B
              end
            end
            one --> two
            """)
        #expect(losses.isEmpty && document.checkInvariants() == [])
        #expect(
            brief(document) == [
                "A[A] in one", "two[two]group in one", "B[B] in two", "C[C] in two", "D[D] in subGraph1",
                "subGraph1[a long title]group in one", "one[Title \"1\"]group", "A>two", "B>C", "one>two",
            ])
        let sides = document.nodeSlots.map { document.node(at: $0).json["sourcePosition"]?.stringValue ?? "-" }
        #expect(sides == ["right", "right", "-", "-", "right", "right", "-"])
        for slot in document.nodeSlots {
            guard let parent = document.nodes.parent(slot) else { continue }
            #expect(document.frame(parent).contains(document.frame(slot)))
        }
    }

    @Test("has the title of a subgraph, whatever a node of its id says")
    func titles() throws {
        let (document, losses) = try drawing("graph TD\nG{first}\nsubgraph G[title]\nA\nend\nA --> G((last))")
        #expect(brief(document) == ["G[title]group", "A[A] in G", "A>G"])
        #expect(losses.map(\.code) == ["label"])
    }

    @Test("never puts a group into itself")
    func cycles() throws {
        let (document, losses) = try drawing("graph TD\nsubgraph a\nb\nend\nsubgraph b\na\nend\nsubgraph c\nc\nend")
        #expect(document.checkInvariants() == [] && losses.map(\.code) == ["parentCycle"])
        #expect(document.nodes.count == 3)
    }

    @Test("loses settings and what has no word here by name, each once")
    func losses() throws {
        let (document, losses) = try drawing(
            """
            ---
            title: "A \\"title\\""
            config:
              theme: dark
            ---
            %%{init: {}}%%
            flowchart TD
            classDef c fill:#fff,font-size:9px;
            A:::c --> B
            class A,B c
            style S fill:#f9f
            linkStyle 0 stroke:red
            linkStyle 7 stroke:red
            class X c
            class A unknown
            click A "https://example.org/;x" "Go" _blank
            click B call show()
            accTitle: t
            accDescr { a
            b }
            e1@{ shape: rect }
            A e2@--> B
            e2@{ animate: true, curve: linear }
            """)
        #expect(brief(document) == ["A[A]", "B[B]", "S[S]", "e1[e1]", "A>B", "A>B"])
        #expect(
            losses.map(\.message) == [
                "the setting `config` of the front matter is left out", "directives are left out",
                "the style property `font-size` is left out", "functions that a click calls are left out",
                "titles and descriptions for accessibility are left out (2 times)",
                "the property `curve` of edges is left out", "the look of elements that do not exist is left out",
                "classes that are not defined here are left out", "there is no link of a number in `linkStyle`",
            ])
        #expect(
            document.node("A").map { document.node(at: $0).json["data"] } == [
                "href": "https://example.org/;x", "tooltip": "Go", "target": "_blank",
            ])
        #expect(document.content["foreign"] == ["mermaid": ["direction": "TB"]])
        #expect(document.content["title"] == "A \"title\"")
        #expect(document.edge(at: document.edgeSlots[1]).json["animated"] == true)
    }

    @Test(
        "that is damaged is refused with the place",
        arguments: [
            ("flowchart TD\n A[b\n", "`]` is missing, line 2, column 3"),
            ("graph TD\nA -->", "a node is expected, line 2, column 6"),
            ("graph TD\né B", "the end of the statement is expected, line 2, column 3"),
            ("graph TD\nsubgraph x\nA", "`subgraph` has no `end`, line 2, column 1"),
            ("graph TD\nend", "`end` without `subgraph`, line 2, column 1"),
            ("graph TD\nA -- x", "the link is not closed, line 2, column 3"),
            ("graph TD\nA[\"x]", "the string has no end, line 2, column 3"),
            ("graph TD\nA@{ shape: x", "`}` is missing, line 2, column 2"),
            ("graph TD\nA[\"x\" \"y\"]", "`]` is expected, line 2, column 7"),
            ("graph TD\n)", "a node is expected, line 2, column 1"),
            ("gantt\nx", "of its diagrams only flowcharts are read, no gantt, line 1, column 1"),
        ])
    func errors(text: String, message: String) {
        #expect(throws: EditError(.format, "not Mermaid: \(message)", path: ["text"])) { try drawing(text) }
    }
}
