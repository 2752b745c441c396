/** Parameters of an existing contract changed: versioned, announced, misfits named, holders tested anew (trading B1, B2). */
import { describe, expect, test } from 'vitest';
import { restoreCore } from '../index.ts';
import type { Misfit } from '../protocol/parameter-changes.ts';
import { codeOf, units } from '../testing/exchange.ts';
import { contractParameters, TestPerps } from '../testing/perps.ts';

type Changes = Parameters<typeof contractParameters>[0];

function change(x: TestPerps, changes: Changes, version = 2): readonly Misfit[] | string {
  const fields = { symbol: 'BTCUSDT', version, parameters: contractParameters(changes) };
  const outcome = x.run({ kind: 'ChangeContract', ...fields } as never);
  if (!outcome.ok) return outcome.code;
  return outcome.result.kind === 'Misfits' ? outcome.result.misfits : outcome.result.kind;
}

function exchange(): TestPerps {
  const x = new TestPerps();
  for (const uid of [1, 2]) x.fund(uid, 100_000);
  return x;
}

describe('parameters that change', () => {
  test('B1 open and conditional orders that the new parameters would refuse are named and stay', () => {
    const x = exchange();
    const small = x.buy(1, { price: 49_000, quantity: '0.001' });
    const far = x.buy(2, { price: 30_000, quantity: 1 });
    x.buy(1, { price: 49_000, quantity: 1 });
    const stop = x.stop(1, 'BUY', { type: 'STOP', trigger: 60_000, quantity: '0.002' });
    const limits = { minQuantity: 1_000_000, minBuyPriceOffset: -30_000_000 };
    expect(change(x, limits)).toEqual([
      { orderId: small.orderId, uid: 1, code: 'QUANTITY_RANGE', ended: false },
      { orderId: far.orderId, uid: 2, code: 'PRICE_OFFSET', ended: false },
      { orderId: stop.stopOrderId, uid: 1, code: 'QUANTITY_RANGE', ended: false },
    ]);
    expect([x.status(small.orderId), x.status(far.orderId)]).toEqual(['NEW', 'NEW']);
    expect(codeOf(x.tryPlace(1, 'BUY', { price: 49_000, quantity: '0.001' }))).toBe('QUANTITY_RANGE');
    expect(x.core.contract('BTCUSDT')).toMatchObject({ version: 2, parameters: limits });
    expect(x.told('ContractParametersChanged')).toMatchObject([
      { symbol: 'BTCUSDT', version: 2, misfits: [{}, {}, {}] },
    ]);
  });

  test('B2 C4.8 higher maintenance rates are tested at once: who falls short is liquidated', () => {
    const x = exchange();
    x.fund(3, 2_600);
    x.trade(3, 1, 50_000, 1);
    const tiers = [{ cap: units(50_000_000), maxLeverage: 15, rate: 6_000_000 }];
    expect(change(x, { tiers, leverageMax: 20 })).toEqual([]);
    expect(x.told('Liquidated').map(({ uid, step }) => `${uid} ${step}`)).toEqual(['3 STARTED', '3 TAKEN_OVER']);
    // A leverage set earlier cannot open a position beyond the new tiers.
    expect(codeOf(x.tryPlace(2, 'BUY', { price: 50_000, quantity: 1 }))).toBe('LEVERAGE_TIER');
  });

  test('B10 another funding interval begins when the present one ends', () => {
    const x = exchange();
    const due = x.core.contract('BTCUSDT')!.nextFundingMs;
    expect(change(x, { fundingIntervalHours: 12 })).toEqual([]);
    // The rate of the interval that runs is still one of eight hours, also after a restore.
    for (const core of [x.core, restoreCore(x.core.snapshot())])
      expect(core.contract('BTCUSDT')).toMatchObject({ nextFundingMs: due, fundingRate: 10_000 });
    x.timeMs = due;
    x.must(x.run({ kind: 'SettleFunding', symbol: 'BTCUSDT' }));
    const hours = x.core.contract('BTCUSDT')!.nextFundingMs / 3_600_000;
    expect(hours % 12).toBe(0);
    expect(hours - due / 3_600_000).toBeLessThanOrEqual(12);
  });

  test('B1 versions rise, and a restored state goes on from the last', () => {
    const x = exchange();
    expect(change(x, { minNotional: 1 })).toEqual([]);
    expect(change(x, { minNotional: 1 })).toEqual([]);
    expect(x.told('ContractParametersChanged').length).toBe(1);
    expect(change(x, { minNotional: 2 })).toBe('ALREADY_EXISTS');
    const y = restoreCore(x.core.snapshot());
    expect([y.stateHash(), y.contract('BTCUSDT')!.version]).toEqual([x.core.stateHash(), 2]);
  });

  test.each([
    ['another tick', { tickSize: 2_000_000 }, 'BAD_CONFIGURATION'],
    ['another step', { stepSize: 200_000 }, 'BAD_CONFIGURATION'],
    ['no tiers', { tiers: [] }, 'BAD_CONFIGURATION'],
  ] as const)('B1 %s is refused', (_, changes, code) => {
    expect(change(exchange(), changes)).toBe(code);
  });

  test('B1 changes to a settled or unknown contract are refused', () => {
    const x = exchange();
    x.must(x.run({ kind: 'SetContractStatus', symbol: 'BTCUSDT', status: 'SETTLED' }));
    expect(change(x, {})).toBe('MARKET_STATUS');
    const unknown = { kind: 'ChangeContract', symbol: 'X', version: 2, parameters: contractParameters() } as const;
    expect(codeOf(x.run(unknown as never))).toBe('UNKNOWN_MARKET');
  });
});
