import { expect, test } from 'vitest';
import { accruedFloor, adjustHold, settledHighWaterCeil, shareBase } from './copy-share.ts';
import {
  maxDrawdown,
  netAssetValues,
  profitAndLoss,
  profitLossRatio,
  returnOnInvestment,
  sharpeRatio,
  winRate,
} from './copy-statistics.ts';
import {
  type CopyCaps,
  closeQuantity,
  cutCopy,
  fixedAmountQuantity,
  fixedRatioQuantity,
  isBelowMinimum,
  quantityOfMargin,
  slippagePrice,
  smartRatioMarginFloor,
  stopLevelFloor,
} from './copy-trading.ts';
import { units } from '../testing/exchange.ts';

const u = (text: string | number): bigint => BigInt(units(text));
const step = u('0.001');
const whole = { filled: 1n, quantity: 1n, copied: 0n };
const open: CopyCaps = {
  price: u(25_000),
  capPrice: u(25_000),
  leverage: 10n,
  step,
  takerRate: 0n,
  maxPerOrder: 0n,
  totalLeft: null,
  available: u(1_000_000),
  maxQuantity: u(1_000),
};

test('X-D1 X-D12 FIXED_AMOUNT: the margin times leverage, over the fills of the lead’s order as a running target', () => {
  const request = { margin: u(50), leverage: 10n, price: u(25_000), step };
  expect(fixedAmountQuantity(request, whole)).toBe(u('0.02'));
  const first = fixedAmountQuantity(request, { filled: 3n, quantity: 10n, copied: 0n });
  expect(first).toBe(u('0.006'));
  expect(fixedAmountQuantity(request, { filled: 10n, quantity: 10n, copied: first })).toBe(u('0.014'));
  expect(fixedAmountQuantity(request, { filled: 1n, quantity: 10n, copied: first })).toBe(0n);
});

test('X-D2 FIXED_RATIO, and the cap of one order cuts it to the step', () => {
  const quantity = fixedRatioQuantity(u('0.3'), step, { filled: u('0.15'), quantity: u('0.15'), copied: 0n });
  expect(quantity).toBe(u('0.045'));
  expect((quantity * open.price) / 100_000_000n / open.leverage).toBe(u('112.5'));
  expect(cutCopy(quantity, { ...open, maxPerOrder: u(100) })).toEqual({
    quantity: u('0.04'),
    limitedBy: 'MAX_PER_ORDER',
  });
});

test('X-D3 SMART_RATIO: the lead’s share of the follower’s equity, and never all that is available', () => {
  const input = {
    leadCost: u(500),
    leadEquity: u(10_000),
    followerEquity: u(800),
    followerAvailable: u(800),
    slippage: u('0.01'),
    leverage: 20n,
  };
  expect(smartRatioMarginFloor(input)).toBe(u(40));
  expect(quantityOfMargin(u(40), 20n, u(2_000), u('0.01'))).toBe(u('0.4'));
  const tight = smartRatioMarginFloor({ ...input, followerAvailable: u(45) });
  expect(tight).toBe(u('36.68823529'));
  expect(quantityOfMargin(tight, 20n, u(2_000), u('0.01'))).toBe(u('0.36'));
});

test('trading D3.4 the caps are taken in their order and the last one that cut is named', () => {
  expect(cutCopy(u('0.02'), open)).toEqual({ quantity: u('0.02'), limitedBy: '' });
  expect(cutCopy(u('0.02'), { ...open, maxPerOrder: u(40), totalLeft: u(30) })).toEqual({
    quantity: u('0.012'),
    limitedBy: 'MAX_TOTAL',
  });
  // 0.02 at 25,125 costs 50.25 and 1.005 of fee at 0.2 %.
  const caps = { ...open, capPrice: u(25_125), takerRate: u('0.002'), available: u('51.255') };
  expect(cutCopy(u('0.02'), caps).limitedBy).toBe('');
  expect(cutCopy(u('0.02'), { ...caps, available: caps.available - 1n })).toEqual({
    quantity: u('0.019'),
    limitedBy: 'NO_FUNDS',
  });
  expect(cutCopy(u('0.02'), { ...open, available: 0n })).toEqual({ quantity: 0n, limitedBy: 'NO_FUNDS' });
  expect(cutCopy(u('0.02'), { ...open, totalLeft: -1n })).toEqual({ quantity: 0n, limitedBy: 'MAX_TOTAL' });
  expect(cutCopy(u('0.02'), { ...open, maxQuantity: u('0.0049') })).toEqual({
    quantity: u('0.004'),
    limitedBy: 'LIMIT',
  });
});

test('trading D3.4 a copy below the smallest quantity or notional of the contract is skipped', () => {
  const least = { quantity: u('0.002'), notional: u(50) };
  expect(isBelowMinimum(u('0.002'), u(25_000), least)).toBe(false);
  expect(isBelowMinimum(u('0.002'), u(24_999), least)).toBe(true);
  expect(isBelowMinimum(u('0.001'), u(99_999), least)).toBe(true);
  expect(isBelowMinimum(0n, u(1), { quantity: 0n, notional: 0n })).toBe(true);
});

test('X-D4 a copy pays at most the slippage over the lead’s price', () => {
  const cap = slippagePrice('BUY', u(100), u('0.005'), u('0.1'));
  expect(cap).toBe(u('100.5'));
  expect(u('100.6') > cap).toBe(true);
  expect(slippagePrice('BUY', u('100.11'), u('0.005'), u('0.1'))).toBe(u('100.6'));
  expect(slippagePrice('SELL', u('100.11'), u('0.005'), u('0.1'))).toBe(u('99.7'));
});

test('X-D5 a close takes the share of the position that the lead closed, and all of it when the lead is flat', () => {
  const first = closeQuantity(u('0.045'), { closed: 1n, before: 4n }, step);
  expect(first).toBe(u('0.011'));
  expect(closeQuantity(u('0.045') - first, { closed: 3n, before: 3n }, step)).toBe(u('0.034'));
  expect(closeQuantity(step, { closed: 1n, before: 2n }, step)).toBe(0n);
});

interface Relation {
  hold: bigint;
  highWater: bigint;
}

/** Adjusts and settles; answers what was paid. */
function settle(relation: Relation, ratio: bigint, base: bigint, transferable = u(1_000_000)): bigint {
  const accrued = accruedFloor(ratio, base, relation.highWater);
  const hold = adjustHold(relation.hold, accrued, transferable);
  relation.highWater = settledHighWaterCeil({ highWater: relation.highWater, base, hold, accrued, ratio });
  relation.hold = 0n;
  return hold;
}

test('X-D6 a lead is paid for new highs only', () => {
  const relation = { hold: 0n, highWater: 0n };
  const weeks = [200, 50, 150, 300].map((base) => [settle(relation, u('0.1'), u(base)), relation.highWater]);
  expect(weeks).toEqual([
    [u(20), u(200)],
    [0n, u(200)],
    [0n, u(200)],
    [u(10), u(300)],
  ]);
});

test('X-D7 HOLD follows the profit up and down', () => {
  let hold = 0n;
  let base = 0n;
  const holds = [120, -50, 80].map((result) => {
    base += BigInt(result) * 100_000_000n;
    hold = adjustHold(hold, accruedFloor(u('0.1'), base, 0n), u(1_000));
    return hold;
  });
  expect(holds).toEqual([u(12), u(7), u(15)]);
});

test('X-D13 what could not be held back yet is owed on', () => {
  const relation = { hold: 0n, highWater: 0n };
  expect(settle(relation, u('0.1'), u(300), u(18))).toBe(u(18));
  expect(relation.highWater).toBe(u(180));
  expect(accruedFloor(u('0.1'), u(300), relation.highWater)).toBe(u(12));
});

test('trading D5 unrealised losses count and unrealised gains do not; no profit is shared twice; a ratio of 0 shares nothing', () => {
  expect(shareBase(u(100), -u(30))).toBe(u(70));
  expect(shareBase(u(100), u(30))).toBe(u(100));
  expect(adjustHold(0n, 10n, -5n)).toBe(0n);
  const ratio = 30_000_000n;
  const settled = settledHighWaterCeil({ highWater: 0n, base: 100n, hold: 10n, accrued: 30n, ratio });
  expect(settled).toBe(34n);
  expect(accruedFloor(ratio, 100n, settled) + 10n <= accruedFloor(ratio, 100n, 0n)).toBe(true);
  const relation = { hold: 0n, highWater: 0n };
  expect(settle(relation, 0n, u(5))).toBe(0n);
  expect(relation.highWater).toBe(u(5));
});

test('X-D8 a deposit moves neither NAV nor PnL', () => {
  const points = [
    { equity: 500, inflow: 0 },
    { equity: 400, inflow: 1_000 },
    { equity: 1_400, inflow: 0 },
    { equity: 1_550, inflow: 0 },
  ];
  const navs = netAssetValues(points);
  expect(navs.map((nav) => Number(nav.toFixed(6)))).toEqual([1, 0.8, 0.8, 0.885714]);
  expect((returnOnInvestment(navs)! * 100).toFixed(2)).toBe('-11.43');
  expect(maxDrawdown(navs)).toBeCloseTo(0.2, 12);
  expect(profitAndLoss(points)).toBe(50);
});

test('trading D7 a wallet that lost everything stays at a NAV of 0, and an empty history has no figures', () => {
  const navs = netAssetValues([
    { equity: 100, inflow: 0 },
    { equity: -5, inflow: 105 },
    { equity: 200, inflow: 0 },
  ]);
  expect(navs).toEqual([1, 0, 0]);
  expect(maxDrawdown(navs)).toBe(1);
  expect(returnOnInvestment([1])).toBeNull();
  expect(returnOnInvestment([0, 1])).toBeNull();
  expect(profitAndLoss([])).toBe(0);
  expect(winRate([])).toBeNull();
  expect(profitLossRatio([1, 2])).toBeNull();
});

test('X-D9 Sharpe of four days', () => {
  expect(sharpeRatio([0.01, -0.005, 0.02, 0.005])!.toFixed(4)).toBe('13.7666');
  expect(sharpeRatio([0.01])).toBeNull();
  expect(sharpeRatio([0.01, 0.01])).toBeNull();
});

test('X-D10 a relation stops at its reference equity less r', () => {
  expect(stopLevelFloor(u(100), u('0.6'))).toBe(u(40));
});

test('X-D11 three winners of five', () => {
  expect(winRate([1, -2, 3, 0, 5])).toBe(0.6);
  expect(profitLossRatio([2, 4, -1])).toBe(3);
});
