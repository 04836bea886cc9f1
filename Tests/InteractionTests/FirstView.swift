import Geometry
import Storage

@testable import Interaction

extension Slot<Window> {
    /// The view that tests open first, mostly the only one.
    static let first = Slot(0)
}

extension Workspace {
    /// The limits of the first view's zoom.
    var viewLimits: ZoomLimits { mutating get { windows[0].limits(reaching: 0, &content) } }

    /// The first view's viewport at a zoom within the limits.
    mutating func zoomed(to zoom: Double) -> Viewport { self[.first].zoomed(to: zoom, viewLimits) }

    /// The next frame of a view; nil if nothing changed there.
    mutating func takeFrame(of view: View.Slot, heedsCredit: Bool) -> ViewUpdate? {
        var taken: ViewUpdate?
        _ = takeFrame(of: view, heedsCredit: heedsCredit) { update, _ in taken = update }
        return taken
    }

    /// Shows what the motion of the first view has come to.
    mutating func advanceMotion(to now: Double) { windows[0].advanceMotion(to: now, &content) }

    /// Lets the first view go that a hand has released.
    mutating func release(velocity: Point, about anchor: Point? = nil, at now: Double) {
        windows[0].release(velocity: velocity, about: anchor, &content, at: now)
    }
}

extension ViewUpdate {
    var nodes: ItemChanges<NodeItem> { drawing?.value.nodes ?? ItemChanges() }
    var edges: ItemChanges<EdgeItem> { drawing?.value.edges ?? ItemChanges() }
    var clusters: ClusterChanges { drawing?.value.clusters ?? ClusterChanges() }
    var ghosts: Ghosts? { drawing?.value.ghosts }
}
