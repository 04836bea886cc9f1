import Dialogs
import Graph
import Testing
import Values
import Wire

/// The limits of runs.
@Suite struct DialogLimitsTests {
    @Test func `a loop without a choice ends the run`() throws {
        let nodes = ["s start", "a - {\"text\":\"again\"}", "b action {\"actions\":[\"n = n + 1\"]}"]
        var stage = try DialogStage(nodes, ["s a", "a b", "b a"], ["n": 0])
        #expect(stage.run.problem?.code == "steps")
        #expect(stage.run.texts.count == Limits.dialogSteps / 2)
        #expect(stage.run.edges.count == 3)
        #expect(throws: EditError.self) { try stage.run.goBack() }
    }

    @Test func `a chain longer than a walk ends the run`() throws {
        let count = Limits.dialogSteps
        func chain(_ count: Int) throws -> DialogStage {
            try DialogStage((0...count).map { "n\($0) -" }, (0..<count).map { "n\($0) n\($0 + 1)" })
        }
        #expect(try chain(count - 1).shown == "ended n\(count - 1)")
        #expect(try chain(count).shown == "ended n\(count) !steps@n\(count)")
    }

    @Test func `a text that is too long ends the run`() throws {
        let long = String(repeating: "x", count: Limits.dialogTextBytes)
        #expect(try DialogStage(["a - {\"text\":\"\(long)\"}"], []).run.texts.count == 0)
        #expect(try DialogStage(["a - {\"text\":\"\(long)\"}"], []).run.problem == nil)
        #expect(try DialogStage(["a - {\"text\":\"\(long)y\"}"], []).run.problem?.code == "limit")
        let many = String(repeating: "{{t}}", count: 100)
        let value = JSON.string(String(repeating: "y", count: 60_000))
        #expect(try DialogStage(["a - {\"text\":\"\(many)\"}"], [], ["t": value]).run.problem?.code == "limit")
    }

    @Test func `the oldest texts of a transcript go`() throws {
        let long = String(repeating: "x", count: 300_000)
        let nodes = ["a choice {\"text\":\"\(long)\"}", "b -"]
        var stage = try DialogStage(nodes, ["a a", "a b"], at: "a")
        for count in [2, 3, 3, 3] {
            try stage.choose(0)
            #expect(stage.run.texts.count == count)
        }
        // What is gone does not come back.
        for count in [2, 1, 0, 0] {
            try stage.run.goBack()
            #expect(stage.run.texts.count == count)
        }
        try stage.choose(1)
        #expect(stage.run.state == .ended)
    }

    @Test func `the way back has an end`() throws {
        var stage = try DialogStage(["a choice", "b -"], ["a a", "a b"], at: "a")
        for _ in 0..<Limits.dialogHistory + 10 { try stage.choose(0) }
        for _ in 0..<Limits.dialogHistory { try stage.run.goBack() }
        #expect(throws: EditError.self) { try stage.run.goBack() }
        #expect(stage.run.state == .choice)
    }

    @Test func `variables are few and short`() throws {
        let actions = #"["s = concat(s, s)", "l = [l, l]"]"#
        let nodes = ["s start", "a action {\"actions\":\(actions)}"]
        let stage = try DialogStage(nodes, ["s a", "a a"], ["s": "x", "l": []])
        #expect(stage.run.problem?.code == "limit")
        let grow = (0..<Limits.dialogVariables + 1).map { "\"v\($0) = 1\"" }.joined(separator: ",")
        let many = try DialogStage(["a action {\"actions\":[\(grow)]}"], [])
        #expect(many.run.problem?.code == "limit")
        #expect(many.run.variables.count == Limits.dialogVariables)
        for long in [JSON.string(String(repeating: "x", count: 10 << 20)), .array(Array(repeating: 1, count: 10_001))] {
            let error = #expect(throws: EditError.self) { try DialogStage(["a -"], [], ["v": long]) }
            #expect(error?.reason == .limits)
            #expect(error?.path == ["v"])
        }
        let half = JSON.string(String(repeating: "x", count: 60_000))
        let members = (0..<20).map { JSONObject.Member(name: JSONString("v\($0)"), value: half) }
        #expect(throws: EditError.self) { try DialogStage(["a -"], [], JSONObject(members)) }
    }

    @Test(arguments: ["", "1a", "a b", "data", "or", "é", "a.b", "true"])
    func `a variable has a name that expressions have`(_ name: String) throws {
        let variables = JSONObject([.init(name: JSONString(name), value: 1)])
        let error = #expect(throws: EditError.self) { try DialogStage(["a -"], [], variables) }
        #expect(error?.reason == .invalidValue)
    }

    @Test(arguments: [JSON.null, .object([:]), .array([.null]), ["color": [1]]])
    func `a variable is a value`(_ value: JSON) throws {
        let error = #expect(throws: EditError.self) { try DialogStage(["a -"], [], ["v": value]) }
        #expect(error?.reason == .invalidValue)
        var stage = try DialogStage(["a - {\"input\":\"v\"}"], [])
        #expect(throws: EditError.self) { try stage.enter(value) }
        #expect(stage.run.state == .input)
    }

    @Test func `of very many edges the first are options`() throws {
        let count = Limits.dialogOptions + 5
        var stage = try DialogStage(["a -", "b -"], (0..<count).map { _ in "a b" })
        #expect(stage.run.options.count == Limits.dialogOptions)
        #expect(throws: EditError.self) { try stage.choose(Limits.dialogOptions) }
        try stage.choose(Limits.dialogOptions - 1)
        #expect(stage.run.state == .ended)
    }

    @Test func `a loop over much data ends the run before it takes long`() throws {
        let filler = String(repeating: "z", count: 1 << 20)
        let nodes = ["s start", "a action {\"z\":\"\(filler)\",\"n\":1,\"actions\":[\"n = data.n\"]}"]
        let stage = try DialogStage(nodes, ["s a", "a a"])
        #expect(stage.run.problem?.code == "limit")
    }

    @Test func `an evaluation counts all its steps`() throws {
        let list = "[\((0..<900).map { _ in "0" }.joined(separator: ","))]"
        let nodes = [
            "s action {\"actions\":[\"l = \(list)\"]}",
            "a action {\"actions\":[\"x = \(Array(repeating: "sum(l)", count: 20).joined(separator: "+"))\"]}",
        ]
        let stage = try DialogStage(nodes, ["s a", "a a"])
        #expect(stage.run.problem?.code == "limit")
    }
}
