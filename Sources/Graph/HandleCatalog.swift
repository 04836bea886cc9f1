/// The different lists of handles that the nodes of a document have; nodes with equal lists share one.
///
/// List 0 is the default of a node that declares nothing.
struct HandleCatalog: Sendable {
    private(set) var lists: [[Handle]]
    private var numbers: [[Handle]: Int32]

    /// Catalogues start as copies of this one, which allocate nothing.
    static let initial = HandleCatalog(lists: [Handle.defaults()], numbers: [Handle.defaults(): 0])

    subscript(list: Int32) -> [Handle] { lists[Int(list)] }

    mutating func intern(_ handles: [Handle]) -> Int32 {
        if let known = numbers[handles] { return known }
        let number = Int32(lists.count)
        lists.append(handles)
        numbers[handles] = number
        return number
    }
}
