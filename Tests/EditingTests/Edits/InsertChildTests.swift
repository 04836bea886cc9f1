import Editing
import Graph
import Layout
import Sketching
import Testing
import Wire

@Suite("A child that is inserted")
struct InsertChildTests {
    private static let tree: LayoutOptions = {
        var layout = TreeLayout()
        (layout.nodeSpacing, layout.levelSpacing) = (10, 20)
        var options = LayoutOptions(LayoutAlgorithm(.tree(layout)))
        options.edges = .keep
        return options
    }()

    private func insert(
        _ id: String, _ members: JSONObject = [:], below parent: Identifier, at index: Int? = nil,
        _ layout: LayoutOptions? = nil
    ) -> Edit {
        { (transaction) throws(EditError) in
            var members = members
            members["id"] = .string(id)
            members["width"] = 10
            members["height"] = 10
            let node = try Node(JSON.object(members).text) { transaction.makeNodeID() }
            _ = try transaction.insertChild(node, of: parent, at: index, layout: layout)
        }
    }

    @Test("comes at its index among the edges of its parent, and their tree is laid out, but nothing else")
    func indices() {
        let before: Sketch = """
            r 0,0 10x10
            a 0,30 10x10
            b 20,30 10x10
            far 500,500 10x10
            ra: r -> a
            aa: a -> a
            rb: r -> b
            """
        check(
            before,
            becomes: """
                r 20,0 10x10
                a 0,30 10x10
                b 40,30 10x10
                far 500,500 10x10
                n 20,30 10x10
                ra: r -> a
                aa: a -> a
                e1: r -> n
                rb: r -> b
                """, insert("n", below: "r", at: 1, Self.tree))
        check(
            before,
            becomes: """
                r 10,0 10x10
                a 0,30 10x10
                b 20,30 10x10
                far 500,500 10x10
                n 0,60 10x10
                ra: r -> a
                aa: a -> a
                rb: r -> b
                e1: a -> n
                """, insert("n", below: "a", at: 0, Self.tree))
    }

    @Test("is last without an index, and without a layout all stays")
    func plain() {
        check(
            "r 0,0\na 7,7\nra: r -> a\naa: a -> a",
            becomes: "r 0,0\na 7,7\nn 5,5 10x10\nra: r -> a\naa: a -> a\ne1: r -> n",
            insert("n", ["position": ["x": 5, "y": 5]], below: "r"))
    }

    @Test("lies in what its parent lies in; what is locked stays, and cycles do no harm")
    func groups() {
        check(
            """
            g 0,0 100x100 {"type": "group"}
            r 24,24 10x10 in g
            a 24,54 10x10 in g
            far 900,0 10x10
            ra: r -> a
            ar: a -> r
            out: a -> far
            """,
            becomes: """
                g 0,0 100x100 {"type": "group"}
                r 34,24 10x10 in g
                a 24,54 10x10 in g
                far 900,0 10x10
                n 44,54 10x10 in g
                ra: r -> a
                ar: a -> r
                out: a -> far
                e1: r -> n
                """, insert("n", below: "r", Self.tree))
        var document: Document = Sketch("r 0,0 10x10 {\"locked\": true}\na 300,30 10x10\nra: r -> a").document
        #expect(throws: Never.self) { try document.transact(insert("n", below: "a", Self.tree)) }
        #expect(document.node("r").map { document.frame($0).origin } == .zero)
        #expect(document.checkInvariants() == [])
    }

    @Test("is refused as its node and its edge are, and with an index that there is not")
    func refusals() {
        let before: Sketch = "r 0,0\na 7,7\nra: r -> a"
        refuse(before, .invalidValue, insert("n", below: "r", at: 2)) { #expect($0.path == ["index"]) }
        refuse(before, .invalidValue, insert("n", below: "r", at: -1))
        refuse(before, .noSuchNode, insert("n", below: "x"))
        refuse(before, .duplicateId, insert("a", below: "r"))
        refuse(before, .noSuchNode, insert("n", ["parentId": "x"], below: "r"))
        refuse(
            #"r 0,0 {"handles": [{"id": "t", "type": "target", "position": "top"}]}"#,
            .connectionRefused, insert("n", below: "r"))
    }
}
