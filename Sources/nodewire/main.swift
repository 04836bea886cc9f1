import Host

Platform.openMissingDescriptors()
do throws(CommandError) {
    let options = try Options(CommandLine.arguments.dropFirst())
    switch options.command {
    case .help: Platform.printOut(Options.help(options.topic))
    case .version: Platform.printOut("nodewire \(Options.version)\n")
    case .serve: Platform.end(try serve(options))
    case .spec: printSpec(isReference: options.isReference)
    case .bench: throw startBench(options.rest)
    case .layout: Platform.end(try layOut(options.rest))
    case .export: Platform.end(try export(options.rest))
    case .render: Platform.end(try render(options.rest))
    case .diff: Platform.end(try diff(options.rest))
    case .merge:
        do throws(CommandError) {
            Platform.end(try merge(options.rest))
        } catch {
            Platform.log("nodewire: \(error.message)\n")
            Platform.end(error.exitCode ?? 129)
        }
    case .replay: Platform.end(try replay(options.rest))
    case .shrink: Platform.end(try shrink(options.rest))
    }
} catch {
    Platform.log("nodewire: \(error.message)\n")
    Platform.end(error.exitCode ?? 2)
}
