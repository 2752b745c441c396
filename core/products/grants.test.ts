/** Bonus grants: the account, the stacking, the ends (trading E1 to E5). */
import { expect, test } from 'vitest';
import { restoreCore } from '../index.ts';
import { AVAILABLE } from '../ledger/ledger.ts';
import { InvariantError } from '../protocol/invariant.ts';
import { codeOf, units } from '../testing/exchange.ts';
import type { User } from '../users/user.ts';
import { big, DAY, ProductExchange } from '../testing/products.ts';

/** User 1 has 120 in FUTURES; BONUS_POOL holds 1,000. */
function exchange(own: string | number = 120): ProductExchange {
  const x = new ProductExchange();
  x.deposit(1, 'USDT', 1_000);
  x.transfer(1, 'SPOT', own);
  x.fill('BONUS_POOL', 1_000);
  return x;
}

function userOf(x: ProductExchange): User {
  return x.machine.users.find(1)!;
}

/** A charge as the perpetuals make it: bonus by its rule, own money the rest, all of it to HOUSE_FEE. */
function charge(x: ProductExchange, amount: string | number): bigint {
  const { purse, books } = x.machine.products;
  const postings = purse.charge(userOf(x), x.futures(1), big(amount));
  const paid = -postings.reduce((sum, posting) => sum + posting.amount, 0n);
  const own = { ...books.futures(userOf(x), 1), amount: paid - big(amount) };
  x.machine.ledger.post([...postings, own, { ...books.fees(1), amount: big(amount) }]);
  x.tellOutside();
  x.run({ kind: 'Clock' });
  return paid;
}

const statuses = (x: ProductExchange): string[] =>
  x.events.flatMap((e) => (e.kind === 'GrantChanged' ? [`${e.grantId} ${e.status} ${e.remaining}`] : []));

test('trading C2 trading E1 a grant moves from the pool into an account of its own, once', () => {
  const x = exchange();
  const request = { grantId: 1, amount: units(30), source: 'welcome', maxLeverage: 20 };
  expect([x.do('GrantBonus', request), x.do('GrantBonus', request)]).toEqual([units(30), units(30)]);
  expect([x.held(1, 'BONUS:1'), x.held(0, 'BONUS_POOL')]).toEqual([big(30), big(970)]);
  expect(x.do('GrantBonus', { ...request, uid: 2 })).toBe('ALREADY_EXISTS');
  expect(userOf(x).grants).toMatchObject([
    { grantId: 1, remaining: big(30), validFromMs: x.timeMs, source: 'welcome' },
  ]);
  expect(x.last('GrantChanged')).toMatchObject({ uid: 1, grantId: 1, status: 'ACTIVE', remaining: big(30) });
});

test('trading E1 grants of one mode, ratio and asset stack; another one waits until they ended', () => {
  const x = exchange();
  const grant = (grantId: number, request: object): unknown => x.do('GrantBonus', { grantId, amount: 5, ...request });
  const ratio = { mode: 'RATIO', ratio: 30_000_000 };
  expect([grant(1, ratio), grant(2, ratio)]).toEqual([5, 5]);
  x.fill('BONUS_POOL', 1, 'BTC');
  for (const request of [{}, { ...ratio, ratio: 1 }, { mode: 'OWN_FIRST' }, { ...ratio, asset: 'BTC' }])
    expect(grant(3, request)).toBe('BONUS_MODE');
  x.do('RevokeBonus', { grantId: 1, reason: 'abuse' });
  expect(grant(3, {})).toBe('BONUS_MODE');
  x.do('RevokeBonus', { grantId: 2, reason: 'abuse' });
  expect(grant(3, {})).toBe(5);
});

test('trading E1 a claim needs the own funds that it asks for, and a pool that can pay', () => {
  const x = exchange();
  const grant = (request: object): unknown => x.do('GrantBonus', { grantId: 1, amount: units(5), ...request });
  expect(grant({ minOwnFunds: units(120) + 1 })).toBe('OWN_FUNDS');
  expect(grant({ uid: 9, minOwnFunds: 1 })).toBe('OWN_FUNDS');
  expect(grant({ amount: units(1_001) })).toBe('POOL_SHORT');
  expect(grant({ asset: 'XXX' })).toBe('UNKNOWN_ASSET');
  expect(grant({ expiresAtMs: x.timeMs })).toBe('ALREADY_ENDED');
  expect(grant({ amount: 2 ** 53 })).toBe('AMOUNT_TOO_LARGE');
  const bad: object[] = [{ grantId: 0 }, { uid: 0 }, { amount: 0 }, { mode: 'HALF' }, { ratio: 1 }, { mode: 'RATIO' }];
  bad.push({ mode: 'RATIO', ratio: 100_000_001 }, { minOwnFunds: -1 }, { maxLeverage: 0.5 }, { maxLeverage: 1_001 });
  bad.push({ source: 'x'.repeat(65) }, { symbols: Array(1_001).fill('S') }, { expiresAtMs: 0 });
  expect(bad.map(grant)).toEqual(bad.map(() => 'BAD_FIELDS'));
  expect(grant({ minOwnFunds: units(120) })).toBe(units(5));
  for (let grantId = 2; grantId <= 100; grantId += 1) expect(grant({ grantId })).toBe(units(5));
  expect(grant({ grantId: 101 })).toBe('LIMIT_REACHED');
});

test('X-E1 BONUS_FIRST: a fee of 0.5 and a loss of 45 use up a bonus of 30, and the grant ends', () => {
  const x = exchange(100);
  x.do('GrantBonus', { grantId: 1, amount: units(30) });
  expect([charge(x, '0.5'), charge(x, 45)]).toEqual([big('0.5'), big('29.5')]);
  expect([x.futures(1), x.held(1, 'BONUS:1')]).toEqual([big('84.5'), 0n]);
  expect(statuses(x)).toEqual(['1 ACTIVE 3000000000', '1 ACTIVE 2950000000', '1 USED_UP 0']);
  expect(x.machine.ledger.namedAccounts().map(({ name }) => name)).not.toContain('BONUS:1');
  expect([x.do('RevokeBonus', { grantId: 1 }), charge(x, 1)]).toEqual([0, 0n]);
});

test('X-E2 RATIO and OWN_FIRST by the grants’ own rule', () => {
  const x = exchange(100);
  x.do('GrantBonus', { grantId: 1, amount: units(30), mode: 'RATIO', ratio: 30_000_000 });
  expect([charge(x, 10), charge(x, 10), charge(x, 100)]).toEqual([big(3), big(3), big(24)]);
  expect(x.futures(1)).toBe(big(10));
  const y = exchange(100);
  y.do('GrantBonus', { grantId: 1, amount: units(30), mode: 'OWN_FIRST' });
  expect([charge(y, 120), y.futures(1), y.held(1, 'BONUS:1')]).toEqual([big(20), 0n, big(10)]);
});

test('trading E3 several grants pay by earliest expiry, then by id', () => {
  const x = exchange(100);
  const soon = x.timeMs + DAY;
  x.do('GrantBonus', { grantId: 1, amount: units(10), expiresAtMs: soon + 1 });
  x.do('GrantBonus', { grantId: 10, amount: units(10), expiresAtMs: soon });
  x.do('GrantBonus', { grantId: 9, amount: units(10), expiresAtMs: soon });
  charge(x, 15);
  expect([9, 10, 1].map((id) => x.held(1, `BONUS:${id}`))).toEqual([0n, big(5), big(10)]);
  const restored = restoreCore(x.core.snapshot(), { checkInvariants: true });
  expect(restored.stateHash()).toBe(x.core.stateHash());
});

test('X-E4 trading E5 a transfer out of FUTURES has to say that it voids the bonus, and then voids all of it', () => {
  const x = exchange();
  x.do('GrantBonus', { grantId: 1, amount: units(20) });
  x.do('GrantBonus', { grantId: 2, amount: units(10) });
  expect(codeOf(x.transfer(1, 'FUTURES', 50))).toBe('BONUS_FORFEIT');
  expect(codeOf(x.transfer(1, 'FUTURES', 500, true))).toBe('INSUFFICIENT_BALANCE');
  expect([x.held(1, 'BONUS:1'), x.held(1, 'BONUS:2')]).toEqual([big(20), big(10)]);
  expect(codeOf(x.transfer(1, 'SPOT', 1))).toBe('OK');
  expect(codeOf(x.transfer(1, 'FUTURES', 51, true))).toBe('OK');
  expect([x.futures(1), x.held(0, 'BONUS_POOL'), x.held(1, 'BONUS:1')]).toEqual([big(70), big(1_000), 0n]);
  expect(statuses(x).slice(2)).toEqual(['1 INVALIDATED 0', '2 INVALIDATED 0']);
  expect(codeOf(x.transfer(1, 'FUTURES', 1))).toBe('OK');
});

test('trading E4 at its end what remains goes back, at the stamp and not before', () => {
  const x = exchange();
  x.do('GrantBonus', { grantId: 1, amount: units(20) });
  x.do('GrantBonus', { grantId: 2, amount: units(10), expiresAtMs: x.timeMs + 2 * DAY });
  x.clock(DAY - 1);
  expect(x.held(1, 'BONUS:1')).toBe(big(20));
  x.clock(1);
  expect([x.held(1, 'BONUS:1'), x.held(1, 'BONUS:2'), x.held(0, 'BONUS_POOL')]).toEqual([0n, big(10), big(990)]);
  expect(x.last('GrantChanged')).toMatchObject({ grantId: 1, status: 'EXPIRED', remaining: 0n, returned: big(20) });
});

test('trading C6 a revoked grant goes back and says why; again the same, ended otherwise 0', () => {
  const x = exchange();
  x.do('GrantBonus', { grantId: 1, amount: units(20) });
  x.do('GrantBonus', { grantId: 2, amount: units(10) });
  expect(x.do('RevokeBonus', { grantId: 1, reason: 'abuse' })).toBe(units(20));
  expect(x.last('GrantChanged')).toMatchObject({ status: 'REVOKED', reason: 'abuse', returned: big(20) });
  x.clock(DAY);
  expect([x.do('RevokeBonus', { grantId: 1 }), x.do('RevokeBonus', { grantId: 2 })]).toEqual([units(20), 0]);
  expect(x.do('RevokeBonus', { grantId: 3 })).toBe('UNKNOWN_ID');
  expect(x.do('RevokeBonus', { grantId: 0 })).toBe('BAD_FIELDS');
  expect(x.do('RevokeBonus', { grantId: 3, reason: 'x'.repeat(65) })).toBe('BAD_FIELDS');
});

/** One isolated position, as the perpetuals keep it: its margin in an ISO account, its bonus parts by grant. */
class IsolatedPosition {
  readonly parts = new Map<number, bigint>();
  readonly told: string[] = [];
  private readonly x: ProductExchange;

  constructor(x: ProductExchange) {
    this.x = x;
    const { products } = x.machine;
    products.holder = {
      ...products.holder,
      inPositions: (_, grantId) => this.parts.get(grantId) ?? 0n,
      takeBack: (user, grantId) => {
        const amount = this.parts.get(grantId) ?? 0n;
        this.parts.delete(grantId);
        this.told.push(`back ${grantId} ${amount}`);
        x.machine.ledger.post([this.margin(-amount), ...products.purse.giveBack(user, [{ grantId, amount }])]);
      },
      afterEnd: (user) => this.told.push(`after ${products.purse.free(user)}`),
    };
  }

  /** Takes own funds first, then bonus (trading E2). */
  open(amount: bigint): void {
    const { x } = this;
    const own = amount < x.futures(1) ? amount : x.futures(1);
    const { postings, parts } = x.machine.products.purse.lend(userOf(x), amount - own);
    for (const part of parts) this.parts.set(part.grantId, part.amount);
    const main = { ...x.machine.products.books.futures(userOf(x), 1), amount: -own };
    x.machine.ledger.post([...postings, main, this.margin(amount)]);
    x.run({ kind: 'Clock' });
  }

  margin(amount: bigint): { row: number; bucket: number; amount: bigint } {
    const row = this.x.machine.ledger.account(userOf(this.x).index, 'ISO:BTCUSDT:LONG', 1);
    return { row, bucket: AVAILABLE, amount };
  }
}

test('X-E8 an isolated opening takes own funds first; a takeover charges after the parts returned', () => {
  const x = exchange(60);
  const position = new IsolatedPosition(x);
  x.do('GrantBonus', { grantId: 1, amount: units(50) });
  position.open(big(80));
  const { purse, books } = x.machine.products;
  expect([x.futures(1), purse.free(userOf(x)), purse.inPositions(userOf(x))]).toEqual([0n, big(30), big(20)]);
  expect(userOf(x).grants[0]!.remaining).toBe(big(50));
  // The takeover: both parts go back to where they came from, then the loss is charged.
  const back = purse.giveBack(userOf(x), [{ grantId: 1, amount: big(20) }]);
  position.parts.clear();
  x.machine.ledger.post([position.margin(-big(80)), ...back, { ...books.futures(userOf(x), 1), amount: big(60) }]);
  expect(charge(x, 80)).toBe(big(50));
  expect([x.futures(1), purse.free(userOf(x)), statuses(x).at(-1)]).toEqual([big(30), 0n, '1 USED_UP 0']);
});

test('trading E3 a loss that isolated margin takes lowers its bonus part and what remains of the grant', () => {
  const x = exchange(60);
  const position = new IsolatedPosition(x);
  x.do('GrantBonus', { grantId: 1, amount: units(50) });
  position.open(big(80));
  const { purse, books } = x.machine.products;
  const lose = (amount: string | number, margin: string | number): void => {
    purse.absorb(userOf(x), position.parts, big(margin), big(amount));
    x.machine.ledger.post([position.margin(-big(amount)), { ...books.fees(1), amount: big(amount) }]);
    x.run({ kind: 'Clock' });
  };
  lose(15, 80);
  expect([position.parts.get(1), userOf(x).grants[0]!.remaining]).toEqual([big(5), big(35)]);
  lose(30, 65);
  expect([position.parts.has(1), userOf(x).grants[0]!.remaining]).toEqual([false, big(30)]);
});

test('trading E4 bonus that backs a position is taken back before the grant ends, and then the holder is told', () => {
  const x = exchange(60);
  const position = new IsolatedPosition(x);
  x.do('GrantBonus', { grantId: 1, amount: units(50) });
  x.do('GrantBonus', { grantId: 2, amount: units(7), expiresAtMs: x.timeMs + 2 * DAY });
  position.open(big(80));
  x.clock(DAY);
  expect(position.told).toEqual([`back 1 ${big(20)}`, `after ${big(7)}`]);
  expect([x.held(1, 'ISO:BTCUSDT:LONG'), x.held(0, 'BONUS_POOL')]).toEqual([big(60), big(993)]);
});

test('a use of bonus that is not there is a defect', () => {
  const x = exchange();
  x.do('GrantBonus', { grantId: 1, amount: 5 });
  expect(() => x.machine.products.grants.use(1, 6n)).toThrow(InvariantError);
  expect(() => x.machine.products.grants.use(2, 1n)).toThrow(InvariantError);
});
