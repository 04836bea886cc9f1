import Editing
import Geometry
import Graph
import Storage

/// A node whose sides follow the pointer; the document learns of its size at the end.
public struct ResizeGesture: Sendable {
    var origin: GestureOrigin
    public let node: Int32
    public let handle: ResizeHandle
    let minimum: Size
    /// What the node has to go on holding, and the revision of the document for which that is known.
    var kept = Rect.empty
    var revision = -1
    /// The frame the node would have.
    public internal(set) var frame: Rect
    /// What it snaps to; nil as long as nothing is aligned to.
    var field: CopyOnWrite<SnapField>?

    public var guides: [Guide] { field?.value.guides ?? [] }

    mutating func take(_ answer: SnapResize.Answer) {
        if answer.frame.isFinite { frame = answer.frame }
    }

    /// What a resize by hand leaves of a node at least, where its type says nothing else.
    static let minimum = Size(width: 40, height: 30)
}

extension Workspace {
    func beginResize(_ id: Node.ID, _ handle: ResizeHandle, _ origin: GestureOrigin) throws(EditError) -> ResizeGesture
    {
        let slot = document.node(id)
        if slot < 0 { throw .noSuchNode([id]) }
        if document.nodes.flags(slot).contains(.locked) { throw .locked(nodes: [id]) }
        guard document.isPlaced(slot) else { throw .nothingThere("\"\(id)\" has no position yet") }
        let least = document.minSize(slot) ?? ResizeGesture.minimum
        let standing = document.nodes.geometry(slot)
        let minimum = Size(width: min(least.width, standing.width), height: min(least.height, standing.height))
        return ResizeGesture(
            origin: origin, node: slot, handle: handle, minimum: minimum, frame: document.frame(slot))
    }

    /// Follows the pointer: shift keeps a corner's proportions, alt keeps the centre.
    func update(_ resize: inout ResizeGesture, to at: Point, in view: Int, _ modifiers: Modifiers) {
        // Without a position any more it has no sides that could move.
        guard document.isPlaced(resize.node) else { return }
        if resize.revision != revision {
            resize.revision = revision
            resize.kept = document.boundChildren(of: resize.node)
        }
        let offset = resize.origin.offset(to: at, views[view].viewport)
        let rules = SnapRules(document, modifiers, resize.origin.pointer, zoom: views[view].viewport.zoom)
        var question = SnapResize(
            standing: document.frame(resize.node), handle: resize.handle, offset: offset, minimum: resize.minimum,
            extent: document.extent(ofNode: resize.node) ?? .everything, kept: resize.kept, rules: rules,
            keepsRatio: modifiers.contains(.shift), isCentred: modifiers.contains(.alt))
        if rules.reach == 0 || offset == .zero {
            resize.field?.value.release()
            return resize.take(question.answer(nil))
        }
        if resize.field == nil { resize.field = CopyOnWrite(SnapField()) }
        let subject = SnapField.Subject(roots: [resize.node], carried: SlotSet([resize.node]), lead: -1)
        resize.field?.value.settle(subject, self, showing: views[view].visible)
        guard let field = resize.field?.value else { return }
        question.held = field.held
        let answer = question.answer(field.lines, visible: field.visible)
        resize.field?.value.held = answer.held
        resize.field?.value.guides = answer.guides
        resize.take(answer)
    }

    mutating func end(_ resize: ResizeGesture, cause: String) throws(EditError) -> GestureOutcome {
        var outcome = GestureOutcome()
        let standing = document.frame(resize.node)
        if resize.frame == standing || !document.isPlaced(resize.node) { return outcome }
        let before = revision
        let node = resize.node
        let id = document.nodeID(node)
        let frame = resize.frame
        // A side that stays keeps its stored value exactly.
        let size = document.nodes.geometry(node)
        let width = frame.minX == standing.minX && frame.maxX == standing.maxX ? size.width : frame.width
        let height = frame.minY == standing.minY && frame.maxY == standing.maxY ? size.height : frame.height
        let corner = frame.origin == standing.origin ? nil : frame.origin
        _ = try perform(DocumentEditor.Options(cause: cause, label: "Resize")) { (transaction) throws(EditError) in
            try transaction.resizeNode(id, width: width, height: height, position: corner)
            try transaction.expandParents(of: [node])
        }
        outcome.changed = revision != before
        return outcome
    }
}

extension Document {
    /// The part of a node's frame that its children take up which stay inside it or expand it; empty without any.
    ///
    /// What already sticks out keeps the side where it does so from coming nearer.
    ///
    /// - Complexity: O(the node's children).
    fileprivate func boundChildren(of slot: Int32) -> Rect {
        var held = Rect.empty
        var child = nodes.firstChild(of: slot)
        while child >= 0 {
            let isBound = !nodes.flags(child).isDisjoint(with: [.extentParent, .expandsParent])
            if isBound && isPlaced(child) { held = held.union(frame(child)) }
            child = nodes.nextSibling(child)
        }
        let frame = frame(slot)
        return Rect(
            minX: max(held.minX, frame.minX), minY: max(held.minY, frame.minY), maxX: min(held.maxX, frame.maxX),
            maxY: min(held.maxY, frame.maxY))
    }
}
