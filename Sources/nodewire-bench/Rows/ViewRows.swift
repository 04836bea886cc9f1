import Host
import Wire

// The rows about views: hit tests, drags and lassos.

extension BenchRun {
    // MARK: Hits

    func measureHits() throws(CommandError) -> [Figure] {
        var figures: [Figure] = []
        let floor = "the floor, same bytes"
        for kind in [Sample.Kind.clustered, .uniform] {
            let server = try server(kind, options.nodes)
            let path = try pointerPath(kind, options.nodes)
            let anywhere = anywhere(kind, options.nodes)
            let along = try compare(server, path, count: turns(4000)).comparison
            let cold = try compare(server, anywhere, count: turns(4000)).comparison
            let piped = try compare(server, path, count: turns(20_000), isPipelined: true).comparison
            let coldPiped = try compare(server, anywhere, count: turns(20_000), isPipelined: true).comparison
            figures += [
                Figure(
                    "hit-path-\(kind)", along.ratio, goal: 2.4, against: floor,
                    shown: along.shown),
                Figure("hit-anywhere-\(kind)", cold.ratio, goal: 2.4, against: floor, shown: cold.shown),
                Figure(
                    "hit-pipelined-\(kind)", piped.ratio, goal: kind == .clustered ? 9 : 7, against: floor,
                    shown: piped.shown + "; anywhere \(coldPiped.ratio.short) x"),
            ]
        }
        return figures + [try measureHitGrowth()]
    }

    private func measureHitGrowth() throws(CommandError) -> Figure {
        let (small, large) = (sizes[0], options.nodes)
        let servers = (try server(.clustered, small), try server(.clustered, large))
        let scripts = (try pointerPath(.clustered, small), try pointerPath(.clustered, large))
        let count = turns(4000)
        let growth = try Comparison(batches: batches) { () throws(CommandError) in
            try servers.1.roundTrips(scripts.1, count: count)
        } floor: { () throws(CommandError) in
            try servers.0.roundTrips(scripts.0, count: count)
        }
        return Figure("hit-growth", growth.ratio, goal: 2, against: "\(small) nodes", shown: growth.shown)
    }

    /// A pointer path over a view of the middle of the document.
    func pointerPath(_ kind: Sample.Kind, _ nodes: Int) throws(CommandError) -> Script {
        let view = "path"
        let server = try server(kind, nodes)
        // If a server has ended, the next row reports it.
        _ = try? server.ask(#"{"jsonrpc":"2.0","id":1,"method":"view/close","params":{"view":"\#(view)"}}"#)
        try server.ask(openView(view, kind, nodes))
        var walk = PointerWalk(seed: 3)
        var script = Script()
        for id in 0..<4096 {
            let at = walk.next()
            script.add(BenchRun.hitTest(id: 100_000 + id, view, at.x, at.y))
        }
        return script
    }

    /// The request for a view of the middle of the document.
    func openView(_ view: String, _ kind: Sample.Kind, _ nodes: Int) -> String {
        let sample = sample(kind, nodes)
        let corner = sample.corners[sample.count / 2]
        return #"{"jsonrpc":"2.0","id":1,"method":"view/open","params":{"document":"d","view":"\#(view)","#
            + #""width":1920,"height":1080,"viewport":{"x":\#(960 - corner.x),"y":\#(540 - corner.y),"zoom":1}}}"#
    }

    /// Points all over the document; 85 % of them are on a node.
    private func anywhere(_ kind: Sample.Kind, _ nodes: Int) -> Script {
        let sample = sample(kind, nodes)
        var numbers = SeededNumbers(seed: 5)
        var script = Script()
        for id in 0..<20_000 {
            let corner = sample.corners[numbers.below(sample.count)]
            let isOnNode = numbers.below(100) < 85
            let (x, y) =
                isOnNode
                ? (numbers.between(0, Sample.nodeWidth), numbers.between(0, Sample.nodeHeight))
                : (numbers.between(-150, 300), numbers.between(60, 140))
            script.add(BenchRun.hitTest(id: 100_000 + id, "v", (corner.x + x).rounded(), (corner.y + y).rounded()))
        }
        return script
    }

    private static func hitTest(id: Int, _ view: String, _ x: Double, _ y: Double) -> String {
        #"{"jsonrpc":"2.0","id":\#(id),"method":"view/hitTest","params":{"view":"\#(view)","at":{"x":\#(x),"y":\#(y)}}}"#
    }

    // MARK: Drags

    func measureDrags() throws(CommandError) -> [Figure] {
        let nodes = options.nodes
        let server = try server(.clustered, nodes)
        let many = min(10_000, nodes / 10)
        let middle = nodes / 2
        let one = try beginDrag(view: "drag1", of: middle..<middle + 1, in: server)
        let group = try beginDrag(view: "drag2", of: middle + 1..<middle + 1 + many, in: server)
        let count = turns(4000)
        let single = try compare(server, one, count: count)
        let selected = try compare(server, group, count: count)
        let growth = try Comparison(batches: batches) { () throws(CommandError) in
            try server.roundTrips(group, count: count)
        } floor: { () throws(CommandError) in
            try server.roundTrips(one, count: count)
        }
        for view in ["drag1", "drag2"] {
            try server.ask(#"{"jsonrpc":"2.0","id":1,"method":"view/close","params":{"view":"\#(view)"}}"#)
        }
        return [
            Figure(
                "drag-1", single.comparison.ratio, goal: 2.4, against: "the floor, same bytes",
                shown: single.comparison.shown),
            Figure(
                "drag-\(many)", selected.comparison.ratio, goal: 2.3, against: "the floor, same bytes",
                shown: selected.comparison.shown),
            Figure(
                "drag-bytes", Double(selected.bytes.reply + selected.bytes.notice), goal: 250, .bytes,
                against: "nothing", shown: "reply \(selected.bytes.reply), frames \(selected.bytes.notice) a move"),
            Figure("drag-growth", growth.ratio, goal: 1.2, against: "1 selected", shown: growth.shown),
        ]
    }

    /// Begins to drag some nodes by the first of them, and returns the moves. No other view may drag any of them.
    private func beginDrag(view: String, of nodes: Range<Int>, in server: BenchPeer) throws(CommandError) -> Script {
        let sample = sample(.clustered, options.nodes)
        let corner = sample.corners[nodes.lowerBound]
        let (x, y) = (900.0, 500.0)
        try server.ask(
            #"{"jsonrpc":"2.0","id":1,"method":"view/open","params":{"document":"d","view":"\#(view)","width":1920,"height":1080,"#
                + #""viewport":{"x":\#(x - corner.x),"y":\#(y - corner.y),"zoom":1}}}"#)
        let ids = nodes.map { "\"\(Sample.id($0))\"" }.joined(separator: ",")
        try server.ask(
            #"{"jsonrpc":"2.0","id":1,"method":"gesture/begin","params":{"view":"\#(view)","kind":"drag","#
                + #""at":{"x":\#(x + 75),"y":\#(y + 30)},"nodes":[\#(ids)]}}"#)
        var walk = PointerWalk(seed: 9)
        return Script(
            (0..<4096).map { id in
                let at = walk.next()
                return
                    #"{"jsonrpc":"2.0","id":\#(100_000 + id),"method":"gesture/update","params":{"view":"\#(view)","at":{"x":\#(at.x),"y":\#(at.y)}}}"#
            })
    }

    // MARK: Lassos

    func measureLassos() throws(CommandError) -> [Figure] {
        let nodes = options.nodes
        let sample = sample(.clustered, nodes)
        let server = try server(.clustered, nodes)
        let columns = Columns(sample)
        let rect = columns.rect(holding: nodes / 10)
        let shape = #""rect":{"x":\#(rect.x),"y":\#(rect.y),"width":\#(rect.width),"height":\#(rect.height)}"#
        func figure(_ name: String, _ of: String, ids: Bool, goal: Double, _ unit: Figure.Unit) throws(CommandError)
            -> Figure
        {
            let script = Script([
                #"{"jsonrpc":"2.0","id":1,"method":"view/lasso","params":{"view":"v",\#(shape),"of":"\#(of)","ids":\#(ids)}}"#
            ])
            let mark = server.mark
            let pass = try Comparison(batches: batches * 2) { () throws(CommandError) in
                try server.roundTrips(script, count: 1)
            } floor: { () throws(CommandError) in
                columns.timePass()
            }
            return Figure(
                name, unit == .ratio ? pass.ratio : pass.ours.least / 1e6, goal: goal, unit,
                against: unit == .ratio ? "a pass over columns" : "nothing",
                shown: pass.shown + "; \(mark.mean(server).reply) bytes")
        }
        let scale = Double(nodes) / 1e6
        return [
            try figure("lasso-counted", "nodes", ids: false, goal: 3, .ratio),
            try figure("lasso-ids", "nodes", ids: true, goal: 5 * scale, .milliseconds),
            try figure("lasso-edges", "both", ids: false, goal: 8, .ratio),
        ]
    }
}

/// A pointer that moves a few points at a time and stays inside a view of 1920 by 1080.
struct PointerWalk {
    /// The distance from the border.
    private let inset: Double
    private var numbers: SeededNumbers
    private var x = 960.0
    private var y = 540.0
    private var stepX = 4.0
    private var stepY = 2.0

    init(seed: UInt64, inset: Double = 20) {
        self.inset = inset
        numbers = SeededNumbers(seed: seed)
    }

    mutating func next() -> (x: Double, y: Double) {
        stepX = min(max(stepX + numbers.between(-1, 1), -6), 6)
        stepY = min(max(stepY + numbers.between(-1, 1), -6), 6)
        if !(inset...1920 - inset).contains(x + stepX) { stepX = -stepX }
        if !(inset...1080 - inset).contains(y + stepY) { stepY = -stepY }
        x += stepX
        y += stepY
        return (x.rounded(), y.rounded())
    }
}

/// The frames of a document's nodes as four plain columns: the minimum that a rectangle query can read.
struct Columns {
    private var minX: [Float] = []
    private var minY: [Float] = []
    private var maxX: [Float] = []
    private var maxY: [Float] = []

    init(_ sample: Sample) {
        minX = sample.corners.map { Float($0.x) }
        minY = sample.corners.map { Float($0.y) }
        maxX = sample.corners.map { Float($0.x + Sample.nodeWidth) }
        maxY = sample.corners.map { Float($0.y + Sample.nodeHeight) }
    }

    /// Nanoseconds of one linear pass that counts the frames touching a rectangle in the middle.
    func timePass() -> Double {
        let start = workTime()
        let count = touching(0, 0, Float(minX.count), Float(minX.count))
        let time = (workTime() - start) * 1e6
        return count < 0 ? .nan : time
    }

    private func touching(_ left: Float, _ top: Float, _ right: Float, _ bottom: Float) -> Int {
        var count = SIMD8<Int32>()
        minX.withUnsafeBytes { minX in
            minY.withUnsafeBytes { minY in
                maxX.withUnsafeBytes { maxX in
                    maxY.withUnsafeBytes { maxY in
                        var at = 0
                        while at + 32 <= minX.count {
                            let inside =
                                (minX.loadUnaligned(fromByteOffset: at, as: SIMD8<Float>.self) .<= right)
                                .& (maxX.loadUnaligned(fromByteOffset: at, as: SIMD8<Float>.self) .>= left)
                                .& (minY.loadUnaligned(fromByteOffset: at, as: SIMD8<Float>.self) .<= bottom)
                                .& (maxY.loadUnaligned(fromByteOffset: at, as: SIMD8<Float>.self) .>= top)
                            count.replace(with: count &+ 1, where: inside)
                            at += 32
                        }
                    }
                }
            }
        }
        return Int(count.wrappedSum())
    }

    /// A rectangle around the middle that about a number of frames touch.
    func rect(holding wanted: Int) -> (x: Double, y: Double, width: Double, height: Double) {
        let (width, height) = (Double(maxX.max() ?? 0), Double(maxY.max() ?? 0))
        var (low, high) = (0.0, 1.0)
        for _ in 0..<24 {
            let share = (low + high) / 2
            let (left, right) = (width * (1 - share) / 2, width * (1 + share) / 2)
            let (top, bottom) = (height * (1 - share) / 2, height * (1 + share) / 2)
            if touching(Float(left), Float(top), Float(right), Float(bottom)) < wanted {
                low = share
            } else {
                high = share
            }
        }
        let share = high
        return (
            (width * (1 - share) / 2).rounded(), (height * (1 - share) / 2).rounded(), (width * share).rounded(),
            (height * share).rounded()
        )
    }
}
