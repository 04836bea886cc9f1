import Geometry
import LayoutKinds
import Wire

/// An option of layouts: its name, its possible values, and its destination.
struct LayoutOption: Sendable {
    let name: String
    /// The algorithms that take it.
    let algorithms: Set<LayoutParameters.Algorithm>
    let member: Member<LayoutParameters>

    private init<Value: Sendable>(
        _ name: StaticString, _ shape: Shape<Value>, _ doc: String, _ places: LayoutOptionPlace<Value>...
    ) {
        self.name = name.description
        algorithms = Set(places.flatMap(\.algorithms))
        member = .optional(
            name,
            at: Property { parameters, give in
                var value: Value?
                give(&value)
                guard let value else { return }
                for place in places { place.set(&parameters, value) }
            }, shape, doc)
    }

    /// The table of all options.
    static let all: [LayoutOption] = [
        LayoutOption(
            "direction", .choice(of: LayoutOptions.Flow.self),
            "layered, tree, stack, timeline: where edges lead, nodes follow one another or numbers grow; the default `auto` is the side of most of the handles that edges leave, else down, of `timeline` right",
            .options(\.direction, of: [.layered, .tree, .stack, .timeline])),
        LayoutOption(
            "nodeSpacing", distance, "between nodes side by side; default 50, of `place` 20, of `removeOverlaps` 0",
            .layered(\.nodeSpacing), .tree(\.nodeSpacing), .radial(\.nodeSpacing), .force(\.nodeSpacing),
            .grid(\.nodeSpacing), .pack(\.nodeSpacing), .circle(\.nodeSpacing), .stack(\.nodeSpacing),
            .timeline(\.nodeSpacing), .place(\.nodeSpacing), .removeOverlaps(\.nodeSpacing)),
        LayoutOption(
            "layerSpacing", distance, "layered: between layers; default 80", .layered(\.layerSpacing)),
        LayoutOption(
            "levelSpacing", distance, "tree, radial: between levels; default 80", .tree(\.levelSpacing),
            .radial(\.levelSpacing)),
        LayoutOption(
            "align", .choice(of: LayoutAlignment.self),
            "layered: of the nodes of a layer, default `center`; tree: of those of a level or of subtrees side by side, default `start`; stack: of all, across the direction, default `start`",
            .layered(\.align), .tree(\.align), .stack(\.align)),
        LayoutOption(
            "layering", .choice(of: LayeredLayout.Layering.self),
            "layered: how layers are found; default `shortest`, with the least length of edges", .layered(\.layering)),
        LayoutOption(
            "ports", .choice(of: LayeredLayout.Handles.self),
            "layered: the properties of handles that count: their sides and order (the default), their places too, their sides alone, or nothing",
            .layered(\.handles)),
        LayoutOption(
            "labels", .boolean, "layered: whether labels have room of their own; default true", .layered(\.labels)),
        LayoutOption(
            "edges", .choice(of: LayoutOptions.Edges.self),
            "what becomes of edges; the default `auto` bends those that state no type, and leads others around nodes",
            .options(\.edges)),
        LayoutOption(
            "cornerRadius", radius, "of the corners of edges that are bent; if left out, that of their types",
            .options(\.cornerRadius)),
        LayoutOption(
            "mergeEdges", .boolean,
            "layered, where edges consist of legs: whether those of a node leave it, and enter it, as one; default false",
            .layered(\.mergesEdges)),
        LayoutOption(
            "levels", .choice(of: TreeLayout.Levels.self),
            "tree: whether all nodes of one depth lie on one level (the default)", .tree(\.levels)),
        LayoutOption(
            "parent", .choice(of: TreeLayout.Parent.self),
            "tree: whether a parent lies in the middle of its children (the default) or of the box around them",
            .tree(\.parent)),
        LayoutOption(
            "order", .choice(of: TreeLayout.Order.self),
            "tree: whether children come as their edges in the document (the default), or as they lie", .tree(\.order)),
        LayoutOption(
            "sides", .choice(of: TreeLayout.Sides.self),
            "tree: whether subtrees lie on one side of their root (the default) or on both, as in a mind map",
            .tree(\.sides)),
        LayoutOption(
            "leaves", .choice(of: TreeLayout.Leaves.self),
            "tree: whether the leaves of a parent lie side by side (the default) or below one another; not with `sides: \"both\"`",
            .tree(\.leaves)),
        LayoutOption(
            "root", .identifier, "radial: the node in the middle; if left out, one that is found",
            .root),
        LayoutOption(
            "seed", .integer(in: 0...9_007_199_254_740_991), "force: of the random numbers; default 1",
            .force(\.seedNumber)),
        LayoutOption(
            "iterations", .integer(in: 1...10_000), "force: how often nodes are moved; default 300",
            .force(\.iterations)),
        LayoutOption(
            "columns", .integer(in: 0...20_000_000), "grid: how many; the default 0 makes it about square",
            .grid(\.columns)),
        LayoutOption(
            "axis", .jsonPointer, "timeline: where the number of a node is in its `data`; it is needed", .axis),
        LayoutOption(
            "length", distance,
            "timeline: from the least number to the greatest; the default 0 is as long as the nodes one behind another",
            .timeline(\.length)),
        LayoutOption(
            "ratio", .positiveNumber,
            "pack: of width to height, default 1.6; layered: what is too long for it is wrapped, by default nothing",
            .pack(\.ratio), .layered(\.wrappedRatio)),
        LayoutOption(
            "maxWidth", .positiveNumber,
            "layered: what is wider is wrapped if edges lead right or left, and parts lie in rows; tree: of a tree that is wider leaves are stacked; by default any width",
            .layered(\.mostWidth), .tree(\.mostWidth)),
        LayoutOption(
            "stable", stability,
            "whether as much as possible stays where it is; a number is the share of nodes that may be moved for others, true is 0.1; default false",
            .options(\.algorithm.movableShare)),
        LayoutOption(
            "makeRoom", .boolean,
            "where only some nodes are laid out: whether the others make room for them; default false",
            .options(
                \.makesSpace, of: LayoutParameters.Algorithm.allCases.filter { $0 != .place && $0 != .removeOverlaps })),
        LayoutOption(
            "groups", .choice(of: LayoutOptions.Groups.self),
            "whether the contents of groups are laid out too, and groups fit them (the default)", .options(\.groups)),
        LayoutOption(
            "sizes", .choice(of: LayoutOptions.Sizes.self),
            "whether nodes get the size that their texts need, where their type states none; default `keep`",
            .options(\.sizes)),
        LayoutOption(
            "hidden", .choice(of: LayoutOptions.Hidden.self),
            "whether hidden nodes and edges are laid out like shown ones; with the default `ignore` they do not count",
            .options(\.hidden)),
        LayoutOption(
            "groupPadding", distance, "between the frame of a group and its contents; default 24",
            .options(\.groupPadding)),
    ]

    private static let stability = Shape<Double?>.oneOf([
        Alternative(Shape<Bool>.boolean, make: { $0 ? 0.1 : nil }, match: { $0 == nil ? false : nil }),
        Alternative(Shape<Double>.number(in: 0...1), make: { $0 }, match: { $0 }),
    ])

    private static let radius = distance.mapped({ Double?.some($0) }, from: { $0 ?? 0 })
    private static let distance = Shape<Double>.number(in: 0...1e9)
}

/// The destination of an option's value, and the algorithms that take it.
private struct LayoutOptionPlace<Value>: Sendable {
    typealias Path<Root> = WritableKeyPath<Root, Value> & Sendable

    let algorithms: [LayoutParameters.Algorithm]
    let set: @Sendable (inout LayoutParameters, Value) -> Void

    static func options(
        _ path: Path<LayoutOptions>, of algorithms: [LayoutParameters.Algorithm] = LayoutParameters.Algorithm.allCases
    ) -> Self {
        Self(algorithms: algorithms) { $0.options[keyPath: path] = $1 }
    }

    static func layered(_ path: Path<LayeredLayout>) -> Self {
        Self(algorithms: [.layered]) { $0.layered[keyPath: path] = $1 }
    }

    static func tree(_ path: Path<TreeLayout>) -> Self { Self(algorithms: [.tree]) { $0.tree[keyPath: path] = $1 } }

    static func radial(_ path: Path<RadialLayout>) -> Self {
        Self(algorithms: [.radial]) { $0.radial[keyPath: path] = $1 }
    }

    static func force(_ path: Path<ForceLayout>) -> Self { Self(algorithms: [.force]) { $0.force[keyPath: path] = $1 } }

    static func grid(_ path: Path<GridLayout>) -> Self { Self(algorithms: [.grid]) { $0.grid[keyPath: path] = $1 } }

    static func pack(_ path: Path<PackLayout>) -> Self { Self(algorithms: [.pack]) { $0.pack[keyPath: path] = $1 } }

    static func circle(_ path: Path<CircleLayout>) -> Self {
        Self(algorithms: [.circle]) { $0.circle[keyPath: path] = $1 }
    }

    static func stack(_ path: Path<StackLayout>) -> Self { Self(algorithms: [.stack]) { $0.stack[keyPath: path] = $1 } }

    static func timeline(_ path: Path<TimelineLayout>) -> Self {
        Self(algorithms: [.timeline]) { $0.timeline[keyPath: path] = $1 }
    }

    static func place(_ path: Path<PlaceLayout>) -> Self { Self(algorithms: [.place]) { $0.place[keyPath: path] = $1 } }

    static func removeOverlaps(_ path: Path<OverlapRemoval>) -> Self {
        Self(algorithms: [.removeOverlaps]) { $0.overlapRemoval[keyPath: path] = $1 }
    }
}

extension LayoutOptionPlace<Identifier> {
    static var root: Self { Self(algorithms: [.radial]) { $0.options.root = $1 } }
}

extension LayoutOptionPlace<JSONPointer> {
    static var axis: Self { Self(algorithms: [.timeline]) { $0.options.axis = $1 } }
}

extension LayeredLayout {
    fileprivate var wrappedRatio: Double {
        get { ratio ?? Packing.defaultRatio }
        set { ratio = newValue }
    }

    fileprivate var mostWidth: Double {
        get { maxWidth ?? .infinity }
        set { maxWidth = newValue }
    }
}

extension TreeLayout {
    fileprivate var mostWidth: Double {
        get { maxWidth ?? .infinity }
        set { maxWidth = newValue }
    }
}

extension ForceLayout {
    fileprivate var seedNumber: Int {
        get { Int(truncatingIfNeeded: seed) }
        set { seed = UInt64(truncatingIfNeeded: newValue) }
    }
}
