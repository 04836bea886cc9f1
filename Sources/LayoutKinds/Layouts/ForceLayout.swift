/// A drawing of low stress, without overlaps: nodes are as far apart as the number of edges between them asks for.
///
/// Places start from pivot scaling (Brandes, Pich 2006). Then the stress is reduced, first distance by distance (Zheng,
/// Pawar, Goodman 2018) and at last node by node (Gansner, Koren, North 2004). Small components use all distances;
/// large ones use distances to pivots, which represent the nodes around them (Ortmann, Klimenta, Brandes 2016). The
/// drawing is then scaled so that the removal of overlaps changes little.
///
/// - Complexity: O(*n* log *n* + *m*) above 1,100 nodes, with at most two million distances in addition to the graph.
public struct ForceLayout: Sendable {
    /// The least distance between nodes along one axis, in canvas units.
    public var nodeSpacing = 50.0
    /// The seed of random choices.
    public var seed: UInt64 = 1
    /// The greatest number of corrections of the places.
    public var iterations = 300
    /// The wanted ratio of width to height, for packing components.
    public var aspectRatio = 1.6

    /// Makes a layout with the default options.
    public init() {}
}
