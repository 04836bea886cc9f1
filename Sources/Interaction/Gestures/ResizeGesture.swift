import Editing
import Geometry
import Graph
import Storage

/// A node whose sides follow the pointer; its size in the document changes at the end.
public struct ResizeGesture: NamedGesture {
    var origin: GestureOrigin
    /// The node with the moving sides.
    public let node: Node.Slot
    /// The sides that move with the pointer.
    public let handle: ResizeHandle
    private let minimum: Size
    private let maximum: Size
    /// The rectangle that the node must go on holding, and the revision of the document for which that is known.
    private var kept = Rect.empty
    private var revision = -1
    /// The frame the node would have.
    public private(set) var frame: Rect
    private var snapping = Snapping()

    /// The lines to which the frame was aligned at the last move; empty if none.
    public var guides: [Guide] { snapping.guides }

    /// The least size of a node after a resize by hand, in canvas units, unless its type states one.
    static let minimum = Size(width: 40, height: 30)

    init(_ id: Node.ID, _ handle: ResizeHandle, _ origin: GestureOrigin, on stage: Stage) throws(EditError) {
        let document = stage.document
        let slot = try document.slot(node: id)
        if document.nodes.flags(slot).contains(.locked) { throw .locked(nodes: [id]) }
        guard document.isPlaced(slot) else { throw .nothingThere("\"\(id)\" has no position yet") }
        let isCollapsed = document.nodes.flags(slot).contains(.collapsed)
        let least = isCollapsed ? ResizeGesture.minimum : document.minSize(slot) ?? ResizeGesture.minimum
        let size = document.nodes.geometry(slot)
        self.origin = origin
        node = slot
        self.handle = handle
        minimum = Size(width: min(least.width, size.width), height: min(least.height, size.height))
        let most = isCollapsed ? nil : document.maxSize(slot)
        maximum = most?.united(Size(width: size.width, height: size.height)) ?? .boundless
        frame = document.frame(slot)
    }

    /// Follows the pointer: shift keeps a corner's proportions, alt keeps the center.
    mutating func update(to at: Point, _ modifiers: Modifiers, on stage: Stage) -> GestureEffect {
        let document = stage.document
        // Without a position any more it has no sides that could move.
        guard document.isPlaced(node) else { return .nothing }
        if revision != stage.revision {
            revision = stage.revision
            kept = document.boundChildren(of: node)
        }
        let offset = origin.offset(to: at, stage.viewport)
        let rules = SnapRules(document, modifiers, origin.pointer, zoom: stage.viewport.zoom)
        var question = SnapResize(
            original: document.frame(node), handle: handle, offset: offset, minimum: minimum,
            maximum: maximum, extent: document.extent(ofNode: node) ?? .everything, kept: kept, rules: rules,
            keepsRatio: modifiers.contains(.shift), isCentered: modifiers.contains(.alt))
        if rules.reach == 0 || offset == .zero {
            snapping.release()
            take(question.answer(nil))
        } else {
            let subject = SnapField.Subject(roots: [node], carried: SlotSet([node]), lead: node, isResized: true)
            take(
                snapping.answer(subject, on: stage) { field in
                    question.held = field.held
                    return question.answer(field.lines, visible: field.visible)
                })
        }
        return .nothing
    }

    func lag(at: Point, on stage: Stage) -> Point {
        let original = stage.document.frame(node)
        var offset = Point.zero
        for axis in Axis.allCases {
            if let side = handle.side(axis) {
                offset[axis] = frame.position(side, axis) - original.position(side, axis)
            }
        }
        return origin.lag(behind: at, offset, on: stage)
    }

    private mutating func take(_ answer: SnapResize.Answer) {
        if answer.frame.isFinite { frame = answer.frame }
    }

    mutating func end(on stage: Stage) -> GestureEnd {
        let document = stage.document
        let original = document.frame(node)
        if frame == original || !document.isPlaced(node) { return GestureEnd() }
        let id = document.nodeID(node)
        // A side that stays keeps its stored value exactly.
        let size = document.nodes.geometry(node)
        let width = frame.minX == original.minX && frame.maxX == original.maxX ? size.width : frame.width
        let height = frame.minY == original.minY && frame.maxY == original.maxY ? size.height : frame.height
        let corner = frame.origin == original.origin ? nil : frame.origin
        let node = node
        return GestureEnd(
            edit: ViewEdit("Resize") { (transaction) throws(EditError) in
                try transaction.resizeNode(id, width: width, height: height, position: corner)
                try transaction.expandParents(of: [node])
                return EditMade()
            })
    }

    mutating func forget(nodes: SlotSet<Node>, edges _: SlotSet<Edge>) -> Bool { !nodes.contains(node) }

    // MARK: Description

    static let kind = Gesture.Kind("resize")
    static let rows: [GestureRow] = [GestureRow("node", .element, "resize: which", .drawn), .frame, .guides]
    var values: [GestureValue] { [.node(node), .frame(frame), .guides] }
    var claims: ElementClaims { ElementClaims(nodes: SlotSet([node])) }
    var cursor: Cursor { Cursor(resizing: handle) }
    var displaced: Displaced { .resized(node, frame) }
}

extension ResizeGesture {
    static func lack(_ parameters: GestureParameters) -> GestureParameters.Lack? {
        parameters.node == nil || parameters.corner == nil ? .init("a resize has `node` and `corner`") : nil
    }

    init(
        _ parameters: GestureParameters, _ origin: GestureOrigin, pulled _: Viewport, on stage: Stage
    ) throws(EditError) {
        guard let node = parameters.node, let corner = parameters.corner else {
            throw .nothingThere("no node is named")
        }
        try self.init(node, corner, origin, on: stage)
    }
}

extension Document {
    /// The part of a node's frame that its children take up which are shown and stay inside it or expand it; empty without any.
    ///
    /// A child that already sticks out prevents the side there from moving inwards.
    ///
    /// - Complexity: O(the node's children).
    fileprivate func boundChildren(of slot: Node.Slot) -> Rect {
        // What a collapsed node holds is not shown in it.
        if nodes.flags(slot).contains(.collapsed) { return .empty }
        var held = Rect.empty
        var next = nodes.firstChild(of: slot)
        while let child = next {
            let isBound = !nodes.flags(child).isDisjoint(with: [.extentParent, .expandsParent])
            if isBound && nodes.flags(child).isDisjoint(with: [.hidden, .unplaced]) { held = held.union(frame(child)) }
            next = nodes.nextSibling(child)
        }
        let frame = frame(slot)
        return Rect(
            minX: max(held.minX, frame.minX), minY: max(held.minY, frame.minY), maxX: min(held.maxX, frame.maxX),
            maxY: min(held.maxY, frame.maxY))
    }
}
