/**
 * The positions of one contract in one direction by their score, and how much stands before each (trading B14). They come one by one and are
 * sorted as they come, in runs that are merged when two are of one size: the first look merges what is left, and sorts nothing.
 */
const LIGHTS = 5;
/** Positions that are sorted together before runs are merged. */
const SHORTEST_RUN = 256;

export interface Standing {
  readonly score: number;
  /** Units of the position. */
  readonly quantity: number;
  readonly positionId: number;
}

/** Standings in order, a field each. */
interface Run {
  readonly scores: Float64Array;
  readonly quantities: Float64Array;
  readonly ids: Float64Array;
}

interface Ranked extends Run {
  /** Quantity of all that stand before each place; one more place than there are standings. */
  readonly before: Float64Array;
}

export class AdlRanking {
  private waiting: Standing[] = [];
  private readonly runs: Run[] = [];
  /** Made with the first look, when all have come. */
  private ranked: Ranked | null = null;

  add(standing: Standing): void {
    this.waiting.push(standing);
    if (this.waiting.length < SHORTEST_RUN) return;
    this.runs.push(sorted(this.waiting));
    this.waiting = [];
    this.mergeDown((last, before) => before.ids.length <= last.ids.length);
  }

  /** 1 to 5, as a ranking of all has it: what the position was when it was added does not count against it. */
  lights(now: Standing): number {
    const { scores, quantities, ids, before } = (this.ranked ??= this.rank());
    const total = before[ids.length];
    // The pass is older than every position of this direction: nobody is known to stand before it.
    if (total === 0) return LIGHTS;
    let [low, high] = [0, ids.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const standing = { score: scores[middle], quantity: quantities[middle], positionId: ids[middle] };
      if (compare(standing, now) < 0) low = middle + 1;
      else high = middle;
    }
    const was = ids.indexOf(now.positionId);
    const ahead = before[low] - (was >= 0 && was < low ? quantities[was] : 0);
    return Math.max(1, LIGHTS - Math.floor((ahead * LIGHTS) / total));
  }

  private rank(): Ranked {
    this.runs.push(sorted(this.waiting));
    this.waiting = [];
    this.mergeDown(() => true);
    const [run] = this.runs;
    const before = new Float64Array(run.ids.length + 1);
    for (let at = 0; at < run.ids.length; at += 1) before[at + 1] = before[at] + run.quantities[at];
    return { ...run, before };
  }

  /** Merges the newest two runs while `areDue` says so. */
  private mergeDown(areDue: (last: Run, before: Run) => boolean): void {
    while (this.runs.length > 1) {
      const last = this.runs[this.runs.length - 1];
      const before = this.runs[this.runs.length - 2];
      if (!areDue(last, before)) return;
      this.runs.splice(-2, 2, merged(before, last));
    }
  }
}

/** Highest score first; ties by larger quantity, then the older position. */
function compare(a: Standing, b: Standing): number {
  return b.score - a.score || b.quantity - a.quantity || a.positionId - b.positionId;
}

function sorted(standings: Standing[]): Run {
  standings.sort(compare);
  return {
    scores: Float64Array.from(standings, ({ score }) => score),
    quantities: Float64Array.from(standings, ({ quantity }) => quantity),
    ids: Float64Array.from(standings, ({ positionId }) => positionId),
  };
}

function merged(a: Run, b: Run): Run {
  const length = a.ids.length + b.ids.length;
  const into = {
    scores: new Float64Array(length),
    quantities: new Float64Array(length),
    ids: new Float64Array(length),
  };
  let [ofA, ofB] = [0, 0];
  for (let at = 0; at < length; at += 1) {
    const takesA = ofB === b.ids.length || (ofA < a.ids.length && isBefore(a, ofA, b, ofB));
    const [from, place] = takesA ? [a, ofA++] : [b, ofB++];
    into.scores[at] = from.scores[place];
    into.quantities[at] = from.quantities[place];
    into.ids[at] = from.ids[place];
  }
  return into;
}

/** As `compare` has it. */
function isBefore(a: Run, ofA: number, b: Run, ofB: number): boolean {
  const byScore = b.scores[ofB] - a.scores[ofA];
  if (byScore !== 0) return byScore < 0;
  const byQuantity = b.quantities[ofB] - a.quantities[ofA];
  return byQuantity === 0 ? a.ids[ofA] < b.ids[ofB] : byQuantity < 0;
}
