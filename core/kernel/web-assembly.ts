/** What the kernel needs of WebAssembly, which every host of the core has. The core is compiled without the types of any one of them. */
export interface WasmMemory {
  readonly buffer: ArrayBuffer;
  /** By pages of 64 KiB; `buffer` is another one afterwards. */
  grow(pages: number): number;
}

export interface WasmModule {
  readonly [Symbol.toStringTag]: string;
}

interface Host {
  readonly Memory: new (size: { initial: number; maximum: number }) => WasmMemory;
  readonly Module: new (program: Uint8Array<ArrayBuffer>) => WasmModule;
  readonly Instance: new (
    module: WasmModule,
    imports: { env: { memory: WasmMemory; abort: (message: number, file: number, line: number) => never } },
  ) => { readonly exports: unknown };
}

export const webAssembly: Host = (globalThis as unknown as { WebAssembly: Host }).WebAssembly;
