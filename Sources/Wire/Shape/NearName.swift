/// Finds the known name that an unknown one probably means.
public enum NearName {
    /// Longer names, in bytes, are near to nothing.
    private static let longest = 64

    /// Returns the nearest name, the first among equally near ones; nil if none is near.
    ///
    /// Two names are near if at most a third of the bytes of the longer one, at least one, must be inserted, removed,
    /// replaced or swapped with the next; or if one with three bytes or more begins or ends the other. Capitals, `_`
    /// and `-` do not count. Names with slashes are near if they are near part by part.
    ///
    /// - Complexity: O(*nm*) in the lengths of the name and of all others.
    public static func nearest(to name: String, among names: [String]) -> String? {
        if name.utf8.count > longest { return nil }
        let wanted = parts(of: name)
        var nearest: (name: String, distance: Int)?
        for candidate in names where candidate.utf8.count <= longest {
            guard let distance = distance(of: parts(of: candidate), to: wanted) else { continue }
            if distance < nearest?.distance ?? .max { nearest = (candidate, distance) }
        }
        return nearest?.name
    }

    /// Returns the name that differs by a single slip: a letter too many, too few, another one or swapped with the
    /// next, or other capitals, `_` or `-`; nil if there is none, and for names of three letters or less.
    public static func oneSlip(from name: String, among names: [String]) -> String? {
        if name.utf8.count > longest { return nil }
        let wanted = letters(of: name[...])
        if wanted.count <= 3 { return nil }
        return names.first { candidate in
            // A slip leaves the first letter or the last one as it is.
            guard candidate.utf8.count > 3, abs(candidate.utf8.count - wanted.count) < 2,
                candidate.utf8.first.map({ $0 | 0x20 }) == wanted[0] || candidate.utf8.last == wanted[wanted.count - 1]
            else { return false }
            return candidate != name && distance(letters(of: candidate[...]), wanted) < 2
        }
    }

    /// The distance of all parts of two names; nil if one of them is not near.
    private static func distance(of known: [[UInt8]], to wanted: [[UInt8]]) -> Int? {
        if known.count != wanted.count { return nil }
        var sum = 0
        for (known, wanted) in zip(known, wanted) {
            let limit = max(1, max(known.count, wanted.count) / 3)
            let distance = distance(known, wanted)
            let isPart = min(known.count, wanted.count) >= 3 && (isEnd(known, of: wanted) || isEnd(wanted, of: known))
            if wanted.isEmpty || distance > limit && !isPart { return nil }
            sum += min(distance, limit)
        }
        return sum
    }

    private static func parts(of name: String) -> [[UInt8]] {
        name.split(separator: "/", omittingEmptySubsequences: false).map { letters(of: $0) }
    }

    private static func letters(of name: Substring) -> [UInt8] {
        name.utf8.compactMap { byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
            case UInt8(ascii: "_"), UInt8(ascii: "-"): nil
            default: byte
            }
        }
    }

    private static func isEnd(_ part: [UInt8], of whole: [UInt8]) -> Bool {
        whole.starts(with: part) || whole.reversed().starts(with: part.reversed())
    }

    /// The number of changes between two names: the distance of optimal string alignment.
    ///
    /// Source: R. A. Wagner and M. J. Fischer, The String-to-String Correction Problem, Journal of the ACM 21 (1974), with
    /// the swap of neighbors of F. J. Damerau, A technique for computer detection and correction of spelling errors (1964).
    private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
        var before: [Int] = []
        var row = Array(0...b.count)
        for i in a.indices {
            var next = [i + 1]
            for j in b.indices {
                var least = min(row[j] + (a[i] == b[j] ? 0 : 1), row[j + 1] + 1, next[j] + 1)
                if i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j] { least = min(least, before[j - 1] + 1) }
                next.append(least)
            }
            (before, row) = (row, next)
        }
        return row[b.count]
    }
}

extension ShapeError {
    /// The error for an unknown member, with the suggested name.
    public static func unknownMember(meant: String?) -> ShapeError {
        ShapeError("unknown member" + (meant.map { "; did you mean \"\($0)\"?" } ?? ""))
    }
}
