/**
 * `npm run soak -- --minutes 10 [--seed N]`: an exchange with the packaged PostgreSQL under all attacks beside twenty honest traders.
 * Prints memory by time, what the attackers were told and how long honest calls took. Ends with 1 when something acknowledged is
 * lost, memory grows after the first minute, or honest calls wait.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { faultsOf, growthOf, HONEST_P99_MS } from './judge.ts';
import { type Sample, soak } from './soak.ts';

const { values } = parseArgs({ options: { minutes: { type: 'string' }, seed: { type: 'string' } } });
const minutes = Number(values.minutes ?? 10);
const seed = Number(values.seed ?? Date.now() % 1_000_000);
if (!(minutes > 0) || !Number.isInteger(seed))
  throw new Error('--minutes takes a number above 0, --seed a whole number');
const write = (line: string): void => void process.stdout.write(`${line}\n`);
const mb = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;
const exactMb = (bytes: number): string => `${(bytes / 1e6).toFixed(2)} MB`;

let printedAt = -Infinity;
function show({ seconds, rssBytes, heapBytes, loopLagMs, openFiles, rendererBytes, attacks, held }: Sample): void {
  if (held === null && seconds - printedAt < 30) return;
  printedAt = seconds;
  const kept =
    held === null ? '' : `, held ${exactMb(held.mainBytes)}, by the engine's thread ${exactMb(held.engineBytes)}`;
  write(
    `${String(Math.round(seconds)).padStart(5)} s  resident ${mb(rssBytes)}, heap and buffers ${mb(heapBytes)}${kept}, page drawer ${rendererBytes === null ? '?' : mb(rendererBytes)}, ${openFiles ?? '?'} files open, ${attacks} attacks answered, event loop late by ${loopLagMs.toFixed(0)} ms (p99)`,
  );
}

const directory = mkdtempSync(join(tmpdir(), 'agio-soak-'));
write(`${minutes} minutes, seed ${seed}`);
try {
  const report = await soak({ directory, databaseUrl: '', seconds: minutes * 60, seed, onSample: show });
  for (const [name, { served, refused, cut }] of Object.entries(report.tallies))
    write(`${name.padEnd(10)} ${served} served, ${refused} refused, ${cut} cut`);
  const { honest } = report;
  write(
    `honest     ${honest.calls} calls: p50 ${honest.p50.toFixed(1)} ms, p99 ${honest.p99.toFixed(1)} ms (limit ${HONEST_P99_MS}), longest ${honest.max.toFixed(0)} ms; ${honest.placed} orders, ${honest.cancelled} cancels acknowledged; ${honest.stopped} calls beside those waited while the heap was measured`,
  );
  for (const [status, { count, example }] of honest.refusals)
    write(`           ${count} refused with ${status}: ${example}`);
  write(`held       ${mb(report.heldBytes)} more at the end than after the first minute, without garbage`);
  const { slope, attacks } = growthOf(report.samples, 'mainBytes');
  write(
    `           ${slope.median.toFixed(1)} bytes more with each of ${attacks} attacks, surely ${slope.atLeast.toFixed(1)}`,
  );
  if (report.openFiles !== null)
    write(`files      ${report.openFiles.before} open before the attacks, ${report.openFiles.after} after them`);
  const faults = faultsOf(report, minutes * 60);
  if (honest.p99 > HONEST_P99_MS) faults.push(`honest calls wait: p99 ${honest.p99.toFixed(0)} ms`);
  for (const fault of faults) write(`FAULT      ${fault}`);
  write(faults.length === 0 ? 'nothing lost, nobody kept waiting' : `${faults.length} faults`);
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  rmSync(directory, { recursive: true, force: true });
}
