/// The direction in which the history is walked.
public enum HistoryDirection: Sendable {
    case undo, redo

    /// The way back.
    var opposite: HistoryDirection { self == .undo ? .redo : .undo }
}
