import Geometry
import Graph

/// The label of a record: fields with optional names, separated by bars. Braces contain fields in the other direction.
struct DOTRecord {
    /// A field with a text, or with fields.
    private struct Field {
        var name: String?
        var text = ""
        var parts: [Field] = []
        var size = Size(width: 0, height: 0)
    }

    /// A field without inner fields, and its position.
    struct Leaf {
        let name: String?
        let text: String
        /// The frame as fractions of the record's width and height.
        let place: Rect

        /// The side of the record where edges arrive or leave: the wanted one, or another one that the field touches.
        func side(near wanted: Side, isSource: Bool) -> Side {
            let beside: [Side] = wanted.isHorizontal ? [.bottom, .top] : isSource ? [.right, .left] : [.left, .right]
            let sides = [wanted] + beside + [wanted.opposite]
            return sides.first(where: lies) ?? wanted
        }

        private func lies(at side: Side) -> Bool {
            switch side {
            case .left: place.minX <= 1e-6
            case .right: place.maxX >= 1 - 1e-6
            case .top: place.minY <= 1e-6
            case .bottom: place.maxY >= 1 - 1e-6
            case .center: false
            }
        }

        /// The middle of the field along a side, 0…1.
        func offset(on side: Side) -> Double {
            let middle = side.isHorizontal ? place.center.y : place.center.x
            return (middle * 1e5).rounded() / 1e5
        }
    }

    private var root = Field()
    /// Is true if its outermost fields are beside each other.
    private let isLevel: Bool
    /// The greatest depth of braces; deeper ones are ignored.
    private static let deepest = 32

    /// The record of a label.
    ///
    /// - Parameters:
    ///   - isLevel: true if the outermost fields are beside each other; so they are if edges lead down or up.
    ///   - shown: replaces the escapes in a text.
    /// - Complexity: O(*n*).
    init(_ label: String, isLevel: Bool, _ shown: (String) -> String) {
        self.isLevel = isLevel
        root = DOTRecord.read(label, shown)
        DOTRecord.measure(&root, isLevel)
    }

    private static func read(_ label: String, _ shown: (String) -> String) -> Field {
        let bytes = Array(label.utf8)
        var open = [Field()]
        var (name, text): ([UInt8]?, [UInt8]) = (nil, [])
        var (index, tooDeep) = (0, 0)
        // A brace ends its last field, so the bar after it ends none.
        var isAfterBrace = false
        func add(_ field: Field) { open[open.count - 1].parts.append(field) }
        func end() {
            add(
                Field(
                    name: name.map { String(decoding: $0, as: UTF8.self).trimmed },
                    text: shown(String(decoding: text, as: UTF8.self).trimmed)))
            (name, text) = (nil, [])
        }
        func close() { if let inner = open.popLast() { add(inner) } }
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            switch byte {
            case UInt8(ascii: "\\") where index < bytes.count:
                // An escaped sign of records loses its backslash; `shown` replaces the other escapes.
                if !"{}|<> ".utf8.contains(bytes[index]) { text.append(byte) }
                text.append(bytes[index])
                index += 1
                isAfterBrace = false
            case UInt8(ascii: "|"):
                if !isAfterBrace { end() }
                isAfterBrace = false
            case UInt8(ascii: "}"):
                if !isAfterBrace { end() }
                if tooDeep > 0 { tooDeep -= 1 } else if open.count > 1 { close() }
                isAfterBrace = true
            case UInt8(ascii: "{"):
                if open.count > deepest { tooDeep += 1 } else { open.append(Field()) }
                isAfterBrace = false
            case UInt8(ascii: "<"):
                let end = bytes[index...].firstIndex(of: UInt8(ascii: ">")) ?? bytes.count
                name = Array(bytes[index..<end])
                index = min(end + 1, bytes.count)
                isAfterBrace = false
            default:
                if byte > 0x20 { isAfterBrace = false }
                if !isAfterBrace { text.append(byte) }
            }
        }
        if !isAfterBrace { end() }
        while open.count > 1 { close() }
        return open[0]
    }

    /// The size that the texts need.
    var size: Size { root.size }

    private static func measure(_ field: inout Field, _ isLevel: Bool) {
        if field.parts.isEmpty {
            field.size = CardMeasures.fieldSize(of: field.text)
            return
        }
        var size = Size(width: 0, height: 0)
        for place in field.parts.indices {
            measure(&field.parts[place], !isLevel)
            let part = field.parts[place].size
            size.width = isLevel ? size.width + part.width : max(size.width, part.width)
            size.height = isLevel ? max(size.height, part.height) : size.height + part.height
        }
        field.size = size
    }

    /// The fields of a record with a size, from left to right and from top to bottom. They share the spare space equally.
    func leaves(in size: Size) -> [Leaf] {
        var leaves: [Leaf] = []
        func add(_ field: Field, _ frame: Rect, isLevel: Bool) {
            if field.parts.isEmpty {
                let place = Rect(
                    minX: frame.minX / size.width, minY: frame.minY / size.height, maxX: frame.maxX / size.width,
                    maxY: frame.maxY / size.height)
                return leaves.append(Leaf(name: field.name, text: field.text, place: place))
            }
            let count = Double(field.parts.count)
            let more = Size(
                width: (frame.width - field.size.width) / count, height: (frame.height - field.size.height) / count)
            var (x, y) = (frame.minX, frame.minY)
            for part in field.parts {
                let (width, height) = (part.size.width + more.width, part.size.height + more.height)
                add(
                    part,
                    isLevel
                        ? Rect(x: x, y: frame.minY, width: width, height: frame.height)
                        : Rect(x: frame.minX, y: y, width: frame.width, height: height), isLevel: !isLevel)
                if isLevel { x += width } else { y += height }
            }
        }
        if size.width > 0, size.height > 0 { add(root, Rect(origin: .zero, size: size), isLevel: isLevel) }
        return leaves
    }

    /// The texts of all fields as one label.
    static func label(_ leaves: [Leaf]) -> String { leaves.map(\.text).filter { !$0.isEmpty }.joined(separator: " | ") }
}
