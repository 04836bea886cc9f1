import Host

/// Runs the benchmark, a program of its own beside this one, in place of this process. Returns only if that fails.
func startBench(_ arguments: [String]) -> CommandError {
    let name = "nodewire-bench"
    let program = Platform.program(name)
    guard Platform.isExecutable(program) else {
        return CommandError("\(program) is not built: swift build -c release --product \(name)")
    }
    return Platform.run(program, arguments)
}
