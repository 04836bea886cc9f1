import Geometry
import Graph
import Storage

/// The possible snapping lines around the visible part of a gesture: found once, and again after a change of the
/// document or the view.
///
/// Once the view has moved, lines outside it are collected too, but only visible nodes count. The answers equal those
/// of a field that is collected at each move.
struct SnapField: Sendable {
    /// The initial bounds of the moving part.
    private(set) var moving = Rect.empty
    /// The lines; nil if the view shows too much.
    private(set) var lines: SnapLines?
    /// The part of the lines that counts; nil for all.
    private(set) var visible: Rect?
    var held = SnapHolds()
    var guides: [Guide] = []

    private var revision = -1
    private var region = Rect.empty
    /// The visible part when it was last found not to show too much.
    private var seen = Rect.empty
    private var excluded = SlotSet<Node>()

    /// The moving nodes, and those that move along.
    struct Subject {
        let roots: [Node.Slot]
        let carried: SlotSet<Node>
        /// The root whose parent decides rows and columns; nil if only lines count.
        let lead: Node.Slot?
        /// Is true if it is resized, and not moved: then no edge becomes straight.
        var isResized = false
        /// The parent of a new node, which decides rows and columns and may be the canvas; nil for an existing node.
        var home: Node.Slot??
    }

    /// Updates the field to the document and the visible part.
    ///
    /// - Complexity: O(1) while both are unchanged; else O(*n* log *n*) for *n* nodes in and around the view, and
    ///   after a change of the document O(the moving nodes).
    mutating func follow(_ subject: Subject, on stage: Stage) {
        let shown = stage.visible
        let isNew = revision != stage.revision
        if !isNew && seen == shown { return }
        if isNew {
            revision = stage.revision
            region = .empty
            (moving, excluded) = stage.document.extentOfMove(subject)
        }
        seen = shown
        if !region.isEmpty, region.contains(shown) {
            visible = region == shown ? nil : shown
            if !stage.scene.shows(moreThan: Limits.snapNodes, in: shown, stage.document) { return }
        } else if !isNew, collect(shown.grown(by: max(shown.width, shown.height) / 2), subject, on: stage) {
            // A view that moved goes on moving.
            visible = shown
            return
        } else if collect(shown, subject, on: stage) {
            visible = nil
            return
        }
        lines = nil
        region = .empty
    }

    /// Drops the snapping targets while nothing snaps.
    mutating func release() {
        held = SnapHolds()
        guides = []
    }

    /// Collects everything in a region; false if there is too much.
    private mutating func collect(_ region: Rect, _ subject: Subject, on stage: Stage) -> Bool {
        guard var slots = stage.scene.slots(in: region, atMost: Limits.snapNodes, stage.document) else {
            return false
        }
        slots.removeAll { excluded.contains($0) }
        slots.sort()
        var frames = ContiguousArray<Rect>()
        frames.reserveCapacity(slots.count)
        var row: [Int32] = []
        let parent = subject.home ?? subject.lead.map { stage.document.nodes.parent($0) }
        for slot in slots {
            if let parent, stage.document.nodes.parent(slot) == parent { row.append(Int32(frames.count)) }
            frames.append(stage.document.frame(slot))
        }
        let isSingle = subject.lead != nil && subject.roots.count == 1 && !subject.isResized
        let straights =
            isSingle
            ? stage.document.straights(of: subject.roots[0], carrying: subject.carried)
                .filter { region.touches($0.node) } : []
        lines = SnapLines(frames, row: row, straights: straights)
        self.region = region
        return true
    }
}

extension Scene {
    /// The nodes that touch a rectangle; nil if there are too many.
    fileprivate func slots(in rect: Rect, atMost limit: Int, _ document: Document) -> [Node.Slot]? {
        var slots: [Node.Slot] = []
        let beyond = nodes.first(touching: rect) { slot in
            if rect.touches(document.frame(slot)) { slots.append(slot) }
            return slots.count > limit
        }
        return beyond == nil ? slots : nil
    }

    fileprivate func shows(moreThan limit: Int, in rect: Rect, _ document: Document) -> Bool {
        var count = 0
        let beyond = nodes.first(touching: rect) { slot in
            if rect.touches(document.frame(slot)) { count += 1 }
            return count > limit
        }
        return beyond != nil
    }
}

extension Document {
    /// The bounds of moving nodes that take space, and the nodes that give no lines: the moving ones, their contents
    /// and ancestors.
    fileprivate func extentOfMove(_ subject: SnapField.Subject) -> (bounds: Rect, excluded: SlotSet<Node>) {
        var bounds = Rect.empty
        var excluded = subject.carried
        for root in measured(subject.roots) { bounds = bounds.union(frame(root)) }
        for root in subject.roots {
            var next = nodes.parent(root)
            while let ancestor = next, excluded.insert(ancestor) { next = nodes.parent(ancestor) }
        }
        return (bounds, excluded)
    }
}

/// The alignment of a gesture to a field, once it aligns to anything.
struct Snapping: Sendable {
    private var field: CopyOnWrite<SnapField>?

    var guides: [Guide] { field?.value.guides ?? [] }
    /// The targets of snapping at the last move.
    var held: SnapHolds { field?.value.held ?? SnapHolds() }

    /// Drops the snapping targets while nothing snaps.
    mutating func release() { field?.value.release() }

    /// Updates the field, asks it, and keeps the snapping targets.
    mutating func answer<Answer: SnapAnswer>(
        _ subject: SnapField.Subject, on stage: Stage, _ ask: (SnapField) -> Answer
    ) -> Answer {
        var field = field.take() ?? CopyOnWrite(SnapField())
        field.value.follow(subject, on: stage)
        let answer = ask(field.value)
        field.value.held = answer.held
        field.value.guides = answer.guides
        self.field = field
        return answer
    }
}

/// The result of snapping a movement.
protocol SnapAnswer {
    var held: SnapHolds { get }
    var guides: [Guide] { get }
}

extension SnapMove.Answer: SnapAnswer {}
extension SnapResize.Answer: SnapAnswer {}

extension Stage {
    /// Returns the positions of nodes that move together by an offset, without a gesture: as a drag by it would end.
    ///
    /// - Parameter roots: nodes with a position, none of them inside another; the first one leads.
    /// - Complexity: O(*n* log *n*) for the nodes in the view and the moving ones.
    func snapped(
        _ roots: [Node.Slot], by offset: Point, pointer: PointerKind = .mouse, modifiers: Modifiers = []
    ) -> SnapMove.Answer {
        guard let lead = roots.first, offset != .zero else { return SnapMove.Answer(offset: offset) }
        let rules = SnapRules(document, modifiers, pointer, zoom: viewport.zoom)
        var carried = SlotSet(roots)
        for root in roots { document.visitDescendants(of: root) { carried.insert($0) } }
        var field = SnapField()
        let subject = SnapField.Subject(roots: roots, carried: carried, lead: lead)
        if rules.reach > 0 { field.follow(subject, on: self) }
        let move = SnapMove(
            moving: field.moving, corner: document.frame(lead).origin, offset: offset,
            allowedOffsets: document.allowedOffsets(for: roots), rules: rules)
        return move.answer(field.lines, visible: field.visible)
    }

    /// Returns the corner of a new node from a hand, as a drag of it would snap there.
    ///
    /// - Parameter group: its parent; it aligns to nodes there and beside, not to the group.
    func snapped(_ frame: Rect, in group: Node.Slot?, _ snapping: inout Snapping) -> Point {
        var move = SnapMove(
            moving: frame, corner: frame.origin, offset: .zero,
            rules: SnapRules(document, [], .mouse, zoom: viewport.zoom))
        var around = SlotSet<Node>()
        var next = group
        while let ancestor = next, around.insert(ancestor) { next = document.nodes.parent(ancestor) }
        let answer: SnapMove.Answer
        if move.rules.reach > 0 {
            let subject = SnapField.Subject(roots: [], carried: around, lead: nil, home: .some(group))
            answer = snapping.answer(subject, on: self) { field in
                move.held = field.held
                return move.answer(field.lines, visible: field.visible)
            }
        } else {
            answer = move.answer(nil)
        }
        let corner = answer.corner ?? frame.origin + answer.offset
        return corner.isFinite ? corner : frame.origin
    }
}
