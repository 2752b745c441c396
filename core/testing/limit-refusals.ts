/** The refusals that concern size, margin, triggers and modes (see refusals.ts). */
import type { Outcome } from '../protocol/events.ts';
import { units } from './exchange.ts';
import { type Case, long, of, order } from './perp-refusals.ts';
import type { TestPerps } from './perps.ts';

export const LIMIT_REFUSALS: readonly Case[] = [
  {
    code: 'LEVERAGE_TIER',
    when: 'the size allows less',
    run: (x) => {
      x.leverage(1, 125);
      return x.tryPlace(1, 'BUY', { price: 50_000, quantity: '1.001' });
    },
  },
  {
    code: 'LEVERAGE_RANGE',
    when: 'the contract has none',
    run: (x) => x.run({ kind: 'SetLeverage', ...of(1), positionSide: 'BOTH', leverage: 126 }),
  },
  {
    code: 'POSITION_LIMIT',
    when: 'it passes the last tier',
    run: (x) => {
      x.fund(1, 50_000_000);
      x.leverage(1, 5);
      return x.tryPlace(1, 'BUY', { price: 50_000, quantity: '1000.001' });
    },
  },
  {
    code: 'OPEN_INTEREST_CAP',
    when: 'the contract is full',
    contract: { openInterestCap: units(75_000) },
    run: (x) => {
      long(x);
      return x.tryPlace(1, 'BUY', order);
    },
  },
  {
    code: 'POST_ONLY',
    when: 'it would trade',
    run: (x) => {
      x.sell(2, order);
      return x.tryPlace(1, 'BUY', { ...order, tif: 'GTX' });
    },
  },
  {
    code: 'WOULD_TRIGGER_NOW',
    when: 'the price has come',
    run: (x) => x.tryStop(1, 'BUY', { type: 'STOP', trigger: 50_000, quantity: 1 }),
  },
  {
    code: 'WOULD_TRIGGER_NOW',
    when: 'a stop-loss stands on the wrong side',
    run: (x) => {
      long(x);
      return x.tryExits(1, { stopLoss: { trigger: 50_001 } });
    },
  },
  {
    code: 'AMOUNT_TOO_LARGE',
    when: 'it passes 2^53 units',
    run: (x) => x.tryPlace(1, 'BUY', { price: 60_000, quantity: 50_000 }),
  },
  { code: 'INSUFFICIENT_BALANCE', when: 'the margin is not there', run: (x) => x.tryPlace(3, 'BUY', order) },
  {
    code: 'INSUFFICIENT_BALANCE',
    when: 'more margin is added than there is',
    run: (x) => {
      x.isolate(1);
      long(x);
      return margin(x, 1_000_000);
    },
  },
  {
    code: 'MARGIN_LIMIT',
    when: 'the margin is needed',
    run: (x) => {
      x.isolate(1);
      long(x);
      return margin(x, -1);
    },
  },
  {
    code: 'UNKNOWN_POSITION',
    when: 'there is no isolated position',
    run: (x) => {
      long(x);
      return margin(x, 1);
    },
  },
  {
    code: 'NOT_FLAT',
    when: 'an order lives',
    run: (x) => {
      x.buy(1, order);
      return x.run({ kind: 'SetPositionMode', uid: 1, wallet: 'FUTURES', mode: 'HEDGE' });
    },
  },
  {
    code: 'NOT_FLAT',
    when: 'a position is open',
    run: (x) => {
      long(x);
      return x.run({ kind: 'SetMarginMode', ...of(1), mode: 'ISOLATED' });
    },
  },
  {
    code: 'ACCOUNT_STATE',
    when: 'copy trading is always hedged',
    run: (x) => x.run({ kind: 'SetPositionMode', uid: 1, wallet: 'ELITE', mode: 'ONE_WAY' }),
  },
  {
    code: 'FUNDING_NOT_DUE',
    when: 'the interval runs',
    run: (x) => x.run({ kind: 'SettleFunding', symbol: 'BTCUSDT' }),
  },
];

function margin(x: TestPerps, amount: number): Outcome {
  const idempotency = { key: `m${x.core.lastSeq}`, fingerprint: '' };
  return x.run({ kind: 'MoveMargin', ...of(1), positionSide: 'BOTH', amount: amount * 100_000_000, idempotency });
}
