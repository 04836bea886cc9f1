/// Places subtrees beside one another, as near as the contours of what they hold allow.
///
/// The tidy drawing of Reingold and Tilford (1981), in linear time for any number of children (Buchheim, Jünger and Leipert
/// 2002) and for nodes of any extent along the direction (van der Ploeg 2014). Extents include half of the spacing, so
/// that neighbors touch. Nodes are positions of the forest; nothing is recursive.
struct TreeContours {
    private let forest: TreeForest
    /// Half of the extent of each node across the direction.
    private let halves: [Double]
    /// Where each node ends along the direction.
    private let bottoms: [Double]
    private let isMirrored: Bool

    /// How far each node lies from its parent, across the direction, by their centers.
    private(set) var offsets: [Double]
    /// Where the contour of a subtree goes on below a leaf: in another subtree.
    private var threads: [Int]
    private var threadOffsets: [Double]
    /// The lowest node of the left contour of each subtree, and where it lies from the root of the subtree.
    private var lowestLeft: [Int]
    private var lowestLeftOffsets: [Double]
    private var lowestRight: [Int]
    private var lowestRightOffsets: [Double]
    /// What children between two that were pushed apart move by, as steps and as changes of the sum of these.
    private var steps: [Double]
    private var changes: [Double]
    /// The siblings that can be seen from the right, by how far down they reach; the last one is the nearest.
    private var visible: [(bottom: Double, child: Int)] = []

    /// How far each node lies from its parent across the direction; 0 for roots.
    ///
    /// The mean of the drawings from the left and from the right, so that a tree in a mirror is drawn as in a mirror.
    ///
    /// - Complexity: O(*n*).
    static func offsets(of forest: TreeForest, halves: [Double], bottoms: [Double]) -> [Double] {
        var contours = TreeContours(of: forest, halves, bottoms, isMirrored: false)
        contours.placeAll()
        var mirrored = TreeContours(of: forest, halves, bottoms, isMirrored: true)
        mirrored.placeAll()
        return zip(contours.offsets, mirrored.offsets).map { ($0 - $1) / 2 }
    }

    private init(of forest: TreeForest, _ halves: [Double], _ bottoms: [Double], isMirrored: Bool) {
        self.forest = forest
        self.halves = halves
        self.bottoms = bottoms
        self.isMirrored = isMirrored
        let zeros = Array(repeating: 0.0, count: forest.count)
        offsets = zeros
        threads = Array(repeating: -1, count: forest.count)
        threadOffsets = zeros
        lowestLeft = Array(0..<forest.count)
        lowestLeftOffsets = zeros
        lowestRight = lowestLeft
        lowestRightOffsets = zeros
        steps = zeros
        changes = zeros
    }

    private mutating func placeAll() {
        for parent in (0..<forest.count).reversed() where !forest.children(of: parent).isEmpty {
            placeChildren(of: parent)
        }
    }

    /// The child in a place of the order, which the mirror turns round.
    private func child(_ place: Int, of parent: Int) -> Int {
        isMirrored ? forest.childEnds[parent] - 1 - place : forest.childStarts[parent] + place
    }

    /// Places the children from the first to the last, and centers their parent over these two.
    private mutating func placeChildren(of parent: Int) {
        let count = forest.children(of: parent).count
        let first = child(0, of: parent)
        var left = (lowestLeft[first], lowestLeftOffsets[first])
        var right = (lowestRight[first], lowestRightOffsets[first])
        visible = [(bottoms[lowestLeft[first]], 0)]
        var isSpread = false
        for place in 1..<max(count, 1) {
            let next = child(place, of: parent)
            let bottom = bottoms[lowestRight[next]]
            if separate(place, of: parent, &left, &right) { isSpread = true }
            while let last = visible.last, last.bottom <= bottom { visible.removeLast() }
            visible.append((bottom, place))
        }
        if isSpread { spread(childrenOf: parent, count) }
        let center = offsets[child(count - 1, of: parent)] / 2
        for child in forest.children(of: parent) { offsets[child] -= center }
        (lowestLeft[parent], lowestLeftOffsets[parent]) = (left.0, left.1 - center)
        (lowestRight[parent], lowestRightOffsets[parent]) = (right.0, right.1 - center)
    }

    /// Moves a child to the right of its siblings before it, going down both contours, and joins the contours.
    /// Returns whether siblings between must be spread.
    private mutating func separate(
        _ place: Int, of parent: Int, _ lowLeft: inout (Int, Double), _ lowRight: inout (Int, Double)
    ) -> Bool {
        let moved = child(place, of: parent)
        var right = child(place - 1, of: parent)
        var rightOffset = offsets[right]
        var left = moved
        offsets[moved] = rightOffset + halves[right] + halves[moved]
        var leftOffset = offsets[moved]
        var seen = visible.count - 1
        var isSpread = false
        while right >= 0, left >= 0 {
            while seen > 0, bottoms[right] > visible[seen].bottom { seen -= 1 }
            let missing = rightOffset + halves[right] + halves[left] - leftOffset
            if missing > 0 {
                leftOffset += missing
                offsets[moved] += missing
                if noteSpread(from: visible[seen].child, to: place, of: parent, by: missing) { isSpread = true }
            }
            let (rightBottom, leftBottom) = (bottoms[right], bottoms[left])
            if rightBottom <= leftBottom { (right, rightOffset) = below(right, rightOffset, isRight: true) }
            if leftBottom <= rightBottom { (left, leftOffset) = below(left, leftOffset, isRight: false) }
        }
        let offset = offsets[moved]
        if left >= 0 {
            thread(from: lowLeft, to: left, leftOffset)
            lowLeft = (lowestLeft[moved], offset + lowestLeftOffsets[moved])
        }
        if right >= 0 {
            thread(from: (lowestRight[moved], offset + lowestRightOffsets[moved]), to: right, rightOffset)
        } else {
            lowRight = (lowestRight[moved], offset + lowestRightOffsets[moved])
        }
        return isSpread
    }

    /// The next node down a contour, −1 at its end, and where it lies.
    private func below(_ node: Int, _ offset: Double, isRight: Bool) -> (Int, Double) {
        let children = forest.children(of: node)
        guard !children.isEmpty else { return (threads[node], offset + threadOffsets[node]) }
        let child = child(isRight ? children.count - 1 : 0, of: node)
        return (child, offset + offsets[child])
    }

    private mutating func thread(from low: (node: Int, offset: Double), to node: Int, _ offset: Double) {
        threads[low.node] = node
        threadOffsets[low.node] = offset - low.offset
    }

    /// Shares what a child was moved by among the siblings between it and the one that was in its way.
    private mutating func noteSpread(from first: Int, to place: Int, of parent: Int, by distance: Double) -> Bool {
        let gaps = place - first
        guard gaps > 1 else { return false }
        let step = distance / Double(gaps)
        steps[child(first + 1, of: parent)] += step
        steps[child(place, of: parent)] -= step
        changes[child(place, of: parent)] -= distance - step
        return true
    }

    private mutating func spread(childrenOf parent: Int, _ count: Int) {
        var step = 0.0
        var sum = 0.0
        for place in 0..<count {
            let child = child(place, of: parent)
            step += steps[child]
            sum += step + changes[child]
            offsets[child] += sum
        }
    }
}
