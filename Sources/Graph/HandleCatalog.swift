import Geometry

/// Where a handle is, for geometry: its id as a number, its kind and its place on the frame.
public struct HandleSite: Sendable, Equatable {
    public let symbol: Int32
    public let kind: Handle.Kind
    public let side: Side
    public let offset: Double?
}

/// The different lists of handles that the nodes of a document have; nodes with equal lists share one.
///
/// List 0 is the default of a node that declares nothing.
struct HandleCatalog: Sendable {
    private(set) var lists: [[Handle]]
    private(set) var sites: [[HandleSite]]
    private var numbers: [[Handle]: Int32]
    /// Where the handles of long lists stand, by list.
    private var places: [Int32: [HandleKey: Int]] = [:]
    /// The ids of the handles, among other names.
    var symbols = Symbols()

    /// Catalogues start as copies of this one, which allocate nothing.
    static let initial: HandleCatalog = {
        var catalog = HandleCatalog(lists: [], sites: [], numbers: [:])
        _ = catalog.intern(Handle.defaults())
        return catalog
    }()

    subscript(list: Int32) -> [Handle] { lists[Int(list)] }

    mutating func intern(_ handles: [Handle]) -> Int32 {
        if let known = numbers[handles] { return known }
        let number = Int32(lists.count)
        lists.append(handles)
        sites.append(
            handles.map { HandleSite(symbol: symbols.intern($0.id), kind: $0.kind, side: $0.side, offset: $0.offset) })
        numbers[handles] = number
        if handles.count > HandleCatalog.shortList { places[number] = HandleKey.places(in: sites[Int(number)]) }
        return number
    }

    /// The most handles of a list that are compared one by one.
    static let shortList = 16

    /// Where the first handle with this number and kind stands; without a number the first of the kind.
    ///
    /// - Complexity: O(1).
    func place(in list: Int32, symbol: Int32, kind: Handle.Kind) -> Int? {
        let sites = sites[Int(list)]
        if sites.count > HandleCatalog.shortList { return places[list]?[HandleKey(symbol: symbol, kind: kind)] }
        return sites.firstIndex { $0.kind == kind && (symbol < 0 || $0.symbol == symbol) }
    }
}

/// What a handle is found by in a long list.
private struct HandleKey: Hashable {
    /// −1 stands for the first handle of the kind.
    var symbol: Int32
    var kind: Handle.Kind

    static func places(in sites: [HandleSite]) -> [HandleKey: Int] {
        var places: [HandleKey: Int] = [:]
        for (place, site) in sites.enumerated() {
            for symbol in [-1, site.symbol] where places[HandleKey(symbol: symbol, kind: site.kind)] == nil {
                places[HandleKey(symbol: symbol, kind: site.kind)] = place
            }
        }
        return places
    }
}

extension Document {
    /// Where the handle that an end names stands in a list: of the wanted kind, else of the other one; without a number
    /// the first of the kind.
    ///
    /// - Complexity: O(1).
    public func handlePlace(list: Int32, symbol: Int32, kind: Handle.Kind) -> Int? {
        if let place = catalog.place(in: list, symbol: symbol, kind: kind) { return place }
        return symbol < 0 ? nil : catalog.place(in: list, symbol: symbol, kind: kind == .source ? .target : .source)
    }
}
