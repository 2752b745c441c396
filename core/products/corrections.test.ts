/** Corrections by a transfer against the wrong one, with its reason (trading C2), and profits withheld after an abuse of bonus (E5). */
import { describe, expect, test } from 'vitest';
import { restoreCore } from '../index.ts';
import { TestPerps, text } from '../testing/perps.ts';
import { units } from '../testing/exchange.ts';

type Side = readonly [uid: number, account: string, amount: number];
let lastKey = 0;

function exchange(): TestPerps {
  const x = new TestPerps({ priceProtectScope: 90_000_000 });
  for (const pool of ['INSURANCE', 'BONUS_POOL', 'PRIZE_POOL']) {
    run(x, { kind: 'ContributeCapital', asset: 'USDT', amount: units(1_000) });
    run(x, { kind: 'FundPool', pool, asset: 'USDT', amount: units(900) });
  }
  x.run({ kind: 'Deposit', uid: 1, asset: 'USDT', amount: units(50), idempotency: null as never });
  return x;
}

function run(x: TestPerps, fields: object): number | string {
  const outcome = x.run({ ...fields, idempotency: { key: `c${(lastKey += 1)}`, fingerprint: '' } } as never);
  if (!outcome.ok) return outcome.code;
  return outcome.result.kind === 'Moved' ? outcome.result.amount : outcome.result.kind;
}

function correct(x: TestPerps, sides: readonly Side[], fields: object = {}): number | string {
  const entries = sides.map(([uid, account, amount]) => ({ uid, account, amount: amount * 100_000_000 }));
  const words = { correctionId: 1, corrects: 'PRIZE 7', reason: 'paid twice', asset: 'USDT' };
  return run(x, { kind: 'PostCorrection', ...words, entries, ...fields });
}

const spot = (x: TestPerps, uid = 1): string => text(x.core.balances(uid)[0]?.available ?? 0n);

describe('corrections', () => {
  test('trading C2 a correction takes back a prize that was paid twice, and states the reason', () => {
    const x = exchange();
    expect(run(x, { kind: 'PayPrize', prizeId: 7, uid: 1, wallet: 'SPOT', asset: 'USDT', amount: units(20) })).toBe(
      units(20),
    );
    expect(
      correct(x, [
        [1, 'SPOT', -20],
        [0, 'PRIZE_POOL', 20],
      ]),
    ).toBe(units(20));
    expect([spot(x), x.house('PRIZE_POOL')]).toEqual(['50', '900']);
    expect(x.told('Posted').at(-1)).toMatchObject({
      posting: 'CORRECTION',
      eventId: 1,
      entries: [
        { uid: 1, account: 'SPOT', amount: -2_000_000_000n },
        { uid: 0, account: 'PRIZE_POOL', amount: 2_000_000_000n },
      ],
    });
    expect(x.told('AccountCorrected')).toMatchObject([
      { uid: 1, account: 'SPOT', amount: -2_000_000_000n, corrects: 'PRIZE 7', reason: 'paid twice' },
    ]);
  });

  test('trading C2 a repeated correction moves nothing, another one under the same id is refused; also after a restore', () => {
    const x = exchange();
    x.run({ kind: 'Deposit', uid: 2, asset: 'USDT', amount: units(1), idempotency: null as never });
    const sides: Side[] = [
      [1, 'SPOT', -20],
      [2, 'SPOT', 20],
    ];
    expect(correct(x, sides)).toBe(units(20));
    expect(correct(x, sides)).toBe(units(20));
    expect(correct(x, sides, { reason: 'another' })).toBe('ALREADY_EXISTS');
    expect([spot(x), spot(x, 2)]).toEqual(['30', '21']);
    const y = Object.assign(exchange(), { core: restoreCore(x.core.snapshot()) });
    expect(correct(y, sides)).toBe(units(20));
    expect([spot(y), spot(y, 2)]).toEqual(['30', '21']);
  });

  test('trading C2 B6 a correction that takes more than may leave a wallet is refused as a whole', () => {
    const x = exchange();
    for (const uid of [1, 2]) x.fund(uid, 5_000);
    x.trade(1, 2, 50_000, 1);
    expect(
      correct(x, [
        [2, 'SPOT', 2_501],
        [1, 'FUTURES', -2_501],
      ]),
    ).toBe('INSUFFICIENT_BALANCE');
    expect(spot(x, 2)).toBe('0');
    expect(
      correct(x, [
        [2, 'SPOT', 2_500],
        [1, 'FUTURES', -2_500],
      ]),
    ).toBe(units(2_500));
    expect(x.positions(1).length).toBe(1);
  });

  test.each([
    [
      'its sides do not add up',
      [
        [1, 'SPOT', -1],
        [0, 'HOUSE', 2],
      ],
      {},
      'BAD_FIELDS',
    ],
    ['it has one side', [[1, 'SPOT', 0]], {}, 'BAD_FIELDS'],
    [
      'an account comes twice',
      [
        [1, 'SPOT', -1],
        [1, 'SPOT', 1],
      ],
      {},
      'BAD_FIELDS',
    ],
    [
      'it gives no reason',
      [
        [1, 'SPOT', -1],
        [0, 'HOUSE', 1],
      ],
      { reason: '' },
      'BAD_FIELDS',
    ],
    [
      'it does not say what it corrects',
      [
        [1, 'SPOT', -1],
        [0, 'HOUSE', 1],
      ],
      { corrects: '' },
      'BAD_FIELDS',
    ],
    [
      'it names locked funds',
      [
        [1, 'LOCKED', -1],
        [0, 'HOUSE', 1],
      ],
      {},
      'BAD_FIELDS',
    ],
    [
      'it names the counterpart of all gains',
      [
        [1, 'SPOT', 1],
        [0, 'CLEARING:BTCUSDT', -1],
      ],
      {},
      'BAD_FIELDS',
    ],
    [
      'the asset is unknown',
      [
        [1, 'SPOT', -1],
        [0, 'HOUSE', 1],
      ],
      { asset: 'XXX' },
      'UNKNOWN_ASSET',
    ],
    [
      'the pool is short',
      [
        [1, 'SPOT', 901],
        [0, 'PRIZE_POOL', -901],
      ],
      {},
      'POOL_SHORT',
    ],
    [
      'the capital is short',
      [
        [1, 'SPOT', 301],
        [0, 'HOUSE', -301],
      ],
      {},
      'POOL_SHORT',
    ],
    [
      'the fees are short',
      [
        [1, 'SPOT', 1],
        [0, 'HOUSE_FEE', -1],
      ],
      {},
      'POOL_SHORT',
    ],
    [
      'its user has less',
      [
        [1, 'SPOT', -51],
        [0, 'HOUSE', 51],
      ],
      {},
      'INSUFFICIENT_BALANCE',
    ],
    [
      'its user has nothing',
      [
        [9, 'SPOT', -1],
        [0, 'HOUSE', 1],
      ],
      {},
      'INSUFFICIENT_BALANCE',
    ],
    [
      'a deposit was credited that never came',
      [
        [1, 'SPOT', -50],
        [0, 'EXTERNAL', 50],
      ],
      {},
      units(50),
    ],
    [
      'all of it is there',
      [
        [1, 'SPOT', 300],
        [0, 'HOUSE', -300],
      ],
      {},
      units(300),
    ],
  ] as [string, Side[], object, string | number][])('trading C2 a correction when %s', (_, sides, fields, answer) => {
    expect(correct(exchange(), sides, fields)).toBe(answer);
  });

  test('trading B14 money that a correction takes out of the insurance fund does not count as a loss', () => {
    const x = exchange();
    x.fund(1, 2_500);
    x.fund(2, 1_000_000);
    x.isolate(1);
    x.trade(1, 2, 50_000, 1);
    x.moveMark(50_000);
    expect(
      correct(x, [
        [0, 'INSURANCE', -400],
        [0, 'HOUSE', 400],
      ]),
    ).toBe(units(400));
    x.moveMark('47499.99');
    expect(x.told('Deleveraged')).toEqual([]);
  });
});

describe('profits withheld', () => {
  const grant = { mode: 'BONUS_FIRST', ratio: 0, minOwnFunds: 0, maxLeverage: 0, symbols: [], source: '' };
  /** User 1 won 500 with a bonus of 100 that is revoked unless it still lives; 300 of own money. */
  function abuse(ends: 'REVOKED' | 'LIVES' = 'REVOKED'): TestPerps {
    const x = exchange();
    for (const uid of [1, 2]) x.fund(uid, uid === 1 ? 300 : 100_000);
    const fields = { grantId: 5, uid: 1, asset: 'USDT', amount: units(100), expiresAtMs: x.timeMs + 86_400_000 };
    run(x, { kind: 'GrantBonus', ...fields, ...grant });
    x.trade(1, 2, 50_000, '0.1');
    x.moveMark(55_000);
    x.trade(2, 1, 55_000, '0.1');
    if (ends === 'REVOKED') run(x, { kind: 'RevokeBonus', grantId: 5, reason: 'two accounts' });
    return x;
  }
  const withhold = (x: TestPerps, amount: number, fields: object = {}): number | string =>
    run(x, {
      kind: 'WithholdProfit',
      withholdingId: 3,
      uid: 1,
      grantId: 5,
      amount: units(amount),
      reason: 'two accounts',
      ...fields,
    });

  test('trading E5 profit made with a revoked bonus goes to the pool, and the user gets the reason', () => {
    const x = abuse();
    expect([x.wallet(1), x.house('BONUS_POOL')]).toEqual(['800', '900']);
    expect(withhold(x, 500)).toBe(units(500));
    expect([x.wallet(1), x.house('BONUS_POOL')]).toEqual(['300', '1400']);
    expect(x.told('AccountCorrected')).toMatchObject([
      { account: 'FUTURES', amount: -50_000_000_000n, corrects: 'BONUS_GRANT 5', reason: 'two accounts' },
    ]);
    expect(withhold(x, 500)).toBe(units(500));
    expect(x.wallet(1)).toBe('300');
    expect(withhold(x, 501)).toBe('ALREADY_EXISTS');
  });

  test('trading E5 B6 it takes what may leave the wallet and no more', () => {
    const x = abuse();
    x.trade(1, 2, 55_000, '0.1');
    // 275 are the margin of the new position.
    expect(withhold(x, 700)).toBe(units(525));
    expect(x.positions(1).length).toBe(1);
  });

  test.each([
    ['the bonus lives', abuse('LIVES'), {}, 'ACCOUNT_STATE'],
    ['there is no such bonus', abuse(), { grantId: 6 }, 'UNKNOWN_ID'],
    ['it was of somebody else', abuse(), { uid: 2 }, 'UNKNOWN_ID'],
    ['it gives no reason', abuse(), { reason: '' }, 'BAD_FIELDS'],
  ] as const)('trading E5 nothing is withheld when %s', (_, x, fields, code) => {
    expect(withhold(x, 1, fields)).toBe(code);
  });

  test('trading E5 no profit is withheld for a bonus that ended without being revoked', () => {
    const x = abuse('LIVES');
    x.timeMs += 86_400_000;
    x.must(x.run({ kind: 'Clock' }));
    expect(withhold(x, 1)).toBe('ALREADY_ENDED');
  });
});
