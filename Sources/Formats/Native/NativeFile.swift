import Graph
import Wire

/// Writes a JSON file with the line breaks of another program. Its input is valid JSON without white space.
struct NativeFile {
    /// One level of indentation.
    let unit: StaticString
    /// Is true if each element of a list has its own line, without line breaks inside.
    var hasLines = false
    private var level = 0
    private var isFirst = true

    init(indentedBy unit: StaticString, hasLines: Bool = false) {
        self.unit = unit
        self.hasLines = hasLines
    }

    /// Begins an object or a list.
    mutating func begin(_ bracket: StaticString, into writer: inout JSONWriter) {
        writer.append(bracket)
        level += 1
        isFirst = true
    }

    /// Ends an object or a list.
    mutating func end(_ bracket: StaticString, into writer: inout JSONWriter) {
        level -= 1
        if !isFirst { breakLine(into: &writer) }
        isFirst = false
        writer.append(bracket)
    }

    /// Begins a member; its value must follow.
    private mutating func name(_ name: JSONString, into writer: inout JSONWriter) {
        separate(into: &writer)
        name.write(into: &writer)
        writer.append(hasLines ? ":" : ": ")
    }

    /// Writes an object: the members of the file, with new values for some parts.
    ///
    /// - Parameters:
    ///   - members: the members; nil for a new file, which gets all parts.
    ///   - parts: the names of the parts, and true if a part is added to a file without it.
    ///   - write: writes the value of a part.
    mutating func object<Failure: Error>(
        _ members: NativeObject?, parts: [(name: JSONString, isNeeded: Bool)], into writer: inout JSONWriter,
        _ write: (JSONString, inout NativeFile, inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        begin("{", into: &writer)
        for member in members?.members ?? [] {
            if parts.contains(where: { $0.name == member.name }) {
                name(member.name, into: &writer)
                try write(member.name, &self, &writer)
            } else {
                self.member(member.name, member.value, into: &writer)
            }
        }
        for part in parts where members.map({ part.isNeeded && $0[part.name] == nil }) ?? true {
            name(part.name, into: &writer)
            try write(part.name, &self, &writer)
        }
        end("}", into: &writer)
    }

    /// Writes a list of elements, and flushes the output about every 256 KiB.
    mutating func list<Element, Failure: Error>(
        _ elements: some Sequence<Element>, into writer: inout JSONWriter,
        _ flush: (inout JSONWriter) throws(Failure) -> Void, _ text: (Element) -> JSONText?
    ) throws(Failure) {
        begin("[", into: &writer)
        try self.elements(elements, into: &writer, flush, text)
        end("]", into: &writer)
    }

    /// Writes an object of generated members, and flushes the output about every 256 KiB.
    mutating func members<Element, Failure: Error>(
        _ elements: some Sequence<Element>, into writer: inout JSONWriter,
        _ flush: (inout JSONWriter) throws(Failure) -> Void, _ member: (Element) -> (JSONString, JSONText)?
    ) throws(Failure) {
        begin("{", into: &writer)
        for element in elements {
            guard let (name, value) = member(element) else { continue }
            self.member(name, value, into: &writer)
            if writer.count >= CanonicalJSON.chunkBytes { try flush(&writer) }
        }
        end("}", into: &writer)
    }

    /// Writes elements of an open list.
    mutating func elements<Element, Failure: Error>(
        _ elements: some Sequence<Element>, into writer: inout JSONWriter,
        _ flush: (inout JSONWriter) throws(Failure) -> Void, _ text: (Element) -> JSONText?
    ) throws(Failure) {
        for element in elements {
            guard let text = text(element) else { continue }
            self.element(text, into: &writer)
            if writer.count >= CanonicalJSON.chunkBytes { try flush(&writer) }
        }
    }

    /// Writes a member.
    mutating func member(_ name: JSONString, _ value: JSONText, into writer: inout JSONWriter) {
        self.name(name, into: &writer)
        write(value, into: &writer)
    }

    private mutating func element(_ value: JSONText, into writer: inout JSONWriter) {
        separate(into: &writer)
        write(value, into: &writer)
    }

    private mutating func separate(into writer: inout JSONWriter) {
        if !isFirst { writer.append(",") }
        isFirst = false
        breakLine(into: &writer)
    }

    private func breakLine(into writer: inout JSONWriter) {
        writer.append("\n")
        for _ in 0..<level { writer.append(unit) }
    }

    /// Writes a value: on one line, or with a line for each member and element.
    ///
    /// - Complexity: O(*n* · *d*) for *n* bytes and depth *d*.
    private mutating func write(_ value: JSONText, into writer: inout JSONWriter) {
        value.bytes.withUnsafeBufferPointer { text in
            if hasLines { writer.append(text) } else { writeLines(of: text, into: &writer) }
        }
    }

    private mutating func writeLines(of text: UnsafeBufferPointer<UInt8>, into writer: inout JSONWriter) {
        guard let base = text.baseAddress else { return }
        let outer = level
        var (from, i, escapes) = (0, 0, false)
        func copy(upTo end: Int) {
            if end > from { writer.append(UnsafeBufferPointer(rebasing: text[from..<end])) }
            from = end
        }
        while i < text.count {
            switch text[i] {
            case UInt8(ascii: "\""):
                i = JSONSyntax.skipString(base: base, index: i + 1, end: text.count, hasEscapes: &escapes)
            case UInt8(ascii: ":"):
                i += 1
                copy(upTo: i)
                writer.append(" ")
            case UInt8(ascii: ","):
                i += 1
                copy(upTo: i)
                breakLine(into: &writer)
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                i += 1
                if i < text.count, text[i] == UInt8(ascii: "}") || text[i] == UInt8(ascii: "]") {
                    i += 1
                } else {
                    copy(upTo: i)
                    level += 1
                    breakLine(into: &writer)
                }
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                copy(upTo: i)
                level -= 1
                breakLine(into: &writer)
                i += 1
            default: i += 1
            }
        }
        copy(upTo: text.count)
        level = outer
    }
}
