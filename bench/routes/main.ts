/**
 * `npm run bench:routes`: what every route costs, in processor time of the exchange and its database, beside one reference
 * route in the same run, and beside its weight at the rate limit. Prints a table and ends with 1 where the two differ by more
 * than four times, or where a route of the running exchange has no example. `--quick` shortens, `--only TEXT` measures some.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { Agent, request as send } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Measured } from './measured.ts';
import { type Measurement, measurements, missingRoutes, type Request } from './requests.ts';
import { type Cost, judge, table } from './table.ts';

const flags = process.argv.slice(2);
const isQuick = flags.includes('--quick');
const only = flags.includes('--only') ? (flags[flags.indexOf('--only') + 1] ?? '') : '';
const LEAST_MS = isQuick ? 150 : 400;
const MOST_CALLS = isQuick ? 60 : 250;
const LEAST_CALLS = 12;
const AT_ONCE = 2;
/** How often a measurement that is not above the exchange's own work is made again, each time with four times the calls. */
const REPEATS = 2;
/** The exchange's own work is the median of this many last readings. */
const IDLE_READINGS = 7;
/** The most ordinary call of somebody who is logged in: its weight is 1. */
const REFERENCE = 'GET /web/api/v1/userCenter/getUserInfo';
/** How often the reference is measured in a run; the median counts. */
const REFERENCE_RUNS = 5;

/** How many requests were made: some are others each time. */
let count = 0;
const failures = new Map<string, number>();
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
const server = fork(join(import.meta.dirname, 'server.ts'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
const measured = await heard<Measured>(server);
const all = measurements(measured);
const missing = missingRoutes(measured, all);
const idleReadings: number[] = [];
await sleep(1_000);
for (let at = 0; at < IDLE_READINGS; at++) await readIdle();
const reference = all.find(({ route }) => route === REFERENCE)!;
const references: number[] = [];
const costs: Omit<Cost, 'relative'>[] = [];
const chosen = all.filter(({ route, kind }) => `${route} ${kind}`.includes(only));
for (const [at, measurement] of chosen.entries()) {
  if (at % Math.ceil(chosen.length / REFERENCE_RUNS) === 0) references.push(await cpuMs(reference));
  const { route, kind } = measurement;
  costs.push({ route, kind, weight: await weightOf(measurement), cpuMs: await cpuMs(measurement) });
}
server.send('stop');
agent.destroy();
const unit = middle(references);
const judged = costs.map((cost) => judge({ ...cost, relative: cost.cpuMs / unit }));
process.stdout.write(`${table(judged, REFERENCE, unit)}\n`);
for (const name of missing) process.stderr.write(`without an example: ${name}\n`);
const wrong = judged.filter(({ isWrong }) => isWrong);
for (const { route, kind, ratio } of wrong)
  process.stderr.write(`weight and cost differ: ${[route, kind].filter(Boolean).join(', ')} (${ratio.toFixed(2)})\n`);
for (const [route, status] of failures) process.stderr.write(`was answered by ${status}: ${route}\n`);
process.exit(missing.length + wrong.length === 0 ? 0 : 1);

function heard<Message>(child: ChildProcess): Promise<Message> {
  return new Promise((resolve, reject) => {
    const end = (code: number | null): void => reject(new Error(`the exchange that is measured ended with ${code}`));
    child.once('exit', end);
    child.once('message', (message) => {
      child.off('exit', end);
      resolve(message as Message);
    });
  });
}

async function spentMs(): Promise<number> {
  server.send('cpu');
  return (await heard<{ cpuMs: number }>(server)).cpuMs;
}

/** Reads what the exchange does by itself (prices, clocks), in milliseconds of processor time for each millisecond. */
async function readIdle(): Promise<void> {
  const [before, from] = [await spentMs(), performance.now()];
  await sleep(LEAST_MS);
  idleReadings.push(((await spentMs()) - before) / (performance.now() - from));
}

/** It changes in the course of a run (caches fill, the journal is written out), so it is read anew before each route. */
function idleMsPerMs(): number {
  return middle(idleReadings.slice(-IDLE_READINGS));
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

function ask({ path, method, headers, body }: Request): Promise<{ status: number; used: number }> {
  return new Promise((resolve, reject) => {
    const { url, operatorUrl } = measured;
    const sent = send(
      (path.startsWith('/operator/') ? operatorUrl : url) + path,
      { agent, method, headers },
      (answer) => {
        answer.resume();
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, used: Number(answer.headers['x-mbx-used-weight-1m'] ?? 0) }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

async function run(measurement: Measurement, calls: number): Promise<void> {
  let left = calls;
  const work = async (): Promise<void> => {
    while (left-- > 0) {
      const { status } = await ask(measurement.make(count++));
      // Of a route that has no other part to match, nothing is found only where the example is wrong.
      const isWrong = status === 404 && !measurement.route.includes('*');
      if ((status === 429 || status >= 500 || isWrong) && !failures.has(measurement.route))
        failures.set(measurement.route, status);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** Processor time of one call, in milliseconds; NaN where it cannot be told from what the exchange does by itself. */
async function cpuMs(measurement: Measurement): Promise<number> {
  await run(measurement, LEAST_CALLS);
  await readIdle();
  for (let repeat = 0, factor = 1; repeat <= REPEATS; repeat++, factor *= 4) {
    const [before, from] = [await spentMs(), performance.now()];
    let calls = 0;
    while (calls < LEAST_CALLS || (performance.now() - from < LEAST_MS * factor && calls < MOST_CALLS * factor)) {
      await run(measurement, LEAST_CALLS);
      calls += LEAST_CALLS;
    }
    const spent = (await spentMs()) - before - idleMsPerMs() * (performance.now() - from);
    if (spent > 0) return spent / calls;
  }
  return Number.NaN;
}

/** The weight that one call used of the rate limit, read from the answer to the next ping. */
async function weightOf(measurement: Measurement): Promise<number> {
  // A logged-in user has a separate count, so the ping is sent with the same log-in.
  const { token, cookie } = measurement.make(count++).headers;
  const headers = { ...(token ? { token } : {}), ...(cookie ? { cookie } : {}) };
  const used = async (): Promise<number> => (await ask({ path: '/api/v3/ping', method: 'GET', headers })).used;
  for (;;) {
    // The first request fills the page cache: a cached page has a weight of one.
    await ask(measurement.make(count++));
    const before = await used();
    await ask(measurement.make(count++));
    const weight = (await used()) - before - 1;
    // Below: a new minute began between.
    if (weight >= 0) return weight;
  }
}
