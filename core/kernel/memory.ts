/**
 * Bytes that hold one record beside the other and grow. The ones on which the core and its kernel work together, orders, books,
 * balances, and what margin accounts hold, are the memory of a WebAssembly program (core/kernel/kernel.ts); all others are an array of the core alone.
 *
 * What outgrows its place takes one several times as large and gives the old one back, from which smaller records are taken next.
 */
import { assert } from '../protocol/invariant.ts';
import { SHARED, SHARED_BYTES } from './layout.ts';
import { webAssembly, type WasmMemory } from './web-assembly.ts';

/** Two cache lines, which a processor fetches together: the record of an order does not lie across two such pairs. */
const LINE = 128;
const FIRST_BYTES = 16_384;
/** As far as an address of 32 bits reaches. */
const MOST_BYTES = 4_294_967_296;

export class Bytes {
  /** Another one whenever they grow. */
  buffer: ArrayBuffer;
  private end = SHARED + SHARED_BYTES;
  private readonly holders: (() => void)[] = [];
  /** What was given back. */
  private readonly regions: { address: number; bytes: number }[] = [];

  constructor(buffer = new ArrayBuffer(FIRST_BYTES)) {
    this.buffer = buffer;
  }

  /** The address of so many bytes, all zero, at the beginning of a pair of cache lines. Arrays over the buffer may be void afterwards: see `follow`. */
  allocate(bytes: number): number {
    const whole = wholeLines(bytes);
    const region = this.regions.find((free) => free.bytes >= whole);
    if (region !== undefined) return this.carve(region, whole);
    const address = this.end;
    const end = address + whole;
    if (end > this.buffer.byteLength) {
      this.buffer = this.enlarged(Math.max(end, Math.min(2 * this.buffer.byteLength, MOST_BYTES)));
      for (const hold of this.holders) hold();
    }
    this.end = end;
    return address;
  }

  /** Gives back what `allocate` gave for so many bytes. Nobody may refer to it any more. */
  release(address: number, bytes: number): void {
    this.regions.push({ address, bytes: wholeLines(bytes) });
  }

  /** Replaces the buffer as growing does: who kept an array over the one before has none any more. For tests. */
  move(): void {
    this.buffer = this.enlarged(this.buffer.byteLength);
    for (const hold of this.holders) hold();
  }

  /** Calls `hold` now, and again whenever the buffer is another. */
  follow(hold: () => void): void {
    this.holders.push(hold);
    hold();
  }

  protected enlarged(bytes: number): ArrayBuffer {
    return this.buffer.transfer(bytes);
  }

  private carve(region: { address: number; bytes: number }, bytes: number): number {
    const { address } = region;
    region.address += bytes;
    region.bytes -= bytes;
    if (region.bytes === 0) this.regions.splice(this.regions.indexOf(region), 1);
    new Uint8Array(this.buffer, address, bytes).fill(0);
    return address;
  }
}

function wholeLines(bytes: number): number {
  return Math.ceil(bytes / LINE) * LINE;
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
