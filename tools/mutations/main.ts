/**
 * `npm run mutations` plants one bug after the other in core and server and says which test turns red; `--part N` takes one
 * part of the list (parts.ts), which is what `npm test` does, another one each day; `--only TEXT` those whose words or file hold the text;
 * `--from N` begins at the Nth, where an earlier run was stopped;
 * `--tests-are-green` skips the first run without mutations, if all tests have just been run. Ends with 1 when a bug survives, is killed
 * by another test than it names, or no longer fits the code.
 */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import startDatabase from '../../test/database.ts';
import { mutations } from './list.ts';
import { PARTS } from './parts.ts';
import { staleAmong } from './stale.ts';
import { isNamedKiller, runSimulator, runTests, type Verdict } from './run-mutation.ts';

const root = join(import.meta.dirname, '../..');
const { values } = parseArgs({
  options: {
    part: { type: 'string' },
    only: { type: 'string' },
    from: { type: 'string', default: '0' },
    'tests-are-green': { type: 'boolean' },
  },
});
const write = (line: string): void => void process.stdout.write(`${line}\n`);

/** One line for each mutation that no longer fits the code. */
function findStale(): number[] {
  const stale = staleAmong(mutations, root);
  for (const { at, why } of stale) write(`STALE     ${mutations[at]!.breaks}: ${why}`);
  return stale.map(({ at }) => at);
}

function chosen(): number[] {
  const all = [...mutations.keys()];
  if (values.only !== undefined) {
    const wanted = values.only;
    const found = all.filter((at) => mutations[at]!.breaks.includes(wanted) || mutations[at]!.file.includes(wanted));
    if (found.length === 0) throw new Error(`no mutation has "${wanted}" in its words or its file`);
    return found;
  }
  if (values.part === undefined) return all.slice(Number(values.from));
  const part = Number(values.part);
  if (!Number.isInteger(part) || part < 0 || part >= PARTS)
    throw new Error(`--part takes a number from 0 to ${PARTS - 1}`);
  write(`part ${part} of ${PARTS} of the mutations; npm run mutations -- --part ${part} runs the same again`);
  return all.filter((at) => at % PARTS === part);
}

/** True when the bug is found as it should be. */
async function judge(at: number): Promise<boolean> {
  const mutation = mutations[at]!;
  const started = Date.now();
  const verdict = await runTests(at, [mutation.killer], false);
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  if (isNamedKiller(mutation, verdict)) {
    const named = verdict.failed.find((title) => title.includes(mutation.test ?? ''));
    write(`killed    ${mutation.breaks}: by "${named}" (${mutation.killer}, ${seconds} s)`);
    return true;
  }
  // For a change in the core all of its tests are run to find another test that fails; tests that boot an exchange are too slow for that.
  const isOfCore = mutation.file.startsWith('core/');
  const others = verdict.failed.length > 0 || !isOfCore ? verdict : await runTests(at, ['core/'], true);
  write(
    others.failed.length === 0
      ? `SURVIVED  ${mutation.breaks} (${mutation.file})`
      : `MISNAMED  ${mutation.breaks}: ${mutation.killer} "${mutation.test ?? ''}" stays green, "${others.failed[0]}" turns red`,
  );
  return false;
}

const stale = findStale();
const waiting = chosen().filter((at) => !stale.includes(at));
// A test that is red without any bug would seem to find each of them.
const killers = [...new Set(waiting.map((at) => mutations[at]!.killer))];
const stopDatabase = killers.some((file) => file.startsWith('test/')) ? await startDatabase() : undefined;
const sound: Verdict = values['tests-are-green'] ? { failed: [] } : await runTests(-1, killers, false);
if (sound.failed.length > 0) write(`the tests are red without any mutation: ${sound.failed.join('; ')}`);

let [killed, survived] = [0, 0];
const queue = waiting.values();
async function work(): Promise<void> {
  for (const at of queue) {
    if (await judge(at)) killed += 1;
    else survived += 1;
  }
}
if (sound.failed.length === 0) await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, work));
// The simulator's are part of the list; npm test runs them with its other tests.
if (sound.failed.length === 0 && values.part === undefined && values.only === undefined) {
  const { found, missed } = await runSimulator();
  for (const title of found) write(`killed    by the simulator: ${title}`);
  for (const title of missed) write(`SURVIVED  the simulator: ${title}`);
  killed += found.length;
  survived += missed.length;
}
await stopDatabase?.();
write(`${killed} killed, ${survived} survived, ${stale.length} stale`);
process.exit(sound.failed.length === 0 && survived === 0 && stale.length === 0 ? 0 : 1);
