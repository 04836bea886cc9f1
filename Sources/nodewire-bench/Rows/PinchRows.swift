import Host

// The row about a pinch with two fingers, with items that enter and leave the view.

extension BenchRun {
    /// Measures steps; a step moves both fingers: two messages, each with its frame.
    func measurePinches() throws(CommandError) -> [Figure] {
        let sample = sample(.uniform, options.nodes)
        let server = try server(.uniform, options.nodes)
        let pinch = PinchWalk(at: nextTime(), around: sample.corners[sample.aroundMiddle(1)[0]])
        try pinch.begin(in: server)
        let (moves, bytes) = try compare(server, pinch.moves, count: turns(1000) * 2)
        try pinch.end(in: server)
        let seen = pinch.visible(of: sample)
        let step = moves.ours.least * 2
        return [
            Figure(
                "input-pinch", step / 1e3, goal: 100, .microseconds, against: "nothing",
                shown: "\(moves.ratio.short) x the floor of the same bytes, a finger \(moves.shown); "
                    + "frames \(bytes.notice * 2) bytes a step; \(Int(seen.nodes.rounded())) nodes visible, "
                    + "\(seen.entering.short) entering a step")
        ]
    }
}

/// Two fingers that move over a view while their distance grows and shrinks.
///
/// Their middle and their distance oscillate evenly, so that the first step can follow the last one.
struct PinchWalk {
    private static let steps = 1920
    private static let zoom = 0.48
    private static let view = "pinch"

    /// The time when the fingers come down, in milliseconds.
    private let time: Int
    /// The canvas position between the fingers, constant during the pinch.
    private let middle: Sample.Spot

    init(at time: Int, around middle: Sample.Spot) {
        self.time = time
        self.middle = middle
    }

    func begin(in server: BenchPeer) throws(CommandError) {
        let start = viewport(0)
        try server.ask(
            #"{"jsonrpc":"2.0","id":1,"method":"view/open","params":{"document":"d","view":"\#(PinchWalk.view)","width":1920,"height":1080,"#
                + #""viewport":{"x":\#(start.x),"y":\#(start.y),"zoom":\#(start.zoom)},"scene":"svg","margin":0}}"#)
        for finger in 1...2 { try server.ask(message(1, "down", finger, 0, time)) }
        try check(in: server)
    }

    /// Checks that the pinch is still active, and closes the view.
    func end(in server: BenchPeer) throws(CommandError) {
        try check(in: server)
        try server.ask(#"{"jsonrpc":"2.0","id":1,"method":"view/close","params":{"view":"\#(PinchWalk.view)"}}"#)
    }

    var moves: Script {
        Script(
            (0..<PinchWalk.steps * 2).map { turn in
                message(100_000 + turn, "move", 1 + turn % 2, turn / 2, time + 1000 + turn * 4)
            })
    }

    /// Returns the mean number of visible nodes at a step, and of those that were not visible at the previous one.
    func visible(of sample: Sample) -> (nodes: Double, entering: Double) {
        let near = sample.corners.filter { abs($0.x - middle.x) < 10_000 && abs($0.y - middle.y) < 10_000 }
        var before = [Bool](repeating: true, count: near.count)
        var (nodes, entering) = (0, 0)
        for step in 0..<PinchWalk.steps {
            let (x, y, zoom) = viewport(step)
            let left = -x / zoom
            let top = -y / zoom
            for (index, corner) in near.enumerated() {
                let isSeen =
                    corner.x < left + 1920 / zoom && corner.x + Sample.nodeWidth > left
                    && corner.y < top + 1080 / zoom && corner.y + Sample.nodeHeight > top
                if isSeen {
                    nodes += 1
                    if !before[index] { entering += 1 }
                }
                before[index] = isSeen
            }
        }
        return (Double(nodes) / Double(PinchWalk.steps), Double(entering) / Double(PinchWalk.steps))
    }

    // MARK: Places

    private func fingers(_ step: Int) -> (middle: Sample.Spot, reach: Double) {
        (
            Sample.Spot(x: 960 + sway(step, every: 128, by: 400), y: 540 + sway(step, every: 160, by: 250)),
            250 + sway(step, every: 96, by: 48)
        )
    }

    /// The viewport after a step: canvas points stay under the fingers.
    private func viewport(_ step: Int) -> (x: Double, y: Double, zoom: Double) {
        let (at, reach) = fingers(step)
        let zoom = PinchWalk.zoom * reach / fingers(0).reach
        return (at.x - middle.x * zoom, at.y - middle.y * zoom, zoom)
    }

    /// Returns a triangle wave in even steps, from 0.
    private func sway(_ step: Int, every period: Int, by reach: Double) -> Double {
        let place = Double(step % period) / Double(period) * 4
        return reach * (place < 1 ? place : place < 3 ? 2 - place : place - 4)
    }

    // MARK: Messages

    private func check(in server: BenchPeer) throws(CommandError) {
        let reply = try server.ask(message(1, "move", 1, 0, time + 1000))
        if !reply.hasSuffix(#""result":{"gesture":"pinch"}}"#) { throw CommandError("a move of a pinch gave \(reply)") }
    }

    private func message(_ id: Int, _ phase: StaticString, _ finger: Int, _ step: Int, _ time: Int) -> String {
        let (at, reach) = fingers(step)
        let x = at.x + (finger == 1 ? -reach : reach)
        return
            #"{"jsonrpc":"2.0","id":\#(id),"method":"input/pointer","params":{"view":"\#(PinchWalk.view)","phase":"\#(phase)","id":\#(finger),"kind":"touch","#
            + #""at":{"x":\#(x),"y":\#(at.y)},"time":\#(time)}}"#
    }
}
