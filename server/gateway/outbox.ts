/**
 * What waits to be written to connections. Each write is a call of the system and takes some ten microseconds, whatever its length: so the
 * frames of a connection that come in one turn go out in one write, and an update for thousands of connections is written to a slice of
 * them a turn, so that answers and new requests, an order's among them, wait for a slice and not for all.
 */
import type { WireFrame } from './wire-frame.ts';

/** Some two milliseconds of writes. */
export const WRITES_A_TURN = 150;
/** With more that waits a connection does not wait for its turn: what it has not read has a limit, and this it could not read yet. */
const HURRIED_BYTES = 256 * 1024;

/** One connection's frames that are not written yet. */
export class Outbox {
  /** Bytes that wait here. */
  bytes = 0;
  /** Whether it is in the line of those that are written a slice a turn. */
  isInLine = false;
  private readonly outboxes: Outboxes;
  private readonly write: (frames: readonly WireFrame[]) => void;
  private frames: WireFrame[] = [];
  private isHurried = false;

  /** `write` takes the frames that are to be sent now, in their order; there is at least one. */
  constructor(outboxes: Outboxes, write: (frames: readonly WireFrame[]) => void) {
    this.outboxes = outboxes;
    this.write = write;
  }

  /** An answer, or a message to one user: goes out at the end of the turn, with everything that waits before it. */
  addNow(frame: WireFrame): void {
    this.add(frame);
    if (this.isHurried) return;
    this.isHurried = true;
    this.outboxes.hurry(this);
  }

  /** A frame that many connections get: goes out when it is this one's turn. */
  addInTurn(frame: WireFrame): void {
    if (this.bytes + frame.length > HURRIED_BYTES) return this.addNow(frame);
    this.add(frame);
    if (!this.isHurried && !this.isInLine) this.outboxes.lineUp(this);
  }

  /** Writes what waits; false where there is nothing. */
  flush(): boolean {
    this.isHurried = false;
    const { frames } = this;
    if (frames.length === 0) return false;
    this.drop();
    this.write(frames);
    return true;
  }

  /** Forgets what waits. */
  drop(): void {
    this.frames = [];
    this.bytes = 0;
  }

  private add(frame: WireFrame): void {
    this.frames.push(frame);
    this.bytes += frame.length;
  }
}

/** The outboxes of all connections, which share the thread's time. */
export class Outboxes {
  private hurried: Outbox[] = [];
  /** Those that wait for their turn, first come first; those before `next` had it. */
  private line: Outbox[] = [];
  private next = 0;
  private isScheduled = false;

  hurry(outbox: Outbox): void {
    this.hurried.push(outbox);
    this.schedule();
  }

  lineUp(outbox: Outbox): void {
    outbox.isInLine = true;
    this.line.push(outbox);
    this.schedule();
  }

  /** Writes everything at once: before all connections are closed. */
  flushAll(): void {
    this.flushHurried();
    this.flushLine(Infinity);
  }

  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(() => this.takeTurn());
  }

  private takeTurn(): void {
    this.isScheduled = false;
    this.flushHurried();
    this.flushLine(WRITES_A_TURN);
    if (this.line.length > 0) this.schedule();
  }

  private flushHurried(): void {
    const hurried = this.hurried;
    this.hurried = [];
    for (const outbox of hurried) outbox.flush();
  }

  /** Those that a hurried frame has emptied meanwhile cost no write. */
  private flushLine(mostWrites: number): void {
    for (let writes = 0; writes < mostWrites && this.next < this.line.length; this.next += 1) {
      const outbox = this.line[this.next]!;
      outbox.isInLine = false;
      if (outbox.flush()) writes += 1;
    }
    // Those that were written to are dropped from the line once they are half of it, so that an entry costs the same however long the line is.
    if (this.next * 2 < this.line.length) return;
    this.line = this.line.slice(this.next);
    this.next = 0;
  }
}
