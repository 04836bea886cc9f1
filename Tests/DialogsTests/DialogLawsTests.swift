import Dialogs
import Graph
import Seeding
import Testing
import Wire

/// Laws for all runs: dialogs and answers drawn by chance.
@Suite struct DialogLawsTests {
    private static let nodeCount = 12

    /// Nodes of all roles with ways between them; the first is the only start.
    private func dialog(_ random: inout Seeded) -> (nodes: [String], edges: [String]) {
        let data = [
            ("message", "{\"text\":\"{{n}}\"}"), ("message", "{\"input\":\"s\"}"), ("end", "{\"text\":\"end\"}"),
            ("choice", "{\"text\":\"?\",\"buttons\":[{\"id\":\"x\"},{\"id\":\"y\",\"condition\":\"n > 2\"}]}"),
            ("choice", "{}"), ("action", "{\"actions\":[\"n = n + 1\"]}"),
            ("condition", "{\"condition\":\"n % 2 == 0\"}"),
            ("-", "{}"), ("action", "{\"actions\":[\"n = 1 / (n - 3)\"]}"),
        ]
        var nodes = ["n0 start"]
        var edges = ["n0 n1"]
        for index in 1..<DialogLawsTests.nodeCount {
            let (type, content) = data[random.below(data.count)]
            nodes.append("n\(index) \(type) \(content)")
            let handles =
                content.contains("buttons") ? [".x", ".y"] : type == "condition" ? [".true", ".false"] : [""]
            for handle in handles where random.below(5) > 0 {
                for _ in 0...random.below(2) {
                    edges.append("n\(index)\(handle) n\(1 + random.below(DialogLawsTests.nodeCount - 1))")
                }
            }
        }
        return (nodes, edges)
    }

    private func answer(_ stage: inout DialogStage, _ random: inout Seeded) throws {
        switch stage.run.state {
        case .input: try stage.enter("word")
        case .choice:
            let allowed = stage.run.options.indices.filter { stage.run.options[$0].isAllowed }
            if let option = allowed.isEmpty ? nil : allowed[random.below(allowed.count)] { try stage.choose(option) }
        case .ended: break
        }
    }

    @Test(arguments: 0..<60)
    func `runs stay in what was explored, and back is where they came from`(seed: Int) throws {
        var random = Seeded(UInt64(seed) &* 7919 &+ 1)
        let (nodes, edges) = dialog(&random)
        var stage = try DialogStage(nodes, edges, ["n": 0])
        let found = try #require(stage.document.exploreDialog())
        #expect(found.reached.count + found.unreached.count == DialogLawsTests.nodeCount)
        let reached = Set(found.reached.map { stage.document.nodeID($0) })
        let deadEnds = Set(found.deadEnds.map { stage.document.nodeID($0) })
        var states = [stage.shown]
        for _ in 0..<30 where stage.run.state != .ended {
            let before = stage.shown
            try answer(&stage, &random)
            if stage.shown == before && stage.run.state == .choice && stage.run.options.allSatisfy({ !$0.isAllowed }) {
                break
            }
            states.append(stage.shown)
            #expect(reached.contains(stage.run.node), "seed \(seed)")
            #expect(stage.run.edges.allSatisfy { stage.document.edge($0) != nil })
        }
        if stage.run.state == .ended && stage.run.problem == nil {
            let slot = try #require(stage.document.node(stage.run.node))
            #expect(stage.document.dialogRole(slot) == .end || deadEnds.contains(stage.run.node), "seed \(seed)")
        }
        if stage.run.problem?.code == "steps" { #expect(!found.loopsWithoutChoice.isEmpty, "seed \(seed)") }
        for state in states.dropLast().reversed() {
            try stage.run.goBack()
            #expect(stage.shown == state, "seed \(seed)")
        }
        #expect(throws: EditError.self) { try stage.run.goBack() }
    }

    @Test(arguments: 0..<20)
    func `what is explored is what a naive walk finds`(seed: Int) throws {
        var random = Seeded(UInt64(seed) &* 104_729 &+ 3)
        let (nodes, edges) = dialog(&random)
        let document = DialogStage.document(nodes, edges)
        let found = try #require(document.exploreDialog())
        // Which nodes lead to which, by all ways and without a choice, closed step by step.
        var leads: [Node.Slot: Set<Node.Slot>] = [:]
        var alone: [Node.Slot: Set<Node.Slot>] = [:]
        for slot in document.nodeSlots {
            let exit = document.dialogExit(of: slot)
            let ends = Set(exit.ways.compactMap { $0 }.map { document.edges.ends($0).target })
            leads[slot] = ends
            alone[slot] = exit.isAutomatic ? ends : []
        }
        for _ in 0..<DialogLawsTests.nodeCount {
            for slot in document.nodeSlots {
                leads[slot] = DialogLawsTests.extended(slot, leads)
                alone[slot] = DialogLawsTests.extended(slot, alone)
            }
        }
        let start = try #require(document.dialogStart())
        let reached = (leads[start] ?? []).union([start])
        #expect(Set(found.reached) == reached, "seed \(seed)")
        let looping = reached.filter { alone[$0]?.contains($0) == true }
        #expect(Set(found.loopsWithoutChoice.joined()) == looping, "seed \(seed)")
        for loop in found.loopsWithoutChoice {
            for slot in loop {
                #expect(alone[loop[0]]?.contains(slot) == true && alone[slot]?.contains(loop[0]) == true)
            }
        }
    }

    private static func extended(_ slot: Node.Slot, _ leads: [Node.Slot: Set<Node.Slot>]) -> Set<Node.Slot> {
        let next = leads[slot] ?? []
        return next.union(next.flatMap { leads[$0] ?? [] })
    }
}
