/** Fee vouchers, dual investment, earn, P2P fee, takeover: the worked examples of the rules. */
import { expect, test } from 'vitest';
import { buyLowFloor, dualInterestFloor, isExercised, sellHighFloor, settlementPriceRound } from './dual.ts';
import { hourInterestFloor, termInterestFloor } from './earn.ts';
import { byUse, voucherPartFloor } from './fee-voucher.ts';
import { p2pFeeCeil } from './p2p.ts';
import { bankruptcyValues } from './perp/liquidation.ts';
import { reduce } from './perp/position.ts';
import { units } from '../testing/exchange.ts';

const u = (text: string | number): bigint => BigInt(units(text));
const ONE = 100_000_000n;
const scales = { base: 8, quote: 8 };
const days = (count: number): bigint => BigInt(count) * 1_440n;

test('X-C1 A5.8 a fee voucher pays its ratio, what is left of it and no more than its limit', () => {
  const voucher = { ratio: u('0.5'), left: u('0.2'), maxPerUse: 0n };
  expect(voucherPartFloor({ ...voucher, fee: u('0.36888148'), divisor: 1n })).toBe(u('0.18444074'));
  const inBase = { fee: u('0.00001537') * u('30000.12'), divisor: ONE };
  expect(voucherPartFloor({ ...voucher, ...inBase })).toBe(u('0.2'));
  expect(voucherPartFloor({ ...voucher, ...inBase, left: u(1) })).toBe(u('0.23055092'));
  expect(voucherPartFloor({ ...voucher, ...inBase, left: u(1), maxPerUse: u('0.1') })).toBe(u('0.1'));
});

test('growth E17 A5.8 a voucher of 10 at one half covers 4 of a fee of 8, then 6 of a fee of 20', () => {
  const first = voucherPartFloor({ fee: u(8), divisor: 1n, ratio: u('0.5'), left: u(10), maxPerUse: 0n });
  expect(first).toBe(u(4));
  expect(voucherPartFloor({ fee: u(20), divisor: 1n, ratio: u('0.5'), left: u(10) - first, maxPerUse: 0n })).toBe(u(6));
});

test('growth E18 A5.8 vouchers are used by earliest expiry, then higher ratio, then smaller id', () => {
  const a = { voucherId: 1, expiresAtMs: 603, ratio: 30 };
  const b = { voucherId: 2, expiresAtMs: 601, ratio: 20 };
  const c = { voucherId: 3, expiresAtMs: 601, ratio: 50 };
  expect([a, b, c].sort(byUse)).toEqual([c, b, a]);
  expect(
    [
      { ...a, voucherId: 10 },
      { ...a, voucherId: 9 },
    ].sort(byUse)[0].voucherId,
  ).toBe(9);
});

test('X-C4 P2P: the buyer of 100 pays 0.1, rounded up and never more than there is', () => {
  expect(p2pFeeCeil(u(100), u('0.001'))).toBe(u('0.1'));
  expect(p2pFeeCeil(1n, u('0.001'))).toBe(1n);
  expect(p2pFeeCeil(0n, u('0.001'))).toBe(0n);
});

test('X-C5 growth E38 flexible interest of an hour, each slice at its own rate', () => {
  expect(hourInterestFloor(u(1_000), [{ from: 0n, to: u(1_000_000), rate: u('0.05') }])).toBe(u('0.00570776'));
  const tiers = [
    { from: 0n, to: u(200), rate: u('0.13') },
    { from: u(200), to: u(10_000), rate: u('0.032') },
  ];
  expect(hourInterestFloor(u(5_000), tiers)).toBe(u('0.02050228'));
  expect(hourInterestFloor(u(5_000), tiers) * 24n).toBe(u('0.49205472'));
  expect(hourInterestFloor(u(12_000), tiers)).toBe(u('0.03876712'));
});

test('growth E40 E22 a term of days, and a boost of its rate', () => {
  expect(termInterestFloor(u(2_000), u('0.08'), 30n)).toBe(u('13.15068493'));
  expect(termInterestFloor(u(5_000), u('0.06'), 7n)).toBe(u('5.75342465'));
});

test('X-C6 dual investment, exercised and not', () => {
  const high = { amount: u(1), strike: u(20_000), rate: u(3), minutes: days(14) };
  expect(sellHighFloor(high, scales)).toBe(u('22301.36986301'));
  const low = { amount: u(10_000), strike: u(25_000), rate: u('0.365'), minutes: days(7) };
  expect(buyLowFloor(low, scales)).toBe(u('0.4028'));
  expect(low.amount + dualInterestFloor(low)).toBe(u(10_070));
});

test('growth E41 E42 E43 dual investment by the minute, with assets of other scales', () => {
  const high = { amount: u('0.5'), strike: u(70_000), rate: u('0.365'), minutes: 4_320n };
  expect(sellHighFloor(high, scales)).toBe(u(35_105));
  expect(sellHighFloor({ ...high, amount: 500n }, { base: 3, quote: 2 })).toBe(3_510_500n);
  expect(high.amount + dualInterestFloor(high)).toBe(u('0.5015'));
  const low = { amount: u(7_000), strike: u(56_000), rate: u('0.365'), minutes: 4_320n };
  expect(buyLowFloor(low, scales)).toBe(u('0.125375'));
  expect(buyLowFloor({ ...low, amount: 700_000n }, { base: 6, quote: 2 })).toBe(125_375n);
  expect(low.amount + dualInterestFloor(low)).toBe(u(7_021));
  const short = { amount: u(1_000), rate: u('0.2'), minutes: 2_802n };
  expect((short.amount + dualInterestFloor(short)) / 1_000_000n).toBe(100_106n);
});

test('growth E44 the settlement price is the mean of the samples, and equality exercises both sides', () => {
  const samples = [...Array(600).fill(u(69_990)), ...Array(1_200).fill(u(70_005))] as bigint[];
  expect(settlementPriceRound(samples, 900)).toBe(u(70_000));
  expect(settlementPriceRound(samples.slice(0, 899), 900)).toBeNull();
  expect(settlementPriceRound([1n, 2n], 1)).toBe(2n);
  expect(isExercised('SELL_HIGH', u(70_000), u(70_000))).toBe(true);
  expect(isExercised('BUY_LOW', u(70_000), u(70_000))).toBe(true);
  expect(isExercised('SELL_HIGH', u(70_000) - 1n, u(70_000))).toBe(false);
  expect(isExercised('BUY_LOW', u(70_000) + 1n, u(70_000))).toBe(false);
});

test('X-C7 takeover of X-B12: the whole margin goes to clearing, and the engine’s close above its value is a gain', () => {
  const margin = u(2_500);
  const held = { direction: 1n, quantity: u(1), cost: u(50_000) } as const;
  const equity = margin + u(48_000) - held.cost;
  const [value] = bankruptcyValues([{ direction: 1n, quantity: u(1), mark: u(48_000) }], equity);
  expect(reduce(held, u(1), value!).realised).toBe(-margin);
  expect(reduce({ ...held, cost: value! }, u(1), u(47_600)).realised).toBe(u(100));
});
