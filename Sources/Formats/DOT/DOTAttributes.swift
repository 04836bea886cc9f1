import Graph
import Wire

/// The attributes of DOT that have a meaning in a document.
enum DOTName: Int, CaseIterable {
    case label, shape, pos, width, height, fixedsize, style, dir, arrowhead, arrowtail, headport, tailport, rankdir,
        cluster
    case color, fillcolor, fontcolor, penwidth, headlabel, taillabel, minlen, lhead, ltail, compound, bb, id
    /// The ids of the handles where an edge ends, which DOT itself does not have.
    case sourceHandle, targetHandle

    private static let texts = allCases.map { "\($0)" }
    private static let table = NameTable(texts)

    /// The attribute of a name; nil for one without a meaning.
    init?(_ text: String) {
        var text = text
        let place = text.withUTF8 { bytes in
            bytes.baseAddress.flatMap {
                DOTName.table.index(of: JSONName(start: $0, count: bytes.count, hasEscapes: false))
            }
        }
        guard let place else { return nil }
        self.init(rawValue: place)
    }

    /// Its name in a text.
    var text: String { DOTName.texts[rawValue] }

    /// The attributes that mean something of edges alone.
    static let ofEdges: [DOTName] = [
        .dir, .arrowhead, .arrowtail, .headport, .tailport, .headlabel, .taillabel, .minlen, .lhead, .ltail,
        .sourceHandle, .targetHandle,
    ]
}

/// Attributes with a meaning, each once; they are few, and compared one by one.
struct DOTKnownAttributes {
    private(set) var list: [(name: DOTName, value: DOTText)] = []
    /// A bit for each name that is there.
    private var names: UInt64 = 0

    var isEmpty: Bool { list.isEmpty }

    /// The value of an attribute.
    subscript(name: DOTName) -> DOTText? {
        has(name) ? list.first { $0.name.rawValue == name.rawValue }?.value : nil
    }

    private func has(_ name: DOTName) -> Bool { names & 1 << name.rawValue != 0 }

    /// Takes a value in place of an earlier one.
    mutating func set(_ name: DOTName, _ value: DOTText) {
        if has(name), let place = list.firstIndex(where: { $0.name.rawValue == name.rawValue }) {
            list[place].value = value
        } else {
            list.append((name, value))
            names |= 1 << name.rawValue
        }
    }

    /// Takes the values of others in place of its own.
    mutating func merge(_ others: DOTKnownAttributes) {
        if isEmpty { return self = others }
        for (name, value) in others.list { set(name, value) }
    }
}

/// A list of attributes: those with a meaning by name, all others unchanged.
struct DOTAttributes {
    var known = DOTKnownAttributes()
    var others: [(name: String, value: DOTText)] = []

    /// Takes a value in place of an earlier one.
    mutating func add(_ name: String, _ value: DOTText) {
        if let known = DOTName(name) { self.known.set(known, value) } else { others.append((name, value)) }
    }

    subscript(name: DOTName) -> String? { known[name]?.string }

    /// Returns the attributes for which a document has no other place: all attributes without a meaning, and these.
    func data(with names: [DOTName]) -> [(name: String, value: String)] {
        let known = names.compactMap { name in self.known[name].map { (name: name.text, value: $0) } }
        return DOTAttributes.distinct(known + others)
    }

    /// Each name once, in the order in which they first occur, with its last value.
    ///
    /// - Complexity: O(*n*).
    static func distinct(_ list: [(name: String, value: DOTText)]) -> [(name: String, value: String)] {
        if list.count < 2 { return list.map { ($0.name, $0.value.string) } }
        // Few are compared one by one.
        let isLong = list.count > 16
        var places: [Identifier: Int] = [:]
        var result: [(name: String, value: String)] = []
        for (name, value) in list {
            let place =
                isLong ? places[Identifier(name)] : result.firstIndex { $0.name.hasSameBytes(as: name) }
            if let place {
                result[place].value = value.string
            } else {
                if isLong { places[Identifier(name)] = result.count }
                result.append((name, value.string))
            }
        }
        return result
    }
}
