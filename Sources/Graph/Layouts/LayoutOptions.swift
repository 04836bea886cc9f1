import LayoutKinds
import Wire

/// The options of a layout: the algorithm, and the treatment of groups and edges.
public struct LayoutOptions: Sendable {
    /// The treatment of edges.
    public enum Edges: String, CaseIterable, Sendable {
        /// Edges without a type become straight lines with waypoints at their corners, if the layout has corners or a
        /// node is in the way. Others keep their type, and go round nodes that they would cross.
        case auto
        /// They stay as they are; waypoints between nodes that moved apart are dropped.
        case keep
        /// They become straight lines with waypoints at their corners.
        case waypoints
        /// Their type becomes `orthogonal`.
        case orthogonal
        /// They become curves through waypoints, which pass no node.
        case curves

        /// The type of edges that lead through the corners of a layout.
        public var bentType: EdgeType {
            switch self {
            case .orthogonal: .orthogonal
            case .curves: .bezier
            case .auto, .keep, .waypoints: .straight
            }
        }
    }

    /// The direction of edges.
    public enum Flow: String, CaseIterable, Sendable {
        /// The direction in which most edges leave their sources, by the sides of the handles; else that of the
        /// algorithm.
        case auto
        case down, right, up, left

        /// The direction that is stated.
        public var direction: Direction? { Direction(rawValue: rawValue) }
    }

    /// The treatment of the contents of groups.
    public enum Groups: String, CaseIterable, Sendable {
        /// They are laid out too, and groups fit them.
        case nested
        /// They stay as they are in their group.
        case rigid
    }

    /// The treatment of the sizes of nodes.
    public enum Sizes: String, CaseIterable, Sendable {
        /// They stay as they are.
        case keep
        /// Nodes get the size that their texts need, if their type states none.
        case fit
    }

    /// The treatment of hidden elements.
    public enum Hidden: String, CaseIterable, Sendable {
        /// The drawing ignores them; hidden nodes stay where they are.
        case ignore
        /// They are laid out as if they were visible.
        case count
    }

    /// The layout, with its own options.
    public var algorithm: LayoutAlgorithm
    /// The treatment of edges.
    public var edges = Edges.auto
    /// The radius of the corners of edges that the layout bends, in canvas units; nil leaves it to their types.
    public var cornerRadius: Double?
    /// The direction, of layouts that have one.
    public var direction = Flow.auto
    /// The treatment of the contents of groups.
    public var groups = Groups.nested
    /// The treatment of the sizes of nodes.
    public var sizes = Sizes.keep
    /// Is true if other nodes make space for the laid-out ones.
    public var makesSpace = false
    /// The distance between the frame of a group and its contents, in canvas units.
    public var groupPadding = 24.0

    /// The treatment of hidden nodes, and of hidden edges.
    public var hidden = Hidden.ignore

    /// Is true if the figures of the drawing are found out, which may take longer than the layout.
    public var isMeasured = true

    /// The node in the middle of a radial layout; nil is one that is found.
    public var root: Node.ID?

    /// The path in the data of nodes to the number that gives their position along an axis; nil is none.
    public var axis: JSONPointer?

    /// The options that are left out.
    public init(_ algorithm: LayoutAlgorithm) { self.algorithm = algorithm }
}
