import Editing
import Graph
import Sketching
import Testing
import Wire

/// A node whose handles follow the items of a list, and edges that follow the items.
@Suite struct ItemEditsTests {
    private static let types = """
        types {"t":{"handlesFrom":[{"path":"/buttons","type":"source","labelMember":"text"}]}}
        """

    private static let path = JSONPointer(tokens: ["buttons"])

    /// A dialog with these buttons, and an edge from each of these handles.
    private func dialog(_ buttons: String, _ handles: [String], more: String = "") -> Sketch {
        var lines = ["d {\"type\":\"t\",\"data\":{\"buttons\":\(buttons)}}", "x", "y"]
        for (index, handle) in handles.enumerated() {
            lines.append("e\(index): d.\(handle) -> \(index == 0 ? "x" : "y") \(more)")
        }
        return Sketch((lines + [Self.types]).joined(separator: "\n"))
    }

    @Test func `an item that is removed takes its edge along, and others keep theirs`() {
        check(
            dialog(#"[{"id":"a"},{"id":"b"}]"#, ["a", "b"]),
            becomes: Sketch(
                "d {\"type\":\"t\",\"data\":{\"buttons\":[{\"id\":\"b\"}]}}\nx\ny\ne1: d.b -> y\n" + Self.types)
        ) { (open) throws(EditError) in
            try open.removeItem(.init(id: "a"), in: "d", at: Self.path)
        }
    }

    @Test func `edges follow items without ids to their new index`() {
        check(
            dialog("[1,2,3]", ["buttons-0", "buttons-2"]),
            becomes: Sketch(
                "d {\"type\":\"t\",\"data\":{\"buttons\":[3,1,2]}}\nx\ny\ne0: d.buttons-1 -> x\ne1: d.buttons-0 -> y\n"
                    + Self.types)
        ) { (open) throws(EditError) in
            try open.moveItem(.init(index: 2), in: "d", at: Self.path, to: 0)
        }
        check(
            dialog("[1,2,3]", ["buttons-0", "buttons-2"]),
            becomes: Sketch(
                "d {\"type\":\"t\",\"data\":{\"buttons\":[2,3]}}\nx\ny\ne1: d.buttons-1 -> y\n" + Self.types)
        ) { (open) throws(EditError) in
            try open.removeItem(.init(index: 0), in: "d", at: Self.path)
        }
        check(
            dialog("[1,2]", ["buttons-0", "buttons-1"]),
            becomes: Sketch(
                "d {\"type\":\"t\",\"data\":{\"buttons\":[1,9,2]}}\nx\ny\ne0: d.buttons-0 -> x\ne1: d.buttons-2 -> y\n"
                    + Self.types)
        ) { (open) throws(EditError) in
            _ = try open.insertItem(9, in: "d", at: Self.path, index: 1)
        }
    }

    @Test func `a new id renames the handle`() {
        check(
            dialog(#"[{"id":"a"},{"id":"b"}]"#, ["a", "b"]),
            becomes: dialog(#"[{"id":"c"},{"id":"b"}]"#, ["c", "b"])
        ) { (open) throws(EditError) in
            try open.updateItem(.init(index: 0), in: "d", at: Self.path, patch: ["id": "c"])
        }
        check(
            dialog(#"[{"id":"a"},{"id":"b"}]"#, ["a", "b"]),
            becomes: dialog(#"[{},{"id":"b"}]"#, ["buttons-0", "b"])
        ) { (open) throws(EditError) in
            try open.updateItem(.init(id: "a"), in: "d", at: Self.path, patch: ["id": .null])
        }
        refuse(dialog(#"[{"id":"a"},{"id":"b"}]"#, ["a"]), .duplicateId) { (open) throws(EditError) in
            try open.updateItem(.init(id: "a"), in: "d", at: Self.path, patch: ["id": "b"])
        } inspect: {
            #expect($0.path == ["patch", "id"])
        }
    }

    @Test func `items with one id keep their own edges`() {
        // The second has its own id only when the first is gone.
        check(
            dialog(#"[{"id":"a"},{"id":"a"}]"#, ["a", "buttons-1"]),
            becomes: Sketch(
                "d {\"type\":\"t\",\"data\":{\"buttons\":[{\"id\":\"a\"}]}}\nx\ny\ne1: d.a -> y\n" + Self.types)
        ) { (open) throws(EditError) in
            try open.removeItem(.init(index: 0), in: "d", at: Self.path)
        }
    }

    @Test func `an inserted object gets an id that is counted on`() {
        check(
            Sketch("d {\"type\":\"t\"}\n" + Self.types),
            becomes: Sketch(
                "d {\"type\":\"t\",\"data\":{\"buttons\":[{\"text\":\"Go\",\"id\":\"i1\"}]}}\n" + Self.types)
        ) { (open) throws(EditError) in
            let made = try open.insertItem(["text": "Go"], in: "d", at: Self.path, index: nil)
            #expect(made.index == 0 && made.id == "i1")
        }
        check(
            dialog(#"[{"id":"i7"}]"#, []), becomes: dialog(#"[{"id":"i8"},{"id":"i7"}]"#, [])
        ) { (open) throws(EditError) in
            let made = try open.insertItem([:], in: "d", at: Self.path, index: 0)
            #expect(made.id == "i8")
        }
        refuse(dialog(#"[{"id":"a"}]"#, []), .duplicateId) { (open) throws(EditError) in
            _ = try open.insertItem(["id": "a"], in: "d", at: Self.path, index: nil)
        }
    }

    @Test func `a list is made with what leads to it`() {
        check("n", becomes: "n {\"data\":{\"a\":{\"b\":[5]}}}") { (open) throws(EditError) in
            _ = try open.insertItem(5, in: "n", at: JSONPointer(tokens: ["a", "b"]), index: 0)
        }
        check("n", becomes: "n {\"data\":[5]}") { (open) throws(EditError) in
            _ = try open.insertItem(5, in: "n", at: JSONPointer(tokens: []), index: nil)
        }
    }

    @Test(arguments: [
        (["a"], 0, "path"), (["s"], 0, "path"), (["l", "2"], 0, "path"), (["l"], 3, "index"), (["l"], -1, "index"),
        (["s", "x"], 0, "path"), (["l", "-"], 0, "path"),
    ])
    func `what leads nowhere is refused`(tokens: [String], index: Int, member: String) {
        let before: Sketch = "n {\"data\":{\"s\":\"text\",\"l\":[1,2]}}"
        let pointer = JSONPointer(tokens: tokens.map { JSONString($0) })
        refuse(before, .invalidValue) { (open) throws(EditError) in
            try open.removeItem(.init(index: index), in: "n", at: pointer)
        } inspect: {
            #expect($0.path == [member])
        }
    }

    @Test func `what is nested too deep is refused`() {
        let deep = JSONPointer(tokens: [JSONString](repeating: "a", count: 126))
        refuse("n", .limits) { (open) throws(EditError) in
            _ = try open.insertItem(1, in: "n", at: deep, index: nil)
        }
        let deeper = JSONPointer(tokens: [JSONString](repeating: "a", count: 100_000))
        refuse("n", .invalidValue) { (open) throws(EditError) in
            _ = try open.insertItem(1, in: "n", at: deeper, index: nil)
        }
    }

    @Test func `a locked edge keeps its handle as it is`() {
        let before = dialog(#"[{"id":"a"}]"#, ["a"], more: "{\"locked\":true}")
        refuse(before, .locked) { (open) throws(EditError) in
            try open.removeItem(.init(id: "a"), in: "d", at: Self.path)
        }
        refuse(before, .locked) { (open) throws(EditError) in
            try open.updateItem(.init(id: "a"), in: "d", at: Self.path, patch: ["id": "z"])
        }
        check(before, becomes: dialog(#"[{"id":"a","text":"A"}]"#, ["a"], more: "{\"locked\":true}")) {
            (open) throws(EditError) in
            try open.updateItem(.init(id: "a"), in: "d", at: Self.path, patch: ["text": "A"])
        }
    }

    @Test func `a loop at two items follows with both ends`() {
        check(
            Sketch("d {\"type\":\"t\",\"data\":{\"l\":[1,2]}}\ne: d.l-0 -> d.l-1\n" + Self.loops),
            becomes: Sketch("d {\"type\":\"t\",\"data\":{\"l\":[2,1]}}\ne: d.l-1 -> d.l-0\n" + Self.loops)
        ) { (open) throws(EditError) in
            try open.moveItem(.init(index: 0), in: "d", at: JSONPointer(tokens: ["l"]), to: 1)
        }
    }

    private static let loops = """
        types {"t":{"handlesFrom":[{"path":"/l","type":"source"},{"path":"/l","type":"target"}]}}
        """
}
