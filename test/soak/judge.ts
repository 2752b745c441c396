/** The conditions of a soak, except times, which depend on what else the machine does. */
import type { CollectedHeap } from './collected-heap.ts';
import { type Slope, slopeOf } from './slope.ts';
import type { Sample, SoakReport } from './soak.ts';

/** Of a run by hand of ten minutes, on a machine with nothing else to do. */
export const HONEST_P99_MS = 250;
/** Allowed growth: the newest trades and orders, which are remembered up to a number, fill up first. */
const HELD_BYTES = 48e6;
/**
 * By each answer to an attacker, not by each second: a busy machine answers fewer. What one attack leaves behind is at least a short
 * text or an entry of a list, of some hundred bytes; one kind is about a twentieth of all attacks, so that its leak shows as a twentieth.
 * What honest orders leave in lists that are kept up to a number was 12 by the median in a run that shared its cores.
 */
const LEAK_PER_ATTACK = 16;
/**
 * A run whose figures were reversed by hand strayed by 1.2 MB, by requests on their way and compiled code that is dropped and made
 * again: a floor above that, not a measured maximum.
 */
const LEAK_BYTES = 1.5e6;
/**
 * Of the engine's thread, which honest orders fill too, up to numbers of their own: some hundred bytes each, 4 MB in ten minutes. A record of
 * 850 bytes that each transfer of an attacker left would be 30 MB.
 */
const ENGINE_LEAK_BYTES = 6e6;
/** Of the process that draws pages; its garbage is not collected before it is measured. */
const RENDERER_BYTES = 200e6;
/** Far fewer than an attacker is refused in a minute, even on a machine that others use at the same time. */
const FEWEST_REFUSALS = 10;
/** Journal segments, connections to the database and files that are read just then; each attack has hundreds of sockets. */
const OPEN_FILES = 64;

type HeldThread = keyof CollectedHeap;

/** Bytes that the thread holds more per answer to an attacker, and how many answers the measurements span. */
export function growthOf(
  samples: readonly Sample[],
  thread: HeldThread,
): { readonly slope: Slope; readonly attacks: number } {
  const points = samples.flatMap(({ attacks, held }) => (held === null ? [] : [{ x: attacks, y: held[thread] }]));
  return { slope: slopeOf(points), attacks: (points.at(-1)?.x ?? NaN) - (points[0]?.x ?? NaN) };
}

/** A sentence if memory surely grows with the attacks; null otherwise. A shorter run finds only larger leaks. */
export const leakIn = (samples: readonly Sample[]): string | null =>
  leakOf(samples, 'mainBytes', LEAK_BYTES) ?? leakOf(samples, 'engineBytes', ENGINE_LEAK_BYTES);

function leakOf(samples: readonly Sample[], thread: HeldThread, leastBytes: number): string | null {
  const { slope, attacks } = growthOf(samples, thread);
  const sure = slope.atLeast * attacks;
  if (Number.isNaN(sure)) return 'what is held was measured less than twice';
  if (slope.atLeast <= LEAK_PER_ATTACK || sure <= leastBytes) return null;
  const where = thread === 'mainBytes' ? 'held' : 'held by the engine’s thread';
  return `what is ${where} grows by ${slope.median.toFixed(0)} bytes with each attack (surely ${slope.atLeast.toFixed(0)}, ${(sure / 1e6).toFixed(1)} MB in this run)`;
}

/** Sentences about faults; none for a sound run. */
export function faultsOf(report: SoakReport, seconds: number): string[] {
  const { honest, samples } = report;
  const faults: string[] = [];
  const last = samples.at(-1)?.seconds ?? 0;
  if (last < seconds * 0.9) faults.push(`the exchange was gone after ${last.toFixed(0)} s: ${report.log.slice(-500)}`);
  if (report.lost.length > 0) faults.push(`acknowledged and not there: ${report.lost.slice(0, 10).join(', ')}`);
  if (report.unbalanced.length > 0) faults.push(`sums that are not zero: ${report.unbalanced.join(', ')}`);
  const refused = [...honest.refusals].map(
    ([status, { count, example }]) => `${count} times ${status}, such as ${example}`,
  );
  if (refused.length > 0) faults.push(`honest calls were refused: ${refused.join('; ')}`);
  if (honest.unanswered > 0) faults.push(`${honest.unanswered} honest calls got no answer`);
  if (honest.placed < seconds) faults.push(`only ${honest.placed} honest orders were taken`);
  for (const [name, { refused: times, cut }] of Object.entries(report.tallies))
    if (times + cut < FEWEST_REFUSALS) faults.push(`${name} was refused only ${times + cut} times`);
  if (!(report.heldBytes < HELD_BYTES))
    faults.push(`${Math.round(report.heldBytes / 1e6)} MB more are held than after the first minute`);
  const drawing = samples.flatMap(({ held, rendererBytes }) => (held === null ? [] : [rendererBytes ?? 0]));
  const drawingMore = (drawing.at(-1) ?? 0) - (drawing[0] ?? 0);
  if (drawingMore > RENDERER_BYTES)
    faults.push(
      `the process that draws pages has ${Math.round(drawingMore / 1e6)} MB more than after the first minute`,
    );
  const leak = leakIn(samples);
  if (leak !== null) faults.push(leak);
  const files = report.openFiles;
  if (files !== null && files.after > files.before + OPEN_FILES)
    faults.push(`${files.after} files and sockets are open after the attacks, ${files.before} were before`);
  return faults;
}
