import Graph
import Storage
import Values
import Wire

/// The walk of a run from one choice to the next.
struct DialogWalk {
    private let document: Document
    private var evaluator: DialogEvaluator
    private(set) var transcript: DialogTranscript
    private var edges: [Edge.Slot] = []
    private var passed = SlotMap<Edge>()
    /// The exits of nodes that were passed; they do not depend on variables.
    private var exits: [Node.Slot: DialogExit] = [:]

    init(_ document: Document, _ variables: DialogVariables, _ transcript: DialogTranscript) {
        self.document = document
        self.transcript = transcript
        evaluator = DialogEvaluator(document, variables)
    }

    /// The next step of a run at a node.
    private enum Outcome {
        case follow(Edge.Slot)
        case stop(DialogStep.Wait)

        /// Follows an edge; without one the run ends.
        init(_ edge: Edge.Slot?) { self = edge.map { .follow($0) } ?? .stop(.end(nil)) }
    }

    /// Walks from a node until the run waits or ends.
    ///
    /// - Complexity: O(nodes passed, the edges that leave them, and `Limits.dialogWork`).
    mutating func walk(from start: Node.Slot) -> DialogStep {
        var node = start
        for _ in 0..<Limits.dialogSteps {
            let outcome: Outcome
            do throws(ValueError) {
                outcome = try visit(node)
            } catch {
                return step(at: node, .end(problem(error.code.rawValue, node)))
            }
            switch outcome {
            case .stop(let wait): return step(at: node, wait)
            case .follow(let edge): node = follow(edge)
            }
        }
        return step(at: node, .end(problem("steps", node)))
    }

    /// Notes an edge that was passed; returns the node at its end.
    mutating func follow(_ edge: Edge.Slot) -> Node.Slot {
        if passed.insert(edge) { edges.append(edge) }
        return document.edges.ends(edge).target
    }

    /// The step that has led to a node.
    func step(at node: Node.Slot, _ wait: DialogStep.Wait) -> DialogStep {
        DialogStep(
            node: document.nodeID(node), wait: wait, variables: evaluator.variables,
            edges: edges.map { document.edgeID($0) }, textCount: transcript.count)
    }

    private func problem(_ code: String, _ node: Node.Slot) -> DialogRun.Problem {
        DialogRun.Problem(node: document.nodeID(node), code: code)
    }

    // MARK: At a node

    private mutating func visit(_ node: Node.Slot) throws(ValueError) -> Outcome {
        let content = document.dialogContent(of: node)
        try evaluator.spend(content.bytes)
        switch document.dialogRole(node) {
        case .action: try evaluator.perform(content.actions, at: node)
        case .start where content.textPath == nil, .condition: break
        case .start, .message, .choice, .end, nil:
            if let text = content.text {
                transcript.append(.init(node: document.nodeID(node), text: try evaluator.render(text, at: node)))
            }
        }
        return try leave(node, content)
    }

    private mutating func leave(_ node: Node.Slot, _ content: DialogContent) throws(ValueError) -> Outcome {
        switch exit(of: node) {
        case .end: return .stop(.end(nil))
        case .next(let edge): return Outcome(edge)
        case .branch(let ifTrue, let ifFalse):
            guard let condition = content.condition else { throw ValueError(.missingData) }
            return Outcome(try evaluator.holds(condition, at: node) ? ifTrue : ifFalse)
        case .input:
            guard case .string(let text)? = content.input else { throw ValueError(.type) }
            guard let name = text.string, VariableName.isValid(name) else { throw ValueError(.expression) }
            return .stop(.input(name))
        case .handles(let ways, let isWaiting):
            if isWaiting { return .stop(.options(try options(ways, at: node))) }
            return Outcome(try evaluator.holds(ways[0].item.condition, at: node) ? ways[0].edge : nil)
        case .edges(let edges): return .stop(.options(try options(edges, at: node)))
        }
    }

    private mutating func exit(of node: Node.Slot) -> DialogExit {
        if let known = exits[node] { return known }
        let exit = document.dialogExit(of: node)
        exits[node] = exit
        return exit
    }

    // MARK: Options

    private mutating func options(
        _ ways: [(item: DialogItem, edge: Edge.Slot?)], at node: Node.Slot
    ) throws(ValueError) -> [DialogRun.Option] {
        var options: [DialogRun.Option] = []
        var bytes = 0
        for (item, edge) in ways {
            var label = item.handle.label
            if label == nil { label = try labelAtEnd(of: edge) }
            options.append(
                DialogRun.Option(
                    handle: item.handle.id, edge: nil,
                    label: try evaluator.render(label ?? item.handle.id.string, at: node),
                    isAllowed: try evaluator.holds(item.condition, at: node)))
            try count(options[options.count - 1], &bytes)
        }
        return options
    }

    private mutating func options(
        _ edges: [Edge.Slot], at node: Node.Slot
    ) throws(ValueError) -> [DialogRun.Option] {
        var options: [DialogRun.Option] = []
        var bytes = 0
        for edge in edges.prefix(Limits.dialogOptions) {
            let content = document.dialogContent(ofEdge: edge)
            try evaluator.spend(content.bytes)
            let ends = document.edges.ends(edge)
            let handle = ends.sourceHandle.flatMap { document.handle(document.symbols[$0], of: node, kind: .source) }
            var label = content.label ?? handle?.label
            if label == nil { label = try labelAtEnd(of: edge) }
            options.append(
                DialogRun.Option(
                    handle: nil, edge: document.edgeID(edge),
                    label: try evaluator.render(label ?? document.nodeID(ends.target).string, at: node),
                    isAllowed: try evaluator.holds(content.condition, at: node)))
            try count(options[options.count - 1], &bytes)
        }
        return options
    }

    private func count(_ option: DialogRun.Option, _ bytes: inout Int) throws(ValueError) {
        bytes += option.bytes
        if bytes > Limits.dialogTextBytes { throw ValueError(.limit) }
    }

    private mutating func labelAtEnd(of edge: Edge.Slot?) throws(ValueError) -> String? {
        guard let edge else { return nil }
        let target = document.edges.ends(edge).target
        try evaluator.spend(document.withNodeMembers(target) { $0.count })
        return document.withLabel(ofNode: target) { $0?.description }
    }
}
