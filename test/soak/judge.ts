/** What a soak must show, apart from times: those depend on what else the machine does. */
import type { SoakReport } from './soak.ts';

/** Of a run by hand of ten minutes, on a machine with nothing else to do. */
export const HONEST_P99_MS = 250;
/** Growth that is no leak: the newest trades and orders, which are remembered up to a number, fill up first. */
const HELD_BYTES = 48e6;

/** Sentences about what is wrong; none when all is as it should be. */
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
    if (times + cut < 100) faults.push(`${name} was refused only ${times + cut} times`);
  if (!(report.heldBytes < HELD_BYTES))
    faults.push(`${Math.round(report.heldBytes / 1e6)} MB more are held than after the first minute`);
  return faults;
}
