// A server behind a WebSocket, as the bridge of the web page has it: one message a frame.

import { ConnectionClosed } from "./errors.js";

/** In bytes that wait to be sent; with more of them `send` waits. */
const BACKLOG = 1 << 20;

/** In milliseconds, between two looks at what waits: a WebSocket has no event for it. */
const PAUSE = 5;

/**
 * Connects; rejects with a `ConnectionClosed` where nobody answers.
 *
 * @param {string | URL} url
 * @param {{ WebSocket?: typeof globalThis.WebSocket }} options the class to use, where the platform has none
 * @returns {Promise<import("./connection.js").Transport>}
 */
export function webSocket(url, { WebSocket = globalThis.WebSocket } = {}) {
  const socket = new WebSocket(url);
  /** @type {string[]} */
  const early = [];
  /** @type {(text: string) => void} */
  let hear = (text) => void early.push(text);
  socket.onmessage = (event) => hear(event.data);
  const gone = new Promise((/** @type {(why: Error) => void} */ resolve) => {
    socket.onclose = (event) => resolve(new ConnectionClosed(event.reason || "the connection is gone"));
  });
  /** @type {import("./connection.js").Transport} */
  const transport = {
    async send(text) {
      if (socket.readyState !== WebSocket.OPEN) return;
      socket.send(text);
      while (socket.bufferedAmount > BACKLOG && socket.readyState === WebSocket.OPEN) {
        await new Promise((resolve) => setTimeout(resolve, PAUSE));
      }
    },
    listen(listener, end) {
      hear = listener;
      early.splice(0).forEach(hear);
      void gone.then(end);
    },
    async close() {
      socket.close();
      await gone;
    },
  };
  return new Promise((resolve, reject) => {
    socket.onopen = () => resolve(transport);
    // The rest of an address may hold a secret.
    void gone.then(() => reject(new ConnectionClosed(`nobody answers at ${new URL(socket.url).origin}`)));
  });
}
