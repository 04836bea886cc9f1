import Geometry

/// The possible cuts of a layered drawing between its layers, and the best ones for wrapping it.
///
/// Cuts at about equal distances are compared for several numbers of pieces, both directly and moved to cut fewer edges
/// (Rüegg and von Hanxleden 2018, Wrapping layered graphs: cuts by the ratio of the drawing, improved cuts).
struct SheetCuts {
    /// The part between two neighboring cuts: its ranges along and across the flow.
    struct Block {
        var top: Double
        var bottom: Double
        var low: Double
        var high: Double
    }

    /// A choice of cuts.
    private struct Choice {
        let cuts: [Int]
        /// The number of edges that are cut, once for each cut.
        let cutEdges: Int
        /// The size on the canvas.
        let width: Double
        let height: Double
    }

    private(set) var blocks: [Block] = []
    /// The number of edges that cross the cut behind each block, except the last.
    private var passing: [Int] = []
    private let layout: LayeredLayout

    /// The greatest number of different piece counts that are tried.
    private static let trials = 32
    /// The distance between adjacent returning edges, and the greatest space for all at a cut.
    static let step = 10.0
    static let mostSpace = 600.0

    /// - Parameters:
    ///   - boxes: nodes, frames of groups and labels; no cut may pass through them.
    ///   - points: the corners of edges.
    ///   - edges: the numbers of their two boxes.
    /// - Complexity: O(*n* log *n*) for *n* boxes, points and edges.
    init(_ boxes: [Rect], points: [Point], edges: [(source: Int, target: Int)], _ layout: LayeredLayout) {
        self.layout = layout
        for box in boxes.sorted(by: { $0.minY < $1.minY }) {
            if let last = blocks.last, box.minY - last.bottom < 1e-6 {
                blocks[blocks.count - 1].bottom = max(last.bottom, box.maxY)
                blocks[blocks.count - 1].low = min(last.low, box.minX)
                blocks[blocks.count - 1].high = max(last.high, box.maxX)
            } else {
                blocks.append(Block(top: box.minY, bottom: box.maxY, low: box.minX, high: box.maxX))
            }
        }
        passing = Array(repeating: 0, count: blocks.count)
        for edge in edges {
            let (source, target) = (block(at: boxes[edge.source].minY), block(at: boxes[edge.target].minY))
            passing[min(source, target)] += 1
            passing[max(source, target)] -= 1
        }
        for index in passing.indices.dropFirst() { passing[index] += passing[index - 1] }
        for point in points {
            let index = block(at: point.y)
            blocks[index].low = min(blocks[index].low, point.x)
            blocks[index].high = max(blocks[index].high, point.x)
        }
    }

    /// The coordinate along the flow of the cut behind a block.
    func cut(behind block: Int) -> Double { blocks[block].bottom / 2 + blocks[block + 1].top / 2 }

    /// The block at a coordinate along the flow; at a cut, the block before it.
    func block(at along: Double) -> Int {
        var (low, high) = (0, blocks.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if cut(behind: middle) < along { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The distance between the returning edges at a cut.
    static func step(_ count: Int) -> Double { min(step, mostSpace / Double(max(count, 1))) }

    /// The blocks behind which the drawing is cut, in order; empty if no cut is better.
    ///
    /// Drawings within the greatest width are preferred, or else the narrowest ones. Of these, the size in the wanted
    /// ratio may be up to a tenth above the least; without a ratio, the number of pieces must be the least. The choice
    /// with the fewest cut edges wins.
    func best() -> [Int] {
        guard blocks.count > 1 else { return [] }
        var choices = [choice([])]
        for count in counts() where count > 1 {
            for share in [0, 0.3] { choices.append(choice(cuts(into: count, window: share))) }
        }
        let most = layout.cleanWidth
        if layout.direction.isHorizontal, most < .infinity { choices.append(choice(cuts(within: most))) }
        let narrow = choices.filter { $0.width <= most }
        let least = choices.reduce(Double.infinity) { min($0, $1.width) }
        let fitting = narrow.isEmpty ? choices.filter { $0.width <= least } : narrow
        func worth(_ choice: Choice) -> Double {
            guard let ratio = layout.cleanRatio else { return Double(choice.cuts.count) }
            return max(choice.width, choice.height * ratio)
        }
        let bound = fitting.reduce(Double.infinity) { min($0, worth($1)) } * (layout.ratio == nil ? 1 : 1.1)
        let chosen = fitting.filter { worth($0) <= bound }.min {
            $0.cutEdges != $1.cutEdges ? $0.cutEdges < $1.cutEdges : worth($0) < worth($1)
        }
        return chosen?.cuts ?? []
    }

    private var length: Double { (blocks.last?.bottom ?? 0) - blocks[0].top }

    /// The numbers of pieces to try.
    private func counts() -> [Int] {
        let breadth = blocks.reduce(0) { max($0, $1.high) } - blocks.reduce(Double.infinity) { min($0, $1.low) }
        var (first, last) = (1.0, 1.0)
        if let ratio = layout.cleanRatio {
            let wanted = layout.direction.isHorizontal ? 1 / ratio : ratio
            last = 2 * (wanted * (length / max(breadth, 1))).squareRoot() + 2
        }
        if layout.direction.isHorizontal, layout.cleanWidth < .infinity {
            let least = length / max(layout.cleanWidth, 1)
            if layout.ratio == nil { first = max(1, least) }
            last = max(last, 2 * least + 2)
        }
        guard last.isFinite, first.isFinite else { return [] }
        last = min(last, Double(blocks.count))
        first = min(first, last)
        var counts: [Int] = []
        for trial in 0..<Self.trials {
            let count = Int(first + (last - first) * Double(trial) / Double(Self.trials - 1))
            if counts.last != count { counts.append(count) }
        }
        return counts
    }

    /// Cuts into pieces of about equal length.
    ///
    /// - Parameter window: the share of a piece in which the cut with the fewest edges is chosen.
    private func cuts(into count: Int, window: Double) -> [Int] {
        var cuts: [Int] = []
        let piece = length / Double(count)
        for number in 1..<count {
            let wanted = blocks[0].top + piece * Double(number)
            let least = (cuts.last ?? -1) + 1
            if least > blocks.count - 2 { break }
            let near = min(max(nearestCut(to: wanted), least), blocks.count - 2)
            var best = near
            let low = max(least, min(near, block(at: wanted - window * piece)))
            let high = min(blocks.count - 2, max(near, block(at: wanted + window * piece)))
            if window > 0, low <= high {
                for cut in low...high where passing[cut] < passing[best] { best = cut }
            }
            cuts.append(best)
        }
        return cuts
    }

    private func nearestCut(to along: Double) -> Int {
        let index = min(block(at: along), blocks.count - 2)
        guard index > 0 else { return index }
        return along - cut(behind: index - 1) < cut(behind: index) - along ? index - 1 : index
    }

    /// Cuts into the longest pieces that fit into a length with the returning edges.
    private func cuts(within most: Double) -> [Int] {
        var cuts: [Int] = []
        var start = blocks[0].top
        for index in blocks.indices.dropLast() {
            let next = index + 1
            let after = next < blocks.count - 1 ? space(behind: next) : 0
            let before = cuts.last.map { space(before: $0) } ?? 0
            if before + blocks[next].bottom + after - start > most {
                cuts.append(index)
                start = blocks[next].top
            }
        }
        return cuts
    }

    /// The space along the flow of the edges at a cut: behind the block before it, and before the block behind it.
    private func space(behind block: Int) -> Double { cut(behind: block) - blocks[block].bottom + tracks(block) }
    private func space(before cut: Int) -> Double { blocks[cut + 1].top - self.cut(behind: cut) + tracks(cut) }
    private func tracks(_ cut: Int) -> Double { Self.step(passing[cut]) * Double(passing[cut]) }

    private func choice(_ cuts: [Int]) -> Choice {
        var (before, after, breadth) = (0.0, 0.0, 0.0)
        var first = 0
        for end in cuts + [blocks.count - 1] {
            let piece = blocks[first...end]
            let low = piece.reduce(Double.infinity) { min($0, $1.low) }
            breadth += piece.reduce(-Double.infinity) { max($0, $1.high) } - low
            if first > 0 { before = max(before, space(before: first - 1)) }
            let isLast = end == blocks.count - 1
            after = max(after, blocks[end].bottom - blocks[first].top + (isLast ? 0 : space(behind: end)))
            if !isLast { breadth += tracks(end) + max(layout.clean(layout.nodeSpacing), 2 * Self.step) }
            first = end + 1
        }
        let (width, height) = layout.direction.isHorizontal ? (before + after, breadth) : (breadth, before + after)
        return Choice(cuts: cuts, cutEdges: cuts.reduce(0) { $0 + passing[$1] }, width: width, height: height)
    }
}
