import Geometry
import Wire

/// The fields into which a node is divided, with lines between them: the value `{text, boxes}` of `fields` in a style.
///
/// They apply while the text equals the node's label, as marks of its letters do.
public struct NodeFields: Sendable, Hashable {
    /// A field.
    public struct Box: Sendable, Hashable {
        /// The place in parts of the node's sides, 0…1.
        let x: Double
        let y: Double
        let width: Double
        let height: Double
        /// The text in its middle.
        public let text: String

        /// A field with a place in parts of the node's sides, to the hundred-thousandth.
        public init(_ place: Rect, _ text: String) {
            func part(_ length: Double) -> Double { (length * 1e5).rounded() / 1e5 }
            (x, y) = (part(place.minX), part(place.minY))
            (width, height) = (part(part(place.maxX) - x), part(part(place.maxY) - y))
            self.text = text
        }

        init?(_ json: JSON) {
            guard let x = json["x"]?.doubleValue, let y = json["y"]?.doubleValue,
                let width = json["width"]?.doubleValue,
                let height = json["height"]?.doubleValue
            else { return nil }
            let parts = -1e-4...1 + 1e-4
            guard [x, y, width, height, x + width, y + height].allSatisfy(parts.contains) else { return nil }
            (self.x, self.y, self.width, self.height) = (x, y, width, height)
            text = json["text"]?.stringValue ?? ""
        }

        var json: JSON {
            var object: JSONObject = [
                "x": .number(x), "y": .number(y), "width": .number(width), "height": .number(height),
            ]
            if !text.isEmpty { object["text"] = .string(JSONString(text)) }
            return .object(object)
        }

        /// The field in the frame of its node.
        public func frame(in node: Rect) -> Rect {
            Rect(
                x: node.minX + x * node.width, y: node.minY + y * node.height, width: width * node.width,
                height: height * node.height)
        }

        /// Is true if a line is at its left side, or at its top: there it does not touch that of the node.
        public var hasLine: (left: Bool, top: Bool) { (x > 1e-4, y > 1e-4) }
    }

    /// The label to which they belong.
    public let text: String
    /// The fields; none may lie outside of the node.
    public let boxes: [Box]

    /// The fields of a label; nil if they are too many.
    public init?(_ text: String, _ boxes: [Box]) {
        if boxes.isEmpty || boxes.count > Limits.fields { return nil }
        (self.text, self.boxes) = (text, boxes)
    }

    /// The fields of a value `{text, boxes: [{x, y, width, height, text}]}`; nil for any other.
    public init?(_ json: JSON?) {
        guard let text = json?["text"]?.stringValue, let list = json?["boxes"]?.arrayValue,
            list.count <= Limits.fields
        else { return nil }
        let boxes = list.compactMap { Box($0) }
        if boxes.count < list.count { return nil }
        self.init(text, boxes)
    }

    /// The value in a style.
    public var json: JSON { ["text": .string(JSONString(text)), "boxes": .array(boxes.map(\.json))] }
}
