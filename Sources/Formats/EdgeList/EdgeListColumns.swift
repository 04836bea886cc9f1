/// The columns of an edge list.
struct EdgeListColumns {
    var source = 0
    var target = 1
    var id: Int?
    var label: Int?
    /// Gephi's column for undirected edges; it is kept as data, too.
    var type: Int?
    /// The names of the data columns; nil for other columns.
    var data: [String?] = []

    /// The use of a column by its name, in any case; the names of Neptune begin with `~`, those of Neo4j with `:`.
    enum Use { case source, target, id, label }

    private static let uses: [String: Use] = [
        "source": .source, "from": .source, "src": .source, "start_id": .source,
        "target": .target, "to": .target, "dst": .target, "end_id": .target, "id": .id, "label": .label,
    ]

    private static let types: Set<String> = [
        "string", "int", "integer", "long", "short", "byte", "float", "double", "bool", "boolean", "date",
    ]

    /// The use of a column; nil for a data column.
    static func use(_ name: String) -> Use? {
        let name = name.lowercased()
        return uses[name.first == "~" || name.first == ":" ? String(name.dropFirst()) : name]
    }

    /// Makes the columns of a header; nil if it does not name two ends.
    init?(header names: [String]) {
        var (source, target): (Int?, Int?)
        data = names.map { _ in nil }
        for (index, name) in names.enumerated() {
            switch EdgeListColumns.use(name) {
            case .source where source == nil: source = index
            case .target where target == nil: target = index
            case .id where id == nil: id = index
            case .label where label == nil: label = index
            default:
                if type == nil, name.lowercased() == "type" { type = index }
                data[index] = EdgeListColumns.plain(name, index)
            }
        }
        guard let source, let target else { return nil }
        (self.source, self.target) = (source, target)
    }

    /// Makes the columns of a list without a header: two ends, then a weight if the first record has a number there,
    /// else a label.
    init(count: Int, hasWeight: Bool) {
        data = (0..<count).map { $0 < 2 ? nil : "column\($0 + 1)" }
        if count > 2 {
            data[2] = hasWeight ? "weight" : nil
            label = hasWeight ? nil : 2
        }
    }

    /// A column name without a type suffix, such as `dist:int`.
    private static func plain(_ name: String, _ index: Int) -> String {
        if name.isEmpty { return "column\(index + 1)" }
        guard let colon = name.lastIndex(of: ":"), colon > name.startIndex,
            types.contains(name[name.index(after: colon)...].lowercased())
        else { return name }
        return String(name[..<colon])
    }
}
