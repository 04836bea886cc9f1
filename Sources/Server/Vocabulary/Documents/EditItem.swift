import Wire

/// One edit of a list, as it is written.
struct EditItem: Sendable {
    var method = ""
    var params = JSONText(trusted: Array("{}".utf8))

    /// Its schema is one of all edits (`EditSchema.swift`), which are not loaded to read it.
    static let shape = Shape(schema: .edit, read: read.read, write: read.write)

    private static let read = Shape.object(
        "", "", initial: EditItem(),
        members: [
            .required("method", \.method, .string, ""), .defaulted("params", \.params, .text, "", default: "{}"),
        ])
}

extension Schema {
    /// The schema of one edit of a list, by its name.
    static let edit = reference("Edit")
}
