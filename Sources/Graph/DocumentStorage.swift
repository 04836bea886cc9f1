import Geometry
import Storage
import Wire

/// The whole content of a document, behind the one reference of a `Document`.
@usableFromInline struct DocumentStorage: Sendable {
    @usableFromInline var nodes = NodeStore()
    @usableFromInline var edges = EdgeStore()
    var content = JSONObject()
    @usableFromInline var settings = Settings()
    var viewport: JSON?
    var nodeIDs = CountedIDs(prefix: "n")
    var edgeIDs = CountedIDs(prefix: "e")
    var isReactFlow = false
    var arena = TextArena()
    var catalog = HandleCatalog.initial
    var types: [Symbol: NodeType] = [:]
    var typeHandles: [Symbol: HandleList] = [:]
    var dataTypes = DataTypes()
    var measured = MeasuredSizes()
    var edgeTypes = EdgeTypes()
    var constraints: [Constraint] = []
    var edgeGroups = EdgeGroups()
    var topology: TopologicalOrder?
    /// Is true if the nodes are known to have no topological order; removing an edge may give them one.
    var isOrderless = false
    var inheritance = Inheritance()
    /// The values; nil until the first request in a document with types that compute them.
    var evaluation: Evaluation?
    /// The stamps; nil unless a replica writes the document, or one that had stamps was merged with it.
    var stamps: StampTable?
}

extension Document {
    /// The nodes as columns.
    public internal(set) var nodes: NodeStore {
        @inlinable @inline(__always) _read { yield storage.value.nodes }
        @inline(__always) _modify { yield &storage.value.nodes }
    }

    /// The edges as columns.
    public internal(set) var edges: EdgeStore {
        @inlinable @inline(__always) _read { yield storage.value.edges }
        @inline(__always) _modify { yield &storage.value.edges }
    }

    /// Types of nodes and ids of handles.
    public internal(set) var symbols: Symbols {
        _read { yield storage.value.catalog.symbols }
        _modify { yield &storage.value.catalog.symbols }
    }

    /// Every member that is not `nodes`, `edges` or `viewport`; `settings` and `types` among them.
    public internal(set) var content: JSONObject {
        _read { yield storage.value.content }
        _modify { yield &storage.value.content }
    }

    /// The settings, parsed from `content`.
    public internal(set) var settings: Settings {
        @inlinable @inline(__always) _read { yield storage.value.settings }
        @inline(__always) _modify { yield &storage.value.settings }
    }

    /// The initial viewport of new views; null if the file has none.
    public var viewport: JSON? {
        _read { yield storage.value.viewport }
        _modify { yield &storage.value.viewport }
    }

    /// The number of generated ids. It only grows, and undo does not reduce it.
    public var counters: Counters { Counters(node: nodeIDs.count, edge: edgeIDs.count) }

    var nodeIDs: CountedIDs {
        _read { yield storage.value.nodeIDs }
        _modify { yield &storage.value.nodeIDs }
    }

    var edgeIDs: CountedIDs {
        _read { yield storage.value.edgeIDs }
        _modify { yield &storage.value.edgeIDs }
    }

    /// Opened from a file of another program, into which nothing of our own is written.
    public internal(set) var isReactFlow: Bool {
        get { storage.value.isReactFlow }
        set { storage.value.isReactFlow = newValue }
    }

    var arena: TextArena {
        @inline(__always) _read { yield storage.value.arena }
        @inline(__always) _modify { yield &storage.value.arena }
    }

    var catalog: HandleCatalog {
        @inline(__always) _read { yield storage.value.catalog }
        @inline(__always) _modify { yield &storage.value.catalog }
    }

    /// The types, by the symbol of the type's name.
    var types: [Symbol: NodeType] {
        _read { yield storage.value.types }
        _modify { yield &storage.value.types }
    }

    /// The lists of handles that types declare, by the same symbol.
    var typeHandles: [Symbol: HandleList] {
        _read { yield storage.value.typeHandles }
        _modify { yield &storage.value.typeHandles }
    }

    /// The types of data, and which of them fit together.
    var dataTypes: DataTypes {
        _read { yield storage.value.dataTypes }
        _modify { yield &storage.value.dataTypes }
    }

    /// The types of edges.
    var edgeTypes: EdgeTypes {
        _read { yield storage.value.edgeTypes }
        _modify { yield &storage.value.edgeTypes }
    }

    /// The constraints that drawings keep; entries that are none are left out.
    public internal(set) var constraints: [Constraint] {
        _read { yield storage.value.constraints }
        _modify { yield &storage.value.constraints }
    }

    /// The groups with which edges go.
    var edgeGroups: EdgeGroups {
        _read { yield storage.value.edgeGroups }
        _modify { yield &storage.value.edgeGroups }
    }

    var topology: TopologicalOrder? {
        _read { yield storage.value.topology }
        _modify { yield &storage.value.topology }
    }

    var inheritance: Inheritance {
        @inline(__always) _read { yield storage.value.inheritance }
        @inline(__always) _modify { yield &storage.value.inheritance }
    }
}
