import Host
import Wire

// The rows about raw input: a pointer that drags one node or many, one message at a time or in a stream.
//
// The grid is off, so that each move changes something and has its frame.

extension BenchRun {
    func measureInput() throws(CommandError) -> [Figure] {
        var figures: [Figure] = []
        let clustered = try server(.clustered, options.nodes)
        try figures += withoutGrid(clustered) { () throws(CommandError) in try measureInputOfOne(in: clustered) }
        figures += try measureInputStream()
        let uniform = try server(.uniform, options.nodes)
        try figures += withoutGrid(uniform) { () throws(CommandError) in
            let many = try measureInputOfMany(in: uniform)
            if smallNodes == options.nodes { return many }
            let small = try server(.uniform, smallNodes)
            return try many
                + withoutGrid(small) { () throws(CommandError) in [try measureInputGrowth(uniform, small)] }
        }
        return figures
    }

    /// The number of nodes of the document that the largest one is compared with.
    private var smallNodes: Int { max(options.nodes / 100, 1000) }

    private func withoutGrid(
        _ server: BenchPeer, _ body: () throws(CommandError) -> [Figure]
    ) throws(CommandError) -> [Figure] {
        try server.ask(
            #"{"jsonrpc":"2.0","id":1,"method":"settings/update","params":{"document":"d","patch":{"snapToGrid":false}}}"#
        )
        let figures = try body()
        try server.ask(#"{"jsonrpc":"2.0","id":1,"method":"history/undo","params":{"document":"d"}}"#)
        return figures
    }

    // MARK: One node

    private func measureInputOfOne(in server: BenchPeer) throws(CommandError) -> [Figure] {
        let sample = sample(.clustered, options.nodes)
        var figures: [Figure] = []
        for scene in [StaticString("none"), "svg"] {
            let drag = PointerDrag(
                at: nextTime(), view: "input", of: [sample.count / 2], in: sample, scene: scene)
            try drag.begin(in: server)
            let (moves, bytes) = try compare(server, drag.moves, count: turns(4000))
            try drag.end(in: server)
            figures.append(
                Figure(
                    scene.description == "none" ? "input-drag-1" : "input-drag-1-svg", moves.ratio,
                    goal: scene.description == "none" ? 2.4 : 4.4,
                    against: "the floor, same bytes",
                    shown: "\(moves.shown); reply \(bytes.reply), frames \(bytes.notice) bytes a move"))
        }
        return figures
    }

    // MARK: A stream of moves

    /// Sends moves as notifications, with the server's own clock: of moves that arrive together the last replaces the
    /// others, and frames are merged while the client does not read. The number of remaining frames is shown; the
    /// others were never made.
    ///
    /// The goal is 770,000 moves a second, client included, where the floor server takes a fifth of a microsecond.
    private func measureInputStream() throws(CommandError) -> [Figure] {
        let sample = sample(.clustered, options.nodes)
        let server = try launchServer(clock: "server")
        try open(.clustered, options.nodes, in: server)
        let count = turns(100_000)
        return try withoutGrid(server) { () throws(CommandError) in
            let drag = PointerDrag(at: nextTime(), view: "input", of: [sample.count / 2], in: sample)
            let moves = drag.notifications
            try drag.begin(in: server)
            let (bytes, frames) = (server.noticeBytes, server.notices)
            try drag.stream(moves, count: count, to: server)
            let (bytesEach, sent) = (Double(server.noticeBytes - bytes) / Double(count), server.notices - frames)
            let floor = try BenchPeer.floor(replyBytes: Int(bytesEach))
            let pace = try Comparison(batches: batches) { () throws(CommandError) in
                try drag.stream(moves, count: count, to: server)
            } floor: { () throws(CommandError) in
                try floor.pipeline(moves, count: count)
            }
            try drag.end(in: server)
            let time = pace.ours.least
            return [
                Figure(
                    "input-stream-1", pace.ratio, goal: 7, against: "the floor, pipelined, which answers each",
                    shown: "\(pace.shown); \(sent) frames for \(count) moves, \(bytesEach.short) bytes a move"),
                Figure(
                    "input-stream-time", time / 1e3, goal: 1.3, .microseconds, against: "nothing",
                    shown: "\(Int(1e9 / time)) moves a second"),
            ]
        }
    }

    // MARK: Many nodes

    private func measureInputOfMany(in server: BenchPeer) throws(CommandError) -> [Figure] {
        let sample = sample(.uniform, options.nodes)
        var figures: [Figure] = []
        for (wanted, goal, carried): (Int, Double, StaticString) in [
            (100, 50, "offset"), (100, 140, "placed"), (10_000, 60, "offset"), (10_000, 420, "placed"),
        ] {
            let drag = PointerDrag.ofMany(
                at: nextTime(), min(wanted, options.nodes / 10), in: sample, carried: carried)
            try drag.begin(in: server)
            let (moves, bytes) = try compare(server, drag.moves, count: turns(1000))
            try drag.end(in: server)
            let name = carried.description == "offset" ? "" : "-\(carried)"
            figures.append(
                Figure(
                    "input-drag-\(drag.nodes.count)\(name)", moves.ours.least / 1e3, goal: goal, .microseconds,
                    against: "nothing",
                    shown: "\(moves.ratio.short) x the floor of the same bytes, \(moves.shown); "
                        + "reply \(bytes.reply), frames \(bytes.notice) bytes a move"))
        }
        return figures
    }

    /// Drags a hundred nodes in the same way in the largest document and in a small one.
    private func measureInputGrowth(_ large: BenchPeer, _ small: BenchPeer) throws(CommandError) -> Figure {
        let count = turns(1000)
        let drags = (
            PointerDrag.ofMany(at: nextTime(), 100, in: sample(.uniform, options.nodes)),
            PointerDrag.ofMany(at: nextTime(), 100, in: sample(.uniform, smallNodes))
        )
        try drags.0.begin(in: large)
        try drags.1.begin(in: small)
        let moves = (drags.0.moves, drags.1.moves)
        let marks = (large.mark, small.mark)
        let growth = try Comparison(batches: batches) { () throws(CommandError) in
            try large.roundTrips(moves.0, count: count)
        } floor: { () throws(CommandError) in
            try small.roundTrips(moves.1, count: count)
        }
        let frames = (marks.0.mean(large).notice, marks.1.mean(small).notice)
        try drags.0.end(in: large)
        try drags.1.end(in: small)
        return Figure(
            "input-size", growth.ratio, goal: 1.2, against: "\(smallNodes) nodes",
            shown: "\(growth.shown); frames \(frames.0) and \(frames.1) bytes a move")
    }
}

/// A mouse that drags nodes in its own view, and its moves.
struct PointerDrag {
    /// The time of the press, in milliseconds.
    /// All moves come after the time of a long press, so that no timer is pending.
    private let time: Int
    let view: String
    /// The dragged nodes, the pressed one first.
    let nodes: [Int]
    private let corner: Sample.Spot
    private let zoom: Double
    private let scene: StaticString
    private let carried: StaticString
    private let margin: Double?

    init(
        at time: Int, view: String, of nodes: [Int], in sample: Sample, zoom: Double = 1, scene: StaticString = "none",
        carried: StaticString = "placed", margin: Double? = nil
    ) {
        self.time = time
        self.view = view
        self.nodes = nodes
        self.zoom = zoom
        self.scene = scene
        self.carried = carried
        self.margin = margin
        corner = sample.corners[nodes[0]]
    }

    /// A drag of the nodes around the middle, in a view of about two hundred nodes that reports no others.
    static func ofMany(
        at time: Int, _ count: Int, in sample: Sample, carried: StaticString = "offset"
    ) -> PointerDrag {
        PointerDrag(
            at: time, view: "input", of: sample.aroundMiddle(count), in: sample, zoom: 0.48, scene: "svg",
            carried: carried, margin: 0)
    }

    /// Opens the view, selects the nodes if there are several, presses, and moves beyond the threshold.
    func begin(in server: BenchPeer) throws(CommandError) {
        let (x, y) = (900.0, 500.0)
        let margin = margin.map { #","margin":\#($0)"# } ?? ""
        try server.ask(
            #"{"jsonrpc":"2.0","id":1,"method":"view/open","params":{"document":"d","view":"\#(view)","width":1920,"height":1080,"#
                + #""viewport":{"x":\#(x - corner.x * zoom),"y":\#(y - corner.y * zoom),"zoom":\#(zoom)},"#
                + #""scene":"\#(scene)","carried":"\#(carried)"\#(margin)}}"#)
        if nodes.count > 1 {
            let ids = nodes.map { "\"\(Sample.id($0))\"" }.joined(separator: ",")
            try server.ask(
                #"{"jsonrpc":"2.0","id":1,"method":"view/select","params":{"view":"\#(view)","nodes":[\#(ids)]}}"#)
        }
        try server.ask(message(1, "down", x + 20 * zoom, y + 30 * zoom, time: time))
        try check(in: server)
    }

    /// Checks that the drag is still active, and closes the view.
    func end(in server: BenchPeer) throws(CommandError) {
        try check(in: server)
        try server.ask(#"{"jsonrpc":"2.0","id":1,"method":"view/close","params":{"view":"\#(view)"}}"#)
    }

    var moves: Script { script { 100_000 + $0 } }

    var notifications: Script { script { _ in nil } }

    /// Nanoseconds for each of some moves without a reply, followed by one with a reply.
    @discardableResult
    func stream(_ notifications: Script, count: Int, to server: BenchPeer) throws(CommandError) -> Double {
        let (time, reply) = try server.stream(notifications, count: count, last: lastMove)
        try check(reply)
        return time
    }

    private func script(_ id: (Int) -> Int?) -> Script {
        // At a border the view would start to follow.
        var walk = PointerWalk(seed: 9, inset: 60)
        return Script(
            (0..<4096).map { turn in
                let at = walk.next()
                return message(id(turn), "move", at.x, at.y, time: time + 1000 + turn * 8)
            })
    }

    private var lastMove: String { message(1, "move", 960, 540, time: time + 1000) }

    private func check(in server: BenchPeer) throws(CommandError) { try check(server.ask(lastMove)) }

    private func check(_ reply: String) throws(CommandError) {
        if !reply.hasSuffix(#""result":{"gesture":"drag"}}"#) { throw CommandError("a move of a drag gave \(reply)") }
    }

    private func message(_ id: Int?, _ phase: StaticString, _ x: Double, _ y: Double, time: Int) -> String {
        let id = id.map { #""id":\#($0),"# } ?? ""
        return
            #"{"jsonrpc":"2.0",\#(id)"method":"input/pointer","params":{"view":"\#(view)","phase":"\#(phase)","id":1,"kind":"mouse","#
            + #""at":{"x":\#(x),"y":\#(y)},"time":\#(time)}}"#
    }
}

extension Sample {
    /// The nodes around the middle of the canvas, the innermost first.
    func aroundMiddle(_ count: Int) -> [Int] {
        var (right, bottom) = (0.0, 0.0)
        for corner in corners { (right, bottom) = (max(right, corner.x), max(bottom, corner.y)) }
        func distance(_ node: Int) -> Double {
            max(abs(corners[node].x - right / 2), abs(corners[node].y - bottom / 2))
        }
        let reach = 250 * Double(count).squareRoot()
        let near = corners.indices.filter { distance($0) < reach }
        return Array(near.sorted { (distance($0), $0) < (distance($1), $1) }.prefix(count))
    }
}
