/** Durations in buckets of 10 ns, longer ones in buckets of 10 us. */
const FINE = 100_000;
const FINE_NS = 10;
const COARSE_NS = 10_000;

export class Percentiles {
  private readonly fine = new Uint32Array(FINE);
  private readonly coarse = new Uint32Array(FINE);
  private count = 0;

  add(ns: number): void {
    const bucket = Math.max(0, Math.floor(ns / FINE_NS));
    if (bucket < FINE) this.fine[bucket]! += 1;
    else this.coarse[Math.min(FINE - 1, Math.floor(ns / COARSE_NS))]! += 1;
    this.count += 1;
  }

  /** Nanoseconds that the share does not pass. */
  at(share: number): number {
    let left = this.count * share;
    for (let i = 0; i < FINE; i += 1) if ((left -= this.fine[i]!) <= 0) return (i + 1) * FINE_NS;
    for (let i = 0; i < FINE; i += 1) if ((left -= this.coarse[i]!) <= 0) return (i + 1) * COARSE_NS;
    return FINE * COARSE_NS;
  }
}
