import Geometry
import Graph

/// A rectangle drawn from a point of the canvas to the pointer, which selects.
public struct MarqueeGesture: Sendable {
    var origin: GestureOrigin
    let selecting: Selecting
    /// On the canvas.
    public internal(set) var rect: Rect

    init(_ origin: GestureOrigin, _ selecting: Selecting) {
        self.origin = origin
        self.selecting = selecting
        rect = Rect(origin.anchor, origin.anchor)
    }
}

/// How a marquee or a lasso selects.
struct Selecting: Sendable {
    let operation: Selection.Operation
    let mode: Lasso.Mode
    let kinds: Lasso.Kinds
}

extension Workspace {
    mutating func update(_ marquee: inout MarqueeGesture, to at: Point, in view: Int) {
        marquee.rect = Rect(marquee.origin.anchor, views[view].viewport.canvas(at))
        select(.rect(marquee.rect), marquee.selecting, from: marquee.origin.selection, in: view)
    }

    /// Gives a view the selection it had, changed by what a region holds; nothing where many cannot be selected.
    mutating func select(_ region: Lasso.Region, _ how: Selecting, from base: Selection, in view: Int) {
        guard let caught = gather(Lasso(region, mode: how.mode, kinds: how.kinds)) else { return }
        var selection = base
        selection.apply(how.operation, caught)
        views[view].selection = selection
    }

    /// Selects a node and nothing else and gives it the focus, where gestures may select it.
    mutating func selectOnly(_ node: Int32, in view: Int) {
        guard document.settings.selectionEnabled, document.isSelectable(.node(node)) else { return }
        var selection = Selection()
        selection.nodes.insert(node)
        views[view].selection = selection
        views[view].focus = .node(node)
    }
}
