import Graph
import Wire

/// A link between two slots, as a list of six values (version 0.4) or as an object (version 1.0).
struct ComfyUILink {
    private var elements: [JSONText]
    private var object: NativeObject?

    private static let names: [JSONString] = ["id", "origin_id", "origin_slot", "target_id", "target_slot", "type"]

    /// Reads the link of a text.
    init(_ text: JSONText) {
        elements = text.elements
        object = text.bytes.first == UInt8(ascii: "{") ? NativeObject(text) : nil
    }

    /// Makes a link without values.
    init(isObject: Bool) {
        elements = []
        object = isObject ? NativeObject() : nil
    }

    private func value(_ place: Int) -> JSONText? {
        if let object { return object[ComfyUILink.names[place]] }
        return elements.indices.contains(place) ? elements[place] : nil
    }

    private mutating func set(_ place: Int, _ value: JSONText) {
        if object != nil {
            object?[ComfyUILink.names[place]] = value
            return
        }
        while elements.count <= place { elements.append(.null) }
        elements[place] = value
    }

    /// The ids as they are spelled in the file.
    var id: String? { value(0)?.cursorValue { $0.id } }
    var source: String? { value(1)?.cursorValue { $0.id } }
    var target: String? { value(3)?.cursorValue { $0.id } }
    var output: Int? { slot(2) }
    var input: Int? { slot(4) }

    private func slot(_ place: Int) -> Int? {
        guard let number = value(place)?.cursorValue({ $0.number }) else { return nil }
        return Int(exactly: number).flatMap { (0..<Limits.handles).contains($0) ? $0 : nil }
    }

    /// Sets the values that have changed.
    mutating func set(
        id: JSONText, from source: (JSONText, Int), to target: (JSONText, Int), type: @autoclosure () -> String
    ) {
        if value(0) != id { set(0, id) }
        if value(1) != source.0 { set(1, source.0) }
        if output != source.1 { set(2, JSON.number(source.1).text) }
        if value(3) != target.0 { set(3, target.0) }
        if input != target.1 { set(4, JSON.number(target.1).text) }
        if value(5) == nil { set(5, JSON.string(type()).text) }
    }

    /// The link as a text.
    var text: JSONText { object?.text ?? JSONText(elements: elements) }
}
