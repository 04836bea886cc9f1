import NodewireClient
import NodewireProcess

/// Prints the nanoseconds of a hit-test in this program, and of one in a process: hit_times SERVER.
@main struct HitTimes {
    static func main() async throws {
        let embedded = try await fastest(try await Client.inProcess(clock: .client))
        let piped = try await fastest(try await Client.process(CommandLine.arguments[1]))
        print(embedded, piped)
    }

    static func fastest(_ client: Client) async throws -> Int {
        let document = try await client.call(DocumentCreate()).document
        try await client.call(NodeInsert(document: document, node: NewNode(id: "a", position: GraphPoint(x: 0, y: 0))))
        let view = try await client.call(ViewOpen(document: document, width: 800, height: 600)).view
        var least = Duration.seconds(60)
        for _ in 0..<15 {
            let time = try await ContinuousClock().measure {
                for _ in 0..<200 { try await client.call(ViewHitTest(view: view, at: GraphPoint(x: 20, y: 20))) }
            }
            least = min(least, time / 200)
        }
        await client.close()
        return Int(least / .nanoseconds(1))
    }
}
