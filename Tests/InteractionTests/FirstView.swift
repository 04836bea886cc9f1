import Interaction
import Storage

extension Slot<Window> {
    /// The view that tests open first, mostly the only one.
    static let first = Slot(0)
}
