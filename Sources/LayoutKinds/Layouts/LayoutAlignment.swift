/// The place of a node along the direction of a drawing, in the layer or level that it shares with others; or of a
/// subtree in the row of its siblings.
public enum LayoutAlignment: String, CaseIterable, Sendable {
    /// The side towards the layer before is the start.
    case start, center, end

    /// The share of what is left over that lies before it.
    @inlinable public var share: Double {
        switch self {
        case .start: 0
        case .center: 0.5
        case .end: 1
        }
    }
}
