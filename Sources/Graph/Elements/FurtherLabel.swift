import Geometry
import Wire

/// A further label of an edge, from the list `labels`.
public struct FurtherLabel: Sendable, Equatable {
    /// The side of the path, seen from source to target, on which a label lies.
    public enum Beside: String, CaseIterable, Sendable {
        /// To the left of the way, or to its right.
        case left, right
    }

    /// The index in the list, from 0.
    public let index: Int
    /// A JSON string as written.
    public private(set) var text: [UInt8] = []
    /// The size of the label with its space, in canvas units.
    public private(set) var size = Size(width: 0, height: 0)
    /// Its lines if it has several, else none.
    public private(set) var lines: [String] = []
    /// Its position as a fraction of the path's length, 0…1.
    public private(set) var fraction = 0.5
    /// Its side; nil is on the path.
    public private(set) var side: Beside?
    /// The offset from there, in canvas units.
    public private(set) var offset = Point.zero

    /// Reads an object with a text that is not empty, or nil; other members of a wrong kind count as absent.
    private init?(at cursor: inout JSONCursor, index: Int, within width: Double) {
        self.index = index
        guard cursor.entersObject() else { return nil }
        while let name = cursor.nextMember() {
            var value = cursor
            cursor.skipValue()
            if name == "text", value.peek() == .string {
                var copied = value
                guard let string = try? value.readString(),
                    let written = try? JSONText(copying: &copied, checked: false)
                else { return nil }
                text = written.bytes
                let extent = EdgeLabelText.extent(string, within: width)
                if extent.width > 0 { size = EdgeLabelText.size(width: extent.width, lines: extent.lines) }
                lines = extent.lines > 1 ? EdgeLabelText.lines(string, within: width) : []
            } else if name == "t" {
                fraction = EdgeForm.readPosition(&value) ?? fraction
            } else if name == "side", value.peek() == .string {
                side = (try? value.readString()).flatMap { Beside(rawValue: $0) }
            } else if name == "offset" {
                offset = EdgeForm.readPoint(&value) ?? offset
            }
        }
        if size.width == 0 { return nil }
    }

    /// Calls `body` with the labels of a list in turn, up to `Limits.edgeLabels` entries; entries that are no labels
    /// keep their indices.
    static func visit(_ start: JSONCursor, within width: Double, _ body: (FurtherLabel) -> Void) {
        var cursor = start
        guard cursor.entersArray() else { return }
        var index = 0
        while index < Limits.edgeLabels, cursor.nextElement() {
            var element = cursor
            cursor.skipValue()
            if let label = FurtherLabel(at: &element, index: index, within: width) { body(label) }
            index += 1
        }
    }
}
