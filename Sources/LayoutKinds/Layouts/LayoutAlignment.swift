/// The alignment of a node along the direction of a drawing, in its shared layer or level; or of a subtree in the row
/// of its siblings.
public enum LayoutAlignment: String, CaseIterable, Sendable {
    /// The positions in a layer; the start is the side of the previous layer.
    case start, center, end

    /// The share of the free space that lies before it.
    @inlinable public var share: Double {
        switch self {
        case .start: 0
        case .center: 0.5
        case .end: 1
        }
    }
}
