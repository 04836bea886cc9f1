import Dialogs
import Graph
import Interaction
import Values
import Wire

/// The present state of a run, in the results of dialog methods.
struct DialogState: Sendable {
    /// A text that a node has said.
    struct Line: Sendable {
        var node = Identifier("")
        var text = ""
    }

    struct Option: Sendable {
        var handle: Identifier?
        var edge: Identifier?
        var label = ""
        var allowed = true
    }

    struct Problem: Sendable {
        var node = Identifier("")
        var code = ""
    }

    /// The position of the run in frames.
    struct Running: Sendable {
        var node = Identifier("")
        var edges: [Identifier] = []
    }

    var state = DialogRun.State.ended
    var node = Identifier("")
    var transcript: [Line] = []
    var options: [Option] = []
    var variables: [(String, Value)] = []
    var error: Problem?

    init() {}

    init(_ run: DialogRun) {
        state = run.state
        node = run.node
        transcript = run.texts.map { Line(node: $0.node, text: $0.text) }
        options = run.options.map {
            Option(handle: $0.handle, edge: $0.edge, label: $0.label, allowed: $0.isAllowed)
        }
        variables = run.variables.map { ($0.name, $0.value) }
        error = run.problem.map { Problem(node: $0.node, code: $0.code) }
    }
}

extension DialogState.Running {
    init(_ running: View.Running, _ document: Document) {
        self.init(node: document.nodeID(running.node), edges: running.edges.map { document.edgeID($0) })
    }
}

extension Shape where Value == DialogState {
    static let dialogState = Shape.object(
        "DialogState", "Where a run has come to.", initial: DialogState(),
        members: [
            .required("state", \.state, .choice(of: DialogRun.State.self), "what it waits for"),
            .required("node", \.node, .identifier, "where it is"),
            .required("transcript", \.transcript, .array(of: line), "the latest texts that were said"),
            .required("options", \.options, .array(of: option), "the options, by index"),
            .required("variables", \.variables, .dictionary(of: .variable), "by name, in the order of the names"),
            .optional("error", \.error, problem, "why it has ended before its time"),
        ])

    private static let line = Shape<DialogState.Line>.object(
        "DialogLine", "The text that a node has said.", initial: DialogState.Line(),
        members: [
            .required("node", \.node, .identifier, "which"),
            .required("text", \.text, .string, "with the values of its expressions"),
        ])

    private static let option = Shape<DialogState.Option>.object(
        "DialogOption", "A way on that may be chosen.", initial: DialogState.Option(),
        members: [
            .optional("handle", \.handle, .identifier, "the handle of an item"),
            .optional("edge", \.edge, .identifier, "an edge, where no item has a handle"),
            .required("label", \.label, .string, "what people read"),
            .required("allowed", \.allowed, .boolean, "whether its condition holds"),
        ])

    private static let problem = Shape<DialogState.Problem>.object(
        "DialogProblem", "Why a run has ended before its time.", initial: DialogState.Problem(),
        members: [
            .required("node", \.node, .identifier, "where; it may be gone"),
            .required(
                "code", \.code, .string,
                "the error of an expression, `steps` (it never came to a choice) or `noSuchNode`"),
        ])
}

extension Shape where Value == DialogState.Running {
    static let running = Shape.object(
        "Running", "Where the dialog of a view has come to.", initial: DialogState.Running(),
        members: [
            .required("node", \.node, .identifier, "the node"),
            .required("edges", \.edges, .array(of: .identifier), "those of the last step, in their order"),
        ])
}

extension Shape where Value == Values.Value {
    /// The value of a variable; clients send it as any JSON, so it is only written.
    static let variable = Shape(
        schema: .oneOf([
            .number(), .boolean, .string(), .array(of: .any),
            .object(
                [
                    Schema.Member(
                        name: "color", schema: .array(of: .number(), minimumCount: 4, maximumCount: 4),
                        isRequired: true,
                        doc: "red, green, blue and alpha; 0…1 can be shown")
                ], isOpen: false),
        ]),
        read: { (cursor) throws(ShapeError) in throw cursor.wrongKind("nothing: variables are computed") },
        write: { value, writer in writer.value(value) })
}
