/** How much may be done at once and how fast it comes back: a token bucket. */

export interface Rate {
  /** How many may be taken at once after a rest: the size of the bucket. */
  readonly burst: number;
  readonly perSecond: number;
}

/** A token bucket for connections, frames, log-ins or the like: `take` spends tokens, which come back with time. */
export class Allowance {
  private readonly rate: Rate;
  private left: number;
  private atMs: number;

  constructor(rate: Rate, nowMs: number) {
    this.rate = rate;
    this.left = rate.burst;
    this.atMs = nowMs;
  }

  /** Takes `count`, by default one; false, without taking any, if fewer are left. */
  take(nowMs: number, count = 1): boolean {
    if (this.wait(nowMs, count) > 0) return false;
    this.left -= count;
    return true;
  }

  /** Takes them in any case: where fewer are left, they are missing until they have come back. */
  charge(nowMs: number, count: number): void {
    this.wait(nowMs, 0);
    this.left -= count;
  }

  /** Whole seconds until `count` tokens are available; 0 if they are now. A `count` above the burst waits until the bucket is full. */
  wait(nowMs: number, count: number): number {
    const { burst, perSecond } = this.rate;
    this.left = Math.min(burst, this.left + (Math.max(0, nowMs - this.atMs) * perSecond) / 1_000);
    this.atMs = nowMs;
    return Math.max(0, Math.ceil((Math.min(count, burst) - this.left) / perSecond));
  }
}
