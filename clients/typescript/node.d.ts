// What the client uses of Node, for a compiler without its types; no part of the package.
declare module "node:child_process" {
  interface Stream {
    on(event: string, hear: (...values: any[]) => void): void;
  }
  interface Readable extends Stream {
    resume(): void;
    setEncoding(name: string): void;
  }
  interface Writable extends Stream {
    readonly destroyed: boolean;
    write(bytes: Uint8Array): boolean;
    end(): void;
  }
  interface Child extends Stream {
    pid: number | undefined;
    stdin: Writable;
    stdout: Readable;
    stderr: Readable | null;
    kill(signal?: string): boolean;
  }
  export function spawn(command: string, args: string[], options: object): Child;
}
declare const process: { argv: string[] };
