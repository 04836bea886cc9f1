/// A command for keys in a view, as bindings name it.
public enum KeyCommand: String, CaseIterable, Sendable {
    /// Moves the selection by 1 canvas unit; on a grid by one cell.
    case nudgeLeft, nudgeRight, nudgeUp, nudgeDown
    /// Moves the selection by 10 canvas units; on a grid by four cells.
    case nudgeLeftFar, nudgeRightFar, nudgeUpFar, nudgeDownFar
    /// Selection, history and removal.
    case selectAll, cancel, delete, undo, redo, duplicate
    /// The commands of the front end for its clipboard.
    case copy, cut, paste
    /// Moves the focus in document order, or to the nearest node in a direction.
    case focusNext, focusPrevious, focusLeft, focusRight, focusUp, focusDown
    /// Moves the focus along edges or among siblings.
    case focusDownstream, focusUpstream, focusNextSibling, focusPreviousSibling, focusEdge
    /// Acts on the focused element or on the view.
    case select, toggleSelection, connect, zoomIn, zoomOut, fit
    /// Groups, and collapsed or locked elements.
    case group, ungroup, toggleCollapsed, toggleLocked
    /// Places of nodes, and their sizes.
    case alignLeft, alignCenter, alignRight, alignTop, alignMiddle, alignBottom
    case distributeHorizontally, distributeVertically, sameSize
    /// Ends and paths of edges.
    case reverseEdges, swapEdges, straighten
    /// The order of painting.
    case bringToFront, bringForward, sendBackward, sendToBack
    /// Nothing: the key is the front end's.
    case nothing = "none"
}
