import Graph
import Wire

/// The members of a node or an edge, as a writer of another program's file looks at them.
struct ElementMembers {
    /// The element as it stands in the file that it came from; nil for one that is new there.
    private(set) var native: NativeObject?
    /// The same where it need not be an object.
    private(set) var nativeText: JSONText?
    /// The text that it shows: `label`, else `data.label`.
    private(set) var label: String?
    private var values: [(name: JSONString, value: JSONText)] = []

    /// Members that every writer has seen to, or that say nothing about an element.
    private static let silent = NameTable([
        "position", "width", "height", "parentId", "parentNode", "handles", "sourcePosition", "targetPosition",
        "measured", "selected", "dragging", "sourceHandle", "targetHandle", "extent", "expandParent",
        "positionAbsolute",
        "zIndex", "initialWidth", "initialHeight",
    ])

    /// Reads members, the text of one object.
    ///
    /// - Parameters:
    ///   - format: the format that is written, whose own members are in `foreign`.
    ///   - taken: the names of members that its files hold in some form.
    ///   - lose: called with the name of each other member that says something.
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

    /// The value of a member that is taken.
    subscript(name: JSONString) -> JSON? { values.last { $0.name == name }?.value.json }
}

extension Document {
    /// The document's own part of what a format has besides, as it stands in the file that it came from; nil if it is new
    /// there.
    func native(of format: Format) -> NativeObject? {
        content["foreign"]?[format.name].flatMap { $0.objectValue == nil ? nil : NativeObject($0.text) }
    }
}
