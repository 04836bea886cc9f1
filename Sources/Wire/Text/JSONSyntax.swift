/// The grammar of JSON texts (RFC 8259) over bytes: nothing invalid passes, nothing valid is refused.
public enum JSONSyntax {
    /// The greatest depth limit; recursive walks of a text rely on it.
    public static let maximumDepth = 512

    /// The first error in a whole text, or nil.
    ///
    /// White space may be around the one value. Numbers are checked by grammar only, whatever their size; an
    /// escaped lone surrogate is grammatical.
    ///
    /// - Parameter member: is called with each member of an outermost object after its check; if an error follows,
    ///   these calls do not count.
    /// - Complexity: O(*n*), without recursion and without allocation.
    public static func validate(
        _ bytes: UnsafeBufferPointer<UInt8>, depthLimit: Int = 128,
        eachMember member: (_ name: JSONName, _ value: Range<Int>) -> Void = { _, _ in }
    ) -> JSONSyntaxError? {
        precondition((0...maximumDepth).contains(depthLimit))
        guard let base = bytes.baseAddress else { return JSONSyntaxError(.unexpectedEnd, at: 0) }
        do throws(JSONSyntaxError) {
            try Grammar(base: base, end: bytes.count).checkText(depthLimit: depthLimit, member)
            return nil
        } catch {
            return error
        }
    }

    /// The first error in a whole text that may be nested as deeply as it is long, or nil.
    ///
    /// Do not walk such a text by recursion, as `JSON` and a `Shape` do.
    ///
    /// - Complexity: O(*n*), without recursion; a bit of memory a level.
    public static func validateDeep(_ bytes: UnsafeBufferPointer<UInt8>) -> JSONSyntaxError? {
        guard let base = bytes.baseAddress else { return JSONSyntaxError(.unexpectedEnd, at: 0) }
        let grammar = Grammar(base: base, end: bytes.count)
        do throws(JSONSyntaxError) {
            try grammar.checkStart()
            let start = grammar.skipWhiteSpace(0)
            try grammar.checkEnd(
                try grammar.value(start, depthLimit: .max, isWatched: false, within: ManyLevels()) { _, _ in })
            return nil
        } catch {
            return error
        }
    }

    /// The index behind the valid value that begins at `index`, or nil if there is none.
    @usableFromInline static func endOfValidValue(
        base: UnsafePointer<UInt8>, index: Int, end: Int, depthLimit: Int
    ) -> Int? {
        // Why there is none is asked of `validate`.
        try? Grammar(base: base, end: end).value(index, depthLimit: depthLimit, isWatched: false) { _, _ in }
    }

    /// The first error in a whole text, or nil.
    ///
    /// - Complexity: O(*n*), without recursion and without allocation.
    public static func validate(_ bytes: [UInt8], depthLimit: Int = 128) -> JSONSyntaxError? {
        bytes.withUnsafeBufferPointer { validate($0, depthLimit: depthLimit) }
    }
}

/// The productions of RFC 8259: each takes the index where it begins and returns the index behind it.
struct Grammar {
    let base: UnsafePointer<UInt8>
    let end: Int

    func checkText(
        depthLimit: Int, _ member: (JSONName, Range<Int>) -> Void
    ) throws(JSONSyntaxError) {
        try checkStart()
        try checkEnd(try value(skipWhiteSpace(0), depthLimit: depthLimit, isWatched: true, member))
    }

    func checkStart() throws(JSONSyntaxError) {
        if end >= 3, base[0] == 0xEF, base[1] == 0xBB, base[2] == 0xBF { throw JSONSyntaxError(.byteOrderMark, at: 0) }
    }

    /// Checks that only white space follows the text's value.
    func checkEnd(_ valueEnd: Int) throws(JSONSyntaxError) {
        let i = skipWhiteSpace(valueEnd)
        if i < end { throw JSONSyntaxError(.unexpectedByte, at: i) }
    }

    /// - Parameters:
    ///   - isWatched: whether `member` is called.
    ///   - isInList: whether the value is an element of a list that is a member of the outermost object. Then the rest
    ///     of that object is checked, too, and `member` is not called with the list.
    ///   - seam: the position at which to stop if an element of such a list begins there; `member` is then called with
    ///     the piece of the list.
    ///   - outer: the levels around a value; there are none yet.
    func value<Levels: NestingLevels>(
        _ start: Int, depthLimit: Int, isWatched: Bool, isInList: Bool = false, until seam: Int = -1,
        within outer: Levels = FewLevels(), _ member: (JSONName, Range<Int>) -> Void
    ) throws(JSONSyntaxError) -> Int {
        var i = start
        var depth = isInList ? 2 : 0
        var inObject = false
        // Where the name and the value of the member of the outermost object begin; negative before the seam.
        var nameStart = isInList ? -1 : 0
        var valueStart = 0
        // Whether the container around each level is an object.
        var outer = outer
        if isInList { outer[1] = true }
        while true {
            guard i < end else { throw JSONSyntaxError(.unexpectedEnd, at: i) }
            let byte = base[i]
            if byte == UInt8(ascii: "\"") {
                i = try string(i &+ 1)
            } else if byte &- UInt8(ascii: "0") < 10 || byte == UInt8(ascii: "-") {
                i = try number(i)
            } else if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
                guard depth < depthLimit else { throw JSONSyntaxError(.tooDeep, at: i) }
                i = skipWhiteSpace(i &+ 1)
                // The closing brackets follow the opening ones at a distance of two in ASCII.
                if i < end, base[i] == byte &+ 2 {
                    i &+= 1
                } else {
                    outer[depth] = inObject
                    depth &+= 1
                    inObject = byte == UInt8(ascii: "{")
                    if inObject {
                        nameStart = depth == 1 ? i : nameStart
                        i = try name(i)
                        valueStart = depth == 1 ? i : valueStart
                    }
                    continue
                }
            } else {
                i = try literal(i)
            }
            while true {
                if depth <= 1 {
                    if depth == 0 { return i }
                    if isWatched, inObject, nameStart >= 0 { member(name(from: nameStart), valueStart..<i) }
                }
                if i >= end || base[i] <= 0x20 { i = skipWhiteSpace(i) }
                guard i < end else { throw JSONSyntaxError(.unexpectedEnd, at: i) }
                if base[i] == UInt8(ascii: ",") {
                    i = skipWhiteSpace(i &+ 1)
                    if inObject {
                        nameStart = depth == 1 ? i : nameStart
                        i = try name(i)
                        valueStart = depth == 1 ? i : valueStart
                    } else if i == seam, depth == 2, outer[1] {
                        member(name(from: nameStart), valueStart..<i)
                        return i
                    }
                    break
                }
                guard base[i] == (inObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
                    throw JSONSyntaxError(.unexpectedByte, at: i)
                }
                i &+= 1
                depth &-= 1
                inObject = outer[depth]
            }
        }
    }

    @inline(__always)
    func skipWhiteSpace(_ i: Int) -> Int {
        JSONSyntax.skipWhiteSpace(base: base, index: i, end: end)
    }

    /// The name after its opening quote, which is at `start`.
    @inline(never)
    private func name(from start: Int) -> JSONName {
        var cursor = JSONCursor(base: base, index: start, end: end)
        return cursor.scanString()
    }

    /// A member's name with its colon; the index returned is that of the value.
    @inline(__always)
    private func name(_ start: Int) throws(JSONSyntaxError) -> Int {
        guard start < end else { throw JSONSyntaxError(.unexpectedEnd, at: start) }
        guard base[start] == UInt8(ascii: "\"") else { throw JSONSyntaxError(.unexpectedByte, at: start) }
        var i = try string(start &+ 1)
        if i >= end || base[i] != UInt8(ascii: ":") {
            i = skipWhiteSpace(i)
            guard i < end else { throw JSONSyntaxError(.unexpectedEnd, at: i) }
            guard base[i] == UInt8(ascii: ":") else { throw JSONSyntaxError(.unexpectedByte, at: i) }
        }
        return skipWhiteSpace(i &+ 1)
    }

    private func literal(_ start: Int) throws(JSONSyntaxError) -> Int {
        let word: StaticString
        switch base[start] {
        case UInt8(ascii: "t"): word = "true"
        case UInt8(ascii: "f"): word = "false"
        case UInt8(ascii: "n"): word = "null"
        default: throw JSONSyntaxError(.unexpectedByte, at: start)
        }
        for k in 1..<word.utf8CodeUnitCount {
            guard start + k < end else { throw JSONSyntaxError(.unexpectedEnd, at: end) }
            guard base[start + k] == word.utf8Start[k] else { throw JSONSyntaxError(.unexpectedByte, at: start + k) }
        }
        return start + word.utf8CodeUnitCount
    }

    @inline(__always)
    private func number(_ start: Int) throws(JSONSyntaxError) -> Int {
        var i = start
        if base[i] == UInt8(ascii: "-") { i &+= 1 }
        let first = i
        i = try digits(i)
        if base[first] == UInt8(ascii: "0"), i > first &+ 1 { throw JSONSyntaxError(.invalidNumber, at: first) }
        if i < end, base[i] == UInt8(ascii: ".") { i = try digits(i + 1) }
        if i < end, base[i] | 0x20 == UInt8(ascii: "e") {
            i += 1
            if i < end, base[i] == UInt8(ascii: "+") || base[i] == UInt8(ascii: "-") { i += 1 }
            i = try digits(i)
        }
        return i
    }

    /// One or more digits.
    @inline(__always)
    private func digits(_ start: Int) throws(JSONSyntaxError) -> Int {
        var i = start
        while i < end, base[i] &- UInt8(ascii: "0") < 10 { i &+= 1 }
        guard i > start else { throw JSONSyntaxError(i < end ? .invalidNumber : .unexpectedEnd, at: i) }
        return i
    }
}
