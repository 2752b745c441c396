/**
 * Chooses which part of many combinations of language, theme and size a run looks at: another part in each run, named by a seed
 * that the run prints. Each test that samples says what of all it takes; `npm run survey` takes everything.
 */
const VARIABLE = 'LOOK_SEED';
/** Set where files were asked for by name. */
const NAMED = 'LOOK_AT_ALL';

/** Where the choice begins. A run of vitest sets it for all its processes; other tools take one from the clock. */
export const SEED = Number(process.env[VARIABLE] ?? Date.now() % 1_000);

/** By turns over the elements, beginning at another one in each run. */
export const turnOf = (place: number, count: number): number => (place + SEED) % count;

/**
 * Of a list so long that a run takes a part of it, those whose turn it is, one of so many; all of them where files were asked for by name
 * (`npm test -- test/e2e/cut-messages.test.ts`).
 */
export const inTurn = <One>(list: readonly One[], count: number): readonly One[] =>
  process.env[NAMED] === 'yes' ? list : list.filter((_one, place) => turnOf(place, count) === 0);

/** Vitest's global set-up: one seed for all files of a run. */
export default function setup(): void {
  if (process.argv.some((word) => word.endsWith('.test.ts'))) process.env[NAMED] = 'yes';
  process.env[VARIABLE] ??= String(Date.now() % 1_000);
  process.stdout.write(
    `looks of seed ${process.env[VARIABLE]}; LOOK_SEED=${process.env[VARIABLE]} does the same again\n`,
  );
}
