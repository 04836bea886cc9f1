import Wire

extension DocumentReader {
    /// Gives the document its viewport: with finite numbers x and y and a zoom above 0, so that a view can start there.
    ///
    /// Other viewports are losses.
    /// A zoom that is a number becomes the least one, any other 1, a missing x or y 0.
    mutating func readViewport(_ json: JSON?) {
        guard let json, json != .null else { return document.viewport = json }
        let message = "a viewport has finite numbers x and y and a zoom above 0"
        guard case .object(var viewport) = json else { return loseViewport(json, message) }
        let isUsable = viewport["x"]?.doubleValue != nil && viewport["y"]?.doubleValue != nil
        if isUsable, let zoom = viewport["zoom"]?.doubleValue, zoom > 0 { return document.viewport = json }
        for name in ["x", "y"] where viewport[name]?.doubleValue == nil { viewport[name] = 0 }
        if let zoom = viewport["zoom"]?.doubleValue {
            if zoom <= 0 { viewport["zoom"] = .number(InteractionSettings.leastZoom) }
        } else {
            viewport["zoom"] = 1
        }
        document.viewport = .object(viewport)
        loseViewport(json, message)
    }

    private mutating func loseViewport(_ json: JSON, _ message: String) {
        losses.append(
            Loss(kind: .document, id: "viewport", code: "invalidValue", message: message, element: json.text))
    }
}
