import type { CoreEvent } from '@agio/core';
import { expect, test } from 'vitest';
import { fundDaysOf } from './fund-history.ts';
import { fundMovementsOf } from './fund-movements.ts';

const DAY = 86_400_000;
type Kind = CoreEvent['kind'];
type Of<K extends Kind> = Extract<CoreEvent, { kind: K }>;
/** What every event says, and of the day on which it was. */
const on = (day: number) => ({ seq: 1, index: 0, timeMs: day * DAY + 5 });
const numbered = { userSeq: 1, uid: 5, wallet: 'FUTURES' } as const;

const toFund = (day: number, amount: bigint, asset = 'USDT'): Of<'Posted'> => ({
  ...on(day),
  kind: 'Posted',
  posting: 'CAPITAL',
  eventId: 0,
  asset,
  entries: [
    { uid: 0, account: 'CAPITAL', amount: -amount },
    { uid: 0, account: 'INSURANCE', amount },
  ],
});
const funding = (day: number, paid: bigint, received: bigint): Of<'FundingSettled'> => ({
  ...on(day),
  kind: 'FundingSettled',
  symbol: 'BTCUSDT',
  rate: 1,
  markPrice: 100 as Of<'FundingSettled'>['markPrice'],
  paid,
  received,
  nextFundingMs: (day + 1) * DAY,
});
const takenOver = (day: number, fundBefore: bigint, fundAfter: bigint): Of<'Liquidated'> => ({
  ...on(day),
  ...numbered,
  kind: 'Liquidated',
  symbol: 'BTCUSDT',
  positionSide: 'BOTH',
  marginMode: 'CROSS',
  step: 'TAKEN_OVER',
  markPrice: 100n,
  equity: 1n,
  maintenanceMargin: 2n,
  scopeBalance: 1n,
  scope: [],
  quantity: 3n,
  bankruptcyValue: 300n,
  tradedValue: 300n,
  fee: 0n,
  fundBefore,
  fundAfter,
});
const covered = (day: number, fromFund: bigint, fromHouse: bigint): Of<'DebtCovered'> => ({
  ...on(day),
  ...numbered,
  kind: 'DebtCovered',
  fromFund,
  fromHouse,
});
const changed = (day: number, fund: bigint): Of<'InsuranceChanged'> => ({
  ...on(day),
  kind: 'InsuranceChanged',
  symbol: 'BTCUSDT',
  direction: '',
  quantity: 0n,
  cost: 0n,
  fund,
  coveredByHouse: 0n,
});

test('the last state of each day counts, and days without a change have no row', () => {
  const events: CoreEvent[] = [
    toFund(3, 100n),
    funding(3, 7n, 5n),
    takenOver(5, 102n, 90n),
    covered(5, 20n, 3n),
    funding(6, 4n, 4n),
    changed(7, 75n),
    toFund(8, 9n, 'BTC'),
  ];
  const whole = fundDaysOf(1n, events);
  expect(whole).toEqual({
    days: [
      { day: 3, balance: 103n },
      { day: 5, balance: 70n },
      { day: 7, balance: 75n },
    ],
    after: 75n,
  });
  // However the log is cut, the rows are the same.
  const first = fundDaysOf(1n, events.slice(0, 3));
  expect(fundDaysOf(first.after, events.slice(3)).after).toBe(whole.after);
});

test('trading B13 each payment says what it was for, and all of them add up to the change of the fund', () => {
  const closed: Of<'Liquidated'> = { ...takenOver(5, 102n, 130n), step: 'CLOSED', fee: 28n };
  const events: CoreEvent[] = [
    toFund(3, 100n),
    // Funding of the takeover inventory follows its settlement, and is one payment with it.
    { ...funding(4, 7n, 5n), seq: 2, index: 0 },
    { ...changed(4, 99n), seq: 2, index: 1 },
    { ...funding(4, 6n, 5n), seq: 3, index: 0 },
    { ...changed(4, 99n), seq: 3, index: 1 },
    { ...closed, seq: 4 },
    { ...takenOver(5, 130n, 130n), seq: 4, index: 1 },
    { ...changed(5, 90n), seq: 5 },
    { ...covered(5, 20n, 3n), seq: 6 },
    { ...toFund(8, 9n, 'BTC'), seq: 7 },
  ];
  const movements = fundMovementsOf(1n, events);
  expect(movements.map(({ kind, symbol, amount, balance }) => [kind, symbol, amount, balance])).toEqual([
    ['OPERATOR', '', 100n, 101n],
    ['FUNDING', 'BTCUSDT', -2n, 99n],
    ['LIQUIDATION_FEE', 'BTCUSDT', 31n, 130n],
    ['TAKEOVER', 'BTCUSDT', -40n, 90n],
    ['DEBT', '', -20n, 70n],
  ]);
  const sum = movements.reduce((total, { amount }) => total + amount, 1n);
  expect(sum).toBe(fundDaysOf(1n, events).after);
});
