// What is said of a connection that is being made: from where, to what, what it would replace, and why there is none.

import { say } from "./announcer.js";
import { nameOf } from "./node-texts.js";
import { named } from "./naming.js";
import { session } from "./session.js";

/** The other kind of handle. */
const OTHER = { __proto__: null, source: "target", target: "source" };

export class Connecting {
  /** What a press of Enter or letting go would do, beside that it connects: it replaces something. */
  hint = "";
  #onChange;
  #from = null;
  /** What is said where keys have made the connection. */
  #ends = null;
  #candidate = "";

  /** `onChange()` hears of another hint. */
  constructor(onChange) {
    this.#onChange = onChange;
  }

  /** Hears of every state; `isKeyboard` says whether keys make the connection. */
  async follow({ gesture }, isKeyboard) {
    if (gesture?.kind !== "connect") {
      if (this.#ends && session.scene.revision > this.#from?.revision) say(this.#ends);
      this.#from = this.#ends = null;
      this.#candidate = this.hint = "";
      return;
    }
    // What is gone meanwhile ends the gesture, too.
    await this.#describe(gesture, isKeyboard).catch(() => {});
  }

  async #describe(gesture, isKeyboard) {
    const isNew = gesture.from.x !== this.#from?.at.x || gesture.from.y !== this.#from?.at.y;
    if (isNew) await this.#begin(gesture, isKeyboard);
    const key = JSON.stringify([gesture.from, gesture.candidate ?? ""]);
    if (!this.#from || key === this.#candidate) return;
    this.#candidate = key;
    this.#ends = null;
    this.#setHint("");
    if (gesture.candidate && gesture.allowed) await this.#meet(gesture.candidate, key, isKeyboard);
  }

  /** Says where a connection begins, and if it can end nowhere, why. */
  async #begin({ from }, isKeyboard) {
    const start = session.scene.startAt(from);
    this.#from = start && { ...start, at: from, revision: session.scene.revision };
    if (!start || !isKeyboard) return;
    const { request, document } = session;
    const { targets } = await request("edge/targets", { document, node: start.node.id, handle: start.handle.id });
    const name = this.#called(start.node, start.handle);
    if (targets.length > 0) return say(`Connect from ${name}. Tab goes to the next end, Enter connects, Escape gives up`);
    const why = await this.#reason(start);
    const words = `Nothing can be connected with ${name}${why ? `: ${why}` : ""}`;
    session.refuse(words);
    say(words);
  }

  /** Says to what a connection would lead, and which ones it would replace. */
  async #meet({ node, handle }, key, isKeyboard) {
    const { request, document, scene } = session;
    const verdict = await request("edge/check", { document, ...this.#edgeTo(node, handle) });
    if (key !== this.#candidate) return;
    const replaced = verdict.replaces?.length ?? 0;
    this.#setHint(replaced === 0 ? "" : replaced === 1 ? "Replaces a connection" : `Replaces ${replaced} connections`);
    const item = scene.nodes.get(node) ?? { id: node };
    const end = item.handles?.find(({ id }) => id === handle);
    if (!isKeyboard) return;
    this.#ends = `Connected ${this.#called(this.#from.node, this.#from.handle)} with ${this.#called(item, end)}`;
    say([`To ${this.#called(item, end)}`, this.hint.toLowerCase()].filter(Boolean).join(", "));
  }

  #setHint(hint) {
    if (this.hint === hint) return;
    this.hint = hint;
    this.#onChange();
  }

  /** Why the nearest handle of the other kind does not take the connection; undefined where there is none. */
  async #reason({ node, handle }) {
    const { scene, request, document } = session;
    const ends = [...scene.nodes.values()].filter(({ id }) => id !== node.id).flatMap((other) => {
      return (other.handles ?? []).filter(({ type }) => type === OTHER[handle.type]).map((end) => ({ other, end }));
    });
    const far = ({ end }) => Math.hypot(end.x - handle.x, end.y - handle.y);
    const [nearest] = ends.sort((one, other) => far(one) - far(other));
    if (!nearest) return undefined;
    const verdict = await request("edge/check", { document, ...this.#edgeTo(nearest.other.id, nearest.end.id) });
    return verdict.message && named(verdict.message);
  }

  /** An edge between where the connection began and another handle. */
  #edgeTo(node, handle) {
    const { node: from, handle: start } = this.#from;
    return start.type === "source"
      ? { source: from.id, sourceHandle: start.id, target: node, targetHandle: handle }
      : { source: node, sourceHandle: handle, target: from.id, targetHandle: start.id };
  }

  /** What a handle is called: by its node, where that has others of its kind also by itself. */
  #called(node, handle) {
    const isAlone = (node.handles ?? []).filter(({ type }) => type === handle?.type).length < 2;
    return isAlone ? nameOf(session, node) : `${nameOf(session, node)}, ${handle.label || handle.id}`;
  }
}
