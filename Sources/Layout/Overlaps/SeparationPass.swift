/// The removal of overlaps along both axes, one after the other.
struct SeparationPass {
    /// A flag for each box: true if it does not move.
    private let isFixed: [Bool]
    /// The original coordinates along each axis, if their order is kept.
    private let along: [Double]?
    private let across: [Double]?

    init(original: BoxColumns, isFixed: [Bool], keepsOrder: Bool) {
        self.isFixed = isFixed
        along = keepsOrder ? original.along : nil
        across = keepsOrder ? original.across : nil
    }

    /// Separates boxes: their order comes from `guide`, their wanted places from `goal`. Returns nil when stopped.
    func moved(
        _ guide: BoxColumns, factor: Double, toward goal: BoxColumns, _ isOn: () -> Bool
    ) -> BoxColumns? {
        var boxes = factor == 1 ? guide : guide.scaled(by: factor)
        guard let first = solved(boxes, toward: goal.along, original: along, sharing: true, isOn) else { return nil }
        boxes.along = first
        boxes = boxes.turned
        guard let second = solved(boxes, toward: goal.across, original: across, sharing: false, isOn) else {
            return nil
        }
        boxes.along = second
        boxes = boxes.turned
        return BoxColumns(
            along: boxes.along, across: boxes.across, halfAlong: guide.halfAlong, halfAcross: guide.halfAcross)
    }

    private func solved(
        _ boxes: BoxColumns, toward goal: [Double], original: [Double]?, sharing: Bool, _ isOn: () -> Bool
    ) -> [Double]? {
        guard isOn() else { return nil }
        let order = SeparationPass.order(of: original ?? boxes.along, then: boxes.along)
        var scan = SeparationScan(boxes: boxes, order: order)
        guard isOn(), let found = scan.found(sharing: sharing, isOn) else { return nil }
        var chain = OrderChain(order: order, separations: found)
        if let original { chain.keepOrder(of: original) }
        let others = chain.variables - goal.count
        var solver = SeparationSolver(
            desired: goal + chain.between,
            weight: Array(repeating: 1, count: goal.count) + Array(repeating: 1e-6, count: others),
            isFixed: isFixed + Array(repeating: false, count: others), separations: chain.separations)
        return solver.solve(order: chain.order, isOn) ? Array(solver.positions.prefix(goal.count)) : nil
    }

    /// The boxes sorted by one coordinate, then by another, then by their number.
    private static func order(of first: [Double], then second: [Double]) -> [Int32] {
        var order = first.indices.map { Int32(truncatingIfNeeded: $0) }
        order.sort { a, b in
            let i = Int(a)
            let j = Int(b)
            if first[i] != first[j] { return first[i] < first[j] }
            return second[i] != second[j] ? second[i] < second[j] : a < b
        }
        return order
    }
}

/// The zero distances that keep the order of coordinates.
///
/// Boxes with equal coordinates have no order: a variable in between keeps them before those with the next coordinate.
struct OrderChain {
    private(set) var order: [Int32]
    private(set) var separations: [Separation]
    /// The wanted positions of the variables in between; they come after those of the boxes.
    private(set) var between: [Double] = []
    private let boxes: Int

    init(order: [Int32], separations: [Separation]) {
        self.order = order
        self.separations = separations
        boxes = order.count
    }

    var variables: Int { boxes + between.count }

    mutating func keepOrder(of coordinates: [Double]) {
        var merged: [Int32] = []
        merged.reserveCapacity(order.count)
        var before = 0..<0
        var at = 0
        while at < order.count {
            var end = at + 1
            let coordinate = coordinates[Int(order[at])]
            while end < order.count, coordinates[Int(order[end])] == coordinate { end += 1 }
            if before.count == 1 && end == at + 1 {
                add(order[before.lowerBound], order[at])
            } else if !before.isEmpty {
                merged.append(addBetween(before, at..<end, coordinate))
            }
            merged += order[at..<end]
            before = at..<end
            at = end
        }
        order = merged
    }

    private mutating func addBetween(_ before: Range<Int>, _ after: Range<Int>, _ coordinate: Double) -> Int32 {
        let number = Int32(truncatingIfNeeded: variables)
        between.append(coordinate)
        for place in before { add(order[place], number) }
        for place in after { add(number, order[place]) }
        return number
    }

    private mutating func add(_ left: Int32, _ right: Int32) {
        separations.append(Separation(left: left, right: right, gap: 0))
    }
}
