/**
 * What random tests have reached: each name is counted, and a test that should reach a thing fails when it never did. A
 * generator that cannot draw something proves nothing about it.
 */
export class Reached {
  private readonly counts = new Map<string, number>();

  count(name: string): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
  }

  /** How often a name was counted. */
  times(name: string): number {
    return this.counts.get(name) ?? 0;
  }

  /** Those of the expected names that were never counted. */
  missing(expected: readonly string[]): string[] {
    return expected.filter((name) => !this.counts.has(name));
  }

  /** One line a name, in alphabetical order. */
  table(): string {
    const rows = [...this.counts].sort(([a], [b]) => (a < b ? -1 : 1));
    return rows.map(([name, times]) => `${String(times).padStart(10)}  ${name}`).join('\n');
  }
}
