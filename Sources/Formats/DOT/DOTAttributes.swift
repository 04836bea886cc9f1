/// The attributes of DOT that have a meaning in a document.
enum DOTName: String {
    case label, shape, pos, width, height, fixedsize, style, dir, arrowhead, arrowtail, headport, tailport, rankdir,
        cluster
    case color, fillcolor, fontcolor, penwidth, headlabel, taillabel, minlen, lhead, ltail, compound, bb, id
    /// The ids of the handles where an edge ends, which DOT itself does not have.
    case sourceHandle, targetHandle

    /// The attributes that mean something of edges alone.
    static let ofEdges: [DOTName] = [
        .dir, .arrowhead, .arrowtail, .headport, .tailport, .headlabel, .taillabel, .minlen, .lhead, .ltail,
        .sourceHandle, .targetHandle,
    ]
}

/// A list of attributes: those with a meaning by name, all others unchanged.
struct DOTAttributes {
    var known: [DOTName: DOTText] = [:]
    var others: [(name: String, value: DOTText)] = []

    /// Takes a value in place of an earlier one.
    mutating func add(_ name: String, _ value: DOTText) {
        if let name = DOTName(rawValue: name) { known[name] = value } else { others.append((name, value)) }
    }

    subscript(name: DOTName) -> String? { known[name]?.string }

    /// Returns the attributes for which a document has no other place: all attributes without a meaning, and these.
    func data(with names: [DOTName]) -> [(name: String, value: String)] {
        let known = names.compactMap { name in self.known[name].map { (name: name.rawValue, value: $0) } }
        return DOTAttributes.distinct(known + others)
    }

    /// Each name once, in the order in which they first occur, with its last value.
    ///
    /// - Complexity: O(*n*).
    static func distinct(_ list: [(name: String, value: DOTText)]) -> [(name: String, value: String)] {
        if list.count < 2 { return list.map { ($0.name, $0.value.string) } }
        var places: [[UInt8]: Int] = [:]
        var result: [(name: String, value: String)] = []
        for (name, value) in list {
            if let place = places[Array(name.utf8)] {
                result[place].value = value.string
            } else {
                places[Array(name.utf8)] = result.count
                result.append((name, value.string))
            }
        }
        return result
    }
}
