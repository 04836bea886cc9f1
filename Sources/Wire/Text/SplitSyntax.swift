/// Validates a text in two parts, possibly at the same time, with the result of `JSONSyntax.validate`.
///
/// The parts meet at a seam, the probable beginning of an element in a list that is a member of the outermost object.
/// The second part assumes this. If the first part does not reach the seam in this way, it goes on to the end of the
/// text, and the second does not count.
public struct SplitSyntax: Sendable {
    /// The position where the second part begins.
    public let seam: Int
    private let depthLimit: Int

    /// The result of one part: the members of the outermost object, in their order, and the error if there is one.
    public struct Part: Sendable {
        /// The positions where the names of the members begin, and their values.
        public fileprivate(set) var members: [(name: Int, value: Int)] = []
        /// The first error.
        public fileprivate(set) var error: JSONSyntaxError?
        /// Is true if the part reached the seam.
        public fileprivate(set) var isCut = false
    }
}

extension SplitSyntax {
    /// The number of elements that must follow the seam; a shorter list is probably inside an element.
    private static var leastFollowing: Int { 8 }
    /// The number of bytes for these elements, and of examined places.
    private static var reach: Int { 1 << 16 }
    private static var attempts: Int { 16 }

    /// Searches for a seam in the middle of a text; nil if there seems to be none.
    ///
    /// - Complexity: O(1), at most a mebibyte is examined.
    public init?(_ bytes: UnsafeBufferPointer<UInt8>, depthLimit: Int = 128) {
        precondition((0...JSONSyntax.maximumDepth).contains(depthLimit))
        guard let base = bytes.baseAddress, depthLimit >= 2 else { return nil }
        let middle = bytes.count / 2
        let end = min(middle + SplitSyntax.reach, bytes.count)
        var attempts = 0
        var index = middle
        while index < end, attempts < SplitSyntax.attempts {
            if base[index] == UInt8(ascii: "{"), SplitSyntax.followsElement(base, index) {
                let reach = min(index + SplitSyntax.reach, bytes.count)
                if SplitSyntax.isFollowed(JSONCursor(base: base, index: index, end: reach)) {
                    seam = index
                    self.depthLimit = depthLimit
                    return
                }
                attempts += 1
            }
            index += 1
        }
        return nil
    }

    /// Returns true if there is a bracket and a comma before an index.
    private static func followsElement(_ base: UnsafePointer<UInt8>, _ index: Int) -> Bool {
        var i = index - 1
        while i > 0, base[i] <= 0x20 { i -= 1 }
        guard i > 0, base[i] == UInt8(ascii: ",") else { return false }
        i -= 1
        while i > 0, base[i] <= 0x20 { i -= 1 }
        return base[i] == UInt8(ascii: "}")
    }

    /// Returns true if objects with commas between them follow.
    private static func isFollowed(_ start: JSONCursor) -> Bool {
        var cursor = start
        for _ in 0..<leastFollowing {
            cursor.skipValue()
            guard cursor.nextByte() == UInt8(ascii: ",") else { return false }
            cursor.index += 1
            guard cursor.nextByte() == UInt8(ascii: "{") else { return false }
        }
        return true
    }

    /// Validates up to the seam, or to the end if the seam turns out to be wrong.
    ///
    /// - Complexity: O(*n*).
    public func first(of bytes: UnsafeBufferPointer<UInt8>) -> Part { part(of: bytes, isFirst: true) }

    /// Validates from the seam on.
    ///
    /// - Complexity: O(*n*).
    public func second(of bytes: UnsafeBufferPointer<UInt8>) -> Part { part(of: bytes, isFirst: false) }

    private func part(of bytes: UnsafeBufferPointer<UInt8>, isFirst: Bool) -> Part {
        var part = Part()
        guard let base = bytes.baseAddress else { preconditionFailure("an empty text has no seam") }
        let grammar = Grammar(base: base, end: bytes.count)
        do throws(JSONSyntaxError) {
            if isFirst { try grammar.checkStart() }
            let i = try grammar.value(
                isFirst ? grammar.skipWhiteSpace(0) : seam, depthLimit: depthLimit, isWatched: true,
                isInList: !isFirst, until: seam
            ) { name, value in
                part.members.append((name.start - base - 1, value.lowerBound))
            }
            // No value ends there, where a comma was.
            part.isCut = isFirst && i == seam
            if !part.isCut { try grammar.checkEnd(i) }
        } catch {
            part.error = error
        }
        return part
    }
}
