import Graph
import Wire

/// Reads Swift types, such as `VStack<TupleView<(Text, Image)>>`: one, or several on separate lines.
///
/// The text around a name is part of it: `some View`, `Int?`, `A.Type`. Arrays and dictionaries get their names, a
/// tuple is `()`, a function is `->` with its parameters and its result, a composition is `&`.
/// The reader uses its own stack instead of recursion.
struct SwiftTypeReader {
    /// The construct around the current position.
    struct Frame {
        enum Kind { case root, arguments, tuple, brackets, result }

        let kind: Kind
        /// The node that gets the types inside; unused for a root.
        let node: Int
        /// The position where it begins.
        let start: Int
        /// The `&` of the current composition.
        var composition: Int?
    }

    private enum State {
        /// A type must follow.
        case ahead
        /// This type has been read; a suffix may follow.
        case after(Int)
        /// A root has been read.
        case done
    }

    var scanner: TextScanner
    var tree = SwiftTypeTree()
    var frames: [Frame] = []

    /// - Throws: `format` with line and column.
    /// - Complexity: O(*n*) in the bytes, regardless of the depth.
    static func read(_ text: UnsafeBufferPointer<UInt8>) throws(EditError) -> SwiftTypeTree {
        var reader = SwiftTypeReader(scanner: TextScanner(text, format: "a type of Swift"))
        reader.skipComments()
        repeat {
            try reader.readRoot()
            reader.skipComments()
        } while !reader.scanner.isAtEnd
        return reader.tree
    }

    /// Returns true if a text is a single type with arguments on one line, with a capital letter at the beginning.
    ///
    /// - Complexity: O(*n*); for other texts little more than the first word.
    static func recognizes(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var scanner = TextScanner(text, format: "")
        scanner.skipSpace()
        guard let first = scanner.byte, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first) else { return false }
        scanner.skip { $0.isPartOfName || $0 == UInt8(ascii: ".") }
        guard scanner.looks(at: "<"), text.last(where: { $0 > 0x20 }) == UInt8(ascii: ">") else { return false }
        return (try? read(text))?.roots.count == 1
    }

    /// Skips white space, and lines that begin with `#` or `//`.
    private mutating func skipComments() {
        scanner.skipSpace()
        while scanner.looks(at: "#") || scanner.looks(at: "//") {
            scanner.skipLine()
            scanner.skipSpace()
        }
    }

    private mutating func readRoot() throws(EditError) {
        frames.append(Frame(kind: .root, node: -1, start: scanner.index))
        var state = State.ahead
        while true {
            switch state {
            case .ahead: state = try begin()
            case .after(let node): state = try follow(node)
            case .done:
                frames.removeLast()
                return
            }
        }
    }

    // MARK: The beginning of a type

    private mutating func begin() throws(EditError) -> State {
        scanner.skipSpace()
        let prefix = try readPrefix()
        let start = scanner.index
        switch scanner.byte {
        case nil: throw cut()
        case UInt8(ascii: "("):
            scanner.index += 1
            let node = tree.add(prefix + "()", isTuple: true)
            scanner.skipSpace()
            if scanner.skip(")") { return .after(node) }
            frames.append(Frame(kind: .tuple, node: node, start: start))
            return .ahead
        case UInt8(ascii: "["):
            scanner.index += 1
            let node = tree.add(prefix.isEmpty ? "Array" : prefix + "Array")
            frames.append(Frame(kind: .brackets, node: node, start: start))
            return .ahead
        default:
            if scanner.looks(at: "<<opaque return type of ") {
                try skipBalanced()
            } else if !skipName() {
                throw unexpected("a type")
            }
            let name = scanner.string(start..<scanner.index)
            return .after(tree.add(prefix.isEmpty ? name : prefix + name))
        }
    }

    // MARK: Suffixes of a type

    private mutating func follow(_ node: Int) throws(EditError) -> State {
        if try readSuffix(of: node) { return .after(node) }
        if scanner.looks(at: "<"), followsName {
            frames.append(Frame(kind: .arguments, node: node, start: scanner.index))
            scanner.index += 1
            return .ahead
        }
        if frames.count > 1 { scanner.skipSpace() } else { scanner.skipBlanks() }
        if scanner.skip("&") {
            compose(node)
            return .ahead
        }
        let whole = composed(node)
        if let effects = try readArrow() {
            beginResult(of: whole, effects)
            return .ahead
        }
        return try complete(whole)
    }

    /// Is true if a name ends here.
    private var followsName: Bool {
        guard scanner.index > 0 else { return false }
        let byte = scanner.text[scanner.index - 1]
        return byte.isPartOfName || byte == UInt8(ascii: "`")
    }

    private mutating func compose(_ node: Int) {
        let place = frames.count - 1
        let whole = frames[place].composition ?? tree.add("&")
        tree.append(node, to: whole)
        frames[place].composition = whole
    }

    /// Closes a composition, with a node as its last type; returns the node itself if there is none.
    private mutating func composed(_ node: Int) -> Int {
        let place = frames.count - 1
        guard let whole = frames[place].composition else { return node }
        tree.append(node, to: whole)
        frames[place].composition = nil
        return whole
    }

    /// Begins a function from its parameters; its result follows.
    private mutating func beginResult(of parameters: Int, _ effects: String) {
        var function = parameters
        if tree.nodes[parameters].isTuple, tree.nodes[parameters].label.hasSuffix("()") {
            tree.nodes[parameters].label.removeLast(2)
            tree.nodes[parameters].label += effects
            tree.nodes[parameters].isTuple = false
        } else {
            function = tree.add(effects)
            tree.append(parameters, to: function)
        }
        frames.append(Frame(kind: .result, node: function, start: scanner.index))
    }

    // MARK: The end of a type

    /// Passes a complete type to the enclosing construct.
    private mutating func complete(_ whole: Int) throws(EditError) -> State {
        var node = whole
        while let frame = frames.last, frame.kind == .result {
            tree.append(node, to: frame.node)
            frames.removeLast()
            node = composed(frame.node)
        }
        guard let frame = frames.last else { return .done }
        if scanner.isAtEnd && frame.kind != .root { throw cut() }
        switch frame.kind {
        case .root, .result:
            guard scanner.isAtEnd || scanner.looks(at: "\n") || scanner.looks(at: "\r") else {
                throw unexpected("the end of the type")
            }
            tree.roots.append(node)
            return .done
        case .arguments: return try separate(node, frame, ">")
        case .tuple:
            if tree.nodes[frame.node].count == 0, scanner.looks(at: ")") {
                return .after(closeGroup(around: node, frame))
            }
            return try separate(node, frame, ")")
        case .brackets: return try separateBrackets(node, frame)
        }
    }

    /// Adds one of several types, up to a comma or the closing bracket.
    private mutating func separate(_ node: Int, _ frame: Frame, _ end: StaticString) throws(EditError) -> State {
        if scanner.skip(",") {
            tree.append(node, to: frame.node)
            return .ahead
        }
        guard scanner.skip(end) else { throw unexpected("a comma or \"\(end)\"") }
        tree.append(node, to: frame.node)
        frames.removeLast()
        return .after(frame.node)
    }

    /// Reads the rest of `[T]`, `[K: V]` or `[3 of T]`.
    private mutating func separateBrackets(_ node: Int, _ frame: Frame) throws(EditError) -> State {
        let isFirst = tree.nodes[frame.node].count == 0
        if isFirst, scanner.skip(":") {
            tree.nodes[frame.node].label.removeLast("Array".count)
            tree.nodes[frame.node].label += "Dictionary"
        } else if isFirst, skip(word: "of") {
            tree.nodes[frame.node].label.removeLast("Array".count)
            tree.nodes[frame.node].label += "InlineArray"
        } else {
            guard scanner.skip("]") else { throw unexpected("\"]\"") }
            tree.append(node, to: frame.node)
            frames.removeLast()
            return .after(frame.node)
        }
        tree.append(node, to: frame.node)
        return .ahead
    }

    /// Closes parentheses. A single type in them is that type, unless they are the parameters of a function.
    private mutating func closeGroup(around node: Int, _ frame: Frame) -> Int {
        scanner.index += 1
        frames.removeLast()
        var ahead = self.scanner
        ahead.skipBlanks()
        if ahead.looks(at: "->") || SwiftTypeReader.effects.contains(where: { ahead.looks(at: $0) }) {
            tree.append(node, to: frame.node)
            return frame.node
        }
        let prefix = tree.nodes[frame.node].label.dropLast("()".count)
        if !prefix.isEmpty { tree.nodes[node].label = prefix + tree.nodes[node].label }
        let isFollowed = scanner.looks(at: "?") || scanner.looks(at: "!") || scanner.looks(at: ".")
        if isFollowed, !tree.nodes[node].label.utf8.allSatisfy({ $0.isPartOfName || $0 == UInt8(ascii: ".") }) {
            tree.nodes[node].label = "(\(tree.nodes[node].label))"
        }
        return node
    }
}
