import Graph
import Values
import Wire

/// A run of the dialog that a document describes: its position, its transcript, and the way back.
///
/// It is a value and holds no document: nodes and edges are known by their ids and looked up when the run continues.
/// So the document may change meanwhile. Earlier texts and offered options stay unchanged. The document at that moment
/// decides where options lead, and a removed node ends the run.
public struct DialogRun: Sendable {
    /// The input that a run waits for.
    public enum State: String, CaseIterable, Sendable {
        /// A choice among the options.
        case choice
        /// An input of a value.
        case input
        /// The end of the run.
        case ended
    }

    /// A way on that may be chosen.
    public struct Option: Sendable, Equatable {
        /// The source handle of an item, or nil.
        public let handle: Identifier?
        /// The edge, or nil.
        public let edge: Edge.ID?
        /// The text for people.
        public let label: String
        /// Is true if its condition holds.
        public let isAllowed: Bool

        var bytes: Int { label.utf8.count + (handle ?? edge ?? Identifier("")).string.utf8.count }
    }

    /// The reason why a run has ended before its time.
    public struct Problem: Sendable, Equatable {
        /// The node of the error; it may be gone.
        public let node: Node.ID
        /// The error of an expression, `steps`, or `noSuchNode`.
        public let code: String
    }

    private var step: DialogStep
    private var transcript = DialogTranscript()
    private var history: [DialogStep] = []
    private var historyBytes = 0

    /// Begins a run.
    ///
    /// - Parameter node: the start; nil is the start of the dialog.
    /// - Throws: `nothingThere` if there is no start.
    public init(of document: Document, at node: Node.Slot?, _ variables: DialogVariables) throws(EditError) {
        guard let start = node ?? document.dialogStart() else {
            throw EditError(.nothingThere, "there is no node where a dialog begins")
        }
        var walk = DialogWalk(document, variables, transcript)
        step = walk.walk(from: start)
        transcript = walk.transcript
    }

    // MARK: Reading

    /// The state: the input that the run waits for.
    public var state: State {
        switch step.wait {
        case .options: .choice
        case .input: .input
        case .end: .ended
        }
    }

    /// The present node of the run; it may be gone.
    public var node: Node.ID { step.node }
    /// The edges of the last step, each once, in the order of first passing; they may be gone.
    public var edges: [Edge.ID] { step.edges }
    /// The options as they were when the run came here.
    public var options: [Option] { if case .options(let options) = step.wait { options } else { [] } }
    /// The variables in the order of their names.
    public var variables: [(name: String, value: Value)] { step.variables.members }
    /// The latest texts that were said.
    public var texts: [(node: Node.ID, text: String)] { transcript.entries.map { ($0.node, $0.text) } }
    /// The reason why the run has ended before its time; nil if it has not.
    public var problem: Problem? { if case .end(let problem) = step.wait { problem } else { nil } }

    // MARK: Going on

    /// Goes on by an option.
    ///
    /// - Throws: `invalidValue` if there is no such option or its condition did not hold.
    public mutating func choose(_ option: Int, in document: Document) throws(EditError) {
        guard options.indices.contains(option) else {
            let known = ["there is no option to choose", "there is one option, 0"]
            throw .invalid(
                options.count < 2 ? known[options.count] : "the options are 0 to \(options.count - 1)", path: ["option"]
            )
        }
        if !options[option].isAllowed { throw .invalid("the condition of this option is false", path: ["option"]) }
        let (handle, edge) = (options[option].handle, options[option].edge)
        proceed(in: document, step.variables) { node in
            if let handle { return document.dialogWay(from: node, at: handle) }
            return edge.flatMap { document.edge($0) }.flatMap { document.edges.ends($0).source == node ? $0 : nil }
        }
    }

    /// Goes on with a value for the variable that the run waits for.
    ///
    /// - Throws: `invalidValue` if it waits for none; `limits`.
    public mutating func enter(_ value: Value, in document: Document) throws(EditError) {
        guard case .input(let name) = step.wait else { throw .invalid("no input is wanted here", path: ["input"]) }
        var variables = step.variables
        do throws(ValueError) {
            try variables.set(name, to: value)
        } catch {
            throw EditError(.limits, "the variables are too many or too long", path: ["input"])
        }
        proceed(in: document, variables) { document.dialogWay(from: $0) }
    }

    private mutating func proceed(
        in document: Document, _ variables: DialogVariables, by way: (Node.Slot) -> Edge.Slot?
    ) {
        remember()
        guard let node = document.node(step.node) else {
            step.wait = .end(Problem(node: step.node, code: "noSuchNode"))
            step.variables = variables
            step.edges = []
            return
        }
        var walk = DialogWalk(document, variables, transcript)
        guard let edge = way(node) else {
            step = walk.step(at: node, .end(nil))
            return
        }
        step = walk.walk(from: walk.follow(edge))
        transcript = walk.transcript
    }

    private mutating func remember() {
        history.append(step)
        historyBytes += step.bytes
        while history.count > Limits.dialogHistory || historyBytes > Limits.dialogHistoryBytes, !history.isEmpty {
            historyBytes -= history.removeFirst().bytes
        }
    }

    // MARK: Back and out

    /// Goes back to the state before the last option or input.
    ///
    /// - Throws: `nothingThere` before the first one, and beyond the kept history.
    public mutating func goBack() throws(EditError) {
        guard let last = history.popLast() else { throw EditError(.nothingThere, "there is no step to go back to") }
        historyBytes -= last.bytes
        step = last
        transcript.cut(to: last.textCount)
    }

    /// Ends the run at its position.
    public mutating func end() {
        if case .end = step.wait { return }
        step.wait = .end(nil)
    }
}
