/** Which contracts may be made, and commands that name none (trading B1, B2, 0.2). */
import { expect, test } from 'vitest';
import { codeOf, units } from '../../testing/exchange.ts';
import { contractParameters, TestPerps, TIERS } from '../../testing/perps.ts';

const tier = (cap: number, maxLeverage: number, rate: number): object => ({ cap: units(cap), maxLeverage, rate });

test.each([
  { minQuantity: -1 },
  { maxAmends: 0.5 },
  { tickSize: 1, stepSize: 1 },
  { priceProtectScope: 0 },
  { liquidationFeeRate: 50_000_001 },
  { fundingCap: 100_000_000 },
  { interestRate: 100_000_000 },
  { minBuyPriceOffset: 1 },
  { minBuyPriceOffset: -100_000_000 },
  { takerFeeRate: -1 },
  { makerFeeRate: -1 },
  { makerFeeRate: 50_000_001 },
  { fundingIntervalHours: 5 },
  { fundingIntervalHours: 0 },
  { leverageMin: 0 },
  { leverageMax: 1_001 },
  { leverageDefault: 126 },
  { defaultStpMode: 'DECREMENT' },
  { tiers: [tier(1_000, 126, 1_000)] },
  { tiers: [tier(1_000, 10, 1_000), tier(1_000, 5, 2_000)] },
  { tiers: [tier(1_000, 10, 2_000), tier(2_000, 5, 1_000)] },
  { tiers: [tier(1_000, 10, 1_000), tier(2_000, 20, 2_000)] },
  { tiers: Array.from({ length: 33 }, (_, at) => tier(at + 1, 10, 1_000)) },
])('B1 B2 a contract with $0 is refused', (changes) => {
  const x = new TestPerps();
  const parameters = { ...contractParameters(), ...changes } as never;
  const names = { symbol: 'ETHUSDT', base: 'ETH', settle: 'USDT' };
  expect(codeOf(x.run({ kind: 'CreateContract', ...names, parameters }))).toBe('BAD_CONFIGURATION');
  expect(x.core.contract('ETHUSDT')).toBe(null);
});

test('B2 the last tier may reach 2^53 units, and the funding cap is three quarters of the first rate', () => {
  const x = new TestPerps({ tiers: [...TIERS, { cap: 2 ** 53 - 1, maxLeverage: 1, rate: 50_000_000 }] });
  expect(x.core.contract('BTCUSDT')!.parameters.tiers.length).toBe(7);
  const y = new TestPerps({ interestRate: 90_000_000 });
  // The pull stops at 0.05 % before the cap of 0.3 %.
  expect(y.core.contract('BTCUSDT')!.fundingRate).toBe(50_000);
});

test('B19 commands that name no contract are refused', () => {
  const x = new TestPerps();
  const none = { uid: 1, wallet: 'FUTURES', symbol: 'NOUSDT' };
  const answers = [
    x.run({ kind: 'SetContractStatus', symbol: 'NOUSDT', status: 'STOP' }),
    x.run({ kind: 'SettleFunding', symbol: 'NOUSDT' }),
    x.run({ kind: 'CancelAllPerpOrders', ...none }),
    x.run({ kind: 'SetMarginMode', ...none, mode: 'CROSS' }),
  ];
  expect(answers.map(codeOf)).toEqual(['UNKNOWN_MARKET', 'UNKNOWN_MARKET', 'UNKNOWN_MARKET', 'UNKNOWN_MARKET']);
  expect(codeOf(x.run({ kind: 'SetPositionMode', uid: 0, wallet: 'FUTURES', mode: 'HEDGE' }))).toBe('BAD_FIELDS');
});
