import Host

Platform.openMissingDescriptors()
let arguments = CommandLine.arguments.dropFirst()
do throws(CommandError) {
    if arguments.contains(where: { $0 == "--help" || $0 == "-h" }) {
        throw Platform.run(BenchPeer.serverProgram, ["bench", "--help"])
    }
    if arguments.first == "floor" { Platform.end(try FloorServer(arguments.dropFirst()).run()) }
    Platform.end(try measure(with: try BenchOptions(arguments)))
} catch {
    Platform.log("nodewire-bench: \(error.message)\n")
    Platform.end(2)
}
