import Wire

// MARK: The readers of members

extension EdgeTraits {
    static let table = TraitTable(members)
}

extension Trait where Traits == EdgeTraits {
    static func flag(_ flag: EdgeFlags, when wanted: Bool = true) -> Trait {
        .boolean { if $1 == wanted { $0.flags.insert(flag) } }
    }

    static var group: Trait { kept(.grouped) { $0.peek() == .string } }
    static var styled: Trait { kept(.styled) { _ in true } }
    static var waypoints: Trait { kept(.bent) { EdgeForm.visitWaypoints($0, { _ in }) } }
    static var pathOptions: Trait { kept(.shaped) { $0.peek() == .object } }
    static var weight: Trait {
        kept(.weighted) { cursor in
            var value = cursor
            let weight = (try? value.readDouble()).flatMap { Int(exactly: $0) }
            return weight.map { (1...1000).contains($0) } == true
        }
    }
    static var furtherLabels: Trait {
        kept(.furtherLabelled) { cursor in
            var isLabelled = false
            FurtherLabel.visit(cursor, within: EdgeLabelText.standardWidth) { _ in isLabelled = true }
            return isLabelled
        }
    }
    static var labelOffset: Trait { kept(.labelPlaced) { EdgeForm.readPoint(&$0) != nil } }
    static var labelPosition: Trait { kept(.labelPlaced) { EdgeForm.readPosition(&$0) != nil } }

    static var type: Trait {
        .string { if let type = EdgeType(name: $1) { $0.flags.formUnion(.type(type.number)) } }
    }

    static var label: Trait {
        .string { $0.flags.formUnion(.label(EdgeLabelText.extent($1, within: EdgeLabelText.standardWidth))) }
    }

    static var z: Trait {
        .number {
            $0.z = $1
            if $1 != 0 { $0.flags.insert(.layered) }
        }
    }

    /// Sets a flag if the value has the right form; the value is read again when it is needed.
    private static func kept(
        _ flag: EdgeFlags, where isRight: @escaping @Sendable (inout JSONCursor) -> Bool
    ) -> Trait {
        Trait { traits, cursor in
            if isRight(&cursor) { traits.flags.insert(flag) }
            return false
        }
    }
}
