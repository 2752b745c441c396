import { defineConfig } from 'vitest/config';
import LongestFirst from './tools/longest-first.ts';

/**
 * One instance of graphql for our modules and for the libraries that use it; the same in every project, since they share
 * what was once read.
 */
export const INLINE = { deps: { inline: [/graphql/, /@pothos/, /@envelop/] } };
/** Vitest leaves one core to itself: of two, tests would get one. */
const ALL_CORES = '100%';
/** One waits while the other works. More exchanges or browsers at once make each other late on two cores. */
const TWO_AT_ONCE = 2;
/** Real processes, killed and started anew. */
const CRASHES = ['test/integration/faults/{kill,power-cut,start}.test.ts'];
/** Tests with time limits and tests that measure memory: they run alone. */
const ALONE = ['test/integration/{trading/live-sockets,attacks/soak}.test.ts'];
/** First of all set-ups: the others make files too. */
const TEMPORARY = 'test/temporary-folders.ts';
const OF_EXCHANGE = {
  server: INLINE,
  testTimeout: 120_000,
  hookTimeout: 180_000,
  globalSetup: [TEMPORARY, 'test/database.ts'],
  // A test that needs a shorter limit sets it; vitest's default of a second is not enough for a page beside other load.
  expect: { poll: { timeout: 10_000 } },
  // React draws the pages as it does where people are.
  env: { NODE_ENV: 'production' },
};

/**
 * Groups by number, one after the other; within a group two files at once, but for those that are alone.
 *
 * 0 what is pure and what is simulated; 1 what boots a whole exchange in its own process: its files share what was once read,
 * and nothing else; 2 what kills processes; 3 what is timed and what measures memory; 4 browsers, whose shared exchange trades to the end
 * of the run.
 */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          globalSetup: [TEMPORARY],
          server: INLINE,
          include: ['{core,contracts,server,tools,bench}/**/*.test.ts'],
          testTimeout: 120_000,
          maxWorkers: ALL_CORES,
          isolate: false,
        },
      },
      {
        test: {
          // Isolated: here and there a test gives its process a window, and a timer of the app may outlive it.
          name: 'web',
          globalSetup: [TEMPORARY],
          server: INLINE,
          include: ['web/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', '**/build/**'],
          testTimeout: 120_000,
          maxWorkers: ALL_CORES,
        },
      },
      {
        test: {
          name: 'simulator',
          globalSetup: [TEMPORARY],
          server: INLINE,
          include: ['test/simulator/**/*.test.ts'],
          testTimeout: 300_000,
          maxWorkers: ALL_CORES,
        },
      },
      {
        test: {
          ...OF_EXCHANGE,
          name: 'exchange',
          include: ['test/integration/**/*.test.ts'],
          exclude: [...CRASHES, ...ALONE],
          maxWorkers: TWO_AT_ONCE,
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...OF_EXCHANGE,
          name: 'crashes',
          include: CRASHES,
          maxWorkers: TWO_AT_ONCE,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          ...OF_EXCHANGE,
          name: 'timed',
          include: ALONE,
          fileParallelism: false,
          maxConcurrency: 10,
          sequence: { groupOrder: 3 },
        },
      },
      {
        test: {
          ...OF_EXCHANGE,
          name: 'browser',
          // As long as a page may take to open (test/e2e/browser.ts): beside other load each picture of it waits for a processor.
          expect: { poll: { timeout: 60_000 } },
          include: ['test/e2e/**/*.test.ts'],
          setupFiles: ['test/e2e/part-of-tests.ts'],
          globalSetup: [...OF_EXCHANGE.globalSetup, 'test/e2e/shared-exchange.ts', 'test/e2e/look-seed.ts'],
          maxWorkers: TWO_AT_ONCE,
          maxConcurrency: 2,
          isolate: false,
          sequence: { groupOrder: 4 },
        },
      },
    ],
  },
});
