import Geometry
import Graph
import Storage

// What is under a pointer that is not down.

extension View {
    /// Everything under a point of the screen, the canvas last.
    func hits(at screen: Point, _ pointer: PointerKind, on stage: Stage) -> [Hit] {
        var hits = HitTest(at: screen, in: viewport, level, stage.document, pointer: pointer)
            .all(in: stage.document, stage.scene, stage.graspable(selection))
        if let compared = stage.compared {
            hits.insert(contentsOf: compared.ghosts(at: screen, in: viewport, level, pointer), at: hits.count - 1)
        }
        return hits
    }

    /// Returns the hit of a tap at a point of the screen.
    func tapped(at screen: Point, _ pointer: PointerKind, on stage: Stage) -> Hit {
        stage.tapped(hits(at: screen, pointer, on: stage))
    }

    /// Marks the element under a point of the screen.
    mutating func hover(at screen: Point, _ pointer: PointerKind, on stage: Stage) -> Hit {
        let hit = HitTest(at: screen, in: viewport, level, stage.document, pointer: pointer)
            .first(in: stage.document, stage.scene, stage.graspable(selection))
        if hover != hit.element { hover = hit.element }
        let cursor =
            heldTool(stage.document.settings.interaction).cursor
            ?? Cursor(
                over: pressable(hit, at: screen, pointer, on: stage), stage.document, isReadOnly: stage.isReadOnly)
        if hoverCursor != cursor { hoverCursor = cursor }
        return hit
    }

    /// The hit that a press would take: not a handle that can start nothing.
    private func pressable(_ hit: Hit, at screen: Point, _ pointer: PointerKind, on stage: Stage) -> Hit {
        func isPassed(_ hit: Hit) -> Bool {
            if case .handle = hit.target {
                return stage.isReadOnly || stage.document.reason(against: hit.target) != nil
            }
            return false
        }
        guard isPassed(hit) else { return hit }
        return hits(at: screen, pointer, on: stage).first { !isPassed($0) } ?? hit
    }

    /// Checks the element under the resting pointer again.
    mutating func renewHover(on stage: Stage) {
        guard let resting else { return }
        hoverNeedsUpdate = false
        _ = hover(at: resting.at, resting.kind, on: stage)
    }

    /// Notes that no pointer is over the view any more.
    mutating func leave() {
        resting = nil
        hoverNeedsUpdate = false
        if hover != nil { hover = nil }
        if hoverCursor != .default { hoverCursor = .default }
    }

    /// Records the release of a pointer.
    ///
    /// - Parameter at: the point at which it may rest over the view.
    mutating func lift(_ at: Point?, _ pointer: PointerKind) {
        invalidateHover()
        if let at, resting != nil { resting = (at, pointer) }
    }
}
