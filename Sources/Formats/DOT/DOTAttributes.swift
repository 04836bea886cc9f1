import Graph
import Wire

/// The DOT attributes that have a meaning in a document.
enum DOTName: Int, CaseIterable {
    case label, shape, pos, width, height, fixedsize, style, dir, arrowhead, arrowtail, headport, tailport, rankdir,
        cluster
    case color, fillcolor, fontcolor, penwidth, headlabel, taillabel, minlen, lhead, ltail, compound, bb, id
    /// The ids of an edge's handles, which are additions to DOT.
    case sourceHandle, targetHandle

    private static let texts = allCases.map { "\($0)" }
    private static let table = NameTable(texts)

    /// The attribute with a name; nil for an unknown one.
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

    /// Its name in DOT.
    var text: String { DOTName.texts[rawValue] }

    /// The attributes that only edges have.
    static let ofEdges: [DOTName] = [
        .dir, .arrowhead, .arrowtail, .headport, .tailport, .headlabel, .taillabel, .minlen, .lhead, .ltail,
        .sourceHandle, .targetHandle,
    ]
}

/// Known attributes, each once; they are few, so lookups compare one by one.
struct DOTKnownAttributes {
    private(set) var list: [(name: DOTName, value: DOTText)] = []
    /// A bit for each name in the list.
    private var names: UInt64 = 0

    var isEmpty: Bool { list.isEmpty }

    /// The value of an attribute.
    subscript(name: DOTName) -> DOTText? {
        has(name) ? list.first { $0.name.rawValue == name.rawValue }?.value : nil
    }

    private func has(_ name: DOTName) -> Bool { names & 1 << name.rawValue != 0 }

    /// Sets a value, replacing an earlier one.
    mutating func set(_ name: DOTName, _ value: DOTText) {
        if has(name), let place = list.firstIndex(where: { $0.name.rawValue == name.rawValue }) {
            list[place].value = value
        } else {
            list.append((name, value))
            names |= 1 << name.rawValue
        }
    }

    /// Sets the values of other attributes, replacing its own.
    mutating func merge(_ others: DOTKnownAttributes) {
        if isEmpty { return self = others }
        for (name, value) in others.list { set(name, value) }
    }
}

/// A list of attributes: known ones by name, all others unchanged.
struct DOTAttributes {
    var known = DOTKnownAttributes()
    var others: [(name: String, value: DOTText)] = []

    /// Adds a value; a known attribute replaces an earlier one.
    mutating func add(_ name: String, _ value: DOTText) {
        if let known = DOTName(name) { self.known.set(known, value) } else { others.append((name, value)) }
    }

    subscript(name: DOTName) -> String? { known[name]?.string }

    /// Returns the attributes that a document keeps as data: all unknown ones, and these.
    func data(with names: [DOTName]) -> [(name: String, value: String)] {
        let known = names.compactMap { name in self.known[name].map { (name: name.text, value: $0) } }
        return DOTAttributes.distinct(known + others)
    }

    /// Keeps each name once, in the order of first occurrence, with its last value.
    ///
    /// - Complexity: O(*n*).
    static func distinct(_ list: [(name: String, value: DOTText)]) -> [(name: String, value: String)] {
        if list.count < 2 { return list.map { ($0.name, $0.value.string) } }
        // Short lists are compared one by one.
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
