import Graph
import Wire

/// The ids that nodes or links have in a file of ComfyUI: those they had there, and new numbers for new ones.
struct ComfyUINumbers {
    private var taken: Set<String> = []
    /// The greatest number so far.
    private(set) var last: Int

    /// The counter of the file.
    init(last: Int) { self.last = last }

    private static let greatest = 1 << 53

    /// Takes an id that an element has here and had in the file, as it stands there; nil if another is needed.
    mutating func keep(_ id: String, _ native: JSONText?) -> JSONText? {
        guard let native, native.cursorValue({ $0.id }) == id, taken.insert(id).inserted else { return nil }
        note(id)
        return native
    }

    /// The id of an element that is new: its own if that is a number, else the next number.
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
