import Host

/// Replaces this process by the benchmark, a program of its own beside this one. Returns only on failure.
func startBench(_ arguments: [String]) -> CommandError {
    let name = "nodewire-bench"
    let program = Platform.program(name)
    guard Platform.isExecutable(program) else {
        return CommandError("\(program) is not built: swift build -c release --product \(name)")
    }
    return Platform.run(program, arguments)
}
