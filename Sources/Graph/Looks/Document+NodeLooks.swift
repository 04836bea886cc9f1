import Wire

extension Document {
    /// The background that a node's `style` names, and the look that it states beside it.
    public func styleLook(ofNode slot: Node.Slot) -> (color: StyleColor?, look: NodeLook?) {
        guard nodes.flags(slot).contains(.styled) else { return (nil, nil) }
        var (style, radius): (JSON?, Double?)
        withNodeMembers(slot) { members in
            style = JSONMembers.value("style", in: members)
            radius = JSONMembers.value("cornerRadius", in: members).flatMap(NodeType.radius)
        }
        let color = style.flatMap { StyleColor($0["backgroundColor"]) ?? StyleColor($0["background"]) }
        var look = style.flatMap { NodeLook($0) }
        if let radius {
            look = look ?? NodeLook()
            look?.cornerRadius = radius
        }
        return (color, look)
    }
}

extension Document {
    /// The text that gives a node its size, with its look; nil unless its type has `sizeFrom` and there is a text.
    public func sizingText(_ slot: Node.Slot) -> (text: String, style: TextStyle)? {
        guard let rule = type(of: slot)?.textRule, let text = withNodeMembers(slot, { rule.text($0) }) else {
            return nil
        }
        return (text, rule.style)
    }
}
