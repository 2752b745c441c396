/** Lines in order of the marks that pass them: the nearest first. A binary heap whose lines know their places. */
export class Line {
  /** By index. */
  readonly account: number;
  /** The line is passed once the mark reaches this key. */
  key = 0;
  /** In the heap; -1 outside. */
  place = -1;

  constructor(account: number) {
    this.account = account;
  }
}

export class LineHeap {
  private readonly lines: Line[] = [];

  /** Enters a line, or moves it; an infinite key takes it out: no mark gets there. */
  set(line: Line, key: number): void {
    if (key === Infinity) {
      this.remove(line);
      return;
    }
    line.key = key;
    if (line.place < 0) line.place = this.lines.push(line) - 1;
    this.settle(line);
  }

  remove(line: Line): void {
    const { place } = line;
    if (place < 0) return;
    const last = this.lines.pop()!;
    line.place = -1;
    if (last === line) return;
    this.lines[place] = last;
    last.place = place;
    this.settle(last);
  }

  /** Takes the nearest line out if the bound passes it. */
  takePassed(bound: number): Line | null {
    const first = this.lines[0];
    if (first === undefined || first.key > bound) return null;
    this.remove(first);
    return first;
  }

  private settle(line: Line): void {
    const { lines } = this;
    let at = line.place;
    for (let above = (at - 1) >> 1; at > 0 && lines[above].key > line.key; above = (at - 1) >> 1) {
      this.put(lines[above], at);
      at = above;
    }
    for (;;) {
      let below = 2 * at + 1;
      if (below + 1 < lines.length && lines[below + 1].key < lines[below].key) below += 1;
      if (below >= lines.length || lines[below].key >= line.key) break;
      this.put(lines[below], at);
      at = below;
    }
    this.put(line, at);
  }

  private put(line: Line, at: number): void {
    this.lines[at] = line;
    line.place = at;
  }
}
