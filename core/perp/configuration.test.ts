/** Invalid contracts and conditional orders (trading B1, B2, B15). */
import { expect, test } from 'vitest';
import { codeOf } from '../testing/exchange.ts';
import { type StopOrderFields, TestPerps } from '../testing/perps.ts';

const tier = { cap: 1_000, maxLeverage: 10, rate: 1_000_000 };

test.each([
  { tickSize: 0 },
  { stepSize: 0.5 },
  { tickSize: 1, stepSize: 1 },
  { minNotional: -1 },
  { maxOpenOrders: 0.5 },
  { liquidationFeeRate: 50_000_001 },
  { fundingCap: 100_000_000 },
  { interestRate: 0.5 },
  { interestRate: 100_000_000 },
  { priceProtectScope: 0 },
  { priceProtectScope: 100_000_000 },
  { minBuyPriceOffset: 1 },
  { minBuyPriceOffset: -100_000_000 },
  { minBuyPriceOffset: 0.5 },
  { takerFeeRate: -1 },
  { takerFeeRate: 50_000_001 },
  { makerFeeRate: 0.5 },
  { makerFeeRate: 50_000_001 },
  { takerFeeRate: 1, makerFeeRate: -2 },
  { fundingIntervalHours: 0 },
  { fundingIntervalHours: 5 },
  { fundingIntervalHours: 25 },
  { leverageMin: 0 },
  { leverageMin: 200 },
  { leverageMax: 1_001 },
  { leverageDefault: 126 },
  { defaultStpMode: 'DECREMENT' },
  { tiers: [] },
  { tiers: Array.from({ length: 33 }, () => tier) },
  { tiers: [{ ...tier, maxLeverage: 200 }] },
  { tiers: [{ ...tier, maxLeverage: 0 }] },
  { tiers: [{ ...tier, rate: 0 }] },
  { tiers: [{ ...tier, rate: 10_000_000 }] },
  { tiers: [{ ...tier, cap: 0 }] },
  { tiers: [tier, { ...tier, cap: 1_000 }] },
  { tiers: [tier, { ...tier, cap: 2_000, maxLeverage: 20 }] },
  { tiers: [tier, { ...tier, cap: 2_000, rate: 1 }] },
])('B1 B2 a contract with %o is refused', (changes) => {
  const x = new TestPerps();
  const { parameters } = x.core.contract('BTCUSDT')!;
  const create = { kind: 'CreateContract', symbol: 'ABCUSDT', base: 'ABC', settle: 'USDT' } as const;
  expect(codeOf(x.run({ ...create, parameters: { ...parameters, ...changes } } as never))).toBe('BAD_CONFIGURATION');
});

test('B1 invalid names and settlement assets of another scale are refused', () => {
  const x = new TestPerps();
  x.run({ kind: 'CreateAsset', asset: 'SIX', scale: 6 });
  const { parameters } = x.core.contract('BTCUSDT')!;
  const create = (names: object): string =>
    codeOf(
      x.run({ kind: 'CreateContract', symbol: 'ABCUSDT', base: 'ABC', settle: 'USDT', ...names, parameters } as never),
    );
  expect(create({ symbol: 'a b' })).toBe('BAD_CONFIGURATION');
  expect(create({ base: '' })).toBe('BAD_CONFIGURATION');
  expect(create({ settle: 'SIX' })).toBe('BAD_CONFIGURATION');
  expect(create({})).toBe('OK');
});

const stop: StopOrderFields = { type: 'STOP', trigger: 60_000, quantity: 1 };

test.each([
  [{ ...stop, trigger: 0 }, 'BAD_FIELDS'],
  [{ ...stop, quantity: 0 }, 'BAD_FIELDS'],
  [{ ...stop, close: true }, 'BAD_FIELDS'],
  [{ ...stop, quantity: 0, close: true, price: 61_000 }, 'BAD_FIELDS'],
  [{ ...stop, callback: 1_000_000 }, 'BAD_FIELDS'],
  [{ ...stop, activation: 60_000 }, 'BAD_FIELDS'],
  [{ ...stop, tif: 'DAY' }, 'BAD_FIELDS'],
  [{ ...stop, source: 'BID' }, 'BAD_FIELDS'],
  [{ ...stop, type: 'OTHER' }, 'BAD_FIELDS'],
  [{ ...stop, clientId: 'x'.repeat(65) }, 'BAD_FIELDS'],
  [{ ...stop, type: 'TRAILING_STOP' }, 'BAD_FIELDS'],
  [{ type: 'TRAILING_STOP', quantity: 1, callback: 99_999 }, 'BAD_FIELDS'],
  [{ type: 'TRAILING_STOP', quantity: 1, callback: 10_000_001 }, 'BAD_FIELDS'],
  [{ type: 'TRAILING_STOP', quantity: 1, callback: 1_000_000, price: 50_000 }, 'BAD_FIELDS'],
  [{ type: 'TRAILING_STOP', quantity: 1, callback: 1_000_000, activation: 50_000 }, 'WOULD_TRIGGER_NOW'],
  [{ type: 'TRAILING_STOP', quantity: 1, callback: 1_000_000, activation: '0.001' }, 'PRICE_TICK'],
  [{ ...stop, price: '61000.001' }, 'PRICE_TICK'],
  [{ ...stop, quantity: '0.0001' }, 'QUANTITY_STEP'],
  [{ ...stop, side: 'LONG' }, 'POSITION_SIDE'],
  [{ type: 'TRAILING_STOP', quantity: 1, callback: 1_000_000, activation: 49_000 }, 'OK'],
  [stop, 'OK'],
])('B15 a conditional order %o is answered %s', (request, code) => {
  const x = new TestPerps();
  x.fund(1, 100_000);
  expect(codeOf(x.tryStop(1, 'BUY', request as StopOrderFields))).toBe(code);
});

test('B15 an exit with a wrong price, source or trigger is refused', () => {
  const x = new TestPerps();
  for (const uid of [1, 2]) x.fund(uid, 100_000);
  x.trade(1, 2, 50_000, 1);
  const set = (stopLoss: object): string => codeOf(x.tryExits(1, { stopLoss: stopLoss as never }));
  expect(set({ trigger: '40000.001' })).toBe('PRICE_TICK');
  expect(set({ trigger: 40_000, price: '39000.001' })).toBe('PRICE_TICK');
  expect(set({ trigger: 40_000, source: 'BID' })).toBe('BAD_FIELDS');
  expect(set({ trigger: 0 })).toBe('PRICE_RANGE');
  expect(set({ trigger: 40_000, price: 39_000 })).toBe('OK');
});

test('B1 a contract without a position or a price may be settled, a price is needed while there are positions', () => {
  const x = new TestPerps({}, null);
  const set = (status: string): string =>
    codeOf(x.run({ kind: 'SetContractStatus', symbol: 'BTCUSDT', status } as never));
  expect(set('NO_SUCH')).toBe('MARKET_STATUS');
  expect(set('OPEN')).toBe('MARKET_STATUS');
  expect(set('SETTLED')).toBe('OK');
  expect(codeOf(x.run({ kind: 'SetContractStatus', symbol: 'NO', status: 'OPEN' }))).toBe('UNKNOWN_MARKET');
});

test('trading B7 C4.4 a contract in which an account could trade with itself is refused', () => {
  const x = new TestPerps();
  const { parameters } = x.core.contract('BTCUSDT')!;
  const fields = {
    symbol: 'ABCUSDT',
    base: 'ABC',
    settle: 'USDT',
    parameters: { ...parameters, defaultStpMode: 'NONE' },
  };
  expect(codeOf(x.run({ kind: 'CreateContract', ...fields } as never))).toBe('BAD_CONFIGURATION');
});
