Platform.openMissingDescriptors()
do throws(UsageError) {
    let options = try Options(CommandLine.arguments.dropFirst())
    switch options.command {
    case .help: Platform.printOut(Options.help)
    case .version: Platform.printOut("nodewire \(Options.version)\n")
    case .serve: Platform.end(try serve(root: options.root))
    case .spec: printSpec(isReference: options.isReference)
    case .bench: Platform.end(try bench(options.benchArguments))
    }
} catch {
    Platform.log("nodewire: \(error.message)\n")
    Platform.end(2)
}
