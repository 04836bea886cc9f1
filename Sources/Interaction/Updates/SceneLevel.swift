/// The detail in which a view shows its nodes.
public enum SceneLevel: String, CaseIterable, Sendable {
    /// Nodes and edges with everything that is drawn of them.
    case items
    /// Only the frames of nodes.
    case boxes
    /// Nodes as clusters, one for each cell of a grid, and the links between clusters.
    case clusters
}
