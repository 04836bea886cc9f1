import Geometry

extension Setting {
    /// Every setting, in the order of the reference.
    public static let all: [Setting] = [
        .flag("snapToGrid", { $1(&$0.snapToGrid) }, "moved nodes snap to the grid"),
        .pair("snapGrid", { $1(&$0.snapGrid) }, "[x, y], the cells of the grid in canvas units, both positive"),
        .flag(
            "snapToGuides", { $1(&$0.interaction.snapToGuides) },
            "dragged nodes snap to the edges and centers of others"),
        .limit(
            "minZoom", { $1(&$0.interaction.minZoom) }, InteractionSettings.leastZoom...1000,
            "the least zoom of a view; auto: the lesser of 0.1 and half of the zoom that shows all nodes"),
        .number(
            "maxZoom", { $1(&$0.interaction.maxZoom) }, InteractionSettings.leastZoom...1000,
            "the greatest zoom of a view"),
        .flag("allowSelfLoops", { $1(&$0.allowSelfLoops) }, "an edge may end on the node where it starts"),
        .flag("allowDuplicates", { $1(&$0.allowDuplicates) }, "two edges may join the same handles"),
        .flag("allowCycles", { $1(&$0.allowCycles) }, "edges may close a cycle"),
        .flag(
            "checkValues", { $1(&$0.checkValues) },
            "edges whose computed value does not fit the data type of the target are refused"),
        .choice(
            "connectionMode", { $1(&$0.connectionMode) }, "strict: from a source to a target; loose: any two handles"),
        .choice(
            "dataProblems", { $1(&$0.dataProblems) },
            "data that does not fit the schema of its type: reported, or refused if an edit adds it"),
        .grades(
            "diagnostics", { $1(&$0.diagnostics) },
            "severities of diagnostics by code; `offGrid` and `labelClipped` are looked for only where they have one"),
        .number(
            "clientDeadline", { $1(&$0.clientDeadline) }, 0...60_000,
            "milliseconds that the client has to answer a question of the server"),
        .choice("clientDefault", { $1(&$0.clientDefault) }, "the verdict if the client does not answer a question"),
        .extent("nodeExtent", { $1(&$0.interaction.nodeExtent) }, "[[x, y], [x, y]], where dragged nodes stay"),
        .extent(
            "translateExtent", { $1(&$0.interaction.translateExtent) }, "[[x, y], [x, y]], the area that views may show"
        ),
        .choice("edgeGeometry", { $1(&$0.edgeGeometry) }, "which family of formulas draws the edges").held,
        .edgeType("defaultEdgeType", { $1(&$0.defaultEdgeType) }, "the path of edges that name no type").held,
        .number(
            "edgeClearance", { $1(&$0.edgeClearance) }, 0...1000,
            "how far edges that go round nodes stay away from them, in canvas units"
        ).held,
        .number(
            "edgeSpacing", { $1(&$0.edgeSpacing) }, 0...1000,
            "how far legs of orthogonal edges that run side by side are apart, in canvas units"
        ).held,
        .number(
            "edgeSpread", { $1(&$0.edgeSpread) }, 0...1000,
            "how far parallel edges are drawn apart, in canvas units, and loops around their nodes; 0: neither"
        ).held,
        .flag(
            "placeLabels", { $1(&$0.placeLabels) },
            "labels of edges slide along them to keep off nodes and each other"
        ).held,
        .number(
            "labelWidth", { $1(&$0.labelWidth) }, EdgeLabelText.widths,
            "how wide labels of edges are before their lines break, in canvas units"
        ).held,
        .flag(
            "spreadHandles", { $1(&$0.spreadHandles) },
            "handles of one side that state no offset lie at equal distances, not all in its middle"
        ).held,
        .flag("jumps", { $1(&$0.jumps) }, "level legs of orthogonal edges are drawn with arcs over those they cross")
            .held,
        .text("defaultNodeType", { $1(&$0.interaction.defaultNodeType) }, "the type of nodes made by a long press"),
        .choice(
            "canvasDrag", { $1(&$0.interaction.canvasDrag) },
            "the effect of a drag on the empty canvas; shift gives the other one: a marquee or the pan"),
        .text(
            "tool", { $1(&$0.interaction.tool) }, bytes: Limits.toolBytes,
            "the tool of views that have taken none: `select`, `pan`, `marquee`, `lasso`, `connect`, or one of the client; at most \(Limits.toolBytes) bytes"
        ),
        .choice(
            "canvasLongPress", { $1(&$0.interaction.canvasLongPress) }, "the effect of a long press on the empty canvas"
        ),
        .choice(
            "wheel", { $1(&$0.interaction.wheel) }, "the effect of a wheel; with control or meta held it always zooms"),
        .flag("autoPan", { $1(&$0.interaction.autoPan) }, "views follow a gesture that comes near their border"),
        .flag("inertia", { $1(&$0.interaction.inertia) }, "a pan goes on after the release"),
        .flag(
            "rubberBand", { $1(&$0.interaction.yieldsBeyondLimits) },
            "views give way beyond their limits while a gesture pulls them"),
        .rules(
            "dropRules", { $1(&$0.interaction.dropRules) },
            "the things that may be dropped from outside, and where; everything if left out"),
        .flag(
            "askBeforeDrop", { $1(&$0.interaction.asksBeforeDrop) },
            "the client is asked whether something may be dropped, not the rules"),
        .flag(
            "connectOnClick", { $1(&$0.interaction.connectOnClick) },
            "a tap on a handle begins a connection, and one on another ends it"),
        .choice(
            "dropOnNode", { $1(&$0.interaction.dropOnNode) },
            "the effect of letting an edge go on a node, away from its handles: it connects to the nearest one that the rules allow, or is refused"
        ),
        .flag(
            "pickThrough", { $1(&$0.interaction.pickThrough) },
            "repeated taps with alt held walk down through the elements at one place"),
        .choice(
            "interactive", { $1(&$0.interaction.interactive) },
            "which nodes frames mark as live, for clients that draw the others as pictures"),
        .count(
            "emphasizeOnHover", { $1(&$0.interaction.emphasizeOnHover) }, 0...100,
            "the distance, in edges, up to which elements around the one under the pointer stand out; 0: none does"),
        .choice(
            "nodeLongPress", { $1(&$0.interaction.nodeLongPress) },
            "relate: a long press on a node lets taps on targets toggle edges from it"
        ),
        .flag("zoomOnDoubleTap", { $1(&$0.interaction.zoomOnDoubleTap) }, "a double tap on the canvas zooms in by two"),
        .flag(
            "insertIntoEdges", { $1(&$0.interaction.insertIntoEdges) },
            "a node without edges that is dropped on an edge is put into it"),
        .layout(
            "dragLayout", { $1(&$0.interaction.dragLayout) },
            "`{algorithm, options?}`, by which the others make way while nodes are dragged; they stay if left out"),
        .flag("dragLabels", { $1(&$0.interaction.dragLabels) }, "labels of edges are dragged by hand"),
        .flag("bendEdges", { $1(&$0.interaction.bendEdges) }, "a drag of a selected edge puts a waypoint into it"),
        .flag("panEnabled", { $1(&$0.interaction.panEnabled) }, "gestures may pan"),
        .flag("zoomEnabled", { $1(&$0.interaction.zoomEnabled) }, "gestures may zoom"),
        .flag("selectionEnabled", { $1(&$0.interaction.selectionEnabled) }, "gestures may select"),
        .flag(
            "multiSelectionEnabled", { $1(&$0.interaction.multiSelectionEnabled) }, "gestures may select more than one"),
        .choice(
            "reachIn", { $1(&$0.interaction.reachIn) }, "whether reaches keep their size on the screen or on the canvas"
        ),
        .reach("handleReach", { $1(&$0.interaction.handleReach) }, "how near a handle is hit"),
        .reach(
            "connectionRadius", { $1(&$0.interaction.connectionRadius) },
            "how near a handle becomes the candidate of a connection"),
        .reach("edgeReach", { $1(&$0.interaction.edgeReach) }, "how near an edge is hit"),
        .reach("resizerReach", { $1(&$0.interaction.resizerReach) }, "how near a corner of a selected node is hit"),
        .reach("reconnectRadius", { $1(&$0.interaction.reconnectRadius) }, "how near an end of a selected edge is hit"),
        .reach(
            "nodeDragThreshold", { $1(&$0.interaction.nodeDragThreshold) },
            "how far a press moves before it drags a node"),
        .reach(
            "connectionDragThreshold", { $1(&$0.interaction.connectionDragThreshold) },
            "how far before it draws a connection"),
        .reach("paneDragThreshold", { $1(&$0.interaction.paneDragThreshold) }, "how far before it pans or selects"),
        .number(
            "doubleTapTime", { $1(&$0.interaction.doubleTapTime) }, 0...10_000,
            "milliseconds between the taps of a double tap"),
        .reach(
            "doubleTapDistance", { $1(&$0.interaction.doubleTapDistance) },
            "how far apart the taps of a double tap lie at most"),
        .automatic(
            "penOnly", { $1(&$0.interaction.penOnly) },
            "fingers only pan and pinch; `auto`: while a pen is down they do nothing, and pan and pinch until it was away for half a second"
        ),
        .choice(
            "rightDrag", { $1(&$0.interaction.rightDrag) },
            "the effect of a drag with the right button of a mouse: nothing, since its press is a `contextMenu`, or pan; then the release without a drag is the `contextMenu`"
        ),
        .number(
            "longPressTime", { $1(&$0.interaction.longPressTime) }, 0...60_000,
            "milliseconds before a press is a long press"),
        .point("snapOrigin", { $1(&$0.snapOrigin) }, "[x, y], a crossing of the grid"),
        .flag(
            "snapToGaps", { $1(&$0.interaction.snapToGaps) },
            "with snapToGuides: nodes that are dragged or resized take equal gaps to their neighbors"
        ),
        .flag(
            "snapToSizes", { $1(&$0.interaction.snapToSizes) },
            "with snapToGuides: nodes that are resized take the sizes of their siblings"
        ),
        .reach("guideReach", { $1(&$0.interaction.guideReach) }, "how near a line is snapped to"),
        .choice(
            "readingOrder", { $1(&$0.interaction.readingOrder) },
            "the order of `focusNext` (Tab): the order of the document; the flow, sources before targets, each branch to its end; or place, from top to bottom"
        ),
        .keys(
            "keyBindings", { $1(&$0.interaction.keyBindings) },
            "the commands of keys: one for each chord, null or `none` for nothing"
        ),
    ]
}
