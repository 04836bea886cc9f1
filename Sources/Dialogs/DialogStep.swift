import Graph
import Values

/// The present position of a run, and the input for which it waits.
struct DialogStep: Sendable {
    /// The input that the run waits for.
    enum Wait: Sendable {
        case options([DialogRun.Option])
        /// The run waits for a value of the variable.
        case input(String)
        /// The run waits for nothing: it is over.
        case end(DialogRun.Problem?)
    }

    var node: Node.ID
    var wait: Wait
    var variables: DialogVariables
    /// The edges from the previous step to here, each once, in the order of first passing.
    var edges: [Edge.ID] = []
    /// The number of texts that were said until here.
    var textCount = 0

    /// The memory it takes in a history, roughly.
    var bytes: Int {
        let options = if case .options(let options) = wait { options.reduce(0) { $0 + 96 + $1.bytes } } else { 0 }
        return 256 + variables.bytes + options + edges.reduce(0) { $0 + 32 + $1.string.utf8.count }
    }
}
