import Formats
import Geometry
import Graph
import Testing
import Wire

@Suite("A graph of DOT") struct DOTTests {
    @Test(
        "has nodes and edges",
        arguments: [
            ("digraph { a -> b -> c }", ["a[a]ellipse", "b[b]ellipse", "c[c]ellipse", "a>b", "b>c"]),
            ("graph { a -- {b c} }", ["a[a]ellipse", "b[b]ellipse", "c[c]ellipse", "a>b", "a>c"]),
            (
                "digraph { {a b} -> subgraph x {c a} [label=l] }",
                ["a[a]ellipse", "b[b]ellipse", "c[c]ellipse", "a>c l", "a>a l", "b>c l", "b>a l"]
            ),
            ("strict digraph { a -> b; a -> b [label=x]; b -> a }", ["a[a]ellipse", "b[b]ellipse", "a>b x", "b>a"]),
            ("strict graph { a -- b; b -- a }", ["a[a]ellipse", "b[b]ellipse", "a>b"]),
            ("graph { a -- b; b -- a; a -- a }", ["a[a]ellipse", "b[b]ellipse", "a>b", "b>a", "a>a"]),
            (
                "digraph { -1.5; \"a\" + \"b\"; \"q\\\"q\"; Node1 }",
                ["-1.5[-1.5]ellipse", "ab[ab]ellipse", "q\"q[q\"q]ellipse", "Node1[Node1]ellipse"]
            ),
            (
                "digraph G { a [label=\"\\N of \\G\\lx\\ny\\\\\"]; a -> b [label=\"\\T to \\H\"] }",
                ["a[a of G\nx\ny\\]ellipse", "b[b]ellipse", "a>b a to b"]
            ),
            ("digraph { /* c */ a // d\n# e\n -> b }", ["a[a]ellipse", "b[b]ellipse", "a>b"]),
            (
                "DiGraph { NODE [shape=box]; a; SubGraph { node [shape=diamond]; b }; c; a [shape=hexagon] }",
                ["a[a]hexagon", "b[b]diamond", "c[c]"]
            ),
            (
                "digraph { edge [label=x]; a -> b; edge [label=y]; a -> b [label=z]; a -> b }",
                ["a[a]ellipse", "b[b]ellipse", "a>b x", "a>b z", "a>b y"]
            ),
            (
                "digraph { subgraph cluster_1 { label=C; a; subgraph cluster_2 { a; b } } subgraph cluster_1 { c b } }",
                [
                    "cluster_1[C]group", "a[a]ellipse in cluster_2", "cluster_2[]group in cluster_1",
                    "b[b]ellipse in cluster_2", "c[c]ellipse in cluster_1",
                ]
            ),
            ("digraph { a [label=<<b>x</b> &lt;<br/>y>] }", ["a[x <\ny]ellipse"]),
            (
                "digraph { r [shape=record, label=\"<p> A|{ B | <q> C\\|D }|E\"]; r:q -> r:p:n }",
                ["r[A | B | C|D | E]", "r.q>r.p"]
            ),
            ("digraph {}", []),
        ])
    func contents(text: String, expected: [String]) throws {
        let document = try drawing(text).document
        #expect(brief(document) == expected && document.checkInvariants() == [])
    }

    @Test("has places whose y points up, and sizes in inches")
    func frames() throws {
        let document = try drawing(
            """
            digraph { a [pos="100,50", width=2, height=1]; b [pos="-10,-20!"]; c [width=4, height=2, fixedsize=true]
            d [width=0.1, label="a label that is long"]; subgraph cluster_x { e [pos="300,0"] f } }
            """
        ).document
        func frame(_ id: String) -> Rect? { document.node(Identifier(id)).map { document.frame($0) } }
        #expect(frame("a") == Rect(x: 28, y: -86, width: 144, height: 72))
        #expect(frame("b") == Rect(x: -37, y: 2, width: 54, height: 36))
        #expect(frame("c")?.size == Size(width: 288, height: 144))
        #expect(frame("d").map { $0.width > 100 } ?? false)
        #expect(frame("e") == Rect(x: 273, y: -18, width: 54, height: 36))
        if let group = frame("cluster_x"), let inner = frame("f") { #expect(group.contains(inner)) }
    }

    @Test("has handles where edges name fields and sides")
    func handles() throws {
        let document = try drawing("digraph { a:ne -> b:f:w; c -> d [tailport=s] }").document
        #expect(links(document) == ["a.ne>b.f", "c.s>d"])
        let handles = document.nodeSlots.map { slot in
            (document.node(at: slot).json["handles"]?.arrayValue ?? []).map { handle in
                let offset = handle["offset"]?.doubleValue.map { " \($0)" } ?? ""
                return
                    "\(handle["id"]?.stringValue ?? "") \(handle["type"]?.stringValue ?? "") \(handle["position"]?.stringValue ?? "")\(offset)"
            }
        }
        #expect(
            handles == [
                ["target target top", "source source bottom", "ne source top 1.0"],
                ["target target top", "source source bottom", "f target left"],
                ["target target top", "source source bottom", "s source bottom"], [],
            ])
        #expect(document.edgeSlots.allSatisfy { document.edge(at: $0).json["sourceHandle"] != nil })
    }

    @Test("has an end at a field whose name is that of a side where there is one")
    func fieldsNamedAsSides() throws {
        let text = "digraph { rankdir=LR; a [shape=record, label=\"<n> A|B\"]; b; b -> a:n; b -> a:n:s; a -> b:n }"
        let document = try drawing(text).document
        func sides(_ node: Int) -> [String] {
            (document.node(at: document.nodeSlots[node]).json["handles"]?.arrayValue ?? []).compactMap { handle in
                handle["id"] == "n" ? handle["position"]?.stringValue : nil
            }
        }
        #expect(sides(0) == ["left", "right"] && sides(1) == ["top"])
    }

    @Test("has fields where records have them, which turn in braces, and writes the record again")
    func fields() throws {
        let source = "digraph { a [shape=Mrecord, label=\"one|{<p> two|three}\"]; b; b -> a:p; b -> a:p:n }"
        let document = try drawing(source).document
        let node = document.node(at: document.nodeSlots[0]).json
        let boxes = node["style"]?["fields"]?["boxes"]?.arrayValue ?? []
        #expect(boxes.map { $0["text"]?.stringValue } == ["one", "two", "three"])
        #expect(boxes.map { $0["height"]?.doubleValue } == [1, 0.5, 0.5])
        #expect(boxes[0]["x"] == 0 && boxes[1]["x"] == boxes[2]["x"] && boxes[1]["x"] != 0)
        #expect(node["style"]?["fields"]?["text"] == node["label"])
        let (text, losses) = written(document, .dot)
        #expect(losses.allSatisfy { $0.code != "handles" })
        #expect(text.contains("label=\"one|{<p> two|three}\", shape=Mrecord"))
        #expect(text.contains("\"b\" -> \"a\":\"p\""))
    }

    @Test(
        "bounds the fields of a record",
        arguments: [String(repeating: "{", count: 100_000), String(repeating: "a|", count: 2000) + "{<"])
    func deepRecords(label: String) throws {
        let document = try drawing("digraph { a [shape=record, label=\"\(label)\"] }").document
        #expect(document.nodes.count == 1 && document.checkInvariants() == [])
    }

    @Test("keeps attributes without a meaning as data, and loses the defaults of others")
    func attributes() throws {
        let (document, losses) = try drawing(
            "digraph { bgcolor=red; node [target=blue, fontsize=9]; a [URL=x, target=red, target=green]; a -> b [weight=2, style=dashed] }"
        )
        #expect(document.node(at: document.nodeSlots[0]).json["data"] == ["URL": "x", "target": "green"])
        #expect(document.edge(at: document.edgeSlots[0]).json["data"] == ["weight": "2"])
        #expect(
            losses.map(\.message) == [
                "the attribute \"bgcolor\" of the graph is left out", "the default \"target\" of nodes is left out",
                "the default \"fontsize\" of nodes is left out",
            ])
    }

    @Test("may be in Latin-1, and has names that are no ids")
    func bytes() throws {
        let document = try drawing(Array("graph { \"".utf8) + [0xE9] + Array("\"; \"\" -- a }".utf8)).document
        #expect(brief(document) == ["é[é]ellipse", "n1[]ellipse", "a[a]ellipse", "n1>a"])
        let long = String(repeating: "x", count: Limits.identifierBytes + 1)
        #expect(links(try drawing("digraph { \(long) -> a }").document) == ["n1>a"])
    }

    @Test(
        "loses shapes, sizes and places that are none",
        arguments: [
            ("shape=house", "shape"), ("width=wide", "size"), ("height=-1", "size"), ("pos=\"1\"", "pos"),
            ("pos=\"nan,1\"", "pos"),
            ("width=\"1e999\"", "size"), ("label=<a<b/>>", "tags"),
        ])
    func losses(attribute: String, code: String) throws {
        let (document, losses) = try drawing("digraph { a [\(attribute)] }")
        #expect(losses.map(\.code) == [code] && losses.first?.id == "a" && document.checkInvariants() == [])
    }

    @Test(
        "that is damaged is refused with the place",
        arguments: [
            ("digraph { a -- b }", "`->` is expected in a digraph, line 1, column 13"),
            ("graph {\n a -> b }", "`--` is expected in a graph, line 2, column 4"),
            ("digraph { a -> }", "a node or a subgraph is expected, line 1, column 16"),
            ("digraph { a", "`}` is missing, line 1, column 9"),
            ("digraph { a [label=\"x }", "the string has no end, line 1, column 20"),
            ("digraph { a [=] }", "an attribute or `]` is expected, line 1, column 14"),
            ("digraph { } x", "the end of the text is expected, line 1, column 13"),
            ("digraph { a [b=] }", "a value is expected, line 1, column 16"),
            ("digraph { subgraph x }", "`{` is expected, line 1, column 22"),
            ("digraph { a ? }", "unexpected character, line 1, column 13"),
            ("digraph { /* }", "the comment has no end, line 1, column 11"),
            ("digraph { a [l=<x] }", "`>` is missing, line 1, column 16"),
        ])
    func errors(text: String, message: String) {
        #expect(throws: EditError(.format, "not DOT: \(message)", path: ["text"])) { try drawing(text) }
    }
}
