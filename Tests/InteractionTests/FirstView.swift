import Interaction
import Storage

extension Slot<View> {
    /// The view that tests open first, mostly the only one.
    static let first = Slot(0)
}
