// A server as a child process, for Node: messages go over its standard input and output.

import { spawn } from "node:child_process";

import { ConnectionClosed } from "./errors.js";
import { HeaderFraming, framed } from "./framing.js";

/**
 * @typedef {object} ProcessOptions
 * @property {string} [cwd] the folder it runs in
 * @property {Record<string, string | undefined>} [env] its environment; this one's if left out
 * @property {"inherit" | "ignore" | ((text: string) => void)} [stderr] where its errors go; to this one's if left out
 * @property {number} [patience] how long it may take to end by itself, in milliseconds; then it is killed
 */

/** @typedef {import("./connection.js").Transport & { pid: number | undefined }} ProcessTransport */

/**
 * Starts a server. One that does not start ends the conversation at once, with the reason.
 *
 * @param {string} command the program, as `nodewire`
 * @param {string[]} args as `["--root", folder]`
 * @param {ProcessOptions} options
 * @returns {ProcessTransport}
 */
export function stdio(command, args = [], { cwd, env, stderr = "inherit", patience = 5000 } = {}) {
  const isHeard = typeof stderr === "function";
  const child = spawn(command, args, { cwd, env, stdio: ["pipe", "pipe", isHeard ? "pipe" : stderr] });
  /** @type {ConnectionClosed | null} */
  let broken = null;
  /** @type {(() => void) | null} */
  let resume = null;
  /** @type {Promise<void> | null} */
  let drained = null;
  const proceed = () => {
    resume?.();
    resume = drained = null;
  };
  if (isHeard && child.stderr) {
    child.stderr.setEncoding("utf-8");
    child.stderr.on("data", (text) => stderr(String(text)));
  }
  child.stdin.on("drain", proceed);
  // The pipe of a server that has gone; `close` says why.
  child.stdin.on("error", proceed);
  const gone = new Promise((/** @type {(why: Error) => void} */ resolve) => {
    child.on("error", (error) => {
      broken ??= new ConnectionClosed(`${command} does not run: ${error.message}`);
      if (child.pid === undefined) resolve(broken);
    });
    child.on("close", (status, signal) => {
      proceed();
      resolve(broken ?? new ConnectionClosed(`${command} has ended ${signal ? `by ${signal}` : `with status ${status}`}`));
    });
  });
  return {
    pid: child.pid,
    send(text) {
      if (child.stdin.write(framed(text)) || child.stdin.destroyed) return Promise.resolve();
      return (drained ??= new Promise((resolve) => (resume = resolve)));
    },
    listen(hear, end) {
      const framing = new HeaderFraming(hear);
      child.stdout.on("data", (bytes) => {
        if (broken) return;
        try {
          framing.feed(bytes);
        } catch (error) {
          broken = error instanceof ConnectionClosed ? error : new ConnectionClosed(String(error));
          end(broken);
          child.kill();
        }
      });
      void gone.then(end);
    },
    async close() {
      child.stdin.end();
      // Nobody may listen: what it still writes must not hold it up.
      child.stdout.resume();
      const timer = setTimeout(() => child.kill("SIGKILL"), patience);
      await gone;
      clearTimeout(timer);
    },
  };
}
