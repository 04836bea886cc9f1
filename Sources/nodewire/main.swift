import Host

Platform.openMissingDescriptors()
do throws(CommandError) {
    Platform.end(try Program.run(Array(CommandLine.arguments.dropFirst())))
} catch {
    Platform.log("nodewire: \(error.message)\n")
    Platform.end(error.exitCode ?? 2)
}
