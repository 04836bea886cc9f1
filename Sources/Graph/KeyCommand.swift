/// What a key can do in a view, as bindings name it.
public enum KeyCommand: String, CaseIterable, Sendable {
    case nudgeLeft, nudgeRight, nudgeUp, nudgeDown
    case nudgeLeftFar, nudgeRightFar, nudgeUpFar, nudgeDownFar
    case selectAll, cancel, delete, undo, redo, duplicate
    case focusNext, focusPrevious, focusLeft, focusRight, focusUp, focusDown
    case focusDownstream, focusUpstream, focusNextSibling, focusPreviousSibling, focusEdge
    case select, toggleSelection, connect, zoomIn, zoomOut, fit
    /// Nothing: the key is the front end's.
    case nothing = "none"
}
