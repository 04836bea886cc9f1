import Geometry
import Graph
import Storage

/// Something that a view does because of its pointers.
enum PointerAction: Sendable {
    // MARK: Questions

    /// Finds the pressed elements; the answer is `Pointers.found`.
    indirect case find(PointerEvent)
    /// Begins the gesture that a press claims at the pointer; the answer is `Pointers.began`.
    indirect case begin(Claim, Press, PointerEvent)
    /// Gives a tap to the mode that it ends, else to the element there; in the latter case the answer is
    /// `Pointers.tapped`.
    indirect case tap(Press)
    /// Begins to relate a node; if that is possible, the answer is `Pointers.drop`.
    indirect case relate(node: Node.Slot, Press)
    /// Moves the view at whose border a gesture waits with its pointer at a point of the screen, by screen points; the
    /// answer is `Pointers.pushed`.
    case push(Point, at: Point)

    // MARK: Gestures

    /// The open gesture follows a pointer to a point of the screen.
    case follow(Point, Modifiers)
    /// The view moved below a pan: the held point is under the pointer again.
    case holdAgain(Point)
    /// Begins a pan by a point of the screen.
    case pan(Point, PointerKind)
    /// Begins a pinch of two fingers.
    case pinch(PinchGesture.Span, PointerKind)
    /// The fingers of the pinch are there now.
    case spread(PinchGesture.Span)
    /// The fingers of the pinch have come so far since its begin.
    case scale(Double, by: Point)
    /// Ends the open gesture at a point of the screen.
    case end(Point)
    /// Ends the open gesture, and leaves the view as it is.
    case close
    /// Cancels the open gesture.
    case cancel

    // MARK: The view

    /// Stops a motion of the view.
    case stopMotion
    /// Cancels a connection that keys lead: something points again.
    case dropConnectionByKeys
    /// Lets the view go on by itself at a velocity, or back to its limits about a point of the screen.
    case release(velocity: Point, about: Point)
    /// A pointer that is not down is over a point of the screen.
    case hover(Point, PointerKind, Modifiers)
    /// No pointer is over the view any more.
    case leave
    /// A pointer was released; if it may rest over the view, then at the point.
    case lifted(Point?, PointerKind)

    // MARK: Events

    /// Reports the first of the claims that were refused: the press moved, and nothing claimed it.
    indirect case refuse(Press, [Claim.Refusal])
    /// Reports that two fingers at a point of the screen neither zoom nor pan.
    case refusePinch(Point)

    indirect case longPress(Press, Hit)
    indirect case doubleTap(Press, Hit)
    indirect case contextMenu(Press, [Hit])
    /// Inserts a node at a point of the screen.
    case createNode(Point)
}

/// The actions to perform, in this order. A single action, the usual case, needs no memory of its own.
struct PointerActions: Sendable {
    private(set) var first: PointerAction?
    private(set) var others: [PointerAction] = []

    init() {}

    init(_ action: PointerAction) { first = action }

    mutating func append(_ action: PointerAction) {
        if first == nil {
            first = action
        } else {
            others.append(action)
        }
    }

    mutating func append(_ actions: PointerActions) {
        guard let next = actions.first else { return }
        append(next)
        others += actions.others
    }
}
