import Formats
import Graph
import Testing
import Wire

/// Reads a text in a format of trees.
private func read(
    _ text: String, as format: Format?, _ options: TreeOptions = TreeOptions()
) throws(EditError) -> PastedText.Content {
    var outcome: Result<PastedText.Content, EditError>?
    var text = text
    text.withUTF8 { bytes in
        do throws(EditError) {
            outcome = .success(try PastedText.read(bytes, as: format, options))
        } catch {
            outcome = .failure(error)
        }
    }
    return try outcome?.get() ?? (Document(), [], nil, false)
}

/// The trees of a document as their labels, children in brackets; edges come in the order of the children.
private func trees(_ document: Document) -> String {
    var children: [Node.Slot: [Node.Slot]] = [:]
    var roots = document.nodeSlots
    for slot in document.edgeSlots {
        let ends = document.edges.ends(slot)
        children[ends.source, default: []].append(ends.target)
        roots.removeAll { $0 == ends.target }
    }
    func text(_ slot: Node.Slot) -> String {
        let label = document.node(at: slot).json["label"]?.stringValue ?? "-"
        return label + (children[slot].map { "[\($0.map(text).joined(separator: ", "))]" } ?? "")
    }
    return roots.map(text).joined(separator: "; ")
}

@Suite("A tree in JSON")
struct TreeReaderTests {
    @Test(
        "is objects with children, or lists of a value and children",
        arguments: [
            ("[50, [17, 12, 23], [72, 54, 72]]", "50[17[12, 23], 72[54, 72]]"),
            (#"{"value": 50, "children": [{"value": 17}, {"label": "x", "value": 1}]}"#, "50[17, x]"),
            (#"{"children": [{"name": "a", "children": []}], "name": "r"}"#, "r[a]"), ("5", "5"), (#""x""#, "x"),
            ("[true, [false]]", "true[false]"), ("[[1, 2], [3]]", "1[2]; 3"), (#"[{"id": 7}, [1], "z"]"#, "7; 1; z"),
            (#"{"value": {"x": 1}, "children": null}"#, "-"), (#"{"text": "t", "children": 5}"#, "t"),
            (#"{"value": null, "id": "i"}"#, "i"), (#"[1, {"value": 2, "children": [[3, 4], 5]}]"#, "1[2[3[4], 5]]"),
            ("\u{FEFF}[1, \"\\u00e9\"]", "1[é]"),
        ])
    func shapes(text: String, expected: String) throws {
        let (document, losses, format, _) = try read(text, as: .tree)
        #expect(trees(document) == expected)
        #expect(losses.isEmpty && format == .tree)
        #expect(document.checkInvariants() == [])
    }

    @Test("has a node for each value, even if it is there already, with the value in its data")
    func values() throws {
        let document = try read(#"[72, "72", {"value": 7.20e1, "name": "n", "more": [1]}, 72]"#, as: .tree).document
        let data = document.nodeSlots.map {
            document.node(at: $0).json["data"].map { String(decoding: $0.text.bytes, as: UTF8.self) }
        }
        #expect(
            data == [#"{"value":72}"#, #"{"value":"72"}"#, #"{"value":7.20e1,"more":[1]}"#, #"{"value":72}"#])
        #expect(document.nodeSlots.map { document.nodeID($0).string } == ["n1", "n2", "n3", "n4"])
    }

    @Test("keeps ids that are free, and names edges between such nodes after them")
    func ids() throws {
        let text = #"{"id": "a", "children": [{"id": "b"}, {"id": "a"}, {"id": "n1"}, {"id": ""}, {"value": 1}]}"#
        let document = try read(text, as: .tree).document
        #expect(document.nodeSlots.map { document.nodeID($0).string } == ["a", "b", "n2", "n1", "n3", "n4"])
        #expect(document.edgeSlots.map { document.edgeID($0).string } == ["a-b", "e1", "a-n1", "e2", "e3"])
    }

    @Test(
        "is refused with line and column where it is none",
        arguments: [
            ("null", "not a tree: null is no tree, line 1, column 1"),
            ("[]", "not a tree: a list begins with the value of its node, line 1, column 1"),
            ("[1,\n [[2]]]", "not a tree: a list begins with the value of its node, line 2, column 2"),
            (
                "[[1], {}]",
                "not a tree: an object has a value, label, name, text or id, or a list of children, line 1, column 7"
            ), ("[1, 2", "not JSON: unexpected end at byte 5, line 1, column 6"),
            ("[1,\n {\"a\" 1}]", "not JSON: unexpected byte at byte 10, line 2, column 7"),
            (" ", "the text is blank"),
        ])
    func refusals(text: String, message: String) {
        #expect(throws: EditError(.format, message, path: ["text"])) { try read(text, as: .tree) }
    }

    @Test("may be as deep and as wide as its text is long, but not its data")
    func sizes() throws {
        func nested(_ open: String, _ close: String, _ count: Int) -> String {
            String(repeating: open, count: count) + "1" + String(repeating: close, count: count)
        }
        let count = 20_000
        #expect(try read(nested("[1,", "]", count), as: .tree).document.nodes.count == count + 1)
        let deep = nested(#"{"value":1,"children":["#, "]}", count)
        #expect(try read(deep, as: .tree).document.edges.count == count)
        #expect(try read("[0" + String(repeating: ",1", count: count) + "]", as: .tree).document.edges.count == count)
        #expect(throws: EditError.self) { try read(String(deep.dropLast()), as: .tree) }
        do throws(EditError) {
            _ = try read(#"{"value": \#(nested("[", "]", 1000))}"#, as: .tree)
            Issue.record("it was not refused")
        } catch {
            #expect(error.reason == .limits)
        }
    }

    @Test("loses a null in place of a child")
    func losses() throws {
        let (document, losses, _, _) = try read("[1, null, [2, null]]", as: .tree)
        #expect(trees(document) == "1[2]")
        #expect(losses.map(\.place) == [4, 14])
    }
}

@Suite("A type of Swift")
struct SwiftTypeTests {
    private static let sample =
        "VStack<TupleView<(ModifiedContent<ModifiedContent<ModifiedContent<Button<Text>, _PaddingLayout>, "
        + "_BackgroundStyleModifier<Color>>, _ClipEffect<RoundedRectangle>>, _ConditionalContent<Text, Text>)>>"

    @Test(
        "is a tree of its arguments",
        arguments: [
            ("Text", "Text"), ("Array<Int>", "Array[Int]"), ("A<B,C<D>, E>", "A[B, C[D], E]"),
            ("SwiftUI.V_1<_M.N>", "SwiftUI.V_1[_M.N]"), ("(A, B<C>)", "()[A, B[C]]"), ("()", "()"), ("((A))", "A"),
            ("A?", "A?"), ("[Int]", "Array[Int]"), ("[K: [V]]?", "Dictionary?[K, Array[V]]"),
            ("[3 of Int]", "InlineArray[3, Int]"), ("(A, B) -> C", "->[A, B, C]"),
            ("(A) -> (B) -> C", "->[A, ->[B, C]]"),
            ("() -> Void", "->[Void]"),
            ("@Sendable (inout A) async throws -> B", "@Sendable async throws ->[inout A, B]"),
            ("some View", "some View"), ("any P & Q<R>", "&[any P, Q[R]]"), ("(any P)?", "(any P)?"),
            ("A<B>.C<D>.Type", "A.C.Type[B, D]"), ("(x: A, _ y: B...)", "()[x: A, _ y: B...]"),
            ("M.(unknown context at $1f).R<T>", "M.(unknown context at $1f).R[T]"), ("repeat each T", "repeat each T"),
            ("A<<<opaque return type of B.c<D>() -> some>>.0>", "A[<<opaque return type of B.c<D>() -> some>>.0]"),
            ("é<`in`>", "é[`in`]"), ("~Copyable", "~Copyable"), (" A<\n  B,\n  C\n>\r\n", "A[B, C]"),
            ("# two\nA<B>\n// more\n\nC", "A[B]; C"),
        ])
    func types(text: String, expected: String) throws {
        let document = try read(text, as: .swiftType).document
        #expect(trees(document) == expected)
        #expect(document.checkInvariants() == [])
        let data = document.nodeSlots.map { document.node(at: $0).json["data"]?["value"]?.stringValue }
        #expect(data == document.nodeSlots.map { document.node(at: $0).json["label"]?.stringValue })
    }

    @Test("has 15 names and a tuple in the sample, which may be folded and simplified")
    func foldings() throws {
        let plain = try read(Self.sample, as: .swiftType).document
        #expect(plain.nodes.count == 16 && plain.edges.count == 15)
        let sources = Set(plain.edgeSlots.map { plain.edges.ends($0).source })
        let leaves = plain.nodeSlots.filter { !sources.contains($0) }
        #expect(
            leaves.map { plain.node(at: $0).json["label"]?.stringValue } == [
                "Text", "_PaddingLayout", "Color", "RoundedRectangle", "Text", "Text",
            ])
        var options = TreeOptions()
        options.tuples = .fold
        #expect(try read(Self.sample, as: .swiftType, options).document.nodes.count == 15)
        options.simplify = true
        #expect(
            try trees(read(Self.sample, as: .swiftType, options).document)
                == "VStack[ModifiedContent[Button[Text], _PaddingLayout, _BackgroundStyleModifier[Color], "
                + "_ClipEffect[RoundedRectangle]], _ConditionalContent[Text, Text]]")
        #expect(try trees(read("TupleView<(A, ())>", as: .swiftType, options).document) == "TupleView[A, ()]")
        #expect(try trees(read("(A, (B, C))", as: .swiftType, options).document) == "A; B; C")
    }

    @Test(
        "is refused with line and column where it is none",
        arguments: [
            ("A<B", "the text ends, and the \"<\" of line 1, column 2 is not closed, line 1, column 4"),
            ("A<\n(B, [", "the text ends, and the \"[\" of line 2, column 5 is not closed, line 2, column 6"),
            ("A<B>>", "expected the end of the type, found \">\", line 1, column 5"),
            ("A<B> é", "expected the end of the type, found \"é\", line 1, column 6"),
            ("A<>", "expected a type, found \">\", line 1, column 3"),
            ("A<B)", "expected a comma or \">\", found \")\", line 1, column 4"),
            ("é<(B,)>", "expected a type, found \")\", line 1, column 6"),
            ("A.<B>", "expected a name, found \"<\", line 1, column 3"),
            ("(A) async B", "expected \"->\", found \"B\", line 1, column 11"),
            ("A &", "the text ends where a type is expected, line 1, column 4"),
            ("[A, B]", "expected \"]\", found \",\", line 1, column 3"),
        ])
    func refusals(text: String, message: String) {
        #expect(throws: EditError(.format, "not a type of Swift: \(message)", path: ["text"])) {
            try read(text, as: .swiftType)
        }
    }

    @Test("is cut anywhere without a trap, and refused wherever a bracket is open")
    func cuts() {
        let sample = Self.sample + "\n@A(1) (x: [K: V?]) async throws(E<F>) -> (any P & Q)?"
        for count in 0..<sample.count {
            let text = String(sample.prefix(count))
            let depth = text.reduce(0) { $0 + ("<([".contains($1) ? 1 : ">)]".contains($1) ? -1 : 0) }
            do throws(EditError) {
                _ = try read(text, as: .swiftType)
                #expect(depth <= 0, "\(text)")
            } catch {
                #expect(error.reason == .format)
            }
        }
    }

    @Test(
        "makes the document that a tree with the same labels makes",
        arguments: [
            ("A<B, C<D>, B>", #"["A", "B", ["C", "D"], "B"]"#), ("é<[é]>", #"["é", ["Array", "é"]]"#), ("A", #""A""#),
            ("A\nB<A>", #"[["A"], ["B", "A"]]"#),
        ])
    func sameAsTree(type: String, tree: String) throws {
        let documents = try [read(type, as: .swiftType), read(tree, as: .tree)].map(\.document)
        func text(_ document: Document) -> [UInt8] {
            var writer = JSONWriter()
            _ = Format.nodewire.write(document, into: &writer)
            return writer.bytes
        }
        #expect(text(documents[0]) == text(documents[1]))
        for document in documents {
            var document = document
            #expect(
                document.checkInvariants() == [] && document.nodeSlots.map(\.index) == Array(0..<document.nodes.count))
            let made = try document.transact { (open) throws(EditError) in [open.makeNodeID(), open.makeEdgeID()] }
                .result
            #expect(made.map(\.string) == ["n\(document.nodes.count + 1)", "e\(document.edges.count + 1)"])
        }
    }

    @Test(
        "may be as deep and as wide as its text is long",
        arguments: [
            ("A<", "B", ">", 20_001), ("(", "A", ")", 1), ("[", "A", "]", 20_001), ("A<B, ", "C", ">", 40_001),
            ("A -> ", "B", "", 40_001), ("A & ", "B", "", 20_002), ("A", "", "?", nil), ("(", "A", ") -> B", 40_001),
        ] as [(String, String, String, Int?)])
    func sizes(open: String, middle: String, close: String, expected: Int?) throws {
        let count = 20_000
        let text = String(repeating: open, count: count) + middle + String(repeating: close, count: count)
        #expect(
            try read(expected == nil ? "A" + text.dropFirst(count) : text, as: .swiftType).document.nodes.count
                == expected ?? 1)
    }

    @Test(
        "is recognized in a pasted text if it is nothing else",
        arguments: [
            ("VStack<TupleView<(A, B)>>", 5), (" Array<Int> \n", 2), ("Array", 1), ("a<b>", 1), ("A<B> and C<D>", 1),
            ("A<B", 1), ("A < B>", 1), ("A<B>\nC<D>", 2),
        ])
    func recognition(text: String, count: Int) throws {
        let (document, _, format, _) = try read(text, as: nil)
        #expect(document.nodes.count == count)
        #expect((format == .swiftType) == (document.edges.count > 0))
    }
}
