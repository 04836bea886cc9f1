import Graph
import Layout

/// How a layout is to be made: the algorithm, and what becomes of groups and edges.
public struct LayoutOptions: Sendable {
    /// What becomes of edges.
    public enum Edges: String, CaseIterable, Sendable {
        /// They stay as they are; waypoints between nodes that moved apart are dropped.
        case keep
        /// They become straight lines with waypoints at their corners.
        case waypoints
        /// Their type becomes `orthogonal`.
        case orthogonal
    }

    /// What becomes of the contents of groups.
    public enum Groups: String, CaseIterable, Sendable {
        /// They are laid out too, and groups fit them.
        case nested
        /// They stay as they are in their group.
        case rigid
    }

    /// Which layout, with its own options.
    public var algorithm: LayoutAlgorithm
    /// What becomes of edges.
    public var edges = Edges.keep
    /// What becomes of the contents of groups.
    public var groups = Groups.nested
    /// Between the frame of a group and its contents, in canvas units.
    public var groupPadding = 24.0

    /// Whether the figures of the drawing are found out, which may take longer than the layout.
    public var isMeasured = true

    /// The node in the middle of a radial layout; nil is one that is found.
    public var root: Node.ID?

    /// The options that are left out.
    public init(_ algorithm: LayoutAlgorithm) { self.algorithm = algorithm }
}
