import Graph
import Wire

/// The ids of nodes or links in a file of ComfyUI: former ids are kept, new elements get new numbers.
struct ComfyUINumbers {
    private var taken: Set<String> = []
    /// The greatest number so far.
    private(set) var last: Int

    /// Continues the counter of the file.
    init(last: Int) { self.last = last }

    private static let greatest = 1 << 53

    /// Keeps the id of an element as the file spells it; nil if the element needs another one.
    mutating func keep(_ id: String, _ native: JSONText?) -> JSONText? {
        guard let native, native.cursorValue({ $0.id }) == id, taken.insert(id).inserted else { return nil }
        note(id)
        return native
    }

    /// The id of a new element: its own if that is a free number, else the next number.
    mutating func new(_ id: String) -> JSONText {
        if let number = Int(id), number >= 0, number < ComfyUINumbers.greatest, number.description == id,
            taken.insert(id).inserted
        {
            note(id)
            return JSON.number(number).text
        }
        repeat { last += 1 } while !taken.insert(last.description).inserted
        return JSON.number(last).text
    }

    private mutating func note(_ id: String) {
        if let number = Int(id), number < ComfyUINumbers.greatest { last = max(last, number) }
    }
}
