import Editing
import Geometry
import Graph

/// The rules of a gesture's snapping now: by the settings, the zoom, the pointer and the held keys.
///
/// Control or meta turns snapping off; if it is off, they turn on the grid.
struct SnapRules: Sendable {
    var grid: Grid?
    /// The distance within which a line is snapped to, in canvas units; 0 if nothing is aligned to.
    var reach = 0.0
    var hasGaps = false
    var hasSizes = false

    /// The factor between the distances of leaving a line and of snapping to it.
    static let hold = 1.5
    /// The distance that counts as the same position, in canvas units: less than the precision of frames.
    static let tolerance = 1.0 / 2048

    init(grid: Grid? = nil, reach: Double = 0, hasGaps: Bool = false, hasSizes: Bool = false) {
        self.grid = grid
        self.reach = reach
        self.hasGaps = hasGaps
        self.hasSizes = hasSizes
    }

    /// Reads single settings, because this is asked at each move of a pointer.
    init(_ document: Document, _ modifiers: Modifiers, _ pointer: PointerKind, zoom: Double) {
        let isGridOn = document.settings.snapToGrid
        let areGuidesOn = document.settings.interaction.snapToGuides
        if !modifiers.isDisjoint(with: [.control, .meta]) {
            if !isGridOn && !areGuidesOn { grid = Grid(document.settings) }
            return
        }
        if isGridOn { grid = Grid(document.settings) }
        guard areGuidesOn else { return }
        let points = document.settings.interaction.guideReach.points(pointer)
        reach = (zoom < 1 || document.settings.interaction.reachIn == .canvas ? points * zoom : points) / zoom
        hasGaps = document.settings.interaction.snapToGaps
        hasSizes = document.settings.interaction.snapToSizes
    }
}

/// The snapping target of one axis of a movement, which it keeps until it is pulled away.
struct SnapHold: Sendable, Equatable {
    var kind: Guide.Kind
    /// The part of the moving rectangle that is placed there.
    var anchor: SnapAnchor
    /// The coordinate on the canvas; for a straight edge the offset itself.
    var target: Double

    /// Returns true if its kind still counts by the rules.
    func counts(_ rules: SnapRules) -> Bool {
        switch kind {
        case .align, .straight: true
        case .gap: rules.hasGaps
        case .size: rules.hasSizes
        }
    }
}

/// The snapping targets of both axes of a movement.
struct SnapHolds: Sendable, Equatable {
    var x: SnapHold?
    var y: SnapHold?

    subscript(axis: Axis) -> SnapHold? {
        get { axis == .x ? x : y }
        set { if axis == .x { x = newValue } else { y = newValue } }
    }
}

/// The axis along which shift keeps a movement: that of the larger offset, until the other one is much larger.
struct AxisLock: Sendable {
    private var moving: Axis?

    /// Returns the axis along which nothing moves; nil without shift.
    mutating func still(_ offset: Point, _ modifiers: Modifiers) -> Axis? {
        guard modifiers.contains(.shift), offset != .zero else {
            moving = nil
            return nil
        }
        var axis = moving ?? (abs(offset.x) >= abs(offset.y) ? .x : .y)
        if abs(offset[axis.other]) > abs(offset[axis]) * SnapRules.hold { axis = axis.other }
        moving = axis
        return axis.other
    }
}

/// The sides and the middle of a rectangle along an axis.
enum SnapAnchor: Int, CaseIterable, Sendable {
    case low, middle, high
}

extension Rect {
    @inline(__always)
    func position(_ anchor: SnapAnchor, _ axis: Axis) -> Double {
        switch anchor {
        case .low: low(axis)
        case .middle: (low(axis) + high(axis)) / 2
        case .high: high(axis)
        }
    }
}
