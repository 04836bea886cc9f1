import Editing
import Geometry
import Graph
import Sketching
import Testing

@testable import Interaction

@Suite struct ComparisonLawsTests {
    /// A program, a workspace whose view compares, and the items that its client has.
    private struct Run {
        var program: EditProgram
        var workspace: Workspace
        var shown = ShownItems()
        var ghosts = ShownGhosts()

        init(seed: Int, transients: Int) {
            program = EditProgram(seed: seed)
            program.transients = transients
            var base = Document()
            for _ in 0..<60 { Run.change(&base, &program) }
            var document = base
            for _ in 0..<25 { Run.change(&document, &program) }
            workspace = Workspace(document)
            _ = workspace.openView(
                "v", size: Size(width: 3000, height: 3000), viewport: Viewport(x: 1500, y: 1500, zoom: 1), mode: .svg,
                margin: nil)
            workspace.compare(with: (try? base.lasting()) ?? Document(), followed: nil, in: .first)
        }

        private static func change(_ document: inout Document, _ program: inout EditProgram) {
            document.updateInheritance()
            let edit = program.step(document)
            _ = try? document.transact { (transaction) throws(EditError) in try edit(&transaction) }
        }

        var compared: ViewComparison {
            guard let compared = workspace.comparison(of: .first) else { preconditionFailure("the view compares") }
            return compared
        }

        /// Changes the document, by an edit or through its history.
        mutating func step() {
            switch program.below(8) {
            case 0: _ = try? workspace.undo(1 + program.below(3), cause: "undo")
            case 1: _ = try? workspace.redo(1, cause: "redo")
            default:
                let edit = program.step(workspace.document)
                _ = try? workspace.perform(DocumentEditor.Options(cause: "edit"), edit)
            }
        }

        /// Accepts one difference or restores it.
        mutating func takeOne() {
            guard let difference = program.pickDifference(of: compared.comparison) else { return }
            if program.chance(50) {
                try? workspace.accept(difference, in: .first)
            } else {
                let base = compared.base
                _ = try? workspace.perform(DocumentEditor.Options(cause: "restore")) {
                    (transaction) throws(EditError) in
                    try transaction.take(nodes: difference.nodes, edges: difference.edges, from: base)
                }
            }
        }

        mutating func takeFrame() {
            let update = workspace.takeFrame(of: .first, heedsCredit: false)
            shown.apply(update, workspace.document)
            ghosts.apply(update)
        }
    }

    @Test(arguments: 0..<12)
    func `a comparison that follows equals one from scratch, and so do its frames`(seed: Int) {
        var run = Run(seed: seed, transients: seed % 3 == 0 ? 10 : 0)
        run.takeFrame()
        for step in 0..<60 {
            if run.program.chance(20) { run.takeOne() } else { run.step() }
            let followed = run.compared.comparison
            let fresh = Comparison(of: run.workspace.document, with: followed.base)
            #expect(followed.nodes == fresh.nodes, "seed \(seed) step \(step)")
            #expect(followed.edges == fresh.edges, "seed \(seed) step \(step)")
            #expect(followed.members == fresh.members, "seed \(seed) step \(step)")
            if run.program.chance(50) { continue }
            run.takeFrame()
            var (whole, wholeGhosts) = (ShownItems(), ShownGhosts())
            let update = run.workspace.wholeFrame(of: .first)
            whole.apply(update, run.workspace.document)
            wholeGhosts.apply(update)
            #expect(run.shown.nodes.mapValues(\.difference) == whole.nodes.mapValues(\.difference), "\(seed) \(step)")
            #expect(run.shown.edges.mapValues(\.difference) == whole.edges.mapValues(\.difference), "\(seed) \(step)")
            #expect(run.ghosts == wholeGhosts, "seed \(seed) step \(step)")
            #expect(run.ghosts.nodes.keys.allSatisfy { followed.isRemoved(.node($0)) })
        }
    }

    @Test(arguments: 0..<12)
    func `what was taken differs no more, and all of it gives the hash of the other side`(seed: Int) throws {
        var run = Run(seed: seed, transients: seed % 3 == 0 ? 10 : 0)
        for _ in 0..<10 { run.step() }
        for _ in 0..<10 {
            guard let difference = run.program.pickDifference(of: run.compared.comparison) else { break }
            let (base, hash) = (run.compared.base, run.workspace.document.contentHash())
            do throws(EditError) {
                _ = try run.workspace.perform(DocumentEditor.Options(cause: "restore")) {
                    (transaction) throws(EditError) in
                    try transaction.take(nodes: difference.nodes, edges: difference.edges, from: base)
                }
            } catch {
                // Nodes that would lie in one another are refused as a whole.
                #expect(error.reason == .parentCycle && run.workspace.document.contentHash() == hash)
                continue
            }
            for id in difference.nodes { #expect(run.compared.comparison.nodes[id] == nil, "seed \(seed)") }
            for id in difference.edges { #expect(run.compared.comparison.edges[id] == nil, "seed \(seed)") }
            #expect(run.workspace.document.checkInvariants() == [])
        }
        let (base, hash) = (run.compared.base, run.workspace.document.contentHash())
        _ = try run.workspace.perform(DocumentEditor.Options(cause: "restore")) { (transaction) throws(EditError) in
            try transaction.takeAll(from: base)
        }
        #expect(run.workspace.document.contentHash() == base.contentHash(), "seed \(seed)")
        #expect(run.compared.comparison.isEmpty)
        _ = try run.workspace.undo(1, cause: "undo")
        #expect(run.workspace.document.contentHash() == hash, "seed \(seed)")
        try run.workspace.accept(nil, in: .first)
        #expect(run.compared.comparison.isEmpty)
        #expect(run.compared.base.contentHash() == hash, "seed \(seed)")
    }

    @Test(arguments: [1000, 10_000])
    func `an edit compares what it touched, whatever the size of the document`(count: Int) throws {
        var document = Document()
        _ = try document.transact { (transaction) throws(EditError) in
            for index in 0..<count {
                try transaction.insert(
                    Node(
                        id: Identifier("n\(index)"),
                        geometry: NodeGeometry(
                            x: Double(index % 100) * 200, y: Double(index / 100) * 100, width: 100, height: 50)))
            }
        }
        var workspace = Workspace(document)
        _ = workspace.openView("v", size: Size(width: 800, height: 600), viewport: nil, mode: .svg, margin: nil)
        workspace.compare(with: document, followed: nil, in: .first)
        let known = workspace.comparison(of: .first)?.comparison.lookCount ?? 0
        #expect(known == count)
        for _ in 0..<10 {
            _ = try workspace.perform(DocumentEditor.Options(cause: "move")) { (transaction) throws(EditError) in
                try transaction.moveNodes(["n7"], by: Point(x: 1, y: 0))
            }
        }
        #expect(workspace.comparison(of: .first)?.comparison.lookCount == known + 10)
        #expect(workspace.comparison(of: .first)?.comparison.nodes.keys.map(\.string) == ["n7"])
    }

    @Test(arguments: 0..<6)
    func `a document is found as it was at each of its revisions`(seed: Int) {
        var program = EditProgram(seed: seed)
        var workspace = Workspace(Document())
        var hashes = [workspace.document.contentHash()]
        for _ in 0..<60 {
            if program.chance(20) {
                _ = try? workspace.undo(1, cause: "undo")
            } else {
                let edit = program.step(workspace.document)
                _ = try? workspace.perform(DocumentEditor.Options(cause: "edit"), edit)
            }
            while hashes.count <= workspace.revision { hashes.append(workspace.document.contentHash()) }
        }
        for (revision, hash) in hashes.enumerated() {
            #expect(workspace.document(atRevision: revision)?.contentHash() == hash, "seed \(seed) \(revision)")
        }
        #expect(workspace.document(atRevision: hashes.count) == nil)
    }
}

/// The ghosts that a client has of a view, by its updates alone.
private struct ShownGhosts: Equatable {
    var nodes: [Identifier: Rect] = [:]
    var edges: [Identifier: Path] = [:]

    mutating func apply(_ update: ViewUpdate?) {
        guard let ghosts = update?.ghosts else { return }
        for id in ghosts.nodes.left { nodes[id] = nil }
        for id in ghosts.edges.left { edges[id] = nil }
        for item in ghosts.nodes.enteredItems { nodes[ghosts.document.nodeID(item.slot)] = item.frame }
        for item in ghosts.edges.enteredItems { edges[ghosts.document.edgeID(item.slot)] = item.path }
    }
}

extension EditProgram {
    /// Draws an element that differs.
    fileprivate mutating func pickDifference(of comparison: Comparison) -> (nodes: [Node.ID], edges: [Edge.ID])? {
        if comparison.count == 0 { return nil }
        let (nodes, edges) = (comparison.nodes.keys.sorted(), comparison.edges.keys.sorted())
        let place = below(comparison.count)
        return place < nodes.count ? ([nodes[place]], []) : ([], [edges[place - nodes.count]])
    }
}
