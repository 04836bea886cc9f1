/// Orders of rows in which the contents of a group are contiguous, and groups have the same order in all rows.
extension Levels {
    /// Sorts all rows by a key; the key of a group is the mean of its contents.
    mutating func sortNested(by key: [Double]) {
        guard let nesting else { return }
        let means = nesting.means(key)
        groupRanks = nesting.ranks(means)
        for layer in rows.indices { arrange(layer, turnsTies: false) { key[$0] } }
    }

    /// Sorts a row by a key. Items and groups without a key keep their places.
    ///
    /// Groups keep their order among each other: they share out the places that the key gives them.
    mutating func arrange(_ layer: Int, turnsTies: Bool, key: (Int) -> Double?) {
        guard let nesting else { return }
        let sorter = UnitSorter(ranks: groupRanks, turnsTies: turnsTies)
        let present = nesting.layerGroups[layer]
        // The units of each of these groups, and last those outside all groups.
        var units: [[Unit]] = Array(repeating: [], count: present.count + 1)
        for (at, item) in rows[layer].enumerated() where nesting.sides[item] == 0 {
            let value = key(item)
            units[nesting.slot(of: nesting.groups[item], in: layer)].append(
                Unit(sum: value ?? 0, weight: value == nil ? 0 : 1, place: at, group: -1, items: [item]))
        }
        for (slot, group) in present.enumerated() {
            let left = nesting.side(group, layer, isLeft: true)
            var block = Unit(sum: 0, weight: 0, place: place[left], group: group, items: [left])
            for unit in sorter.sorted(units[slot]) { block.append(unit) }
            block.items.append(nesting.side(group, layer, isLeft: false))
            units[nesting.slot(of: nesting.tree.parents[group], in: layer)].append(block)
        }
        rows[layer] = sorter.sorted(units[present.count]).flatMap(\.items)
        for (at, item) in rows[layer].enumerated() { place[item] = at }
    }

    /// Arranges all rows by the current places of items; groups are in the order of their ranks.
    mutating func rearrange() {
        for layer in rows.indices { arrange(layer, turnsTies: false) { _ in nil } }
    }
}

/// A direct member of a group or of the canvas in one row: an item, or a group with all its contents.
private struct Unit {
    /// The sum of the keys of its contents.
    var sum: Double
    var weight: Double
    let place: Int
    let group: Int
    var items: [Int]

    var key: Double { sum / weight }

    mutating func append(_ unit: Unit) {
        sum += unit.sum
        weight += unit.weight
        items += unit.items
    }
}

/// Sorts the units of one group.
private struct UnitSorter {
    let ranks: [Int]
    let turnsTies: Bool

    func sorted(_ list: [Unit]) -> [Unit] {
        if list.count < 2 { return list }
        var units = list.sorted { $0.place < $1.place }
        let places = units.indices.filter { units[$0].weight > 0 }
        let keyed = places.map { units[$0] }.sorted { a, b in
            let (x, y) = (a.key, b.key)
            return x != y ? x < y : turnsTies ? a.place > b.place : a.place < b.place
        }
        for (at, unit) in zip(places, keyed) { units[at] = unit }
        let groups = units.indices.filter { units[$0].group >= 0 }
        if groups.count > 1 {
            let ranked = groups.map { units[$0] }.sorted { ranks[$0.group] < ranks[$1.group] }
            for (at, unit) in zip(groups, ranked) { units[at] = unit }
        }
        return units
    }
}

extension Nesting {
    /// Returns the mean key of the contents of each group.
    func means(_ key: [Double]) -> [Double] {
        var sums = Array(repeating: 0.0, count: tree.count)
        var counts = sums
        for item in groups.indices where groups[item] >= 0 && sides[item] == 0 {
            sums[groups[item]] += key[item]
            counts[groups[item]] += 1
        }
        for group in (0..<tree.count).reversed() where tree.parents[group] >= 0 {
            sums[tree.parents[group]] += sums[group]
            counts[tree.parents[group]] += counts[group]
        }
        return zip(sums, counts).map { $1 > 0 ? $0 / $1 : 0 }
    }

    /// Returns the place of each group in the order of a key.
    func ranks(_ key: [Double]) -> [Int] {
        var ranks = Array(repeating: 0, count: key.count)
        for (rank, group) in key.indices.sorted(by: { (key[$0], $0) < (key[$1], $1) }).enumerated() {
            ranks[group] = rank
        }
        return ranks
    }
}
