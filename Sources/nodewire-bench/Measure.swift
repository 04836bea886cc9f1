import Host
import Wire

/// Measures the rows of the options and prints their figures; returns the exit code, 1 if a measurement cannot be made.
func measure(with options: BenchOptions) -> Int32 {
    let cores = CoreSet.usable
    let isPinned = cores?.first.use() ?? false
    do throws(CommandError) {
        let run = try BenchRun(options, cores)
        if !options.isJSON {
            let place = isPinned ? "both ends on one core" : "not pinned to a core"
            Platform.printOut(
                "\(options.nodes) nodes with 1.5 edges each, \(place); medians of \(run.batches) batches in turns\n")
        }
        var writer = JSONWriter()
        writer.beginArray()
        for row in options.rows {
            for figure in try row.measure(in: run) {
                if options.isJSON { figure.write(into: &writer) } else { Platform.printOut(figure.line) }
            }
        }
        writer.endArray()
        if options.isJSON { Platform.printOut(String(decoding: writer.bytes, as: UTF8.self) + "\n") }
    } catch {
        Platform.log("nodewire-bench: \(error.message)\n")
        return 1
    }
    return 0
}
