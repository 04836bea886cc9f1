import Geometry
import Graph
import Storage

/// The input of gestures and of questions about positions: a document with its scene, and the view.
///
/// Functions that borrow a stage return their effects, and so cannot write to the document or to the view. A stage is
/// not kept: a copy of a document that lives while the document changes makes the change copy its tables.
public struct Stage {
    let document: Document
    /// The scene, in step with the document.
    let scene: Scene
    /// The error by which every change of the document is now refused; nil if changes are accepted.
    let refusal: EditError?
    /// The comparison of the view, with up-to-date positions; nil if it compares nothing.
    let compared: ViewComparison?
    let viewport: Viewport
    /// The size of the view, in screen points.
    let size: Size
    /// The revision of the document.
    let revision: Int
    /// The client as the last rule for connections; nil if it does not want to be asked.
    let client: ClientRule?

    /// Is true if every change of the document is refused.
    var isReadOnly: Bool { refusal != nil }

    /// The visible part of the canvas, in canvas units.
    var visible: Rect { viewport.visible(size) }

    /// The part of a selection whose corners, ends and bends can be grasped: none if every change is refused.
    func graspable(_ selection: Selection) -> Selection { isReadOnly ? Selection() : selection }

    /// Returns the reason why the rules refuse a connection, or nil.
    func refusal(of proposal: ConnectionProposal) -> ConnectionRefusal? { document.refusal(of: proposal) }

    /// Everything under the start of a gesture, the canvas last.
    func hits(at origin: GestureOrigin) -> [Hit] {
        HitTest(at: origin.start, in: origin.viewport, origin.level, document, pointer: origin.pointer)
            .all(in: document, scene, graspable(origin.selection))
    }

    /// Returns the elements that a lasso catches; nil if the settings let it catch nothing.
    public func gather(_ lasso: Lasso) -> Selection? {
        let settings = document.settings.interaction
        guard settings.selectionEnabled && settings.multiSelectionEnabled else { return nil }
        return lasso.gather(document, scene)
    }

    /// The reaches of a pointer in the view.
    func reaches(_ pointer: PointerKind) -> Reaches { Reaches(document, pointer, zoom: viewport.zoom) }
}
