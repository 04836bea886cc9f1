import Graph

/// The settings of the hand that a view has itself, in place of those of its document; nil for the document's setting.
public struct ViewSettings: Sendable, Equatable {
    public var canvasDrag: InteractionSettings.CanvasDrag?
    public var canvasLongPress: InteractionSettings.CanvasLongPress?
    public var wheel: InteractionSettings.Wheel?
    public var zoomOnDoubleTap: Bool?
    public var inertia: Bool?
    public var autoPan: Bool?

    /// No settings of its own.
    public init() {}
}

extension View {
    /// Takes other settings of its own; an open gesture goes on.
    public mutating func take(_ own: ViewSettings) { self.own = own }
}
