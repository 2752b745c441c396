/**
 * Bytes that hold one record beside the other and grow. The ones on which the core and its kernel work together, orders, books and
 * balances of spot, are the memory of a WebAssembly program (core/kernel/kernel.ts); all others are an array of the core alone.
 *
 * What is taken is never given back: what outgrows its place takes one several times as large, so that what is left behind is less than
 * what is used.
 */
import { assert } from '../protocol/invariant.ts';
import { SHARED, SHARED_BYTES } from './layout.ts';
import { webAssembly, type WasmMemory } from './web-assembly.ts';

/** A cache line: what stands in one record does not lie across two. */
const LINE = 64;
const FIRST_BYTES = 16_384;
/** As far as an address of 32 bits reaches. */
const MOST_BYTES = 4_294_967_296;

export class Bytes {
  /** Another one whenever they grow. */
  buffer: ArrayBuffer;
  private end = SHARED + SHARED_BYTES;
  private readonly holders: (() => void)[] = [];

  constructor(buffer = new ArrayBuffer(FIRST_BYTES)) {
    this.buffer = buffer;
  }

  /** The address of so many bytes, all zero, at the beginning of a cache line. Arrays over the buffer may be void afterwards: see `follow`. */
  allocate(bytes: number): number {
    const address = this.end;
    const end = address + Math.ceil(bytes / LINE) * LINE;
    if (end > this.buffer.byteLength) {
      this.buffer = this.enlarged(Math.max(end, Math.min(2 * this.buffer.byteLength, MOST_BYTES)));
      for (const hold of this.holders) hold();
    }
    this.end = end;
    return address;
  }

  /** Calls `hold` now, and again whenever the buffer is another. */
  follow(hold: () => void): void {
    this.holders.push(hold);
    hold();
  }

  protected enlarged(bytes: number): ArrayBuffer {
    return this.buffer.transfer(bytes);
  }
}

const PAGE = 65_536;
/** 2 MiB. */
const FIRST_PAGES = 32;
const MOST_PAGES = MOST_BYTES / PAGE;

export class KernelMemory extends Bytes {
  readonly wasm: WasmMemory;

  constructor() {
    const wasm = new webAssembly.Memory({ initial: FIRST_PAGES, maximum: MOST_PAGES });
    super(wasm.buffer);
    this.wasm = wasm;
  }

  protected override enlarged(bytes: number): ArrayBuffer {
    const pages = Math.ceil(bytes / PAGE);
    assert(pages <= MOST_PAGES, 'the kernel works on four gigabytes at most');
    this.wasm.grow(pages - this.buffer.byteLength / PAGE);
    return this.wasm.buffer;
  }
}
