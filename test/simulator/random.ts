/** Every choice of a simulation, drawn from its seed (sfc32). */
export class Random {
  private a = 0x9e3779b9;
  private b = 0x243f6a88;
  private c: number;
  private counter = 1;

  constructor(seed: number) {
    this.c = seed | 0;
    this.a ^= Math.floor(seed / 2 ** 32);
    for (let i = 0; i < 12; i++) this.next();
  }

  /** In [0, 1). */
  next(): number {
    const sum = (((this.a + this.b) | 0) + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = (((this.c << 21) | (this.c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** Both ends included. */
  between(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.next() * list.length)]!;
  }

  /** Picks by weight. */
  weighted<T extends { readonly weight: number }>(list: readonly T[]): T {
    let left = this.next() * list.reduce((sum, { weight }) => sum + weight, 0);
    for (const entry of list) {
      left -= entry.weight;
      if (left < 0) return entry;
    }
    return list.at(-1)!;
  }
}
