import Graph
import Wire

/// The members of a node or an edge, for writers of other programs' files.
struct ElementMembers {
    /// The element as it was in the file; nil for a new one.
    private(set) var native: NativeObject?
    /// The same for elements that need not be objects.
    private(set) var nativeText: JSONText?
    /// The visible text: `label`, else `data.label`.
    private(set) var label: String?
    private var values: [(name: JSONString, value: JSONText)] = []

    /// Members that all writers handle, or that have no meaning in files.
    private static let silent = NameTable([
        "position", "width", "height", "parentId", "parentNode", "handles", "sourcePosition", "targetPosition",
        "measured", "selected", "dragging", "sourceHandle", "targetHandle", "extent", "expandParent",
        "positionAbsolute",
        "zIndex", "initialWidth", "initialHeight",
    ])

    /// Reads the members of an object's text.
    ///
    /// - Parameters:
    ///   - format: the written format; its own members are in `foreign`.
    ///   - taken: the names of members that its files support.
    ///   - lose: a function that is called with the name of each lost member.
    init(
        _ text: UnsafeBufferPointer<UInt8>, of format: Format, taking taken: Set<JSONString>,
        lose: (JSONString) -> Void
    ) {
        var dataLabel: String?
        JSONMembers.visit(text) { name, value in
            if ElementMembers.silent.index(of: name) != nil { return }
            let name = JSONString(name)
            if name == "foreign" {
                JSONMembers.visit(value) { other, object in
                    if JSONString(other) == JSONString(format.name) {
                        (native, nativeText) = (NativeObject(object), JSONText(copy: object))
                    }
                }
            } else if name == "label" {
                label = JSONCursor(value).string
            } else if taken.contains(name) {
                values.append((name, JSONText(copy: value)))
                if name == "data" { dataLabel = ObjectMembers(at: JSONCursor(value)).string("label") }
            } else if name == "data" {
                let data = ObjectMembers(at: JSONCursor(value))
                dataLabel = data.string("label")
                var count = 0
                data.eachMember { _, _ in count += 1 }
                if count > (dataLabel == nil ? 0 : 1) { lose(name) }
            } else if !saysNothing(name, value) {
                lose(name)
            }
        }
        label = label ?? dataLabel
    }

    /// The value of a supported member.
    subscript(name: JSONString) -> JSON? { values.last { $0.name == name }?.value.json }
}

extension Document {
    /// The document's own foreign part of a format, as it was in the file; nil for a new document.
    func native(of format: Format) -> NativeObject? {
        content["foreign"]?[format.name].flatMap { $0.objectValue == nil ? nil : NativeObject($0.text) }
    }
}
