import Editing
import Geometry
import Graph
import Layout
import Wire

/// The options of layouts as they are sent: each is one of some algorithms.
struct LayoutParameters: Sendable {
    /// The algorithms by their names.
    enum Algorithm: String, CaseIterable, Sendable {
        case layered, tree, radial, force, grid, pack, place, removeOverlaps
    }

    var direction: Direction?
    var nodeSpacing: Double?
    var layerSpacing: Double?
    var levelSpacing: Double?
    var align: LayoutAlignment?
    var layering: LayeredLayout.Layering?
    var handles: LayeredLayout.Handles?
    var labels: Bool?
    var edges: LayoutOptions.Edges?
    var levels: TreeLayout.Levels?
    var parent: TreeLayout.Parent?
    var order: TreeLayout.Order?
    var root: Identifier?
    var seed: Int?
    var iterations: Int?
    var columns: Int?
    var ratio: Double?
    var stable: Bool?
    var groups: LayoutOptions.Groups?
    var groupPadding: Double?

    static let members: [Member<LayoutParameters>] = [
        .optional(
            "direction", \.direction, .choice(of: Direction.self), "layered, tree: where edges lead; default `down`"),
        .optional(
            "nodeSpacing", \.nodeSpacing, distance,
            "between nodes side by side; default 50, of `place` 20, of `removeOverlaps` 0"),
        .optional("layerSpacing", \.layerSpacing, distance, "layered: between layers; default 80"),
        .optional("levelSpacing", \.levelSpacing, distance, "tree, radial: between levels; default 80"),
        .optional(
            "align", \.align, .choice(of: LayoutAlignment.self),
            "layered: of the nodes of a layer, default `center`; tree: of those of a level or of subtrees side by side, default `start`"
        ),
        .optional(
            "layering", \.layering, .choice(of: LayeredLayout.Layering.self),
            "layered: how layers are found; default `shortest`, with the least length of edges"),
        .optional(
            "ports", \.handles, .choice(of: LayeredLayout.Handles.self),
            "layered: whether edges keep the order of handles (the default), their places, or may leave anywhere"),
        .optional("labels", \.labels, .boolean, "layered: whether labels have room of their own; default true"),
        .optional(
            "edges", \.edges, .choice(of: LayoutOptions.Edges.self), "layered: what becomes of edges; default `keep`"),
        .optional(
            "levels", \.levels, .choice(of: TreeLayout.Levels.self),
            "tree: whether all nodes of one depth lie on one level (the default)"),
        .optional(
            "parent", \.parent, .choice(of: TreeLayout.Parent.self),
            "tree: whether a parent lies in the middle of its children (the default) or of the box around them"),
        .optional(
            "order", \.order, .choice(of: TreeLayout.Order.self),
            "tree: whether children come as their edges in the document (the default), or as they lie"),
        .optional("root", \.root, .identifier, "radial: the node in the middle; if left out, one that is found"),
        .optional("seed", \.seed, .integer(in: 0...9_007_199_254_740_991), "force: of the random numbers; default 1"),
        .optional(
            "iterations", \.iterations, .integer(in: 1...10_000), "force: how often nodes are moved; default 300"),
        .optional(
            "columns", \.columns, .integer(in: 0...20_000_000), "grid: how many; the default 0 makes it about square"),
        .optional("ratio", \.ratio, .positiveNumber, "pack: of width to height; default 1.6"),
        .optional("stable", \.stable, .boolean, "whether as much as possible stays where it is; default false"),
        .optional(
            "groups", \.groups, .choice(of: LayoutOptions.Groups.self),
            "whether the contents of groups are laid out too, and groups fit them (the default)"),
        .optional(
            "groupPadding", \.groupPadding, distance, "between the frame of a group and its contents; default 24"),
    ]

    private static let distance = Shape<Double>.number(in: 0...1e9)

    private static let everywhere: Set<String> = ["stable", "groups", "groupPadding"]

    /// The options that each algorithm takes besides those that all take.
    private static func names(_ algorithm: Algorithm) -> Set<String> {
        switch algorithm {
        case .layered: ["direction", "nodeSpacing", "layerSpacing", "align", "layering", "ports", "edges", "labels"]
        case .tree: ["direction", "nodeSpacing", "levelSpacing", "levels", "align", "parent", "order"]
        case .radial: ["nodeSpacing", "levelSpacing", "root"]
        case .force: ["nodeSpacing", "seed", "iterations"]
        case .grid: ["nodeSpacing", "columns"]
        case .pack: ["nodeSpacing", "ratio"]
        case .place, .removeOverlaps: ["nodeSpacing"]
        }
    }

    /// The table, which refuses what it does not know as an impossible value.
    static let shape = Shape<LayoutParameters>.object(
        "LayoutOptions", "The options of a layout; each algorithm takes some of them.", initial: LayoutParameters(),
        members: members)

    /// Reads options for an algorithm.
    ///
    /// - Throws: `invalidValue` (an option that the algorithm does not take, or an impossible value).
    static func read(_ text: JSONText, for algorithm: Algorithm) throws(EditError) -> LayoutParameters {
        do throws(ShapeError) {
            let known = names(algorithm).union(everywhere)
            let given = try Shape<[(String, JSONText)]>.dictionary(of: .text).value(from: text).map(\.0)
            if let name = given.first(where: { !known.contains($0) }) {
                throw ShapeError("\(algorithm) does not take it", path: [.member(name)])
            }
            return try shape.value(from: text)
        } catch {
            throw .invalid(error.message, path: ["options"] + error.path.map(\.text))
        }
    }
}

extension LayoutParameters {
    /// What they mean for an algorithm.
    ///
    /// - Throws: `noSuchNode` (the root).
    func options(_ algorithm: Algorithm, in document: Document) throws(EditError) -> LayoutOptions {
        var layout = LayoutAlgorithm(kind(algorithm))
        layout.isStable = stable ?? false
        var options = LayoutOptions(layout)
        options.root = root
        options.edges = edges ?? options.edges
        options.groups = groups ?? options.groups
        options.groupPadding = groupPadding ?? options.groupPadding
        return options
    }

    private func kind(_ algorithm: Algorithm) -> LayoutAlgorithm.Kind {
        switch algorithm {
        case .layered: .layered(layered)
        case .removeOverlaps: .removeOverlaps(overlapRemoval)
        case .tree: .tree(tree)
        case .grid: .grid(grid)
        case .pack: .pack(pack)
        case .place: .place(place)
        case .force: .force(force)
        case .radial: .radial(radial)
        }
    }

    private var layered: LayeredLayout {
        var layout = LayeredLayout()
        layout.direction = direction ?? layout.direction
        layout.nodeSpacing = nodeSpacing ?? layout.nodeSpacing
        layout.layerSpacing = layerSpacing ?? layout.layerSpacing
        layout.align = align ?? layout.align
        layout.layering = layering ?? layout.layering
        layout.handles = handles ?? layout.handles
        layout.labels = labels ?? layout.labels
        return layout
    }

    private var force: ForceLayout {
        var layout = ForceLayout()
        layout.nodeSpacing = nodeSpacing ?? layout.nodeSpacing
        layout.seed = seed.map { UInt64($0) } ?? layout.seed
        layout.iterations = iterations ?? layout.iterations
        return layout
    }

    private var radial: RadialLayout {
        var layout = RadialLayout()
        layout.nodeSpacing = nodeSpacing ?? layout.nodeSpacing
        layout.levelSpacing = levelSpacing ?? layout.levelSpacing
        return layout
    }

    private var grid: GridLayout {
        var layout = GridLayout()
        layout.nodeSpacing = nodeSpacing ?? layout.nodeSpacing
        layout.columns = columns ?? layout.columns
        return layout
    }

    private var pack: PackLayout {
        var layout = PackLayout()
        layout.nodeSpacing = nodeSpacing ?? layout.nodeSpacing
        layout.ratio = ratio ?? layout.ratio
        return layout
    }

    private var place: PlaceLayout {
        var layout = PlaceLayout()
        layout.nodeSpacing = nodeSpacing ?? layout.nodeSpacing
        return layout
    }

    private var overlapRemoval: OverlapRemoval {
        var layout = OverlapRemoval()
        layout.nodeSpacing = nodeSpacing ?? layout.nodeSpacing
        return layout
    }

    private var tree: TreeLayout {
        var layout = TreeLayout()
        layout.direction = direction ?? layout.direction
        layout.nodeSpacing = nodeSpacing ?? layout.nodeSpacing
        layout.levelSpacing = levelSpacing ?? layout.levelSpacing
        layout.levels = levels ?? layout.levels
        layout.align = align ?? layout.align
        layout.parent = parent ?? layout.parent
        layout.order = order ?? layout.order
        return layout
    }
}

extension ShapeError.Step {
    fileprivate var text: String {
        switch self {
        case .member(let name): name
        case .element(let index): "\(index)"
        }
    }
}
