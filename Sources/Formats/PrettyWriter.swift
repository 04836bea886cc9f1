import Wire

/// Writes JSON on several lines: members in the byte order of their names, two blanks a level, blanks around the colon.
struct PrettyWriter {
    /// The current depth of indentation.
    var level = 0

    /// Writes the text of a valid value.
    ///
    /// - Complexity: O(*n* log *n*) in its bytes; the recursion is as deep as the text.
    mutating func write(_ text: UnsafeBufferPointer<UInt8>, into writer: inout JSONWriter) {
        guard let first = text.first else { return }
        if first == UInt8(ascii: "{") {
            var members: [(name: JSONString, value: Range<Int>)] = []
            var cursor = JSONCursor(text)
            guard cursor.entersObject() else { return }
            while let name = cursor.nextMember() { members.append((JSONString(name), cursor.rawValue())) }
            members.sort { $0.name < $1.name }
            writeList("{", "}", members, into: &writer) { pretty, member, writer in
                pretty.write(member.name, UnsafeBufferPointer(rebasing: text[member.value]), into: &writer)
            }
        } else if first == UInt8(ascii: "[") {
            var elements: [Range<Int>] = []
            var cursor = JSONCursor(text)
            guard cursor.entersArray() else { return }
            while cursor.nextElement() { elements.append(cursor.rawValue()) }
            writeList("[", "]", elements, into: &writer) { pretty, range, writer in
                pretty.write(UnsafeBufferPointer(rebasing: text[range]), into: &writer)
            }
        } else {
            writer.append(text)
        }
    }

    /// Writes an object.
    mutating func write(_ object: MemberList, into writer: inout JSONWriter) {
        writeList("{", "}", object.sorted, into: &writer) { pretty, member, writer in
            member.value.bytes.withUnsafeBufferPointer { pretty.write(member.name, $0, into: &writer) }
        }
    }

    /// Writes a member's name and value.
    mutating func write(_ name: JSONString, _ value: UnsafeBufferPointer<UInt8>, into writer: inout JSONWriter) {
        writeName(name, into: &writer)
        write(value, into: &writer)
    }

    func writeName(_ name: JSONString, into writer: inout JSONWriter) {
        name.write(into: &writer)
        writer.append(" : ")
    }

    /// Begins a line at the current level.
    func breakLine(into writer: inout JSONWriter) {
        writer.append("\n")
        for _ in 0..<level { writer.append("  ") }
    }

    private mutating func writeList<Item>(
        _ opening: StaticString, _ closing: StaticString, _ items: [Item], into writer: inout JSONWriter,
        _ body: (inout PrettyWriter, Item, inout JSONWriter) -> Void
    ) {
        writer.append(opening)
        level += 1
        for (index, item) in items.enumerated() {
            if index > 0 { writer.append(",") }
            breakLine(into: &writer)
            body(&self, item, &writer)
        }
        level -= 1
        if !items.isEmpty { breakLine(into: &writer) }
        writer.append(closing)
    }
}
