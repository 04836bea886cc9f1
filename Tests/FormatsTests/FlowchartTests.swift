import Formats
import Graph
import Testing
import Wire

/// A flowchart as documents of projects have them, with what is in it.
struct Flowchart: CustomTestStringConvertible, Sendable {
    let title: String
    let text: String
    /// Nodes without groups, edges, groups.
    let counts: [Int]
    /// The codes of what is lost.
    var losses: [String] = []
    var testDescription: String { title }

    /// The features of <https://mermaid.js.org/syntax/flowchart.html>, one or a few in each.
    static let all: [Flowchart] = [
        Flowchart(title: "a node", text: "---\ntitle: Node\n---\nflowchart LR\n    id", counts: [1, 0, 0]),
        Flowchart(
            title: "texts", text: "flowchart LR\n    id1[This is the text in the box]\n    id[\"This ❤ Unicode\"]",
            counts: [2, 0, 0]),
        Flowchart(
            title: "Markdown",
            text:
                "---\nconfig:\n  flowchart:\n    htmlLabels: false\n---\nflowchart LR\n    markdown[\"`This **is** _Markdown_`\"]\n"
                + "    newLines[\"`Line1\n    Line 2\n    Line 3`\"]\n    markdown --> newLines",
            counts: [2, 1, 0], losses: ["settings"]),
        Flowchart(
            title: "directions and old brackets",
            text: "graph BT\n  a([s]) --> b[[s]]\n  b --> c[(d)]\n  c --> d((c)) --> e>a] --> f{r}",
            counts: [6, 5, 0]),
        Flowchart(
            title: "slanted brackets",
            text: "flowchart TD\n A[/1/] --> B[\\2\\]\n B --> C[/3\\]\n C --> D[\\4/]\n D --> E{{5}} --> F(((6)))",
            counts: [6, 5, 0]),
        Flowchart(
            title: "shapes by name",
            text:
                "flowchart RL\n    A@{ shape: manual-file, label: \"File Handling\"}\n    B@{ shape: docs, label: \"Many\"}\n"
                + "    C@{ shape: rounded }\n    A --> B --> C",
            counts: [3, 2, 0], losses: ["shape"]),
        Flowchart(
            title: "icons and images",
            text:
                "flowchart TD\n  A@{ icon: \"fa:user\", form: \"square\", label: \"User\", pos: \"t\", h: 60 }\n"
                + "  B@{ img: \"https://example.com/i.png\", label: \"I\", w: 60, h: 60, constraint: \"off\" }",
            counts: [2, 0, 0],
            losses: ["property", "property", "property", "property", "property", "property", "property"]),
        Flowchart(
            title: "links",
            text:
                "flowchart LR\n    A-->B\n    A --- B\n    A-- This is the text! ---B\n    A---|This is the text|B\n"
                + "    A-->|text|B\n    A-- text -->B\n    A-.->B;\n    A-. text .-> B\n    A ==> B\n    A == text ==> B\n"
                + "    A ~~~ B",
            counts: [2, 11, 0]),
        Flowchart(
            title: "chains",
            text: "flowchart LR\n   A -- text --> B -- text2 --> C\n   a --> b & c--> d\n   A & B--> C & D",
            counts: [8, 10, 0]),
        Flowchart(
            title: "ids of edges",
            text:
                "flowchart LR\n  A e1@--> B\n  e1@{ animation: fast }\n  A e2@==> B\n  classDef flow stroke-dasharray: 9\\,5,stroke-dashoffset: 900\n"
                + "  class e2 flow",
            counts: [2, 2, 0], losses: ["style"]),
        Flowchart(
            title: "heads",
            text: "flowchart LR\n    A --o B\n    B --x C\n    A o--o B\n    B <--> C\n    C x--x D",
            counts: [4, 5, 0]),
        Flowchart(
            title: "long links",
            text:
                "flowchart TD\n    A[Start] --> B{Is it?}\n    B -->|Yes| C[OK]\n    C --> D[Rethink]\n    D --> B\n    B ---->|No| E[End]",
            counts: [5, 5, 0]),
        Flowchart(
            title: "signs that break the syntax",
            text:
                "flowchart LR\n    id1[\"This is the (text) in the box\"]\n    A[\"A double quote:#quot;\"] --> B[\"A dec char:#9829;\"]",
            counts: [3, 1, 0]),
        Flowchart(
            title: "subgraphs",
            text:
                "flowchart TB\n    c1-->a2\n    subgraph one\n    a1-->a2\n    end\n    subgraph two\n    b1-->b2\n    end\n"
                + "    subgraph three [The third]\n    c1-->c2\n    end\n    one --> two\n    three --> two\n    two --> c2",
            counts: [6, 7, 3]),
        Flowchart(
            title: "directions in subgraphs",
            text:
                "flowchart LR\n  subgraph TOP\n    direction TB\n    subgraph B1\n        direction RL\n        i1 -->f1\n    end\n"
                + "    subgraph B2\n        direction BT\n        i2 -->f2\n    end\n  end\n  A --> TOP --> B\n  B1 --> B2",
            counts: [6, 5, 3]),
        Flowchart(
            title: "clicks",
            text:
                "flowchart LR\n    A-->B\n    B-->C\n    click A callback \"Tooltip for a callback\"\n    click B \"https://www.github.com\" \"This is a link\"\n"
                + "    click C call callback() \"Tooltip\"\n    click C href \"https://www.github.com\" _blank",
            counts: [3, 2, 0], losses: ["click"]),
        Flowchart(
            title: "comments",
            text:
                "flowchart LR\n%% this is a comment A -- text --> B{node}\n   A -- text --> B -- text2 --> C\n   %% end",
            counts: [3, 2, 0]),
        Flowchart(
            title: "styles",
            text:
                "flowchart LR\n    id1(Start)-->id2(Stop)\n    style id1 fill:#f9f,stroke:#333,stroke-width:4px\n"
                + "    style id2 fill:#bbf,stroke:#f66,stroke-width:2px,color:#fff,stroke-dasharray: 5 5\n    linkStyle 0 stroke:#ff3,stroke-width:4px,color:red;",
            counts: [2, 1, 0]),
        Flowchart(
            title: "classes",
            text:
                "flowchart LR\n    A:::someclass --> B:::other\n    classDef default fill:#eee\n    classDef someclass fill:#f96\n"
                + "    classDef other,third stroke:#00f,font-size:12pt;\n    subgraph S\n     C\n    end\n    class C,S third;",
            counts: [3, 1, 1], losses: ["style"]),
        Flowchart(
            title: "icons in texts, a directive, and semicolons",
            text:
                "%%{init: {'theme': 'base'}}%%\ngraph TD;\n    B[\"fa:fa-twitter for peace\"];\n    B-->C[fa:fa-ban forbidden];B-->D(fa:fa-spinner);\n    accTitle: Big\n    accDescr: Of it",
            counts: [3, 2, 0], losses: ["settings", "accessibility"]),
        Flowchart(
            title: "the plan of a build",
            text:
                "graph LR\n    subgraph ci [\"CI / CD\"]\n        lint[Lint] & test[Test] --> build([Build])\n        build -->|main only| deploy{{Deploy}}\n"
                + "    end\n    push((Push)) ==> ci\n    ci -. \"on failure\" .-> notify>Notify]\n    style ci fill:none,stroke-dasharray: 4",
            counts: [6, 5, 1], losses: ["style"]),
    ]
}

@Suite("A flowchart of a project") struct FlowchartTests {
    @Test(
        "is read with all that it has, is written as that, and loses nothing without a word", arguments: Flowchart.all)
    func features(flowchart: Flowchart) throws {
        let (document, losses) = try drawing(flowchart.text)
        let groups = document.nodeSlots.filter { document.isContainer($0) }.count
        #expect([document.nodes.count - groups, document.edges.count, groups] == flowchart.counts)
        #expect(losses.map(\.code) == flowchart.losses, "\(losses.map(\.message))")
        let text = written(document, .mermaid).text
        let again = try drawing(text)
        let looks = ["backgroundColor", "borderColor", "borderWidth", "borderStyle", "color"]
        let lines = ["stroke", "strokeWidth", "dash"]
        #expect(
            Structure(again.document, nodeMembers: looks, edgeMembers: lines)
                == Structure(document, nodeMembers: looks, edgeMembers: lines), "\(text)")
        #expect(again.losses.allSatisfy { $0.code == "shape" })
        #expect(written(again.document, .mermaid).text == text)
        let members = { (document: Document) in
            document.nodeSlots.map { document.node(at: $0).json["foreign"] ?? .null }
        }
        #expect(Set(members(again.document).map(\.description)) == Set(members(document).map(\.description)))
    }

    @Test("gives its looks, sizes and directions to nodes and edges")
    func looks() throws {
        func look(_ title: String, node: String) throws -> JSON? {
            let text = Flowchart.all.first { $0.title == title }?.text ?? ""
            let document = try drawing(text).document
            return document.node(Identifier(node)).map { document.node(at: $0).json }
        }
        #expect(
            try look("styles", node: "id2")?["style"] == [
                "backgroundColor": "#bbbbff", "borderColor": "#ff6666", "borderWidth": 2, "borderStyle": "dashed",
                "color": "#ffffff",
            ])
        #expect(try look("classes", node: "A")?["style"] == ["backgroundColor": "#ff9966"])
        #expect(
            try look("classes", node: "C")?["style"] == ["backgroundColor": "#eeeeee", "borderColor": "#0000ff"])
        #expect(
            try look("directions in subgraphs", node: "B1")?["layout"] == [
                "algorithm": "layered", "options": ["direction": "left"],
            ])
        #expect(
            try look("clicks", node: "B")?["data"] == ["href": "https://www.github.com", "tooltip": "This is a link"])
        let edges = try drawing(Flowchart.all.first { $0.title == "styles" }?.text ?? "").document
        let edge = edges.edge(at: edges.edgeSlots[0]).json
        #expect(edge["style"] == ["stroke": "#ffff33", "strokeWidth": 4] && edge["labelStyle"] == ["fill": "red"])
        let texts = try drawing(Flowchart.all[1].text).document
        for slot in texts.nodeSlots { #expect(texts.fittingSize(slot) == texts.frame(slot).size) }
    }
}
