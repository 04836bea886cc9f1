import Geometry
import Graph
import Storage

/// The moves of the focus by keys.
enum FocusMove {
    case next, previous
    case toward(Side)
    /// To the other end of an edge.
    case downstream, upstream
    /// To the end of the next edge beside the last one followed.
    case sibling(isForward: Bool)
    /// From a node onto one of its edges.
    case edge
}

extension KeyCommand {
    var focusMove: FocusMove? {
        switch self {
        case .focusNext: .next
        case .focusPrevious: .previous
        case .focusLeft: .toward(.left)
        case .focusRight: .toward(.right)
        case .focusUp: .toward(.top)
        case .focusDown: .toward(.bottom)
        case .focusDownstream: .downstream
        case .focusUpstream: .upstream
        case .focusNextSibling: .sibling(isForward: true)
        case .focusPreviousSibling: .sibling(isForward: false)
        case .focusEdge: .edge
        default: nil
        }
    }
}

extension View {
    /// Moves the focus to another element that can be seen on the canvas.
    ///
    /// - Parameter reading: the order in which elements are read; nil for that of the document.
    /// - Returns: the element to bring into view; and false if the focus has left the elements by their last or first.
    mutating func moveFocus(
        _ move: FocusMove, on stage: Stage, _ reading: ReadingSequence?
    ) -> (isTaken: Bool, bounds: Rect?) {
        var next: ElementSlot?
        switch move {
        case .next, .previous:
            var isForward = true
            if case .previous = move { isForward = false }
            if let reading {
                next = reading.element(after: focus, isForward)
            } else {
                next = stage.element(after: focus, isForward)
            }
            if next == nil {
                if focus != nil { focus = nil }
                return (false, nil)
            }
        case .toward(let side): next = stage.node(toward: side, from: focus).map { .node($0) }
        case .downstream: next = follow(isDownstream: true, on: stage)
        case .upstream: next = follow(isDownstream: false, on: stage)
        case .sibling(let isForward): next = moveAcross(isForward, on: stage)
        case .edge: next = stage.edge(beside: focus, trail).map { .edge($0) }
        }
        guard let next else { return (true, nil) }
        if focus != next { focus = next }
        return (true, stage.bounds(of: next))
    }
}

extension Stage {
    /// Returns the bounds of an element that can be seen.
    fileprivate func bounds(of element: ElementSlot) -> Rect? {
        switch element {
        case .node(let slot): document.frame(slot)
        case .edge(let slot): scene.edges.bounds(of: slot)
        }
    }

    // MARK: In order

    /// The next element of the kind of another, of nodes without one, in the order of the document.
    ///
    /// - Complexity: O(the elements passed over because they cannot be seen).
    fileprivate func element(after element: ElementSlot?, _ isForward: Bool) -> ElementSlot? {
        if case .edge(let slot)? = element {
            let order = document.edges.order
            var next = order.neighbor(of: slot, isForward)
            while let edge = next, !scene.edges.contains(edge) { next = order.neighbor(of: edge, isForward) }
            return next.map { .edge($0) }
        }
        let order = document.nodes.order
        var next: Node.Slot?
        if case .node(let slot)? = element {
            next = order.neighbor(of: slot, isForward)
        } else {
            next = isForward ? order.first : order.last
        }
        while let node = next, !scene.nodes.contains(node) { next = order.neighbor(of: node, isForward) }
        return next.map { .node($0) }
    }

    // MARK: By place

    /// The nearest node toward a side of the canvas; without a focus the one nearest to the middle of the view.
    fileprivate func node(toward side: Side, from focus: ElementSlot?) -> Node.Slot? {
        switch focus {
        case .node(let slot):
            if document.isPlaced(slot) { return nearestNode(to: document.frame(slot).center, side, besides: slot) }
        case .edge(let slot):
            if let bounds = scene.edges.bounds(of: slot) { return nearestNode(to: bounds.center, side) }
        case nil: break
        }
        return nearestNode(to: viewport.canvas(Point(x: size.width / 2, y: size.height / 2)), nil)
    }

    /// The node whose center is nearest to a point, among all nodes or those toward a side, within an eighth of a
    /// turn.
    ///
    /// Of two as near, the first in the order.
    ///
    /// - Complexity: O(the nodes in the square of the result), in at most 60 visits.
    private func nearestNode(to point: Point, _ side: Side?, besides: Node.Slot? = nil) -> Node.Slot? {
        let farthest = scene.nodes.bounds.farthest(from: point)
        var best: (node: Node.Slot, distance: Double)?
        var inner = 0.0
        var reach = SearchReach()
        while true {
            let outer = reach.value
            scene.nodes.visit(touching: Rect(around: point, from: inner, to: outer, side)) { slot in
                let offset = document.frame(slot).center - point
                guard slot != besides, side.map({ offset.lies(toward: $0) }) ?? true else { return }
                let distance = offset.squaredLength
                if let best {
                    if distance > best.distance { return }
                    if distance == best.distance, document.nodes.order.key(slot) > document.nodes.order.key(best.node) {
                        return
                    }
                }
                best = (slot, distance)
            }
            if let best, best.distance <= outer * outer { return best.node }
            guard outer < farthest else { return best?.node }
            inner = outer
            // The corners of a square are less than one and a half times as far as its sides.
            reach.grow(by: best == nil ? 2 : 1.5)
        }
    }
}

extension ElementOrder {
    /// The next or previous element.
    fileprivate func neighbor(of slot: Slot<Element>, _ isForward: Bool) -> Slot<Element>? {
        isForward ? next(slot) : previous(slot)
    }
}

extension Point {
    fileprivate func lies(toward side: Side) -> Bool {
        switch side {
        case .left: x < 0 && abs(y) <= -x
        case .right: x > 0 && abs(y) <= x
        case .top: y < 0 && abs(x) <= -y
        case .bottom: y > 0 && abs(x) <= y
        case .center: false
        }
    }
}

extension Rect {
    /// Makes the rectangle for a search from a point toward a side between two distances; without a side the whole
    /// square.
    fileprivate init(around point: Point, from inner: Double, to outer: Double, _ side: Side?) {
        self = Rect(point, point).grown(by: outer)
        switch side {
        case .left: maxX = point.x - inner
        case .right: minX = point.x + inner
        case .top: maxY = point.y - inner
        case .bottom: minY = point.y + inner
        case .center, nil: break
        }
    }
}
