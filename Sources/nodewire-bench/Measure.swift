import Host
import Wire

/// Measures the rows of the options and prints their figures; returns the exit code, 1 if a row could not be measured.
///
/// A row that cannot be measured reports an error, and the others continue.
func measure(with options: BenchOptions) throws(CommandError) -> Int32 {
    let isPinned = CoreSet.usable?.first.use() ?? false
    let run = try BenchRun(options)
    if !options.isJSON {
        let place = isPinned ? "both ends on one core" : "not pinned to a core"
        Platform.printOut(
            "\(options.nodes) nodes with 1.5 edges each, \(place); the least of \(run.batches) batches in turns\n")
    }
    var writer = JSONWriter()
    var failed = 0
    writer.beginArray()
    for row in options.rows {
        do throws(CommandError) {
            for figure in try row.measure(in: run) {
                if options.isJSON { figure.write(into: &writer) } else { Platform.printOut(figure.line) }
            }
        } catch {
            failed += 1
            if options.isJSON { row.writeFailure(error, into: &writer) } else { Platform.printOut(row.line(of: error)) }
        }
    }
    writer.endArray()
    if options.isJSON { Platform.printOut(String(decoding: writer.bytes, as: UTF8.self) + "\n") }
    if failed > 0 { Platform.log("nodewire-bench: \(failed) of \(options.rows.count) rows could not be measured\n") }
    return failed > 0 ? 1 : 0
}
