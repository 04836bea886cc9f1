/// A walk along a route from one of its legs, to find its turns.
struct RouteWalk {
    private var leg: Int
    private var step: Int
    /// Is true if it goes towards greater coordinates of the leg's axis.
    private(set) var isForward: Bool
    private let round: Int

    /// Begins on a leg towards one of its ends.
    init(_ plan: RoutePlan, _ leg: Int, _ round: Int, isForward: Bool) {
        self.leg = leg
        self.round = round
        self.isForward = isForward
        step = (plan.head(leg, round) >= plan.tail(leg, round)) == isForward ? 1 : -1
    }

    /// Returns the coordinate at which the leg ends.
    func end(_ plan: RoutePlan) -> Double { step > 0 ? plan.head(leg, round) : plan.tail(leg, round) }

    /// Returns true if the next leg goes to the left-hand side; nil if there is none.
    func turnsLeft(_ plan: RoutePlan) -> Bool? {
        guard plan.legs.indices.contains(leg + step) else { return nil }
        return isNextForward(plan) == isLeftGreater(plan)
    }

    /// Returns true if the left-hand side is that of the greater coordinates; y points down.
    func isLeftGreater(_ plan: RoutePlan) -> Bool { isForward == (plan.legs[leg].axis == 1) }

    private func isNextForward(_ plan: RoutePlan) -> Bool {
        let next = leg + step
        return (step > 0 ? plan.head(next, round) : plan.tail(next, round)) >= plan.place(leg, round)
    }

    /// Goes on to the next leg.
    mutating func advance(_ plan: RoutePlan) {
        isForward = isNextForward(plan)
        leg += step
    }

    /// Returns which of two parallel legs should have the lesser coordinate so that their routes cross least: negative
    /// for the first, positive for the second, 0 for either.
    static func preference(
        _ one: RoutePlan, _ a: Int, _ two: RoutePlan, _ b: Int, round: Int
    ) -> Int {
        parting(one, a, two, b, round, isForward: true) + parting(one, a, two, b, round, isForward: false)
    }

    /// Follows both routes one way to the point at which they part.
    private static func parting(
        _ one: RoutePlan, _ a: Int, _ two: RoutePlan, _ b: Int, _ round: Int, isForward: Bool
    ) -> Int {
        var p = RouteWalk(one, a, round, isForward: isForward)
        var q = RouteWalk(two, b, round, isForward: isForward)
        let isLeftGreater = p.isLeftGreater(one)
        func sign(_ isFirstLeft: Bool) -> Int { isFirstLeft == isLeftGreater ? 1 : -1 }
        for _ in 0..<64 {
            let gap = q.end(two) - p.end(one)
            if abs(gap) > 1e-6 {
                // Who ends first parts from the other.
                let isFirst = (gap > 0) == p.isForward
                guard let left = isFirst ? p.turnsLeft(one) : q.turnsLeft(two) else { return 0 }
                return sign(left == isFirst)
            }
            guard let left = p.turnsLeft(one), let other = q.turnsLeft(two) else { return 0 }
            if left != other { return sign(left) }
            p.advance(one)
            q.advance(two)
        }
        return 0
    }
}
