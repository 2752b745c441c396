/**
 * The bodies of pages on their way from a renderer to the exchange, through a pipe beside the channel of messages: one after the other, in
 * the order in which the renderer says that their pages are done. The channel would put each together from its parts before it hands
 * it over, and memory outside of V8's heap that comes faster than the collections of its young objects makes V8 look through the whole
 * heap, up to twice a second, while orders wait (decision 078).
 */
import type { Readable } from 'node:stream';

/**
 * What one renderer may have the exchange hold, far above all pages that are drawn at a time: bytes that wait for their page, pieces in which
 * they came (one of a single byte takes some 500), and pages that wait for their bytes. One that sends more is taken over or broken.
 */
const MOST_BYTES = 64 * 1024 * 1024;
const MOST_PIECES = 10_000;
const MOST_CLAIMS = 1_000;

interface Claim {
  readonly bytes: number;
  readonly take: (body: Buffer[]) => void;
}

export class PageBodies {
  private readonly claims: Claim[] = [];
  private readonly onFault: () => void;
  private pieces: Buffer[] = [];
  private unclaimed = 0;
  private hasFault = false;

  /** `onFault`: the renderer sends what belongs to no page, or its pipe has ended. From then on nothing is handed over. */
  constructor(pipe: Readable, onFault: () => void) {
    this.onFault = onFault;
    pipe.on('data', (piece: Buffer) => this.receive(piece));
    pipe.on('close', () => this.fail());
    // Its end follows.
    pipe.on('error', () => {});
  }

  /** Hands over the next `bytes` bytes, in the pieces in which they came, once all of them are here. */
  claim(bytes: number, take: (body: Buffer[]) => void): void {
    if (this.hasFault) return;
    if (!Number.isSafeInteger(bytes) || bytes < 0 || bytes > MOST_BYTES) return this.fail();
    this.claims.push({ bytes, take });
    this.handOver();
    if (this.claims.length > MOST_CLAIMS) this.fail();
  }

  private receive(piece: Buffer): void {
    if (this.hasFault) return;
    this.pieces.push(piece);
    this.unclaimed += piece.length;
    this.handOver();
    if (this.unclaimed > MOST_BYTES || this.pieces.length > MOST_PIECES) this.fail();
  }

  private fail(): void {
    this.hasFault = true;
    this.claims.length = 0;
    this.pieces = [];
    this.onFault();
  }

  private handOver(): void {
    for (let first = this.claims[0]; first !== undefined && first.bytes <= this.unclaimed; first = this.claims[0]) {
      this.claims.shift();
      this.unclaimed -= first.bytes;
      first.take(this.cut(first.bytes));
    }
  }

  private cut(bytes: number): Buffer[] {
    const body: Buffer[] = [];
    let missing = bytes;
    while (missing > 0) {
      const piece = this.pieces.shift()!;
      body.push(piece.subarray(0, missing));
      if (piece.length > missing) this.pieces.unshift(piece.subarray(missing));
      missing -= Math.min(piece.length, missing);
    }
    return body;
  }
}
