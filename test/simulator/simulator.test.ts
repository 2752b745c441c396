import { expect, test } from 'vitest';
import { mutations } from './mutations.ts';
import { regressions } from './regressions.ts';
import { runSimulation } from './run-simulation.ts';

const SEEDS = 200;
/** Within how many seeds a planted bug has to show. */
const SEEDS_A_MUTATION = 400;

test('FLT-14 one seed is one story: the same commands, the same steps, the same trace', async () => {
  const traces = [1, 2].map(() => [] as string[]);
  for (const trace of traces) await runSimulation({ seed: 7, trace: (line) => trace.push(line) });
  expect(traces[0]!.length).toBeGreaterThan(50);
  expect(traces[0]).toEqual(traces[1]);
});

test('FLT-14 no promise breaks over seeds that broke one before', async () => {
  for (const { seed, was } of regressions) {
    const { violation } = await runSimulation({ seed });
    expect(violation, `seed ${seed} (${was})`).toBeNull();
  }
});

test(`FLT-14 no promise breaks over ${SEEDS} seeds`, async () => {
  const counts = new Map<string, number>();
  for (let seed = 1; seed <= SEEDS; seed++) {
    const report = await runSimulation({ seed });
    expect(report.violation, `npm run sim -- --seed ${seed}`).toBeNull();
    for (const [name, count] of report.counts) counts.set(name, (counts.get(name) ?? 0) + count);
  }
  // A simulation without faults would prove nothing.
  for (const name of [
    'kill',
    'power cut',
    'killed in a call',
    'stopped by a fault',
    'damage noticed',
    'trouble',
    'full disk',
    'upgraded',
  ])
    expect(counts.get(name) ?? 0, name).toBeGreaterThan(10);
});

test.each(mutations)('FLT-14 finds the planted bug: $name', async (mutation) => {
  for (let seed = 1; seed <= SEEDS_A_MUTATION; seed++) {
    const { violation } = await runSimulation({ seed, mutation });
    if (!violation) continue;
    process.stdout.write(`${mutation.name}: seed ${seed}, ${violation.message}\n`);
    return;
  }
  expect.fail(`${SEEDS_A_MUTATION} seeds passed over it`);
});
