import { expect, test } from 'vitest';
import { type SystemStatusSource, systemStatusRoutes } from './system-status.ts';

const told = (isReady: boolean, isTradingStopped: boolean): Promise<unknown> => {
  const source: SystemStatusSource = {
    isReady: () => isReady,
    engine: { durableSeq: 12, isTradingStopped },
    coins: () => 3,
  };
  return systemStatusRoutes(source)[0]!.handler({} as never);
};

test('FLT-13 a ledger that does not sum to zero is told as stopped trading, whatever else is ready', async () => {
  expect(await told(true, false)).toEqual({ status: 'OPEN', seq: 12, coins: 3 });
  expect(await told(false, false)).toEqual({ status: 'NOT_READY', seq: 12, coins: 3 });
  expect(await told(false, true)).toEqual({ status: 'STOPPED', seq: 12, coins: 3 });
  expect(await told(true, true)).toEqual({ status: 'STOPPED', seq: 12, coins: 3 });
});
