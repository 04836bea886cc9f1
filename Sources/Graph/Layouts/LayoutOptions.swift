import LayoutKinds
import Wire

/// The options of a layout: the algorithm, and the treatment of groups and edges.
public struct LayoutOptions: Sendable {
    /// The treatment of edges.
    public enum Edges: String, CaseIterable, Sendable {
        /// Edges that state no type become straight lines with waypoints at their corners, where the layout has such or a
        /// node is in the way.
        /// Others keep their type, and go round what they would cross.
        case auto
        /// They stay as they are; waypoints between nodes that moved apart are dropped.
        case keep
        /// They become straight lines with waypoints at their corners.
        case waypoints
        /// Their type becomes `orthogonal`.
        case orthogonal
        /// They become curves through waypoints, which pass no node.
        case curves

        /// The type of edges that lead through the corners that a layout gives them.
        public var bentType: EdgeType {
            switch self {
            case .orthogonal: .orthogonal
            case .curves: .bezier
            case .auto, .keep, .waypoints: .straight
            }
        }
    }

    /// The direction in which edges lead.
    public enum Flow: String, CaseIterable, Sendable {
        /// The direction in which most edges leave their sources, by the sides of the handles; else the one of the
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
        /// Nodes get the size that their texts need, where their type states none.
        case fit
    }

    /// The treatment of what is not shown.
    public enum Hidden: String, CaseIterable, Sendable {
        /// The drawing is as if it were not there; hidden nodes stay where they lie.
        case ignore
        /// It is laid out as what is shown.
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
    /// Is true if nodes that are not laid out make space for those that are.
    public var makesSpace = false
    /// The distance between the frame of a group and its contents, in canvas units.
    public var groupPadding = 24.0

    /// The treatment of hidden nodes, and of hidden edges.
    public var hidden = Hidden.ignore

    /// Is true if the figures of the drawing are found out, which may take longer than the layout.
    public var isMeasured = true

    /// The node in the middle of a radial layout; nil is one that is found.
    public var root: Node.ID?

    /// The place in the data of nodes where the number is that says where they lie along an axis; nil is none.
    public var axis: JSONPointer?

    /// The options that are left out.
    public init(_ algorithm: LayoutAlgorithm) { self.algorithm = algorithm }
}
