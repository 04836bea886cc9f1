/// A layout with its options, from scratch or with little change.
public struct LayoutAlgorithm: Sendable {
    /// The layouts, each with its own options.
    public enum Kind: Sendable {
        /// The layouts with their options; see their types.
        case layered(LayeredLayout), tree(TreeLayout), radial(RadialLayout), force(ForceLayout), grid(GridLayout)
        case pack(PackLayout), circle(CircleLayout), stack(StackLayout), timeline(TimelineLayout)
        /// Layouts that find free places for some nodes, or move overlapping nodes apart.
        case place(PlaceLayout), removeOverlaps(OverlapRemoval)
    }

    /// The layout and its options.
    public var kind: Kind
    /// The share of the nodes, 0…1, that may move for others while all others stay if possible; nil lays out all nodes
    /// from scratch.
    public var movableShare: Double?

    /// Is true if as many nodes as possible stay in place.
    public var isStable: Bool { movableShare != nil }

    /// Makes a layout from its options.
    public init(_ kind: Kind) { self.kind = kind }

    /// The layout with a node in the middle, if it has a middle.
    public func rooted(at node: Int?) -> LayoutAlgorithm {
        guard case .radial(var layout) = kind else { return self }
        layout.root = node
        var rooted = self
        rooted.kind = .radial(layout)
        return rooted
    }

    /// The direction of edges; nil for a layout without one.
    public var direction: Direction? {
        get {
            switch kind {
            case .layered(let layout): layout.direction
            case .tree(let layout): layout.direction
            case .stack(let layout): layout.direction
            case .timeline(let layout): layout.direction
            case .radial, .force, .grid, .pack, .circle, .place, .removeOverlaps: nil
            }
        }
        set {
            guard let newValue else { return }
            switch kind {
            case .layered(var layout):
                layout.direction = newValue
                kind = .layered(layout)
            case .tree(var layout):
                layout.direction = newValue
                kind = .tree(layout)
            case .stack(var layout):
                layout.direction = newValue
                kind = .stack(layout)
            case .timeline(var layout):
                layout.direction = newValue
                kind = .timeline(layout)
            case .radial, .force, .grid, .pack, .circle, .place, .removeOverlaps: break
            }
        }
    }

    /// Is true if edges get corners that make them consist of legs along the axes.
    public var isOrthogonal: Bool {
        get {
            switch kind {
            case .layered(let layout): layout.isOrthogonal
            case .tree(let layout): layout.isOrthogonal
            default: false
            }
        }
        set {
            switch kind {
            case .layered(var layout):
                layout.isOrthogonal = newValue
                kind = .layered(layout)
            case .tree(var layout):
                layout.isOrthogonal = newValue
                kind = .tree(layout)
            default: break
            }
        }
    }

    /// Is true if the layout itself computes the corners of all edges.
    public var bendsEdges: Bool {
        switch kind {
        case .layered: true
        case .tree(let layout): layout.mayStack
        default: false
        }
    }

    /// Is true if the layout places all nodes; false if it only places new or overlapping ones.
    public var arrangesAll: Bool {
        switch kind {
        case .layered, .tree, .radial, .force, .grid, .pack, .circle, .stack, .timeline: true
        case .place, .removeOverlaps: false
        }
    }

    /// The least distance between neighboring nodes, in canvas units.
    public var nodeSpacing: Double {
        switch kind {
        case .layered(let layout): layout.nodeSpacing
        case .tree(let layout): layout.nodeSpacing
        case .radial(let layout): layout.nodeSpacing
        case .force(let layout): layout.nodeSpacing
        case .grid(let layout): layout.nodeSpacing
        case .pack(let layout): layout.nodeSpacing
        case .circle(let layout): layout.nodeSpacing
        case .stack(let layout): layout.nodeSpacing
        case .timeline(let layout): layout.nodeSpacing
        case .place(let layout): layout.nodeSpacing
        case .removeOverlaps(let layout): layout.nodeSpacing
        }
    }

    /// Is true if the layout only places nodes among others, which stay.
    public var isPlacing: Bool {
        if case .place = kind { true } else { false }
    }

    /// Is true if the edges of a node keep the order of its handles.
    public var ordersHandles: Bool {
        if case .layered(let layout) = kind { layout.handles.keepOrder } else { false }
    }

    /// Is true if edges into or out of the graph may end at nodes that represent its border.
    public var hasBorders: Bool {
        if case .layered = kind { true } else { false }
    }

    /// Is true if groups and their contents can be laid out in one graph.
    public var takesGroups: Bool {
        if case .layered = kind { true } else { false }
    }
}
