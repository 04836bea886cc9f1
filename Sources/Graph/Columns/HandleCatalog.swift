import Geometry

/// The geometry of a handle: its id as a symbol, its kind and its position on the frame.
public struct HandleSite: Sendable, Equatable {
    /// The symbol of the handle's id.
    public let symbol: Symbol
    /// The end of an edge that attaches here.
    public let kind: Handle.Kind
    /// The side of the frame.
    public let side: Side
    /// The distance along the side.
    public internal(set) var offset: SideOffset
    /// Is true if pointers find it by areas, not only by its reach.
    public let hasAreas: Bool
}

/// The sites of the handles of all lists, one list after the other.
struct HandleSiteTable: Sendable {
    private var sites: [HandleSite] = []
    /// The same sites with handles spread along their side if they state no offset.
    private var spreadSites: [HandleSite] = []
    /// The index of the first site of each list; after the last one, the end.
    private var starts = [0]
    /// The indices of the handles of long lists, by list.
    private var places: [HandleList: [HandleKey: Int]] = [:]

    /// The greatest length of a list whose handles are compared one by one.
    static let shortList = 16

    mutating func append(_ list: [HandleSite]) {
        sites += list
        spreadSites += HandleSiteTable.spread(list)
        if list.count > HandleSiteTable.shortList {
            places[HandleList(index: starts.count - 1)] = HandleKey.places(in: list)
        }
        starts.append(sites.count)
    }

    /// The sites of a list, in the order of declaration.
    @inline(__always)
    subscript(list: HandleList) -> ArraySlice<HandleSite> { sites[starts[list.index]..<starts[list.index + 1]] }

    /// The sites of a list, with handles spread along their side or not.
    subscript(list: HandleList, spread isSpread: Bool) -> ArraySlice<HandleSite> {
        isSpread ? spreadSites[range(of: list)] : self[list]
    }

    /// The site of a handle among all lists, with handles spread along their side or not.
    @inline(__always)
    subscript(index: Int, spread isSpread: Bool) -> HandleSite { isSpread ? spreadSites[index] : sites[index] }

    /// Returns the sites with the handles of each side that state no offset at equal distances: the *k*-th of *n* at
    /// *k*/(*n* + 1) of the side.
    private static func spread(_ list: [HandleSite]) -> [HandleSite] {
        var list = list
        for side in Side.allCases where side != .center {
            let places = list.indices.filter { list[$0].side == side && list[$0].offset == .middle }
            if places.count < 2 { continue }
            for (rank, place) in places.enumerated() {
                list[place].offset = .fraction(Double(rank + 1) / Double(places.count + 1))
            }
        }
        return list
    }

    /// Returns the range of the sites of a list in the table.
    @inline(__always)
    func range(of list: HandleList) -> Range<Int> { starts[list.index]..<starts[list.index + 1] }

    @inline(__always)
    subscript(index: Int) -> HandleSite { sites[index] }

    func placeInLongList(_ list: HandleList, symbol: Symbol?, kind: Handle.Kind) -> Int? {
        places[list]?[HandleKey(symbol: symbol, kind: kind)]
    }
}

/// The different lists of handles that the nodes of a document have; nodes with equal lists share one.
///
/// The first is the default of a node that declares nothing.
struct HandleCatalog: Sendable {
    private var lists: [[Handle]] = []
    private(set) var sites = HandleSiteTable()
    private var known: [[Handle]: HandleList] = [:]
    /// The lists that result from inferred handles and the other handles of a node.
    var inferred: [InferredHandles: HandleList] = [:]
    /// The ids of the handles, among other names.
    var symbols = Symbols()
    /// Is true if a handle of any list lets edges go when it is full.
    private(set) var replaces = false
    /// The distances by which areas of handles extend beyond nodes.
    private(set) var areaReach = (start: 0.0, target: 0.0)
    /// The number of first lists that keep their numbers: the lists of the file from which a document came.
    var fixed = 1
    /// The size at which unused names are searched for.
    private(set) var bound = HandleCatalog.leastBound
    private static let leastBound = 1024

    /// Catalogs start as copies of this one, which allocate nothing.
    static let initial: HandleCatalog = {
        var catalog = HandleCatalog()
        _ = catalog.intern(Handle.defaults())
        return catalog
    }()

    var count: Int { lists.count }

    /// The number of names and lists together.
    var size: Int { lists.count + symbols.count }

    /// Allows the catalog to double before the next sweep.
    mutating func raiseBound() { bound = max(HandleCatalog.leastBound, 2 * size) }

    subscript(list: HandleList) -> [Handle] { lists[list] }

    mutating func intern(_ handles: [Handle]) -> HandleList {
        if let known = known[handles] { return known }
        let number = HandleList(index: lists.count)
        lists.append(handles)
        var list: [HandleSite] = []
        for handle in handles {
            if handle.replacesWhenFull { replaces = true }
            areaReach.start = max(areaReach.start, handle.area(.start).farthest)
            areaReach.target = max(areaReach.target, handle.area(.target).farthest)
            let symbol = symbols.intern(handle.id)
            list.append(
                HandleSite(
                    symbol: symbol, kind: handle.kind, side: handle.side, offset: handle.offset,
                    hasAreas: !handle.areas.isEmpty))
        }
        sites.append(list)
        known[handles] = number
        return number
    }
}

/// A handle that edges of a file name at a node that declares none.
struct InferredHandle: Hashable, Sendable {
    let symbol: Symbol
    let kind: Handle.Kind
}

/// The handles that edges of a file name, and the source of a node's other handles.
struct InferredHandles: Hashable, Sendable {
    let list: HandleList
    let standard: StandardType?
    let target: Side
    let source: Side
}

/// The key of a handle in a long list.
private struct HandleKey: Hashable {
    /// The name of the handle; nil is the first handle of the kind.
    var symbol: Symbol?
    var kind: Handle.Kind

    static func places(in sites: [HandleSite]) -> [HandleKey: Int] {
        var places: [HandleKey: Int] = [:]
        for (place, site) in sites.enumerated() {
            for symbol in [nil, site.symbol] where places[HandleKey(symbol: symbol, kind: site.kind)] == nil {
                places[HandleKey(symbol: symbol, kind: site.kind)] = place
            }
        }
        return places
    }
}
