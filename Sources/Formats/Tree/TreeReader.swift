import Graph
import Wire

/// Reads trees in JSON of any depth: objects with `children`, or lists that begin with the value of their node.
///
/// It uses its own stack instead of recursion.
struct TreeReader {
    /// The construct around the current position.
    private enum Frame {
        /// The members of the innermost open object.
        case members
        /// The children of an item; with nil, several trees.
        case elements(Int?)
    }

    private let text: UnsafeBufferPointer<UInt8>
    private var cursor: JSONCursor
    private var outline = Outline()
    private var frames: [Frame] = []
    private var objects: [TreeObject] = []

    /// Reads a text that is valid JSON of any depth.
    ///
    /// - Throws: `format` with line and column, `limits`.
    /// - Complexity: O(*n*) in the bytes.
    static func read(_ text: UnsafeBufferPointer<UInt8>) throws(EditError) -> Outline {
        if let error = JSONSyntax.validateDeep(text) {
            throw TextScanner(text, format: "JSON").error(error.message, at: error.offset)
        }
        var reader = TreeReader(validated: text)
        return try reader.read()
    }

    /// - Parameter text: valid JSON of any depth.
    init(validated text: UnsafeBufferPointer<UInt8>) {
        self.text = text
        cursor = JSONCursor(text)
    }

    /// - Throws: `format` with line and column, `limits`.
    mutating func read() throws(EditError) -> Outline {
        try readRoot()
        while let frame = frames.last {
            switch frame {
            case .members: try readMember()
            case .elements(let parent):
                if cursor.nextElement() { try readTree(under: parent) } else { frames.removeLast() }
            }
        }
        return outline
    }

    /// Reads a single tree, or enters a list of several; such a list begins with a tree, not with a value.
    private mutating func readRoot() throws(EditError) {
        var ahead = cursor
        guard ahead.peek() == .array else {
            if ahead.peek() == .null { throw error("null is no tree") }
            return try readTree(under: nil)
        }
        ahead.entersArray()
        guard ahead.nextElement(), let first = ahead.peek(), first == .object || first == .array else {
            return try readTree(under: nil)
        }
        cursor.entersArray()
        frames.append(.elements(nil))
    }

    /// Reads a node; its children, if any, are read in the frame that this opens.
    private mutating func readTree(under parent: Int?) throws(EditError) {
        switch cursor.peek() {
        case .object:
            if parent == nil, !TreeObject.isTree(cursor) {
                throw error("an object has a value, label, name, text or id, or a list of children")
            }
            cursor.entersObject()
            objects.append(TreeObject(place: try outline.add(Outline.Item(parent: parent))))
            frames.append(.members)
        case .array:
            let start = cursor
            cursor.entersArray()
            guard cursor.nextElement(), let kind = cursor.peek(), kind != .array, kind != .object, kind != .null else {
                cursor = start
                throw error("a list begins with the value of its node")
            }
            frames.append(.elements(try readValue(under: parent)))
        case .null, nil:
            let (place, kind) = (cursor.index, parent == nil ? "tree" : "child")
            cursor.skipValue()
            outline.losses.append(
                Loss(
                    kind: .node, id: nil, code: "format", message: "null is no \(kind)",
                    element: JSONText(trusted: Array("null".utf8)), place: place))
        case .string, .number, .boolean: try readValue(under: parent)
        }
    }

    /// Reads a bare value as a node.
    @discardableResult
    private mutating func readValue(under parent: Int?) throws(EditError) -> Int {
        let range = cursor.rawValue()
        let label = TreeObject.label(JSONCursor(text, range: range))
        let data = TreeObject.data([(JSONString("value"), range)], in: text)
        return try outline.add(Outline.Item(label: label, data: data, parent: parent))
    }

    private mutating func readMember() throws(EditError) {
        guard let name = cursor.nextMember() else {
            frames.removeLast()
            if let object = objects.popLast() { object.describe(in: &outline, text) }
            return
        }
        let object = objects.count - 1
        if name == "children", objects[object].takesChildren(cursor.peek()) {
            if cursor.skipNull() { return }
            cursor.entersArray()
            frames.append(.elements(objects[object].place))
        } else {
            objects[object].members.append((name, cursor.rawValue()))
        }
    }

    private func error(_ message: String) -> EditError {
        var cursor = cursor
        _ = cursor.peek()
        return TextScanner(text, format: "a tree").error(message, at: cursor.index)
    }
}
