import { defineConfig } from 'vitest/config';

/**
 * One instance of graphql for our modules and for the libraries that use it; the same in every project, since they share
 * what was once read.
 */
export const INLINE = { deps: { inline: [/graphql/, /@pothos/, /@envelop/] } };
/** Vitest leaves one core to itself: of two, tests would get one. */
const ALL_CORES = '100%';
/** Real processes, killed and started anew: the longest files, so they begin first. */
const CRASHES = ['test/integration/{kill,power-cut,start}.test.ts'];
/** What must come within a time, or must not. */
const TIMED = ['test/integration/live-sockets.test.ts'];
const EXCHANGE = {
  server: INLINE,
  testTimeout: 120_000,
  hookTimeout: 180_000,
  globalSetup: ['test/database.ts'],
};

/**
 * Four groups, one after the other: what is pure and what is simulated; what boots a whole exchange; what is timed; browsers.
 * Two exchanges or two browsers on a machine of two cores make each other late, so their files come one at a time, and only
 * where a file says so (`concurrent`) two tests of it: looks at pages, which wait for nothing that must come within a time.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          server: INLINE,
          include: ['{core,contracts,server,web,tools,bench}/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', '**/build/**'],
          testTimeout: 60_000,
          maxWorkers: ALL_CORES,
        },
      },
      {
        test: {
          name: 'simulator',
          server: INLINE,
          include: ['test/simulator/**/*.test.ts'],
          testTimeout: 300_000,
          maxWorkers: ALL_CORES,
        },
      },
      {
        test: {
          ...EXCHANGE,
          name: 'crashes',
          include: CRASHES,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...EXCHANGE,
          name: 'exchange',
          include: ['test/integration/**/*.test.ts'],
          exclude: [...CRASHES, ...TIMED],
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...EXCHANGE,
          name: 'timed',
          include: TIMED,
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          ...EXCHANGE,
          name: 'browser',
          include: ['test/e2e/**/*.test.ts'],
          fileParallelism: false,
          maxConcurrency: 2,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
