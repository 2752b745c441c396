/** Latencies of one measured span and what is said of them. */
export interface Report {
  readonly name: string;
  readonly operations: number;
  readonly refused: number;
  readonly seconds: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly p999Ms: number;
}

/** When each operation of a load is due: evenly at a rate, from its first wait on; without a rate each is due at once. */
export class Pace {
  #startedNs = 0n;
  readonly #everyNs: number;

  constructor(perSecond: number | undefined) {
    this.#everyNs = perSecond === undefined ? 0 : 1e9 / perSecond;
  }

  /** Waits until the operation is due; answers when it was due, in ns of the process's clock: from then on its latency counts. */
  async until(index: number): Promise<bigint> {
    const now = process.hrtime.bigint();
    if (this.#everyNs === 0) return now;
    if (this.#startedNs === 0n) this.#startedNs = now;
    const due = this.#startedNs + BigInt(Math.round(index * this.#everyNs));
    const aheadMs = Number(due - now) / 1e6;
    if (aheadMs > 0) await new Promise((resolve) => setTimeout(resolve, aheadMs));
    return due;
  }
}

export class Latencies {
  readonly #micros: number[] = [];
  #refused = 0;

  add(startedNs: bigint, isOk: boolean): void {
    this.#micros.push(Number(process.hrtime.bigint() - startedNs) / 1000);
    if (!isOk) this.#refused++;
  }

  report(name: string, seconds: number): Report {
    const sorted = Float64Array.from(this.#micros).sort();
    const at = (share: number): number =>
      Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!) / 1000;
    return {
      name,
      operations: sorted.length,
      refused: this.#refused,
      seconds,
      perSecond: Math.round(sorted.length / seconds),
      p50Ms: at(0.5),
      p99Ms: at(0.99),
      p999Ms: at(0.999),
    };
  }
}
