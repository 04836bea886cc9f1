import Editing
import Geometry
import Graph
import Storage

/// The refusal of an input: a setting, a lock, a flag or a rule forbids its effect.
///
/// A reference, so that the answers of inputs that are not refused are small.
public final class Refusal: Sendable {
    /// The reason, with the elements and the setting concerned.
    public let error: EditError
    /// The position of the input, in screen points.
    public let at: Point

    init(error: EditError, at: Point) { (self.error, self.at) = (error, at) }
}

extension EditError {
    /// Is true if a setting, a lock, a flag or a rule forbids the edit, so that its input is refused; other errors
    /// belong to the request.
    var isRefusal: Bool {
        switch reason {
        case .locked, .connectionRefused, .switchedOff, .claimed, .notAccepted, .invalidData, .readOnly,
            .unrecovered:
            true
        case .noSuchNode, .noSuchEdge, .noSuchHandle, .duplicateId, .parentCycle, .invalidValue, .nothingThere,
            .gestureOpen, .noGesture, .groupOpen, .noGroup, .format, .lossy, .limits, .journal, .contentModified:
            false
        }
    }
}
