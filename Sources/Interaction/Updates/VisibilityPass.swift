import EdgeRouting
import Geometry
import Graph
import Storage

/// One pass over what a view shows: finds the items that enter, leave or change, and looks at nothing else.
///
/// The items that a view showed before are still right unless a change touched them, a gesture displaces them or the
/// view moved.
/// So a pass looks at the touched elements, at those that are displaced, and at the strips of the canvas that the view
/// covers now and did not cover before: a pan or a step of a drag costs the border of the view.
///
/// It reads a document and a scene that stay as they are; what it finds it writes to a `SentScene`.
struct VisibilityPass {
    let document: Document
    /// The scene, in step with the document.
    let scene: Scene
    /// The level, `items` or `boxes`.
    let level: SceneLevel
    /// Is true if edges are looked at.
    let showsEdges: Bool
    /// The part of the canvas that the view covers, in canvas units.
    let covered: Rect
    /// The part of the canvas where every item that is not displaced was sent; empty if all have to be looked at.
    let previouslyCovered: Rect
    let displacement: Displacement
    /// Is true if other elements are displaced than in the pass before.
    let displacementChanged: Bool
    /// The effect of the gesture on routes.
    let preview: RoutePreview
    /// The edges whose routes the gesture may have changed since the pass before.
    let rerouted: SlotSet<Edge>
    let gestureChanged: Bool
    let carried: View.CarriedItems
    let contents: ItemContents
    let number: UInt32

    /// Brings items in step with the document, with what is covered and with the displacement.
    ///
    /// - Complexity: O(items + touched elements + elements in the strips that became covered).
    func update(_ sent: inout SentScene) {
        let movesDisplaced = displacementChanged || ((coverageChanged || gestureChanged) && !displacement.isNone)
        updateTouchedNodes(&sent)
        if movesDisplaced { updateDisplacedNodes(&sent) }
        if coverageChanged { updateUnmovedNodes(&sent) }
        if showsEdges {
            updateTouchedEdges(&sent)
            if movesDisplaced { updateDisplacedEdges(&sent) }
            if coverageChanged { updateUnmovedEdges(&sent) }
            updateReroutedEdges(&sent)
        }
        if movesDisplaced { sent.searched = displacement.isNone ? .empty : carriedRegion.grown(by: -tolerance) }
    }

    /// The drawing of edges as the gesture shows nodes and edges.
    var routes: EdgeRoutes { preview.routes ?? scene.routes }

    var showsItems: Bool { level == .items }

    var coverageChanged: Bool { covered != previouslyCovered }

    /// The part of the document that a drag shows in what is covered.
    var carriedRegion: Rect { covered.offset(by: -displacement.offset) }

    /// More than the rounding error by which `carriedRegion` differs from one step of a drag to the next.
    var tolerance: Double { carriedRegion.tolerance }
}

extension Rect {
    /// More than the rounding error of a place in it.
    var tolerance: Double {
        let extent = max(abs(minX), abs(minY), abs(maxX), abs(maxY))
        return 1e-3 + (extent.isFinite ? extent * 1e-9 : 0)
    }
}
