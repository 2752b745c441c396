/**
 * The bodies of pages on their way from a renderer to the exchange, through a pipe beside the channel of messages: one after the other, in
 * the order in which the renderer says that their pages are done. The channel would put each together from its parts before it hands
 * it over, and memory outside of V8's heap that comes faster than the collections of its young objects makes V8 look through the whole
 * heap, up to twice a second, while orders wait (decision 078).
 */
import type { Readable } from 'node:stream';

/** Bytes of a page, and of what no page has claimed; far above all pages that are drawn at a time. What a renderer may fill is bounded. */
const MOST = 64 * 1024 * 1024;

interface Claim {
  readonly bytes: number;
  readonly take: (body: Buffer[]) => void;
}

export class PageBodies {
  private readonly claims: Claim[] = [];
  private readonly onFault: () => void;
  private pieces: Buffer[] = [];
  private unclaimed = 0;

  /** `onFault`: the renderer sends what belongs to no page. */
  constructor(pipe: Readable, onFault: () => void) {
    this.onFault = onFault;
    pipe.on('data', (piece: Buffer) => this.receive(piece));
    // A renderer that ends takes its pipe along; that it ended is told elsewhere.
    pipe.on('error', () => {});
  }

  /** Hands over the next `bytes` bytes, in the pieces in which they came, once all of them are here. */
  claim(bytes: number, take: (body: Buffer[]) => void): void {
    if (!Number.isSafeInteger(bytes) || bytes < 0 || bytes > MOST) return this.onFault();
    this.claims.push({ bytes, take });
    this.handOver();
  }

  private receive(piece: Buffer): void {
    this.pieces.push(piece);
    this.unclaimed += piece.length;
    this.handOver();
    if (this.unclaimed > MOST) this.onFault();
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
