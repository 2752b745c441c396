/** The lead's profit share that a copy wallet holds back, and its payment (trading D5, C2). */
import { expect, test } from 'vitest';
import { restoreCore } from '../index.ts';
import { units } from '../testing/exchange.ts';
import { big, ProductExchange } from '../testing/products.ts';

/** Follower 1 has `main` in COPY:7; the lead is 2. */
function exchange(main: string | number): ProductExchange {
  const x = new ProductExchange();
  x.fundCopy(1, 7, main);
  return x;
}

const accrue = (x: ProductExchange, version: number, accrued: string | number, request: object = {}): unknown =>
  x.do('AccrueCopyShare', { followId: 7, version, accrued: units(accrued), ...request });
const pay = (x: ProductExchange, version: number, request: object = {}): unknown =>
  x.do('PayCopyShare', { followId: 7, version, leadUid: 2, ...request });

function held(x: ProductExchange): bigint {
  return x.core.lastSeq === 0 ? 0n : (x.events.findLast((e) => e.kind === 'AccountChanged')?.held ?? 0n);
}

test('X-D7 HOLD follows the accrued share up and down', () => {
  const x = exchange(1_000);
  expect([12, 7, 15].map((accrued, i) => [accrue(x, i + 1, accrued), held(x)])).toEqual([
    [units(12), big(12)],
    [units(7), big(7)],
    [units(15), big(15)],
  ]);
  expect(x.held(1, 'COPY:7')).toBe(big(985));
});

test('X-D13 HOLD is raised only out of what may leave the wallet; the rest waits', () => {
  const x = exchange(18);
  expect(accrue(x, 1, 30)).toBe(units(18));
  expect([x.held(1, 'COPY:7'), held(x)]).toEqual([0n, big(18)]);
  expect(pay(x, 2)).toBe(units(18));
  expect([x.available(2, 'USDT'), held(x)]).toEqual([big(18), 0n]);
  expect(accrue(x, 3, 12)).toBe(0);
});

test('trading C2 the platform’s part of a payment is rounded up, and all of it may be the platform’s', () => {
  const x = exchange(100);
  accrue(x, 1, '0.00000011');
  expect(pay(x, 2, { platformRate: 10_000_000 })).toBe(11);
  expect([x.available(2, 'USDT'), x.fees()]).toEqual([9n, 2n]);
  accrue(x, 3, 5);
  expect(pay(x, 4, { platformRate: 100_000_000 })).toBe(units(5));
  expect([x.available(2, 'USDT'), x.fees()]).toEqual([9n, big(5) + 2n]);
});

test('trading D5 a version at or below the last changes nothing and gets the same answer', () => {
  const x = exchange(100);
  expect([accrue(x, 5, 10), accrue(x, 5, 20), accrue(x, 4, 30)]).toEqual([units(10), units(10), units(10)]);
  expect([pay(x, 6), pay(x, 6), pay(x, 5)]).toEqual([units(10), units(10), units(10)]);
  expect(x.available(2, 'USDT')).toBe(big(10));
  const restored = restoreCore(x.core.snapshot(), { checkInvariants: true });
  expect(restored.stateHash()).toBe(x.core.stateHash());
});

test('trading D5 the last payment ends the relation, and an emptied wallet is closed', () => {
  const x = exchange(10);
  accrue(x, 1, 10);
  expect(pay(x, 2, { ends: true })).toBe(units(10));
  expect(x.machine.ledger.namedAccounts().map(({ name }) => name)).not.toContain('COPY:7');
  expect(pay(x, 3)).toBe(units(10));
  expect(accrue(x, 4, 1)).toBe('ALREADY_ENDED');
  expect(accrue(x, 4, 1, { uid: 2 })).toBe('ALREADY_EXISTS');
});

test('trading D5 what fits no relation is refused', () => {
  const x = exchange(10);
  expect(pay(x, 1)).toBe('UNKNOWN_ID');
  expect(accrue(x, 1, 1, { asset: 'XXX' })).toBe('UNKNOWN_ASSET');
  expect(accrue(x, 1, 1, { uid: 99 })).toBe('INSUFFICIENT_BALANCE');
  expect(accrue(x, 1, 1, { accrued: 2 ** 53 })).toBe('AMOUNT_TOO_LARGE');
  for (const bad of [{ followId: 0 }, { version: 0 }, { uid: 0 }, { accrued: -1 }, { accrued: 0.5 }])
    expect(accrue(x, 1, 1, bad)).toBe('BAD_FIELDS');
  accrue(x, 1, 1);
  for (const bad of [
    { followId: 0 },
    { version: 0 },
    { leadUid: 0 },
    { platformRate: -1 },
    { platformRate: 100_000_001 },
  ])
    expect(pay(x, 2, bad)).toBe('BAD_FIELDS');
});
