import Geometry
import Graph

/// A rectangle drawn from a point of the canvas to the pointer, which selects.
public struct MarqueeGesture: NamedGesture {
    var origin: GestureOrigin
    let selecting: Selecting
    /// The rectangle on the canvas.
    public internal(set) var rect: Rect

    init(_ origin: GestureOrigin, _ selecting: Selecting) {
        self.origin = origin
        self.selecting = selecting
        rect = Rect(origin.anchor, origin.anchor)
    }

    mutating func update(to at: Point, _: Modifiers, on stage: Stage) -> GestureEffect {
        rect = Rect(origin.anchor, stage.viewport.canvas(at))
        return selecting.effect(of: .rect(rect), from: origin, on: stage)
    }

    // MARK: Description

    static let kind = Gesture.Kind("marquee")
    static let rows: [GestureRow] = [GestureRow("rect", .frame, "marquee: the region", .drawn), .selection]
    var values: [GestureValue] { [.frame(rect), .selected] }
    var cursor: Cursor { .crosshair }
    var selects: Bool { true }
    var region: Rect? { rect }
}

extension MarqueeGesture {
    static var edits: Bool { false }
    static func switchedOff(by settings: InteractionSettings) -> String? { Selecting.switchedOff(by: settings) }

    init(
        _ parameters: GestureParameters, _ origin: GestureOrigin, pulled _: Viewport, on _: Stage
    ) throws(EditError) {
        self.init(origin, Selecting(parameters))
    }
}

/// The selection mode of a marquee or a lasso.
struct Selecting: Sendable {
    let operation: Selection.Operation
    let mode: Lasso.Mode
    let kinds: Lasso.Kinds

    init(_ parameters: GestureParameters) {
        operation = parameters.op
        mode = parameters.mode
        kinds = parameters.of
    }

    /// The name of the setting that lets no region select, or nil.
    static func switchedOff(by settings: InteractionSettings) -> String? {
        if !settings.selectionEnabled { return "selectionEnabled" }
        return settings.multiSelectionEnabled ? nil : "multiSelectionEnabled"
    }

    /// The initial selection, changed by the content of a region; nothing if several cannot be selected.
    func effect(of region: Lasso.Region, from origin: GestureOrigin, on stage: Stage) -> GestureEffect {
        var lasso = Lasso(region, mode: mode, kinds: kinds)
        lasso.start = origin.anchor
        guard let caught = stage.gather(lasso) else { return .nothing }
        var selection = origin.selection
        selection.apply(operation, caught)
        return .select(selection)
    }
}
