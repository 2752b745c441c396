/**
 * `npm run sim -- --seed N` replays one simulation and prints the tail of its trace; `npm run sim -- --seeds COUNT [--from N]`
 * runs many and sums them up; `--mutation NAME` plants one of the known bugs. Ends with 1 when a promise was broken.
 */
import { parseArgs } from 'node:util';
import { mutations } from './mutations.ts';
import { runSimulation } from './run-simulation.ts';
import type { Report } from './simulation.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string', default: '1000' },
    from: { type: 'string', default: '1' },
    tail: { type: 'string', default: '60' },
    mutation: { type: 'string' },
  },
});
const mutation = mutations.find(({ name }) => name === values.mutation);
if (values.mutation !== undefined && !mutation)
  throw new Error(`There is no such mutation. There are: ${mutations.map(({ name }) => name).join('; ')}`);
const write = (line: string): void => void process.stdout.write(`${line}\n`);

async function replay(seed: number, tail: number): Promise<boolean> {
  const lines: string[] = [];
  const report = await runSimulation({ seed, mutation, trace: (line) => lines.push(line) });
  for (const line of lines.slice(-tail)) write(line);
  const { commands, steps, simulatedMs, stateHash, violation } = report;
  write(
    `seed ${seed}: ${commands} commands, ${steps} steps, ${simulatedMs} ms simulated, state ${stateHash.slice(0, 16)}`,
  );
  if (violation) write(`VIOLATION ${violation.stack ?? violation.message}`);
  return violation === null;
}

async function runMany(from: number, count: number): Promise<boolean> {
  const started = performance.now();
  const totals = new Map<string, number>();
  const failed: Report[] = [];
  let simulatedMs = 0;
  const add = (name: string, by: number): void => void totals.set(name, (totals.get(name) ?? 0) + by);
  for (let seed = from; seed < from + count; seed++) {
    const report = await runSimulation({ seed, mutation });
    add('commands', report.commands);
    add('events', report.events);
    add('steps', report.steps);
    for (const [name, times] of report.counts) add(name, times);
    simulatedMs += report.simulatedMs;
    if (!report.violation) continue;
    failed.push(report);
    write(`seed ${seed}: ${report.violation.message}`);
  }
  const elapsedMs = performance.now() - started;
  for (const [name, times] of [...totals].sort((a, b) => b[1] - a[1])) write(`${String(times).padStart(10)}  ${name}`);
  write(
    `${count} seeds from ${from} in ${(elapsedMs / 1000).toFixed(0)} s (${(elapsedMs / count).toFixed(1)} ms each, ` +
      `${(simulatedMs / elapsedMs).toFixed(0)} times real time): ${failed.length} broke a promise`,
  );
  return failed.length === 0;
}

const holds =
  values.seed === undefined
    ? await runMany(Number(values.from), Number(values.seeds))
    : await replay(Number(values.seed), Number(values.tail));
process.exit(holds ? 0 : 1);
