/// Nodes as far from one another as there are edges between them: a drawing of low stress, without overlaps.
///
/// Places begin with a scaling of the distances to pivots (Brandes, Pich 2006), then follow the stress down, distance by
/// distance (Zheng, Pawar, Goodman 2018) and at last node by node (Gansner, Koren, North 2004). Small components count
/// all distances, large ones those to pivots, each for the nodes around it (Ortmann, Klimenta, Brandes 2016). The
/// drawing is then made so large that the removal of what overlaps changes little.
///
/// - Complexity: O(*n* log *n* + *m*) above 1,100 nodes, with at most two million distances and the size of the graph.
public struct ForceLayout: Sendable {
    /// The least distance between nodes along one axis, in canvas units.
    public var nodeSpacing = 50.0
    /// The seed of random choices.
    public var seed: UInt64 = 1
    /// The greatest number of corrections of the places.
    public var iterations = 300
    /// Width by height of the whole, where components can be packed so.
    public var aspectRatio = 1.6

    /// Makes a layout with the default options.
    public init() {}
}
