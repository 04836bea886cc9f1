import EdgeRouting
import Geometry
import Graph
import Storage

/// One pass over the content of a view: finds the items that enter, leave or change, and checks nothing else.
///
/// The items that a view showed before are still right unless a change touched them, a gesture displaces them or the
/// view moved. So a pass checks the touched elements, the displaced ones, and the newly covered strips of the canvas:
/// a pan or a step of a drag costs the border of the view.
///
/// It reads an unchanging document and scene, and writes its findings to a `SentScene`.
struct VisibilityPass {
    let document: Document
    /// The scene, in step with the document.
    let scene: Scene
    /// The level, `items` or `boxes`.
    let level: SceneLevel
    /// Is true if edges are checked.
    let showsEdges: Bool
    /// The part of the canvas that the view covers, in canvas units.
    let covered: Rect
    /// The part of the canvas in which every undisplaced item was sent; empty if all must be checked.
    let previouslyCovered: Rect
    let displacement: Displacement
    /// Is true if other elements are displaced than in the pass before.
    let displacementChanged: Bool
    /// The effect of the gesture on routes.
    let preview: RoutePreview
    /// The edges whose routes the gesture may have changed since the previous pass.
    let rerouted: SlotSet<Edge>
    let gestureChanged: Bool
    let carried: View.CarriedItems
    let contents: ItemContents
    let number: UInt32

    /// Updates items to the document, the covered area and the displacement.
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

    /// The part of the document that a drag shows in the covered area.
    var carriedRegion: Rect { covered.offset(by: -displacement.offset) }

    /// More than the rounding error of `carriedRegion` between two steps of a drag.
    var tolerance: Double { carriedRegion.tolerance }
}

extension Rect {
    /// More than the rounding error of a coordinate in it.
    var tolerance: Double {
        let extent = max(abs(minX), abs(minY), abs(maxX), abs(maxY))
        return 1e-3 + (extent.isFinite ? extent * 1e-9 : 0)
    }
}
