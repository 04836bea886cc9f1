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

    /// Catalogues and symbols start as copies of these, which allocate nothing.
    static let initial: (catalog: HandleCatalog, symbols: Symbols) = {
        var symbols = Symbols()
        var catalog = HandleCatalog(lists: [], sites: [], numbers: [:])
        _ = catalog.intern(Handle.defaults(), &symbols)
        return (catalog, symbols)
    }()

    subscript(list: Int32) -> [Handle] { lists[Int(list)] }

    mutating func intern(_ handles: [Handle], _ symbols: inout Symbols) -> Int32 {
        if let known = numbers[handles] { return known }
        let number = Int32(lists.count)
        lists.append(handles)
        sites.append(
            handles.map { HandleSite(symbol: symbols.intern($0.id), kind: $0.kind, side: $0.side, offset: $0.offset) })
        numbers[handles] = number
        return number
    }
}
