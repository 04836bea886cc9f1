import Editing
import Geometry
import Graph
import Storage

/// The drawing as it would be if the open drag of a view ended now, with the other nodes out of its way.
///
/// It is a copy of the document and of the scene in which the edit at the end of the drag has been performed. So
/// frames show the result, and there is no second way to compute it.
struct Arrangement: Sendable {
    let document: Document
    /// The scene, in step with the document.
    let scene: Scene
    /// The nodes that the drag carries.
    let carried: SlotSet<Node>
    /// The other nodes that have moved since before the drag.
    let others: [Node.Slot]
    private let key: Key

    /// The state of a drag and of its document from which an arrangement follows.
    private struct Key: Equatable, Sendable {
        /// The number of the gesture.
        let gesture: Int
        let revision: Int
        let offset: Point
    }

    /// - Complexity: as the layout of the document.
    private init?(_ drag: DragGesture, _ key: Key, on stage: Stage) {
        guard let move = drag.moveThatOthersMakeWayFor(on: stage) else { return nil }
        do throws(EditError) {
            let (document, delta) = try stage.document.after { (transaction) throws(EditError) in
                _ = try move.move(in: &transaction)
            }
            var scene = stage.scene
            scene.note(delta, document)
            scene.update(document)
            (self.document, self.scene) = (document, scene)
            others = delta.nodes.map(\.slot).filter { !drag.carried.contains($0) }
        } catch {
            // What cannot be performed is refused at the end; until then the nodes follow the pointer alone.
            return nil
        }
        carried = drag.carried
        self.key = key
    }

    /// The arrangement that a view shows now, which may be a former one; nil if it shows the document.
    static func next(after former: Arrangement?, of view: View, on stage: Stage) -> Arrangement? {
        guard view.mode != .none, let drag = view.gesture?.as(DragGesture.self), drag.offset != .zero else {
            return nil
        }
        let key = Key(gesture: view.gestureCount, revision: stage.revision, offset: drag.offset)
        if let former, former.key == key, !drag.isCopying { return former }
        return Arrangement(drag, key, on: stage)
    }

    /// Returns true if it is the same as another.
    func isSame(as other: Arrangement?) -> Bool { key == other?.key }

    /// Returns true if nodes other than the carried ones have moved compared with another drawing.
    ///
    /// - Complexity: O(the nodes that have made way in either).
    static func differ(_ a: Arrangement?, _ b: Arrangement?, _ document: Document) -> Bool {
        let (before, now) = (a?.document ?? document, b?.document ?? document)
        return ((a?.others ?? []) + (b?.others ?? [])).contains { slot in
            before.nodes.isAlive(slot) && now.nodes.isAlive(slot) && before.frame(slot) != now.frame(slot)
        }
    }
}
