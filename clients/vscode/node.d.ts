// The parts of node's modules that the extension uses, besides those of the client.

declare module "node:child_process" {
  export function execFile(
    file: string, args: readonly string[], options: { maxBuffer?: number },
    done: (error: Error | null, stdout: string, stderr: string) => void,
  ): void;
}

declare module "node:fs" {
  export const constants: { X_OK: number };
  export function accessSync(path: string, mode?: number): void;
  export function mkdtempSync(prefix: string): string;
  export function rmSync(path: string, options?: { recursive?: boolean, force?: boolean }): void;
  export function statSync(path: string): { isFile(): boolean };
}

declare module "node:fs/promises" {
  export function mkdir(path: string, options?: { recursive?: boolean }): Promise<string | undefined>;
  export function readFile(path: string): Promise<Uint8Array>;
  export function rm(path: string, options?: { recursive?: boolean, force?: boolean }): Promise<void>;
  export function writeFile(path: string, data: string | Uint8Array): Promise<void>;
}

declare module "node:os" {
  export function tmpdir(): string;
}

declare module "node:path" {
  export const delimiter: string;
  export function isAbsolute(path: string): boolean;
  export function join(...parts: string[]): string;
  export function resolve(...parts: string[]): string;
}

declare module "node:crypto" {
  export function randomBytes(size: number): { toString(encoding: "hex"): string };
}

declare module "node:process" {
  export const env: Record<string, string | undefined>;
  export const pid: number;
}

declare module "node:buffer" {
  export const Buffer: { compare(one: Uint8Array, other: Uint8Array): number };
}
