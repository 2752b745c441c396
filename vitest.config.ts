import { defineConfig } from 'vitest/config';

/** One instance of graphql for our modules and for the libraries that use it. */
const INLINE = { deps: { inline: [/graphql/, /@pothos/, /@envelop/] } };

/**
 * What is pure and what is simulated runs in parallel; what boots a whole exchange runs one file at a time; browsers come
 * last, one file at a time as well: two on a machine of two cores make each other late.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{core,contracts,server,web,tools,bench}/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', '**/build/**'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'simulator',
          include: ['test/simulator/**/*.test.ts'],
          testTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'exchange',
          server: INLINE,
          include: ['test/integration/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          fileParallelism: false,
          globalSetup: ['test/database.ts'],
        },
      },
      {
        test: {
          name: 'browser',
          server: INLINE,
          include: ['test/e2e/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          fileParallelism: false,
          maxConcurrency: 2,
          sequence: { groupOrder: 1 },
          globalSetup: ['test/database.ts'],
        },
      },
    ],
  },
});
