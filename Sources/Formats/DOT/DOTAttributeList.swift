import Geometry
import Graph
import Wire

/// The attributes of an element that is written, between brackets.
struct DOTAttributeList {
    /// The attributes behind the opening bracket.
    private var parts = ""

    /// Points in an inch, and so canvas units.
    private static let inch = 72.0

    var isEmpty: Bool { parts.isEmpty }

    /// The attributes with a blank before them; nothing if there are none.
    var text: String { parts.isEmpty ? "" : parts + "]" }

    /// Adds an attribute; a word or a number needs no quotation marks.
    mutating func add(_ name: DOTName, _ value: String) {
        let isWord =
            !value.isEmpty && value.utf8.allSatisfy { $0.isLetter } && DOTKeyword(rawValue: value.lowercased()) == nil
        append(name.text, isWord ? value : DOTText.quoted(value))
    }

    /// Adds a value that is between quotation marks already.
    mutating func add(quoted name: DOTName, _ value: String) { append(name.text, value) }

    mutating func add(label name: DOTName, _ text: String) { append(name.text, DOTText.label(text)) }

    /// Adds the label of an element, between angle brackets where it has marks that DOT has tags for.
    mutating func add(label text: String, _ rich: RichLabel?) {
        guard let html = rich?.hasCode == false ? rich?.html(of: text) : nil else { return add(label: .label, text) }
        append(DOTName.label.text, "<\(html.replacing("<br>", with: "<br/>"))>")
    }

    mutating func add(_ name: DOTName, _ value: Double) { append(name.text, DOTAttributeList.number(value)) }

    /// Adds an attribute that was read and has no meaning here.
    mutating func add(other name: String, _ value: String) { append(DOTText.quoted(name), DOTText.quoted(value)) }

    private mutating func append(_ name: String, _ value: String) {
        parts += parts.isEmpty ? " [" : ", "
        parts += name
        parts += "="
        parts += value
    }

    private static func number(_ value: Double) -> String { JSON.number(value).description }

    // MARK: Places

    /// Adds the middle of a frame, which stays there in layouts.
    mutating func add(place frame: Rect) {
        let center = frame.center
        add(.pos, "\(DOTAttributeList.number(center.x)),\(DOTAttributeList.number(0 - center.y))!")
    }

    /// Adds a size in inches, to the hundred-millionth.
    mutating func add(size: Size) {
        for (name, length) in [(DOTName.width, size.width), (.height, size.height)] {
            add(name, (length / DOTAttributeList.inch * 1e8).rounded() / 1e8)
        }
        add(.fixedsize, "true")
    }

    /// Adds the frame of a cluster: its lower left and its upper right corner.
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

    /// Adds the members of an object that are texts, numbers or switches, and whose names have no meaning in DOT.
    /// Returns false if anything else is in it.
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
    /// The marks of the label that DOT cannot hold.
    var lostMarks: [String] { rich?.hasCode == true ? ["richLabel"] : [] }
}
