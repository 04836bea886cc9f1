import Graph
import Wire

/// The members of a change's line besides its content.
struct StepLine: Sendable {
    var label: String
    var mergeKey: String?
    /// The origin of the change.
    var origin = StepOrigin.anyone
    /// Is true if it belongs to the step before.
    var isJoining = false
    /// The method the client sent; nil if it is not known any more.
    var cause: String?
    /// The stamp in a document with stamps; nil for a change that another replica wrote.
    var stamp: Stamp?
    /// The steps that the change undoes or redoes, if it is no step of its own.
    var selection: StepSelection?
    /// The change as the journal has it, if clients are sent the same.
    var text: JSONText?

    init(label: String, mergeKey: String? = nil, _ origin: StepOrigin = .anyone, isJoining: Bool = false) {
        (self.label, self.mergeKey, self.origin, self.isJoining) = (label, mergeKey, origin, isJoining)
    }
}

/// The steps of a selective undo or redo.
struct StepSelection: Sendable {
    var direction: HistoryDirection
    /// The number of steps above each, in the order of the steps.
    var depths: [Int]

    init(direction: HistoryDirection, depths: [Int]) { (self.direction, self.depths) = (direction, depths) }

    /// - Parameter steps: their indices in a history.
    init(_ direction: HistoryDirection, _ steps: [Int], of history: History) {
        self.init(direction: direction, depths: steps.map { history.steps.count - 1 - $0 })
    }
}
