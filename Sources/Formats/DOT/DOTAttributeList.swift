import Geometry
import Graph
import Wire

/// The attributes of a written element, between brackets.
struct DOTAttributeList {
    /// The attributes after the opening bracket.
    private var parts = ""

    /// The number of points, and so of canvas units, in an inch.
    private static let inch = 72.0

    var isEmpty: Bool { parts.isEmpty }

    /// The attributes after a blank; empty without attributes.
    var text: String { parts.isEmpty ? "" : parts + "]" }

    /// Adds an attribute; a word or number is not quoted.
    mutating func add(_ name: DOTName, _ value: String) {
        let isWord =
            !value.isEmpty && value.utf8.allSatisfy { $0.isLetter } && DOTKeyword(rawValue: value.lowercased()) == nil
        append(name.text, isWord ? value : DOTText.quoted(value))
    }

    /// Adds an attribute with a quoted value.
    mutating func add(quoted name: DOTName, _ value: String) { append(name.text, value) }

    mutating func add(label name: DOTName, _ text: String) { append(name.text, DOTText.label(text)) }

    /// Adds the label of an element; in angle brackets if it has marks for which DOT has tags.
    mutating func add(label text: String, _ rich: RichLabel?) {
        guard let html = rich?.hasCode == false ? rich?.html(of: text) : nil else { return add(label: .label, text) }
        append(DOTName.label.text, "<\(html.replacing("<br>", with: "<br/>"))>")
    }

    mutating func add(_ name: DOTName, _ value: Double) { append(name.text, DOTAttributeList.number(value)) }

    /// Adds an attribute that was read and has no known meaning.
    mutating func add(other name: String, _ value: String) { append(DOTText.quoted(name), DOTText.quoted(value)) }

    private mutating func append(_ name: String, _ value: String) {
        parts += parts.isEmpty ? " [" : ", "
        parts += name
        parts += "="
        parts += value
    }

    private static func number(_ value: Double) -> String { JSON.number(value).description }

    // MARK: Places

    /// Adds the middle of a frame; layouts keep it.
    mutating func add(place frame: Rect) {
        let center = frame.center
        add(.pos, "\(DOTAttributeList.number(center.x)),\(DOTAttributeList.number(0 - center.y))!")
    }

    /// Adds a size in inches, rounded to 10⁻⁸.
    mutating func add(size: Size) {
        for (name, length) in [(DOTName.width, size.width), (.height, size.height)] {
            add(name, (length / DOTAttributeList.inch * 1e8).rounded() / 1e8)
        }
        add(.fixedsize, "true")
    }

    /// Adds the frame of a cluster by its lower left and upper right corner.
    mutating func add(bounds frame: Rect) {
        let corners = [frame.minX, 0 - frame.maxY, frame.maxX, 0 - frame.minY]
        add(.bb, corners.map { DOTAttributeList.number($0) }.joined(separator: ","))
    }

    // MARK: Looks

    mutating func add(_ look: DrawnLook, isHidden: Bool = false, isRound: Bool = false, isEdge: Bool = false) {
        var styles: [String] = []
        if isRound { styles.append("rounded") }
        if look.fill != nil && !isEdge { styles.append("filled") }
        if let gap = look.dash.first { styles.append(gap <= DrawnLook.longestDot ? "dotted" : "dashed") }
        if isHidden { styles.append("invis") }
        if !styles.isEmpty { add(.style, styles.joined(separator: ",")) }
        if let fill = look.fill, !isEdge { add(.fillcolor, DOTColor.written(fill)) }
        if let stroke = look.stroke { add(.color, DOTColor.written(stroke)) }
        if let text = look.text { add(.fontcolor, DOTColor.written(text)) }
        if let width = look.strokeWidth { add(.penwidth, width) }
    }

    // MARK: Data

    /// Adds the members of an object that are texts, numbers or booleans and whose names have no meaning in DOT.
    /// Returns false if there are other members.
    mutating func add(data: JSON?) -> Bool {
        guard let data else { return true }
        guard case .object(let object) = data else { return false }
        var isWhole = true
        for member in object.members {
            let name = member.name.description
            let isFree = DOTName(name) == nil && DOTText.isQuotable(name)
            let value: String? =
                switch member.value {
                case .string(let text): text.description
                case .number, .boolean: member.value.description
                case .null, .array, .object: nil
                }
            if isFree, let value, DOTText.isQuotable(value) { add(other: name, value) } else { isWhole = false }
        }
        return isWhole
    }
}

extension RichLabel {
    /// Is true if a part of it is code, for which DOT has no tag.
    fileprivate var hasCode: Bool { pieces.contains { $0.marks.contains(.code) } }
}

extension DrawnLook {
    /// The marks of the label that DOT does not support.
    var lostMarks: [String] { rich?.hasCode == true ? ["richLabel"] : [] }
}
