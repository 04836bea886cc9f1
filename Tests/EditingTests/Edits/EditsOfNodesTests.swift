import Editing
import Geometry
import Graph
import Sketching
import Testing
import Wire

@Suite struct EditsOfNodesTests {
    @Test func `an inserted node is in front of all others`() {
        check("a 0,0", becomes: "a 0,0\nb 5,5 in a {\"data\":{\"k\":[1,2]}}") { (open) throws(EditError) in
            let text = JSON(parsing: #"{"id":"b","position":{"x":5,"y":5},"parentId":"a","data":{"k":[1,2]}}"#)
            try open.insertNode(Node((text ?? .null).text))
        }
    }

    @Test func `made ids are the next free ones`() {
        check("n1 0,0", becomes: "n1 0,0\nn2\nn3") { (open) throws(EditError) in
            try open.insertNode(Node(id: open.makeNodeID()))
            try open.insertNode(Node(id: open.makeNodeID()))
        }
    }

    @Test(
        arguments: [
            (#"{"id":"a"}"#, EditError.Reason.duplicateId, []),
            (#"{"id":"b","parentId":"zz"}"#, .noSuchNode, []),
            (#"{"id":"b","parentId":"b"}"#, .parentCycle, []),
            (#"{"id":"b","position":{"x":1}}"#, .invalidValue, ["position"]),
            (#"{"id":"b","position":[1,2]}"#, .invalidValue, ["position"]),
            (#"{"id":"b","width":-1}"#, .invalidValue, ["width"]),
            (#"{"id":"b","height":1e999}"#, .invalidValue, ["height"]),
            (#"{"id":"b","data":{"a":1e999}}"#, .invalidValue, ["data"]),
            (#"{"id":7}"#, .invalidValue, ["id"]),
            (#"{"id":"b","locked":1}"#, .invalidValue, ["locked"]),
            (#"{"id":"b","handles":[{"id":"h","type":"port"}]}"#, .invalidValue, ["handles", "0", "type"]),
            (#"{"id":"b","handles":[{"type":"source"},{"type":"source"}]}"#, .invalidValue, ["handles", "1", "id"]),
            (#"{"id":"b","handles":[{"type":"source","limit":-1}]}"#, .invalidValue, ["handles", "0", "limit"]),
        ] as [(String, EditError.Reason, [String])])
    func `an impossible node is refused`(text: String, reason: EditError.Reason, path: [String]) {
        refuse("a 0,0", reason) { (open) throws(EditError) in
            try open.insertNode(Node(JSONText(trusted: Array(text.utf8))))
        } inspect: {
            #expect($0.path == path)
        }
    }

    @Test func `nulls of known members count as absent and stay`() {
        check(
            "a", becomes: "a\nb {\"parentId\":null,\"position\":null,\"width\":null,\"handles\":null}"
        ) { (open) throws(EditError) in
            let text = #"{"id":"b","parentId":null,"position":null,"width":null,"handles":null}"#
            try open.insertNode(Node(JSONText(trusted: Array(text.utf8))))
        }
    }

    @Test func `a value takes the place of a null that stood there`() {
        check(
            "a {\"position\":null,\"width\":null,\"height\":null}", becomes: "a 3,4 10x20"
        ) { (open) throws(EditError) in
            try open.moveNodes(["a"], to: Point(x: 3, y: 4))
            try open.resizeNode("a", width: 10, height: 20)
        }
    }

    @Test func `a patch merges and a null in it removes`() {
        check(
            "a 1,2 {\"data\":{\"k\":1,\"l\":{\"m\":1}},\"x\":1}",
            becomes: "a 1,7 9x8 {\"data\":{\"l\":{\"m\":1,\"n\":[null]}},\"label\":\"hi\"}"
        ) { (open) throws(EditError) in
            try open.updateNode(
                "a",
                patch: [
                    "id": "a", "data": ["k": .null, "l": ["n": [.null]]], "x": .null, "label": "hi",
                    "position": ["y": 7],
                    "width": 9, "height": 8,
                ])
        }
    }

    @Test func `values that are set are whole, and nulls among them are stored`() {
        check(
            "a 1,2 {\"data\":{\"k\":1},\"x\":1}", becomes: "a {\"data\":{\"l\":null},\"y\":null}"
        ) { (open) throws(EditError) in
            try open.updateNode("a", set: ["data": ["l": .null], "y": .null], unset: ["x", "position", "nothing"])
        }
    }

    @Test func `an update to an equal value changes nothing, not even the spelling`() {
        check("a 1,2 {\"data\":{\"k\":1.50}}", becomes: "a 1,2 {\"data\":{\"k\":1.50}}") { (open) throws(EditError) in
            try open.updateNode("a", patch: ["data": ["k": 1.5], "position": ["x": 1], "gone": .null])
        }
    }

    @Test func `a node that has a name twice in a member is updated like any other`() throws {
        let text = #"{"nodewire":1,"nodes":[{"id":"a","data":{"k":1,"k":2}}],"edges":[]}"#
        var editor = DocumentEditor(opened(text))
        _ = try editor.perform(.init(cause: "test")) { (open) throws(EditError) in
            try open.updateNode("a", patch: ["label": "x", "data": ["j": 3]])
        }
        let node = editor.document.node(at: editor.document.nodeSlots[0])
        #expect(node.json == ["id": "a", "data": ["k": 2, "j": 3], "label": "x"])
    }

    @Test func `what a position holds besides x and y survives`() {
        check("a {\"position\":{\"x\":1,\"y\":2,\"z\":3}}", becomes: "a {\"position\":{\"x\":5,\"y\":2,\"z\":3}}") {
            (open) throws(EditError) in
            try open.updateNode("a", patch: ["position": ["x": 5]])
        }
    }

    @Test(
        arguments: [
            (["id": "b"], EditError.Reason.invalidValue, ["patch", "id"]),
            (["id": .null], .invalidValue, ["patch", "id"]),
            (["position": ["x": .null]], .invalidValue, ["patch", "position"]),
            (["width": -3], .invalidValue, ["patch", "width"]),
            (["zIndex": "top"], .invalidValue, ["patch", "zIndex"]),
            (["parentId": "nobody"], .noSuchNode, []),
            (["parentId": "c"], .parentCycle, []),
            (["parentId": "a"], .parentCycle, []),
        ] as [(JSONObject, EditError.Reason, [String])])
    func `an impossible update is refused`(patch: JSONObject, reason: EditError.Reason, path: [String]) {
        refuse("a 0,0\nb 0,0 in a\nc 0,0 in b", reason) { (open) throws(EditError) in
            try open.updateNode("a", patch: patch)
        } inspect: {
            #expect($0.path == path)
        }
    }

    @Test func `a changed parent leaves the stored position`() {
        check("a 10,10\nb 5,5", becomes: "a 10,10\nb 5,5 in a") { (open) throws(EditError) in
            try open.updateNode("b", patch: ["parentId": "a"])
        }
        check("a 10,10\nb 5,5 {\"parentNode\":\"a\"}", becomes: "a 10,10\nb 5,5") { (open) throws(EditError) in
            try open.updateNode("b", patch: ["parentId": .null])
        }
    }

    @Test func `a locked node takes only an update of locked alone`() {
        let locked: Sketch = "a 0,0 {\"locked\":true}"
        refuse(locked, .locked) { (open) throws(EditError) in try open.updateNode("a", patch: ["label": "x"]) }
        refuse(locked, .locked) { (open) throws(EditError) in
            try open.updateNode("a", patch: ["label": "x", "locked": false])
        }
        refuse(locked, .locked) { (open) throws(EditError) in try open.moveNodes(["a"], by: Point(x: 1, y: 1)) }
        refuse(locked, .locked) { (open) throws(EditError) in try open.resizeNode("a", width: 1, height: 1) }
        check(locked, becomes: "a 0,0 {\"locked\":false}") { (open) throws(EditError) in
            try open.updateNode("a", patch: ["locked": false])
        }
        check(locked, becomes: "a 0,0") { (open) throws(EditError) in
            try open.updateNode("a", set: [:], unset: ["locked"])
        }
    }

    @Test func `edges go with the handle they name`() {
        let before: Sketch = """
            a {"handles":[{"id":"o","type":"source"},{"id":"p","type":"source"}]}
            b
            e: a.o -> b
            f: a.p -> b
            g: a -> b
            """
        check(before, becomes: "a {\"handles\":[{\"id\":\"p\",\"type\":\"source\"}]}\nb\nf: a.p -> b\ng: a -> b") {
            (open) throws(EditError) in
            try open.updateNode("a", patch: ["handles": [["id": "p", "type": "source"]]])
        }
        var locked = before.content
        locked.merge(["edges": [["id": "e", "source": "a", "sourceHandle": "o", "target": "b", "locked": true]]])
        refuse(Sketch(content: locked), .locked) { (open) throws(EditError) in
            try open.updateNode("a", patch: ["handles": []])
        } inspect: {
            #expect($0.edges == ["e"])
        }
    }

    @Test func `a resized node may move and its children stay where they are`() {
        check(
            "p 100,100\ng 10,10 50x50 in p\na 5,5 in g\nb in g",
            becomes: "p 100,100\ng -20,0 80x70 in p\na 35,15 in g\nb in g"
        ) { (open) throws(EditError) in
            try open.resizeNode("g", width: 80, height: 70, position: Point(x: 80, y: 100))
        }
        refuse("a 0,0", .invalidValue) { (open) throws(EditError) in
            try open.resizeNode("a", width: .nan, height: 1)
        } inspect: {
            #expect($0.path == ["width"])
        }
    }
}
