import Editing
import Geometry
import Graph
import Sketching
import Storage
import Testing
import Wire

/// A document as two plain lists, changed only by deltas: what a client that replays them has.
struct Replica: Equatable {
    var nodes: [Node.Slot: Node] = [:]
    var edges: [Edge.Slot: Edge] = [:]
    var nodeOrder: [Node.Slot] = []
    var edgeOrder: [Edge.Slot] = []
    var content = JSONObject()

    init(_ document: Document) {
        nodeOrder = document.nodeSlots
        edgeOrder = document.edgeSlots
        for slot in nodeOrder { nodes[slot] = document.node(at: slot) }
        for slot in edgeOrder { edges[slot] = document.edge(at: slot) }
        content = document.content
    }

    mutating func apply(_ delta: Delta) {
        for change in delta.nodes {
            switch change.content {
            case .same: nodes[change.slot]?.setGeometry(change.after)
            case .changed(_, let after): nodes[change.slot] = after
            }
        }
        for change in delta.edges { edges[change.slot] = change.after }
        for step in delta.nodeOrder { Self.apply(step, &nodeOrder) }
        for step in delta.edgeOrder { Self.apply(step, &edgeOrder) }
        for change in delta.members { content[change.name] = change.after }
    }

    private static func apply<Element>(_ step: Placement<Element>, _ order: inout [Slot<Element>]) {
        if step.from != .absent { order.removeAll { $0 == step.slot } }
        switch step.to {
        case .absent: break
        case .end: order.append(step.slot)
        case .before(let successor):
            if let place = order.firstIndex(of: successor) { order.insert(step.slot, at: place) }
        }
    }
}

@Suite struct EditLawsTests {
    /// Performs an edit or reports why not.
    private func perform(
        _ edit: (inout Transaction) throws(EditError) -> String, on document: inout Document, dryRun: Bool
    ) -> (text: String, delta: Delta?) {
        do throws(EditError) {
            let result = try document.transact(dryRun: dryRun, edit)
            return (result.result, result.delta)
        } catch {
            return ("\(error.reason) \(error.message) \(error.nodes) \(error.edges) \(error.path)", nil)
        }
    }

    /// Returns the keys of all elements in their orders: what frames send as `order`.
    private func orderKeys(of document: Document) -> [UInt64] {
        let (nodes, edges) = (document.nodes.order, document.edges.order)
        return nodes.slots.map { nodes.key($0) } + edges.slots.map { edges.key($0) }
    }

    @Test(arguments: 0..<20)
    func `generated edits obey the laws`(seed: Int) {
        var program = EditProgram(seed: seed)
        var document = Document()
        var replica = Replica(document)
        var history: [(delta: Delta, picture: String)] = []
        var start = picture(of: document)
        for step in 0..<120 {
            let edit = program.step(document)
            let keys = orderKeys(of: document)
            let tried = perform(edit, on: &document, dryRun: true)
            #expect(orderKeys(of: document) == keys, "seed \(seed) step \(step): dry run")
            let afterDryRun = picture(of: document)
            let counters = document.counters
            let performed = perform(edit, on: &document, dryRun: false)
            let end = picture(of: document)
            let problems = document.checkInvariants()
            guard afterDryRun == start, tried.text == performed.text, problems == [] else {
                Issue.record("seed \(seed) step \(step): \(performed.text) \(problems)")
                return
            }
            if let delta = performed.delta {
                #expect(delta.isEmpty == (start == end), "seed \(seed) step \(step)")
                replica.apply(delta)
                if !delta.isEmpty { history.append((delta, start)) }
            } else {
                #expect(start == end && document.counters == counters, "seed \(seed) step \(step): refused")
            }
            #expect(replica == Replica(document), "seed \(seed) step \(step): replay")
            if step % 30 == 0 { expectSameWhenOpened(document, "seed \(seed) step \(step)") }
            start = end
            if program.chance(4) {
                walkBackAndForth(&document, &history, &program, seed: seed)
                start = picture(of: document)
                replica = Replica(document)
            }
        }
        walkBackAndForth(&document, &history, &program, seed: seed, everything: true)
    }

    /// Expects that everything that follows from types and data is the same in a document that was edited and in one
    /// that is opened.
    private func expectSameWhenOpened(_ document: Document, _ place: String) {
        let opened = Sketch(document).document
        #expect(opened.checkInvariants() == [], "\(place)")
        for slot in document.nodeSlots {
            guard let other = opened.node(document.nodeID(slot)) else { continue }
            #expect(opened.handles(other) == document.handles(slot), "\(place)")
            #expect(opened.nodes.flags(other) == document.nodes.flags(slot), "\(place)")
            #expect(opened.nodes.geometry(other) == document.nodes.geometry(slot), "\(place)")
        }
    }

    /// Undoes some steps and redoes all of them or fewer; forgotten ones leave the history.
    ///
    /// The columns are checked now and then, since an error there stays.
    private func walkBackAndForth(
        _ document: inout Document, _ history: inout [(delta: Delta, picture: String)], _ program: inout EditProgram,
        seed: Int, everything: Bool = false
    ) {
        let steps = everything ? history.count : program.below(history.count + 1)
        var forth: [(delta: Delta, picture: String)] = []
        var now = picture(of: document)
        for index in (history.count - steps..<history.count).reversed() {
            forth.append((history[index].delta, now))
            document.replay(history[index].delta.inverse)
            now = picture(of: document)
            #expect(now == history[index].picture, "seed \(seed): undo of \(index)")
            guard index % 8 == 0 || forth.count == steps else { continue }
            #expect(document.checkInvariants() == [], "seed \(seed): undo of \(index)")
        }
        let kept = everything ? 0 : program.below(steps + 1) / 2
        for (index, step) in forth.reversed().dropLast(kept).enumerated() {
            document.replay(step.delta)
            #expect(picture(of: document) == step.picture, "seed \(seed): redo")
            guard index % 8 == 0 || index + kept + 1 == steps else { continue }
            #expect(document.checkInvariants() == [], "seed \(seed): redo")
        }
        history.removeLast(kept)
    }

    @Test(arguments: 0..<20)
    func `a batch of edits is one delta, and a failure puts all back`(seed: Int) {
        var program = EditProgram(seed: 1000 + seed)
        var document = Document()
        for round in 0..<20 {
            let start = picture(of: document)
            let before = document
            var edits = program
            func batch(_ open: inout Transaction) throws(EditError) -> String {
                var results = ""
                for _ in 0..<8 { results += try edits.step(open.document)(&open) + ";" }
                return results
            }
            let result = perform(batch, on: &document, dryRun: false)
            program = edits
            #expect(document.checkInvariants() == [], "seed \(seed) round \(round)")
            guard let delta = result.delta else {
                #expect(picture(of: document) == start, "seed \(seed) round \(round): put back")
                // Fewer edits at once fail less often.
                document = before
                _ = perform(program.step(document), on: &document, dryRun: false)
                continue
            }
            let end = picture(of: document)
            var replica = Replica(before)
            replica.apply(delta)
            #expect(replica == Replica(document), "seed \(seed) round \(round): replay")
            document.replay(delta.inverse)
            #expect(picture(of: document) == start, "seed \(seed) round \(round): undo")
            #expect(document.checkInvariants() == [], "seed \(seed) round \(round): undo")
            document.replay(delta)
            #expect(picture(of: document) == end, "seed \(seed) round \(round): redo")
        }
    }
}
