// One conversation with a server: JSON-RPC 2.0 over a transport, from which a message comes as one text.

import { ConnectionClosed, NodewireError } from "./errors.js";

/** @typedef {import("./protocol.js").Methods} Methods */
/** @typedef {import("./protocol.js").Notifications} Notifications */
/** @typedef {import("./protocol.js").Requests} Requests */

/**
 * What carries the messages of one conversation, each as a text, in their order.
 *
 * @typedef {object} Transport
 * @property {(text: string) => Promise<void>} send Sends a message; resolves as soon as more may be sent without piling up.
 * @property {(hear: (text: string) => void, end: (why: Error) => void) => void} listen Hands on what comes: called once.
 * @property {() => Promise<void>} close Ends the conversation; resolves when the other side has gone.
 */

/**
 * Parameters, which may be left out where none is required, and options.
 *
 * @template P
 * @typedef {{} extends P ? [params?: P, options?: RequestOptions] : [params: P, options?: RequestOptions]} Arguments
 */

/**
 * @typedef {object} RequestOptions
 * @property {AbortSignal} [signal] Asks the server to cancel the request.
 */

/**
 * @typedef {object} Waiting
 * @property {(result: any) => void} resolve
 * @property {(why: unknown) => void} reject
 * @property {string} method
 * @property {AbortSignal} [signal]
 * @property {() => void} cancel
 */

const CANCELLED = -32800;
const METHOD_NOT_FOUND = -32601;
const INTERNAL_ERROR = -32603;
const LIMITS = 1900;

export class Connection {
  /** @type {Transport} */
  #transport;
  /** @type {Map<number, Waiting>} */
  #waiting = new Map();
  /** @type {Map<string, Set<(params: any) => void>>} */
  #handlers = new Map();
  /** @type {Map<string, (params: any) => unknown>} */
  #answers = new Map();
  #count = 0;
  /** The most bytes of a message: the server answers a longer one without its id. */
  #longest = Infinity;
  /** @type {Error | null} */
  #why = null;
  /** @type {(why: Error) => void} */
  #resolveClosed = () => {};

  /**
   * Resolves with the reason once the conversation is over; never rejects.
   *
   * @type {Promise<Error>}
   */
  closed;

  /** @param {Transport} transport */
  constructor(transport) {
    this.#transport = transport;
    this.closed = new Promise((resolve) => (this.#resolveClosed = resolve));
    transport.listen(
      (text) => this.#receive(text),
      (why) => this.#finish(why),
    );
  }

  /** Whether the conversation is over. */
  get isClosed() {
    return this.#why !== null;
  }

  /**
   * Opens the conversation: sends `initialize`, then `initialized`; the promise is what the server says of itself.
   * It asks for version 2 of the protocol, which the types describe, unless `params` name another one.
   *
   * @param {Methods["initialize"]["params"]} params
   */
  async initialize(params = {}) {
    const result = await this.request("initialize", { protocolVersion: 2, ...params });
    this.#longest = /** @type {any} */ (result.settings).limits?.messageBytes ?? Infinity;
    this.notify("initialized");
    return result;
  }

  /**
   * Sends a request. The promise is its result; it rejects with a `NodewireError` where the server refuses, with a
   * `ConnectionClosed` where the conversation ends before, and with the signal's reason where the request was cancelled.
   * A cancellation that came too late has no effect: the promise is the result.
   *
   * @template {keyof Methods} Name
   * @param {Name} method
   * @param {Arguments<Methods[Name]["params"]>} rest
   * @returns {Promise<Methods[Name]["result"]>}
   */
  request(method, ...rest) {
    const [params, { signal = undefined } = {}] = rest;
    if (this.#why) return Promise.reject(this.#why);
    if (signal?.aborted) return Promise.reject(signal.reason);
    const id = ++this.#count;
    return new Promise((resolve, reject) => {
      // What cannot be written is refused here.
      const text = JSON.stringify({ jsonrpc: "2.0", id, method, params });
      // A character has at most three bytes.
      if (3 * text.length > this.#longest && new TextEncoder().encode(text).length > this.#longest) {
        const message = `a message has at most ${this.#longest} bytes`;
        throw new NodewireError({ code: LIMITS, message, data: { reason: "limits", limit: "messageBytes" } }, method);
      }
      const cancel = () => void this.notify("$/cancelRequest", { id });
      signal?.addEventListener("abort", cancel, { once: true });
      this.#waiting.set(id, { resolve, reject, method, signal, cancel });
      this.#transport.send(text);
    });
  }

  /**
   * Sends what needs no answer. The promise resolves as soon as more may be sent, or when the conversation is over: who
   * sends much awaits it.
   *
   * @template {keyof Methods} Name
   * @param {Name} method
   * @param {{} extends Methods[Name]["params"] ? [params?: Methods[Name]["params"]] : [params: Methods[Name]["params"]]} rest
   * @returns {Promise<void>}
   */
  notify(method, ...rest) {
    return this.#send({ jsonrpc: "2.0", method, params: rest[0] });
  }

  /**
   * Calls `handler` with the parameters of every notification of that name, in the order in which they come; returns
   * what ends that. An error that a handler throws is reported as one that nobody caught, and stops no other handler.
   *
   * @template {keyof Notifications} Name
   * @param {Name} method
   * @param {(params: Notifications[Name]) => void} handler
   * @returns {() => void}
   */
  on(method, handler) {
    const handlers = this.#handlers.get(method) ?? new Set();
    this.#handlers.set(method, handlers.add(handler));
    return () => void handlers.delete(handler);
  }

  /**
   * Answers requests of the server of that name by what `handler` returns, or its promise; returns what ends that.
   * A `NodewireError` that it throws is the answer, too.
   *
   * @template {keyof Requests} Name
   * @param {Name} method
   * @param {(params: Requests[Name]["params"]) => Requests[Name]["result"] | Promise<Requests[Name]["result"]>} handler
   * @returns {() => void}
   */
  answer(method, handler) {
    this.#answers.set(method, handler);
    return () => {
      if (this.#answers.get(method) === handler) this.#answers.delete(method);
    };
  }

  /** Ends the conversation; what waits for an answer is rejected. Resolves when the other side has gone. */
  async close() {
    this.#finish(new ConnectionClosed("the conversation was closed"));
    await this.#transport.close();
  }

  /**
   * @param {object} message
   * @returns {Promise<void>}
   */
  #send(message) {
    return this.#why ? Promise.resolve() : this.#transport.send(JSON.stringify(message));
  }

  /** @param {string} text */
  #receive(text) {
    if (this.#why) return;
    let message;
    try {
      message = JSON.parse(text);
    } catch {
      message = null;
    }
    if (typeof message !== "object" || message === null || Array.isArray(message)) {
      this.#finish(new ConnectionClosed(`a message that is no object of JSON: ${text.slice(0, 80)}`));
      void this.#transport.close();
    } else if (typeof message.method !== "string") {
      this.#complete(message);
    } else if (message.id === undefined) {
      for (const handler of [...(this.#handlers.get(message.method) ?? [])]) call(handler, message.params);
    } else {
      void this.#reply(message);
    }
  }

  /** @param {{ id?: any; result?: any; error?: import("./protocol.js").ResponseError }} reply */
  #complete({ id, result, error }) {
    const request = this.#waiting.get(id);
    if (!request) return;
    this.#waiting.delete(id);
    request.signal?.removeEventListener("abort", request.cancel);
    if (!error) request.resolve(result);
    else if (error.code === CANCELLED && request.signal?.aborted) request.reject(request.signal.reason);
    else request.reject(new NodewireError(error, request.method));
  }

  /** @param {{ id: any; method: string; params?: any }} request */
  async #reply({ id, method, params }) {
    const handler = this.#answers.get(method);
    try {
      if (!handler) throw new NodewireError({ code: METHOD_NOT_FOUND, message: `the client has no ${method}` }, method);
      this.#send({ jsonrpc: "2.0", id, result: (await handler(params)) ?? null });
    } catch (thrown) {
      const isRefusal = thrown instanceof NodewireError;
      const error = isRefusal ? thrown.error : { code: INTERNAL_ERROR, message: `the client failed: ${thrown}` };
      this.#send({ jsonrpc: "2.0", id, error });
    }
  }

  /** @param {Error} why */
  #finish(why) {
    if (this.#why) return;
    this.#why = why;
    for (const { reject, signal, cancel } of this.#waiting.values()) {
      signal?.removeEventListener("abort", cancel);
      reject(why);
    }
    this.#waiting.clear();
    this.#resolveClosed(why);
  }
}

/**
 * @param {(params: any) => void} handler
 * @param {any} params
 */
function call(handler, params) {
  try {
    handler(params);
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
