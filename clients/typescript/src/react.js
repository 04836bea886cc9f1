// The hook and the components for React Flow. React and the library are handed in by who calls: the package needs none itself.

import { Flow } from "./flow.js";
import { OUTLINES } from "./outlines.js";

export { Flow };

/** @typedef {import("./flow.js").FlowProps} FlowProps */

/**
 * What React's module has of what the hook uses.
 *
 * @typedef {{ useSyncExternalStore: <T>(subscribe: (hear: () => void) => () => void, read: () => T, readOnServer?: () => T) => T }} ReactLike
 */

/**
 * What React's module, and React Flow's, have of what the components use.
 *
 * @typedef {ReactLike & { createElement: any; createContext: any; useContext: any; useMemo: any }} ReactModule
 * @typedef {{ ReactFlow: any; Handle: any; BaseEdge: any }} FlowModule
 */

/**
 * @template Result
 * @typedef {(properties: any) => Result} Component
 */

/**
 * The properties of `<ReactFlow>` that show a document and edit it, with `undo` and `redo`.
 * A component that calls it is rendered when they change; nodes and edges that did not are the same objects as before.
 *
 * @param {ReactLike} React
 * @param {Flow} flow
 * @returns {FlowProps}
 */
export function useNodewire(React, flow) {
  return React.useSyncExternalStore(flow.subscribe, flow.read, flow.read);
}

const ROUND = /** @type {Record<string, string>} */ ({ ellipse: "50%", capsule: "9999px" });
const CARD = {
  position: "relative",
  boxSizing: "border-box",
  width: "100%",
  height: "100%",
  display: "flex",
  flexDirection: "column",
  justifyContent: "center",
  textAlign: "center",
  font: "13px/16px sans-serif",
  color: "#1c2333",
};
const LINE = { overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap", padding: "0 8px", flexShrink: 0 };
const SMALL = { ...LINE, font: "11px/14px sans-serif", color: "#5a6375" };
const OUTLINE = { position: "absolute", inset: 0, boxSizing: "border-box", width: "100%", height: "100%", zIndex: -1 };

/**
 * Makes the components for a React and a React Flow, once for both.
 *
 * `<Diagram flow={…}>` is a `<ReactFlow>` of the document. All properties of that may be given, too; what they say counts.
 * Types without an own component in `nodeTypes` and `edgeTypes` are drawn by `Card` and `Line`.
 *
 * @template Result
 * @param {ReactModule & { createElement: (...parts: any[]) => Result }} React
 * @param {FlowModule} library
 * @returns {{ Diagram: Component<Result>; Card: Component<Result>; Handles: Component<Result>; Line: Component<Result> }}
 */
export function nodewire(React, library) {
  const h = /** @type {any} */ (React.createElement);
  const Context = React.createContext(null);
  const useFlow = () => /** @type {Flow} */ (React.useContext(Context));

  /** @type {Component<any>} */
  function Diagram({ flow, nodeTypes, edgeTypes, children, ...others }) {
    const { undo, redo, canUndo, canRedo, ...shown } = useNodewire(React, flow);
    const nodes = React.useMemo(() => everyType(nodeTypes, Card), [nodeTypes]);
    const edges = React.useMemo(() => everyType(edgeTypes, Line), [edgeTypes]);
    const properties = { minZoom: 0.05, ...shown, nodeTypes: nodes, edgeTypes: edges, ...others };
    return h(Context.Provider, { value: flow }, h(library.ReactFlow, properties, children));
  }

  /**
   * The handles of a node's type, or its own: for cards of one's own, too.
   *
   * @type {Component<any>}
   */
  function Handles({ id, isConnectable }) {
    const flow = useFlow();
    const isPlain = flow.hasPlainHandles(id);
    return flow.handles(id).map(({ id, type, position, x, y, label }) => {
      const style = { left: x, top: y, right: "auto", bottom: "auto", transform: "translate(-50%, -50%)" };
      const side = position === "center" ? (type === "source" ? "bottom" : "top") : position;
      return h(library.Handle, { key: `${type} ${id}`, ...(!isPlain && { id }), type, position: side, isConnectable, style, title: label });
    });
  }

  /** @type {Component<any>} */
  function Card({ id, type, data, selected, isConnectable }) {
    const flow = useFlow();
    const { color, shape = "", container, look = {}, texts } = /** @type {any} */ (flow.card(id) ?? {});
    const kind = flow.look(type);
    const line = selected ? "#2f6fed" : (look.borderColor ?? kind?.color ?? "#7c8496");
    const ground = color ?? (container ? "rgba(124, 132, 150, 0.1)" : "#ffffff");
    const rows = /** @type {{ handle: string; type: string; text: string }[]} */ (texts?.rows ?? rowsOf(flow.handles(id)));
    const label = [data?.label, texts?.name].find(isText) ?? id;
    return h(
      "div",
      { className: "nodewire-card", style: { ...CARD, ...(container && { justifyContent: "flex-start" }), ...(look.textColor && { color: look.textColor }) } },
      OUTLINES[shape]
        ? h(
            "svg",
            { style: OUTLINE, viewBox: "0 0 100 100", preserveAspectRatio: "none" },
            h("path", { d: OUTLINES[shape], fill: ground, stroke: line, vectorEffect: "non-scaling-stroke" }),
          )
        : h("div", { style: { ...OUTLINE, background: ground, border: `1px solid ${line}`, borderRadius: ROUND[shape] ?? 6 } }),
      kind?.title || kind?.label ? h("div", { className: "nodewire-type", style: SMALL }, kind.label ?? kind.title) : null,
      h("div", { className: "nodewire-label", style: { ...LINE, fontWeight: 600 } }, label),
      texts?.description && texts.description !== label && !container ? h("div", { className: "nodewire-text", style: SMALL }, texts.description) : null,
      rows.map(({ handle, type, text }) =>
        h("div", { key: `${type} ${handle}`, className: "nodewire-row", style: { ...SMALL, textAlign: type === "source" ? "right" : "left" } }, text),
      ),
      h(Handles, { id, isConnectable }),
    );
  }

  /** @type {Component<any>} */
  function Line({ id, sourceX, sourceY, targetX, targetY, label, markerStart, markerEnd, style, interactionWidth }) {
    const line = useFlow().line(id);
    const path = line?.path ?? `M${sourceX} ${sourceY}L${targetX} ${targetY}`;
    const { text, x, y } = line?.label ?? { text: isText(label) ? label : undefined, x: (sourceX + targetX) / 2, y: (sourceY + targetY) / 2 };
    const look = { ...(line?.color && { stroke: line.color }), ...(line?.strokeWidth && { strokeWidth: line.strokeWidth }) };
    const place = { label: text, labelX: x, labelY: y };
    return h(library.BaseEdge, { id, path, ...place, markerStart, markerEnd, style: { ...style, ...look }, interactionWidth });
  }

  return { Diagram, Card, Handles, Line };
}

/**
 * The components of types, with one for all other types: a document may have any, and may get more.
 *
 * @param {Record<string, any>} own
 * @param {any} other
 */
function everyType(own = {}, other) {
  return new Proxy(own, { get: (types, type) => (Object.hasOwn(types, type) ? types[/** @type {string} */ (type)] : other) });
}

/**
 * Whether React shows a value as text; an object would end the whole page.
 *
 * @param {unknown} value
 */
function isText(value) {
  return typeof value === "string" || typeof value === "number";
}

/**
 * The rows of a card: of each handle at a side that has a label.
 *
 * @param {import("./flow.js").HandleItem[]} handles
 */
function rowsOf(handles) {
  const beside = handles.filter(({ label, position }) => label && (position === "left" || position === "right"));
  return beside.map(({ id, type, label = "" }) => ({ handle: id, type, text: label }));
}
