import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startJobs } from './jobs.ts';

test('a job comes again after a turn that failed, and the failure is noted by its name', async () => {
  const noted: unknown[] = [];
  let turns = 0;
  const jobs = startJobs(
    [
      {
        name: 'counting',
        everyMs: 5,
        run() {
          turns += 1;
          if (turns === 1) throw new Error('the first turn');
        },
      },
    ],
    (part, error) => noted.push([part, (error as Error).message]),
  );
  while (turns < 3) await sleep(5);
  await jobs.stop();
  expect(noted).toEqual([['counting', 'the first turn']]);
});

test('FLT-20 a database that is away is told elsewhere, not with each job', async () => {
  const noted: string[] = [];
  let turns = 0;
  const away = Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED' });
  const run = async (): Promise<void> => {
    turns += 1;
    throw away;
  };
  const jobs = startJobs([{ name: 'writing', everyMs: 5, run }], (part) => noted.push(part));
  while (turns < 2) await sleep(5);
  await jobs.stop();
  expect(noted).toEqual([]);
});

test('the start does not wait for the first run of a job that begins at once, and its failure does not stop the exchange', async () => {
  const noted: string[] = [];
  const run = async (): Promise<void> => {
    throw new Error('no such table');
  };
  const jobs = startJobs([{ name: 'tidying', everyMs: 1_000_000, beginsAtOnce: true, run }], (part) =>
    noted.push(part),
  );
  await jobs.stop();
  expect(noted).toEqual(['tidying']);
});

test('one turn of a job at a time; the end waits for it and lets no other begin', async () => {
  let begun = 0;
  let ended = 0;
  const { promise: release, resolve } = Promise.withResolvers<void>();
  const run = async (): Promise<void> => {
    begun += 1;
    await release;
    ended += 1;
  };
  const jobs = startJobs([{ name: 'slow', everyMs: 2, run }], () => {});
  while (begun === 0) await sleep(2);
  await sleep(30);
  expect(begun).toBe(1);
  const stopping = jobs.stop();
  resolve();
  await stopping;
  expect(ended).toBe(1);
  await sleep(30);
  expect(begun).toBe(1);
});
