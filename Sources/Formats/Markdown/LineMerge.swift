/// The merge of two lists with a common base, element by element, in order.
struct LineMerge<Line: Hashable> {
    /// A part of the result: certain elements, or two versions that both differ from the base.
    enum Part {
        case merged([Line])
        case conflict(ours: [Line], theirs: [Line])
    }

    /// The greatest length of differing parts without division at unique elements.
    private static var longest: Int { 4000 }
    /// The greatest depth of divisions.
    private static var deepest: Int { 8 }

    /// Returns the parts of the merge, like `diff3` (Khanna, Kunal and Pierce, A Formal Investigation of Diff3, 2007).
    static func parts(base: [Line], ours: [Line], theirs: [Line]) -> [Part] {
        let (toOurs, toTheirs) = (matches(of: base, in: ours), matches(of: base, in: theirs))
        var parts: [Part] = []
        var merged: [Line] = []
        var (place, own, other) = (0, 0, 0)
        while place < base.count || own < ours.count || other < theirs.count {
            if place < base.count, toOurs[place] == own, toTheirs[place] == other {
                merged.append(base[place])
                (place, own, other) = (place + 1, own + 1, other + 1)
                continue
            }
            let next = (place..<base.count).first { toOurs[$0] != nil && toTheirs[$0] != nil }
            let end = next.flatMap { next in toOurs[next].flatMap { own in toTheirs[next].map { (next, own, $0) } } }
            let (nextPlace, nextOwn, nextOther) = end ?? (base.count, ours.count, theirs.count)
            let (old, one, two) = (base[place..<nextPlace], ours[own..<nextOwn], theirs[other..<nextOther])
            if two == old || one == two {
                merged += one
            } else if one == old {
                merged += two
            } else {
                parts += [.merged(merged), .conflict(ours: Array(one), theirs: Array(two))]
                merged = []
            }
            (place, own, other) = (nextPlace, nextOwn, nextOther)
        }
        parts.append(.merged(merged))
        return parts
    }

    /// The index in another list of each element, in increasing order; nil for elements without a match.
    static func matches(of base: [Line], in other: [Line], depth: Int = 0) -> [Int?] {
        var places = [Int?](repeating: nil, count: base.count)
        let shorter = min(base.count, other.count)
        let start = (0..<shorter).prefix { base[$0] == other[$0] }.count
        let end = (0..<shorter - start).prefix { base[base.count - 1 - $0] == other[other.count - 1 - $0] }.count
        for place in 0..<start { places[place] = place }
        for place in 0..<end { places[base.count - 1 - place] = other.count - 1 - place }
        let (old, new) = (base[start..<base.count - end], other[start..<other.count - end])
        if old.isEmpty || new.isEmpty { return places }
        if old.count + new.count > longest {
            var (last, next) = (start, start)
            let ends = depth < deepest ? anchors(of: old, in: new) + [(base.count - end, other.count - end)] : []
            for (place, match) in ends {
                let inner = matches(of: Array(base[last..<place]), in: Array(other[next..<match]), depth: depth + 1)
                for (offset, found) in inner.enumerated() { places[last + offset] = found.map { next + $0 } }
                if place < base.count - end { places[place] = match }
                (last, next) = (place + 1, match + 1)
            }
            return places
        }
        let difference = Array(new).difference(from: Array(old))
        var (gone, come): (Set<Int>, Set<Int>) = ([], [])
        for change in difference {
            switch change {
            case .remove(let place, _, _): gone.insert(place)
            case .insert(let place, _, _): come.insert(place)
            }
        }
        let kept = (0..<old.count).filter { !gone.contains($0) }
        let found = (0..<new.count).filter { !come.contains($0) }
        for (place, match) in zip(kept, found) { places[start + place] = start + match }
        return places
    }

    /// The elements that occur once in each of two lists; as many as have the same order in both (Cohen, patience
    /// diff).
    ///
    /// - Returns: the indices of each.
    /// - Complexity: O(*n* log *n*).
    private static func anchors(of old: ArraySlice<Line>, in new: ArraySlice<Line>) -> [(Int, Int)] {
        func once(_ lines: ArraySlice<Line>) -> [Line: Int] {
            Dictionary(zip(lines, lines.indices)) { _, _ in -1 }.filter { $0.value >= 0 }
        }
        let (ones, others) = (once(old), once(new))
        let pairs = old.indices.compactMap { place in
            ones[old[place]] == place ? others[old[place]].map { (place, $0) } : nil
        }
        // The longest increasing subsequence: for each length, the pair with the least last index, and its predecessor.
        var tops: [Int] = []
        var before = [Int?](repeating: nil, count: pairs.count)
        for (number, pair) in pairs.enumerated() {
            var (low, high) = (0, tops.count)
            while low < high {
                let middle = (low + high) / 2
                if pairs[tops[middle]].1 < pair.1 { low = middle + 1 } else { high = middle }
            }
            before[number] = low > 0 ? tops[low - 1] : nil
            if low < tops.count { tops[low] = number } else { tops.append(number) }
        }
        var run: [(Int, Int)] = []
        var number = tops.last
        while let place = number {
            run.append(pairs[place])
            number = before[place]
        }
        return run.reversed()
    }
}
