import type { TradingStatus } from '@agio/contracts/market-restrictions';
import type { CoreEvent } from '@agio/core';
import { expect, test } from 'vitest';
import { statusChangesOf } from './status-changes.ts';

let seq = 0;
const changed = (kind: 'MarketChanged' | 'ContractChanged', status: TradingStatus): CoreEvent =>
  ({ kind, symbol: 'BTCUSDT', status, seq: ++seq, index: 0, timeMs: seq }) as unknown as CoreEvent;

test('A8 a halt and its end are told once each, the minute between them and what changes nothing for people are not', () => {
  const known = new Map<string, TradingStatus>();
  const spot = ['TRADING', 'TRADING', 'HALTED', 'HALTED', 'POST_ONLY', 'TRADING', 'POST_ONLY', 'DELISTED'] as const;
  const events = spot.map((status) => changed('MarketChanged', status));
  // However the log is cut, the changes are the same.
  const told = [...statusChangesOf(known, events.slice(0, 4)), ...statusChangesOf(known, events.slice(4))];
  expect(told.map(({ market, status }) => `${market} ${status}`)).toEqual([
    'SPOT HALTED',
    'SPOT TRADING',
    'SPOT POST_ONLY',
    'SPOT DELISTED',
  ]);
  const contract = ['OPEN', 'CANCEL_ONLY', 'STOP', 'OPEN', 'REDUCE_ONLY', 'SETTLED'] as const;
  const ofContract = statusChangesOf(
    known,
    contract.map((status) => changed('ContractChanged', status)),
  );
  expect(ofContract.map(({ market, status }) => `${market} ${status}`)).toEqual([
    'FUTURES CANCEL_ONLY',
    'FUTURES OPEN',
    'FUTURES REDUCE_ONLY',
    'FUTURES SETTLED',
  ]);
});
