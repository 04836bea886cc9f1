import Geometry
import Graph
import Storage

/// The choice by keys of the end of a draft among the legal handles: outwards, and back the way they came.
struct KeyChoice: Sendable {
    /// The handles that were passed on the way to the present one, the nearest first.
    var passed: [Draft.DrawnEnd] = []
}

extension ConnectGesture {
    /// Goes on to the next legal handle outwards; from the last to the nearest. False if there is none.
    mutating func chooseNext(on stage: Stage) -> Bool {
        guard case .keys(var choice) = lead else { return false }
        let start = start(on: stage)
        let current = drawn.candidate.flatMap { stage.current($0) }
        if let next = stage.target(after: current, of: start) {
            if let current { choice.passed.append(current) }
            choose(next, choice, on: stage)
        } else if current != nil, let nearest = stage.target(after: nil, of: start) {
            choose(nearest, KeyChoice(), on: stage)
        } else {
            return false
        }
        return true
    }

    /// Goes back to the handle that was passed last. False if none is left.
    mutating func choosePrevious(on stage: Stage) -> Bool {
        guard case .keys(var choice) = lead else { return false }
        let start = start(on: stage)
        while let last = choice.passed.popLast() {
            guard let end = stage.current(last), !stage.refuses(start, to: end) else { continue }
            choose(end, choice, on: stage)
            return true
        }
        return false
    }

    private mutating func choose(_ end: Draft.DrawnEnd, _ choice: KeyChoice, on stage: Stage) {
        lead = .keys(choice)
        draw(to: end, on: stage)
    }
}

extension Stage {
    /// The number of handles checked by the rules for one key, even if none is legal.
    private static var askedLimit: Int { 2048 }

    /// A handle that was found before, at its present position; nil if it is gone or may no longer be connected.
    func current(_ end: Draft.DrawnEnd) -> Draft.DrawnEnd? {
        guard scene.nodes.contains(end.node), !document.nodes.flags(end.node).contains(.unconnectable),
            let handle = document.handle(end.handle.id, of: end.node, kind: end.handle.kind), handle.isConnectableEnd
        else { return nil }
        return document.draftEnd(handle, of: end.node)
    }

    /// The nearest legal target farther out than another, or of all.
    ///
    /// Targets at the same distance are ordered by painting, front first, then by declaration.
    ///
    /// - Complexity: O(the nodes as near as the answer), in at most 40 visits more than `askedLimit` questions to the rules
    ///   take.
    fileprivate func target(after end: Draft.DrawnEnd?, of start: DraftStart) -> Draft.DrawnEnd? {
        let point = start.anchor.point
        let farthest = scene.nodes.bounds.farthest(from: point)
        var last = end
        var reach = SearchReach(atLeast: (last?.anchor.point.distance(to: point) ?? 0) * 2)
        var asked = 0
        let atOnce = 256
        while asked < Stage.askedLimit {
            let ends = ends(after: last, of: start, within: reach.value, atMost: atOnce)
            for end in ends where !refuses(start, to: end) { return end }
            asked += ends.count
            last = ends.last ?? last
            if ends.count == atOnce { continue }
            guard reach.value < farthest else { return nil }
            reach.grow(by: 2)
        }
        return nil
    }

    /// Returns true if rules or client refuse an edge between two ends.
    fileprivate func refuses(_ start: DraftStart, to end: Draft.DrawnEnd) -> Bool {
        if case .refused = finding(of: start, to: end) { true } else { false }
    }

    private func ends(
        after last: Draft.DrawnEnd?, of start: DraftStart, within reach: Double, atMost limit: Int
    ) -> [Draft.DrawnEnd] {
        let point = start.anchor.point
        let passed = last.map { ($0.anchor.point - point).squaredLength } ?? -1
        let passedIndex = last.flatMap { handleIndex($0.handle, of: $0.node) } ?? 0
        return handles(near: point, within: reach, atMost: limit) { near, handle in
            guard start.mayLead(to: near.node, handle, in: document) else { return false }
            guard let last else { return true }
            if near.distance != passed { return near.distance > passed }
            if near.node != last.node { return document.isInFront(last.node, of: near.node) }
            return (handleIndex(handle, of: near.node) ?? 0) > passedIndex
        }
    }
}

extension Rect {
    /// The distance from a point to the farthest corner; below zero if there is none.
    func farthest(from point: Point) -> Double {
        if !(minX <= maxX && minY <= maxY) { return -1 }
        let across = max(point.x - minX, maxX - point.x)
        let down = max(point.y - minY, maxY - point.y)
        return (across * across + down * down).squareRoot()
    }
}

/// The distance that a search from a point outwards has come, in canvas units.
///
/// It grows by a factor up to the usual spread of nodes, and then includes everything: the number of rounds does not
/// depend on the coordinates.
struct SearchReach {
    private(set) var value: Double

    init(atLeast least: Double = 0) { value = max(256, least) }

    mutating func grow(by factor: Double) { value = value < 0x1p40 ? value * factor : .infinity }
}
