import Editing
import Graph
import Interaction
import Sketching
import Testing
import Wire

/// A client that keeps what is reported.
private struct Listener {
    var known: [String: Diagnostic] = [:]

    mutating func take(_ changes: DiagnosticChanges) {
        for key in changes.unset {
            #expect(known.removeValue(forKey: key) != nil, "\(key) went and was not there")
        }
        for diagnostic in changes.set {
            #expect(known[diagnostic.key] != diagnostic, "\(diagnostic.key) was reported again")
            known[diagnostic.key] = diagnostic
        }
    }
}

/// The law that the reports as a document changes are those that a fresh look at it finds.
@Suite struct WatchedDiagnosticsTests {
    private static let types: JSON = [
        "t": [
            "computed": "sum(inputs('i')) + if(i2 > 3, data.v, nowhere)", "role": "start",
            "schema": ["type": "object", "required": ["list"], "properties": ["list": ["maxItems": 2]]],
            "handles": [
                ["id": "o", "type": "source"], ["id": "i", "type": "target", "required": true, "limit": 1],
                ["id": "i2", "type": "target", "default": 2, "dataType": "number"],
            ],
        ],
        "u": [
            "computed": ["o": "i + 1", "source": "concat('s', i)"], "connects": ["to": ["u", "default"]],
            "handlesFrom": [["path": "/list", "type": "source"]],
            "handles": [["id": "o", "type": "source"], ["id": "i", "type": "target", "required": true]],
        ],
        "group": ["accepts": ["t"], "role": "message"],
    ]

    private static let settings: [JSON] = [
        [:], ["allowCycles": false, "allowSelfLoops": true], ["checkValues": true, "allowDuplicates": true],
        ["connectionMode": "loose", "allowSelfLoops": true, "minZoom": "low"], ["dataProblems": "refuse"],
    ]

    private func start(_ seed: Int) -> Workspace {
        let types = seed % 3 == 0 ? [:] : WatchedDiagnosticsTests.types
        let settings = WatchedDiagnosticsTests.settings[seed % 5]
        let nodes: JSON = [
            ["id": "a", "type": "t", "position": ["x": 0, "y": 0], "style": ["border": "1px"]],
            ["id": "b", "type": "v", "position": ["x": 10, "y": 0], "parentId": "g", "zIndex": "high"],
            ["id": "g", "type": "group", "position": ["x": 50, "y": 0], "locked": true],
            ["id": "c", "type": "u", "position": ["x": 20, "y": 10], "data": ["list": [1, 2, 3]]],
        ]
        let edges: JSON = [
            ["id": "ab", "source": "a", "target": "b"], ["id": "ab2", "source": "a", "target": "b"],
            ["id": "ba", "source": "b", "target": "a", "targetHandle": "i"],
            ["id": "cc", "source": "c", "target": "c"],
            ["id": "bc", "source": "b", "target": "c", "targetHandle": "none", "locked": true],
        ]
        return Workspace(
            Sketch(content: ["nodes": nodes, "edges": edges, "types": types, "settings": settings]).document)
    }

    private func perform(
        _ edit: (inout Transaction) throws(EditError) -> String, on workspace: inout Workspace
    ) {
        do throws(EditError) { _ = try workspace.perform(.init(cause: "test"), edit) } catch {}
    }

    /// Returns true if both say the same.
    /// One of the changes that programs do not draw.
    private func change(_ program: inout EditProgram, _ document: Document) -> (
        inout Transaction
    ) throws(EditError) -> String {
        let (node, edge) = (program.node(document), program.edge(document))
        let flag: JSON = program.chance(50) ? .boolean(program.chance(70)) : .null
        let kind = program.below(7)
        let type = program.pick(["t", "u", "v", "group", "input"])
        let name = program.pick(["hidden", "collapsed", "acceptsChildren"])
        let style: JSON = program.chance(50) ? ["border": "2px"] : .null
        let types = WatchedDiagnosticsTests.types
        let setting = program.pick(["checkValues", "allowDuplicates", "allowCycles"])
        let step = program.pick(OrderStep.allCases)
        return { open throws(EditError) in
            switch kind {
            case 0: try open.updateNode(node, patch: [JSONString(name): flag])
            case 1: try open.updateNode(node, patch: ["style": style])
            case 2: try open.updateNode(node, patch: ["type": .string(type)])
            case 3: try open.updateEdge(edge, patch: ["locked": flag, "style": style])
            case 4: try open.updateTypes([JSONString(type): types[type] ?? .null])
            case 5: try open.updateSettings([JSONString(setting): flag])
            default: try open.reorder(edges: [edge], to: step)
            }
            return ""
        }
    }

    private func step(_ program: inout EditProgram, _ workspace: inout Workspace) {
        switch program.below(12) {
        case 0: _ = try? workspace.undo(1 + program.below(3), cause: "undo")
        case 1: _ = try? workspace.redo(1 + program.below(3), cause: "redo")
        case 2, 3: perform(change(&program, workspace.document), on: &workspace)
        default: perform(program.step(workspace.document), on: &workspace)
        }
    }

    /// Returns true if the reports equal a fresh look: all of it, or the first ones and the fact that there are more.
    private func compare(
        _ listener: Listener, _ workspace: inout Workspace, _ place: String, limit: Int = .max
    ) -> Bool {
        let fresh = workspace.content.diagnostics(limit: .max).found
        var found = Dictionary(fresh.prefix(limit).map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
        #expect(found.count == fresh.prefix(limit).count, "keys are not unique: \(fresh.map(\.key).sorted())")
        let notice = "notChecked/limit"
        #expect((listener.known[notice] != nil) == (fresh.count > limit), "\(place): \(fresh.count) diagnostics")
        found[notice] = listener.known[notice]
        if listener.known == found { return true }
        for key in Set(found.keys).union(listener.known.keys) where found[key] != listener.known[key] {
            let (reported, new) = (String(describing: listener.known[key]), String(describing: found[key]))
            Issue.record("\(place): \(key) is reported as \(reported), and is \(new)")
        }
        return false
    }

    @Test(arguments: 0..<16, [Int.max, 12]) func `what is reported after each edit is what a fresh look finds`(
        seed: Int, limit: Int
    ) {
        var program = EditProgram(seed: seed)
        var workspace = start(seed)
        var listener = Listener()
        workspace.content.watchDiagnostics(true, limit: limit)
        listener.take(workspace.content.takeDiagnosticChanges(mayWait: false))
        if !compare(listener, &workspace, "at first", limit: limit) { return }
        for number in 0..<100 {
            // Several changes may be reported at once.
            for _ in 0...(program.chance(20) ? 3 : 0) { step(&program, &workspace) }
            listener.take(workspace.content.takeDiagnosticChanges(mayWait: false))
            if !compare(listener, &workspace, "seed \(seed), step \(number)", limit: limit) { return }
            #expect(workspace.content.takeDiagnosticChanges(mayWait: false).isEmpty)
        }
    }

    @Test(arguments: 0..<12) func `who asks again is sent all, and what is gone`(seed: Int) {
        var program = EditProgram(seed: seed)
        var workspace = start(seed)
        var listener = Listener()
        for number in 0..<20 {
            workspace.content.watchDiagnostics(true)
            let changes = workspace.content.takeDiagnosticChanges(mayWait: false)
            #expect(changes.set.count == workspace.content.diagnostics(limit: .max).found.count)
            for diagnostic in changes.set { listener.known[diagnostic.key] = nil }
            listener.take(changes)
            if !compare(listener, &workspace, "seed \(seed), time \(number)") { return }
            // Others ask while something is still to be reported.
            step(&program, &workspace)
            if program.chance(50) { listener.take(workspace.content.takeDiagnosticChanges(mayWait: true)) }
        }
    }

    @Test(arguments: 0..<24, [Int.max, 12]) func `what jobs report while the document changes ends as a fresh look`(
        seed: Int, limit: Int
    ) {
        var program = EditProgram(seed: seed)
        var workspace = start(seed)
        var listener = Listener()
        var job: DiagnosticJob?
        workspace.content.watchDiagnostics(true, limit: limit)
        listener.take(workspace.content.takeDiagnosticChanges(mayWait: true))
        for number in 0..<150 {
            step(&program, &workspace)
            listener.take(workspace.content.takeDiagnosticChanges(mayWait: true))
            if job == nil && program.chance(50) { job = workspace.content.beginDiagnosticJob() }
            if program.chance(50), let done = job.take() {
                listener.take(workspace.content.finishDiagnosticJob(done.run()))
                listener.take(workspace.content.takeDiagnosticChanges(mayWait: true))
            }
            if number % 10 < 9 { continue }
            while let work = job.take() ?? workspace.content.beginDiagnosticJob() {
                listener.take(workspace.content.finishDiagnosticJob(work.run()))
                listener.take(workspace.content.takeDiagnosticChanges(mayWait: true))
            }
            if !compare(listener, &workspace, "seed \(seed), step \(number)", limit: limit) { return }
        }
    }

    @Test(arguments: 0..<30) func `pages are the whole, and those of some elements are what names them`(seed: Int)
        throws
    {
        var program = EditProgram(seed: seed)
        var workspace = start(seed)
        for _ in 0..<60 { step(&program, &workspace) }
        let whole = workspace.content.diagnostics(limit: .max)
        #expect(whole.next == nil)
        #expect(try pages(of: nil, &workspace, 1 + program.below(4)) == whole.found)
        let document = workspace.document
        let nodes = document.nodeSlots.filter { _ in program.chance(20) }
        let edges = document.edgeSlots.filter { _ in program.chance(20) }
        let ids = (Set(nodes.map { document.nodeID($0) }), Set(edges.map { document.edgeID($0) }))
        let naming = whole.found.filter { one in
            one.nodes.contains { ids.0.contains($0) } || one.edges.contains { ids.1.contains($0) }
        }
        #expect(workspace.content.diagnostics(of: (nodes, edges), limit: .max).found == naming)
        #expect(try pages(of: (nodes, edges), &workspace, 1 + program.below(4)) == naming)
    }

    private func pages(
        of elements: (nodes: [Node.Slot], edges: [Edge.Slot])?, _ workspace: inout Workspace, _ limit: Int
    ) throws -> [Diagnostic] {
        var found: [Diagnostic] = []
        var next: DiagnosticWalk.Place?
        repeat {
            let page = workspace.content.diagnostics(of: elements, after: next, limit: limit)
            #expect(page.found.count == limit || page.next == nil)
            try #require(found.count < 10_000)
            found += page.found
            next = page.next
        } while next != nil
        return found
    }
}
