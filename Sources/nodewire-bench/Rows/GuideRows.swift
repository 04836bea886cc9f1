import Host

// The rows about a drag that is aligned to the elements in its view.

extension BenchRun {
    func measureGuides() throws(CommandError) -> [Figure] {
        let server = try launchServer()
        let count = turns(1000)
        let (many, few) = (SnapGrid(nodes: 10_000), SnapGrid(nodes: 1000))
        for grid in [many, few] { try grid.open(in: server) }
        let first = try many.timeFirstMove(in: server, turns: batches, at: nextTime())
        let times = (nextTime(), nextTime())
        try few.begin(in: server, at: times.0)
        try many.begin(in: server, at: times.1)
        let manyMoves = many.moves(after: times.1)
        let (moves, bytes) = try compare(server, manyMoves, count: count)
        let fewMoves = few.moves(after: times.1)
        let mark = server.mark
        _ = try server.roundTrips(fewMoves, count: count)
        let fewBytes = mark.mean(server).notice
        let growth = try Comparison(batches: batches) { () throws(CommandError) in
            try server.roundTrips(manyMoves, count: count)
        } floor: { () throws(CommandError) in
            try server.roundTrips(fewMoves, count: count)
        }
        for grid in [many, few] { try grid.check(in: server, at: times.1) }
        return [
            Figure(
                "input-guides", moves.ours.least / 1e3, goal: 100, .microseconds, against: "nothing",
                shown:
                    "\(many.count) nodes visible; \(moves.ratio.short) x the floor of the same bytes, \(moves.shown); "
                    + "frames \(bytes.notice) bytes a move; the first move, which collects them, \(first.asTime)"),
            Figure(
                "input-guides-growth", growth.ratio, goal: 14, against: "\(few.count) nodes visible",
                shown: "\(growth.shown); frames \(bytes.notice) and \(fewBytes) bytes a move"),
        ]
    }
}

/// A document of nodes in rows and columns with slight offsets, a view of the whole, and a mouse that drags the middle
/// node.
struct SnapGrid {
    let count: Int
    private let columns: Int
    private let name: String
    private let zoom: Double
    private var corners: [Sample.Spot] = []

    private static let step = Sample.Spot(x: 200, y: 110)

    init(nodes count: Int) {
        self.count = count
        columns = Int(Double(count).squareRoot().rounded(.up))
        name = "snap\(count)"
        zoom = 1800 / (Double(columns) * SnapGrid.step.x)
        var numbers = SeededNumbers(seed: 41)
        corners = (0..<count).map { [columns] index in
            Sample.Spot(
                x: (Double(index % columns) * SnapGrid.step.x + numbers.between(-12, 12)).rounded(),
                y: (Double(index / columns) * SnapGrid.step.y + numbers.between(-12, 12)).rounded())
        }
    }

    /// Creates the document, with no handle near the pointer, and opens the view.
    func open(in server: BenchPeer) throws(CommandError) {
        let nodes = corners.enumerated().map { index, corner in
            #"{"id":"n\#(index)","position":{"x":\#(corner.x),"y":\#(corner.y)},"width":100,"height":50}"#
        }.joined(separator: ",")
        let settings = #"{"snapToGuides":true,"snapToGaps":true,"minZoom":0.05,"handleReach":1,"resizerReach":1}"#
        try server.ask(
            #"{"jsonrpc":"2.0","id":1,"method":"document/create","params":{"document":"\#(name)","content":"#
                + #"{"nodes":[\#(nodes)],"edges":[],"settings":\#(settings)}}}"#)
        try server.ask(
            #"{"jsonrpc":"2.0","id":1,"method":"view/open","params":{"document":"\#(name)","view":"\#(name)","width":1920,"height":1080,"#
                + #""viewport":{"x":60,"y":45,"zoom":\#(zoom)}}}"#)
    }

    /// Presses at a time in milliseconds, and moves after the time of a long press, so that no timer is pending.
    func begin(in server: BenchPeer, at time: Int) throws(CommandError) {
        try server.ask(press(at: time))
        try check(in: server, at: time + 1000)
    }

    /// Nanoseconds of the move that turns a press into a drag: the least of some turns.
    func timeFirstMove(in server: BenchPeer, turns: Int, at time: Int) throws(CommandError) -> Double {
        var times: [Double] = []
        for turn in 0..<turns {
            let time = time + turn * 2000
            try server.ask(press(at: time))
            times.append(try timed(with: server) { () throws(CommandError) in try check(in: server, at: time + 1000) })
            try server.ask(message(1, "cancel", 960, 540, time + 1000))
        }
        return times.least
    }

    /// Checks that a drag is active.
    func check(in server: BenchPeer, at time: Int) throws(CommandError) {
        let reply = try server.ask(message(1, "move", 960, 540, time))
        if !reply.hasSuffix(#""result":{"gesture":"drag"}}"#) { throw CommandError("a move of a drag gave \(reply)") }
    }

    func moves(after time: Int) -> Script {
        var walk = PointerWalk(seed: 13, inset: 60)
        return Script(
            (0..<4096).map { turn in
                let at = walk.next()
                return message(100_000 + turn, "move", at.x, at.y, time + 1000 + turn * 8)
            })
    }

    private func press(at time: Int) -> String {
        let corner = corners[count / columns / 2 * columns + columns / 2]
        return message(1, "down", 60 + (corner.x + 50) * zoom, 45 + (corner.y + 25) * zoom, time)
    }

    private func message(_ id: Int, _ phase: StaticString, _ x: Double, _ y: Double, _ time: Int) -> String {
        #"{"jsonrpc":"2.0","id":\#(id),"method":"input/pointer","params":{"view":"\#(name)","phase":"\#(phase)","id":1,"kind":"mouse","#
            + #""at":{"x":\#(x),"y":\#(y)},"time":\#(time)}}"#
    }
}
