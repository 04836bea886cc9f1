import Dialogs
import Graph
import Testing
import Values
import Wire

/// The behavior of runs of dialogs.
@Suite struct DialogRunTests {
    private func shown(
        _ nodes: [String], _ edges: [String], at node: String? = nil, _ variables: JSONObject = [:]
    ) throws -> String {
        try DialogStage(nodes, edges, at: node, variables).shown
    }

    // MARK: Roles

    @Test func `messages are said one after the other, up to the end`() throws {
        let nodes = [
            "a message {\"text\":\"Hello\"}", "b - {\"label\":\"Label\"}", "c message", "d end {\"text\":\"Bye\"}",
        ]
        #expect(try shown(nodes, ["a b", "b c", "c d"]) == "ended d [Hello | Label | Bye]")
        #expect(try shown(nodes, ["a b"]) == "ended b [Hello | Label]")
        #expect(try shown(nodes, ["a b", "b c"], at: "c") == "ended c")
    }

    @Test func `a run begins at the first start, else where no edge comes in`() throws {
        let nodes = ["a - {\"text\":\"A\"}", "b - {\"text\":\"B\"}", "s start", "t start"]
        #expect(try shown(nodes, ["s b"]) == "ended b [B]")
        #expect(try shown(Array(nodes[0...1]), ["b a"]) == "ended a [B | A]")
        #expect(throws: EditError(.nothingThere, "there is no node where a dialog begins")) {
            try shown(["a -"], ["a a"])
        }
        #expect(throws: EditError.self) { try shown([], []) }
    }

    @Test func `of rich text the text is said`() throws {
        let rich = #"a message {"text":{"text":"Hi {{1 + 1}}","runs":[{"from":0,"to":2,"bold":true}]}}"#
        #expect(try shown([rich], []) == "ended a [Hi 2]")
        #expect(try shown([#"a message {"text":{"runs":[]},"label":"L"}"#], []) == "ended a [L]")
        #expect(try shown([#"a message {"text":5,"label":"L"}"#], []) == "ended a [L]")
    }

    @Test func `a message waits for one of several options, a choice for a single one too`() throws {
        let one = #"{"text":"?","buttons":[{"id":"yes","text":"Yes"}]}"#
        let two = #"{"text":"?","buttons":[{"id":"yes","text":"Yes"},{"condition":"1 > 2"}]}"#
        let end = "b end {\"text\":\"Bye\"}"
        #expect(try shown(["a message \(one)", end], ["a.yes b"]) == "ended b [? | Bye]")
        #expect(try shown(["a choice \(one)", end], ["a.yes b"]) == "choice a [?] (Yes)")
        #expect(try shown(["a message \(two)", end], ["a.yes b"]) == "choice a [?] (Yes | <buttons-1>)")
        #expect(try shown(["a choice", end], ["a b"]) == "choice a (b)")
        #expect(try shown(["a choice", end], []) == "ended a")
        let closed = #"{"text":"?","buttons":[{"id":"yes","condition":"false"}]}"#
        #expect(try shown(["a message \(closed)", end], ["a.yes b"]) == "ended a [?]")
        #expect(try shown(["a choice \(closed)", end], ["a.yes b"]) == "choice a [?] (<yes>)")
    }

    @Test func `edges are options where no item has a handle`() throws {
        let nodes = ["a message {\"text\":\"?\",\"n\":3}", "b - {\"label\":\"Bee {{n}}\"}", "c -", "d -"]
        let edges = ["a b", "a c \"label\":\"See {{data.n}}\"", "a d \"data\":{\"condition\":\"data.n > n\"}"]
        var stage = try DialogStage(nodes, edges, ["n": 3])
        #expect(stage.shown == "choice a [?] (Bee 3 | See 3 | <d>) {n=3}")
        #expect(stage.run.options.map(\.edge) == [Identifier("e1"), Identifier("e2"), Identifier("e3")])
        #expect(stage.run.options.allSatisfy { $0.handle == nil })
        try stage.choose(1)
        #expect(stage.run.node == Identifier("c"))
        #expect(stage.run.edges == [Identifier("e2")])
    }

    @Test func `a condition goes one of two ways`() throws {
        let nodes = ["a condition {\"condition\":\"n > 1\"}", "b - {\"text\":\"B\"}", "c - {\"text\":\"C\"}"]
        let edges = ["a.true b", "a.false c"]
        #expect(try shown(nodes, edges, ["n": 2]) == "ended b [B] {n=2}")
        #expect(try shown(nodes, edges, ["n": 1]) == "ended c [C] {n=1}")
        #expect(try shown(nodes, ["a.true b"], at: "a", ["n": 1]) == "ended a {n=1}")
        #expect(try shown(["a condition {\"condition\":true}", "b -"], ["a.true b"]) == "ended b")
    }

    @Test(arguments: [
        ("\"m > 1\"", "missingVariable"), ("\"1\"", "type"), ("3", "type"), ("null", "missingData"),
        ("\"1 +\"", "expression"),
        ("\"1 / 0 > 1\"", "divisionByZero"), ("\"data.x\"", "missingData"), ("\"inputs('a') == []\"", "missingInput"),
        ("\"list.2 == 1\"", "missingData"), ("\"n.0 == 1\"", "missingData"),
    ])
    func `a condition in error ends the run`(_ condition: String, _ code: String) throws {
        let stage = try DialogStage(["a condition {\"condition\":\(condition)}"], [], ["n": 1, "list": [1, 2]])
        #expect(stage.run.problem?.code == code)
        #expect(stage.run.problem?.node == Identifier("a"))
        #expect(stage.run.state == .ended)
    }

    @Test func `actions set variables in their order`() throws {
        let actions =
            #"{"actions":["n = n + 1","text = concat('n is ', n)"," same= n == 3 ","items=[n, 1]","first = items.0"]}"#
        #expect(
            try shown(["a action \(actions)", "b - {\"text\":\"{{text}}, {{items}}\"}"], ["a b"], ["n": 2])
                == "ended b [n is 3, [3,1]] {first=3 items=[3,1] n=3 same=true text=n is 3}")
        #expect(try shown(["a action"], []) == "ended a")
    }

    @Test(arguments: [
        (#"["n = 1 / 0"]"#, "divisionByZero"), (#"["n = "]"#, "expression"), (#"["n"]"#, "expression"),
        (#"["n == 2"]"#, "expression"), (#"["data = 2"]"#, "expression"), (#"["true = 2"]"#, "expression"),
        (#"["1n = 2"]"#, "expression"), (#"["= 2"]"#, "expression"), (#"["a.b = 2"]"#, "expression"), (#"[3]"#, "type"),
        (#""n = 1""#, "type"), (#"["n = m"]"#, "missingVariable"), (#"["ñ = 1"]"#, "expression"),
    ])
    func `an action in error ends the run, and what was set stays`(_ actions: String, _ code: String) throws {
        let stage = try DialogStage(
            ["s action {\"actions\":[\"k = 1\"]}", "a action {\"actions\":\(actions)}"], ["s a"])
        #expect(stage.shown == "ended a {k=1} !\(code)@a")
    }

    @Test func `in a text an expression in error stays as written`() throws {
        let text = #"{{n}} {{ n + 1 }} {{m}} {{1 / 0}} {{}} {{n} {{n}}{{{n}}} }} {{"#
        #expect(
            try shown(["a - {\"text\":\"\(text)\"}"], [], ["n": 1]).hasPrefix(
                "ended a [1 2 {{m}} {{1 / 0}} {{}} {{n} {{n}}"))
        #expect(try shown([#"a - {"text":"é{{'ü' + \"x\"}}ñ{{true}}"}"#], []) == "ended a [éüxñtrue]")
    }

    // MARK: Going on

    @Test func `an input goes into its variable`() throws {
        let nodes = ["a message {\"text\":\"Name?\",\"input\":\"name\"}", "b end {\"text\":\"Hello {{name}}\"}"]
        var stage = try DialogStage(nodes, ["a b"])
        #expect(stage.shown == "input a [Name?]")
        #expect(throws: EditError.self) { try stage.choose(0) }
        try stage.enter("Ada")
        #expect(stage.shown == "ended b [Name? | Hello Ada] {name=Ada}")
        #expect(throws: EditError.self) { try stage.enter("Ben") }
        try stage.run.goBack()
        #expect(stage.shown == "input a [Name?]")
        try stage.enter([1, 2])
        #expect(stage.shown == "ended b [Name? | Hello [1,2]] {name=[1,2]}")
        #expect(try shown(["a - {\"input\":\"a b\"}"], []) == "ended a !expression@a")
        #expect(try shown(["a - {\"input\":4}"], []) == "ended a !type@a")
        #expect(try shown(["a - {\"input\":null}"], []) == "ended a")
    }

    @Test func `back goes to before the last choice, again and again`() throws {
        let nodes = [
            #"a choice {"text":"A {{n}}","buttons":[{"id":"x"},{"id":"y"}]}"#, #"b action {"actions":["n = n + 1"]}"#,
            "c end",
        ]
        var stage = try DialogStage(nodes, ["a.x b", "b a", "a.y c"], at: "a", ["n": 0])
        let first = stage.shown
        try stage.choose(0)
        let second = stage.shown
        #expect(second == "choice a [A 0 | A 1] (x | y) {n=1}")
        #expect(stage.run.edges == [Identifier("e1"), Identifier("e2")])
        try stage.choose(1)
        #expect(stage.shown == "ended c [A 0 | A 1] {n=1}")
        try stage.run.goBack()
        #expect(stage.shown == second)
        try stage.run.goBack()
        #expect(stage.shown == first)
        #expect(stage.run.edges == [])
        #expect(throws: EditError(.nothingThere, "there is no step to go back to")) { try stage.run.goBack() }
        #expect(stage.shown == first)
    }

    @Test func `an option that is out of range or not allowed changes nothing`() throws {
        let choice = #"a choice {"buttons":[{"id":"x"},{"id":"y","condition":"false"}]}"#
        var stage = try DialogStage([choice, "b -"], ["a.x b", "a.y b"])
        let before = stage.shown
        for option in [-1, 1, 2, .max, .min] {
            #expect(throws: EditError.self) { try stage.choose(option) }
            #expect(stage.shown == before)
        }
        #expect(throws: EditError.self) { try stage.enter("x") }
        #expect(throws: EditError.self) { try stage.run.goBack() }
        try stage.choose(0)
        #expect(stage.shown == "ended b")
    }

    // MARK: Edits meanwhile

    @Test func `a node that is gone ends the run, and back leads out of there`() throws {
        let nodes = ["a choice", "b choice {\"text\":\"B\"}", "c end"]
        var stage = try DialogStage(nodes, ["a b", "b c"])
        try stage.choose(0)
        try stage.remove(node: "b")
        #expect(stage.shown == "choice b [B] (c)")
        try stage.choose(0)
        #expect(stage.shown == "ended b [B] !noSuchNode@b")
        #expect(throws: EditError.self) { try stage.choose(0) }
        try stage.run.goBack()
        #expect(stage.shown == "choice b [B] (c)")
        try stage.run.goBack()
        #expect(stage.shown == "choice a (b)")
        try stage.choose(0)
        #expect(stage.shown == "ended a")
    }

    @Test func `ways are those of the document as it is now`() throws {
        let nodes = [#"a choice {"buttons":[{"id":"x"},{"id":"y"}]}"#, "b end", "c end"]
        var stage = try DialogStage(nodes, ["a.x b", "a.x c", "a.y b"])
        try stage.remove(edge: "e1")
        try stage.choose(0)
        #expect(stage.shown == "ended c")
        try stage.run.goBack()
        try stage.remove(node: "b")
        try stage.choose(1)
        #expect(stage.shown == "ended a")
    }

    @Test func `the end of a run leaves nothing to choose`() throws {
        var stage = try DialogStage(["a choice", "b -"], ["a b"])
        stage.run.end()
        #expect(stage.shown == "ended a")
        #expect(throws: EditError.self) { try stage.choose(0) }
    }
}
