import NodewireProtocol

/// The visible items of one view and its state, after the frames received so far.
///
///     var scene = GraphScene()
///     for frame in try frames.arrived() { scene.apply(frame) }
///     assert(scene.nodes["a"]?.x == 0)
public struct GraphScene: Sendable {
    /// The number of the last frame; nil before the first.
    public private(set) var frame: Int?
    /// The revision of the document in the last frame.
    public private(set) var revision: Int?
    /// The visible nodes by their ids.
    public private(set) var nodes: [String: NodeItem] = [:]
    /// The visible edges by their ids.
    public private(set) var edges: [String: EdgeItem] = [:]
    /// The bundles of edges by their ids, in a view opened with `links`.
    public private(set) var links: [String: LinkItem] = [:]
    /// The handles by the names of their sets, in a view opened with shared `handles`.
    public private(set) var handleSets: [String: [HandleItem]] = [:]
    /// The shown members of types, by the names of the types, in a view opened with `types`.
    public private(set) var types: [String: TypeLook] = [:]
    /// The other views by their names, in a view opened with `presence`.
    public private(set) var presence: [String: Presence] = [:]
    /// The ids of the selected nodes, in a view opened with `selectionIds`.
    public private(set) var selectedNodes: Set<String> = []
    /// The ids of the selected edges, in a view opened with `selectionIds`.
    public private(set) var selectedEdges: Set<String> = []
    /// The numbers of selected elements; nil before the first selection.
    public private(set) var selection: (nodes: Int, edges: Int)?
    /// The other members of frames, each as last sent; null is nil.
    public private(set) var state = State()
    /// The transition to the last frame, if its edit asks for one.
    public private(set) var transition: FrameTransition?
    /// The changes of the edited text, in the last frame.
    public private(set) var typed: [TextChange] = []

    /// The state of a view.
    public struct State: Sendable {
        public var viewport: Viewport?
        public var labelScale: Double?
        public var level: Frame.LevelChoice?
        public var hover: ElementReference?
        public var focus: ElementReference?
        public var editing: Editing?
        public var running: Running?
        public var problems: Problems?
        public var tool: String?
        public var dropTarget: ElementReference?
        public var gesture: GraphGestureState?
        public var guides: [Guide]?
        public var cursor: Frame.CursorChoice?
        public var moving: Bool?
        public var animations: FrameAnimations?
        public var lanes: [LaneBand]?

        mutating func apply(_ frame: Frame) {
            viewport = frame.viewport ?? viewport
            labelScale = frame.labelScale ?? labelScale
            level = frame.level ?? level
            Self.replace(&hover, frame.hover)
            Self.replace(&focus, frame.focus)
            Self.replace(&editing, frame.editing)
            Self.replace(&running, frame.running)
            Self.replace(&problems, frame.problems)
            Self.replace(&tool, frame.tool)
            Self.replace(&dropTarget, frame.dropTarget)
            Self.replace(&gesture, frame.gesture)
            Self.replace(&guides, frame.guides)
            Self.replace(&cursor, frame.cursor)
            Self.replace(&moving, frame.moving)
            Self.replace(&animations, frame.animations)
            Self.replace(&lanes, frame.lanes)
        }

        private static func replace<Value>(_ value: inout Value?, _ new: Nullable<Value>?) {
            if let new { value = new.orNil }
        }
    }

    /// A scene before its first frame.
    public init() {}

    /// Starts again from the answer to `ViewScene`.
    public mutating func load(_ frame: Frame) {
        self = GraphScene()
        apply(frame)
    }

    /// Applies one frame.
    ///
    /// - Complexity: O(*n*) in the changes.
    public mutating func apply(_ frame: Frame) {
        (self.frame, revision) = (frame.frame, frame.revision)
        (transition, typed) = (frame.transition, frame.typed ?? [])
        state.apply(frame)
        for (name, handles) in frame.handleSets ?? [:] { handleSets[name] = handles }
        for (name, look) in frame.types ?? [:] { types[name] = look }
        for (view, one) in frame.presence ?? [:] { presence[view] = one }
        if let selection = frame.selection { select(selection) }
        for id in frame.leave?.nodes ?? [] { nodes[id] = nil }
        for id in frame.leave?.edges ?? [] { (edges[id], links[id]) = (nil, nil) }
        for (id, node) in frame.enter?.nodes ?? [:] { nodes[id] = node }
        for (id, item) in frame.enter?.edges ?? [:] {
            switch item {
            case .edgeItem(let edge): edges[id] = edge
            case .linkItem(let link): links[id] = link
            }
        }
        for (id, patch) in frame.update?.nodes ?? [:] { nodes[id]?.apply(patch) }
        for (id, patch) in frame.update?.edges ?? [:] {
            edges[id]?.apply(patch)
            links[id]?.apply(patch)
        }
    }

    /// Returns the handles of a node with their positions on the canvas, from its list or from a set.
    public func handles(of node: String) -> [HandleItem] {
        guard let item = nodes[node] else { return [] }
        guard let set = item.handleSet else { return item.handles ?? [] }
        return (handleSets[set] ?? []).map { handle in
            var handle = handle
            handle.x += item.x
            handle.y += item.y
            return handle
        }
    }

    private mutating func select(_ selection: FrameSelection) {
        self.selection = (selection.nodes, selection.edges)
        selectedNodes.subtract(selection.removed?.nodes ?? [])
        selectedNodes.formUnion(selection.added?.nodes ?? [])
        selectedEdges.subtract(selection.removed?.edges ?? [])
        selectedEdges.formUnion(selection.added?.edges ?? [])
    }
}
