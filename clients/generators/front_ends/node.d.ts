// What the front end uses of Node, for compilers without its types.
declare module "node:child_process" {
  interface Child {
    stdin: { write(text: string): void; end(): void };
    stdout: AsyncIterable<string>;
  }
  export function spawn(command: string, options: { stdio: ["pipe", "pipe", "inherit"] }): Child;
}
declare module "node:readline" {
  export function createInterface(options: { input: AsyncIterable<string> }): AsyncIterable<string>;
}
declare const process: { argv: string[] };
