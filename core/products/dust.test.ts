/** Small balances become USDT (trading C7). */
import { describe, expect, test } from 'vitest';
import { restoreCore } from '../index.ts';
import type { Command } from '../protocol/commands.ts';
import { units } from '../testing/exchange.ts';
import { big, DAY, ProductExchange } from '../testing/products.ts';

const HOUR = 3_600_000;

/** A market of BTC in which a last price was paid, and a house with capital. */
function exchange(
  { price = '30000.12', capital = '1000' }: { price?: string; capital?: string },
  changes: ConstructorParameters<typeof ProductExchange>[0] = {},
): ProductExchange {
  const x = new ProductExchange(changes);
  for (const uid of [8, 9]) x.fund(uid);
  x.sell(8, { price, quantity: '0.001' });
  x.buy(9, { price, quantity: '0.001' });
  if (capital !== '0') x.do('ContributeCapital', { asset: 'USDT', amount: units(capital) });
  return x;
}

const convert = (x: ProductExchange, fields: { coins?: string[]; minReceived?: number; uid?: number } = {}) =>
  x.do('ConvertDust', { uid: 1, coins: ['BTC'], minReceived: 0, ...fields });
const house = (x: ProductExchange, name: string, asset: string): bigint =>
  x.core.houseAccounts().find((account) => account.name === name && account.asset === asset)?.balance ?? 0n;
const view = (x: ProductExchange, uid = 1) => x.core.dust(uid, x.timeMs);

describe('trading C7 small balances', () => {
  test('trading C7 X-C8 the house takes the coin at the last price and keeps a fee', () => {
    const x = exchange({});
    x.deposit(1, 'BTC', '0.00012345');
    expect(view(x).coins).toEqual([
      {
        asset: 'BTC',
        scale: 8,
        amount: big('0.00012345'),
        price: units('30000.12'),
        value: big('3.70351481'),
        fee: big('0.03703515'),
        received: big('3.66647966'),
      },
    ]);
    expect(convert(x)).toBe(units('3.66647966'));
    expect([x.available(1, 'BTC'), x.available(1, 'USDT')]).toEqual([0n, big('3.66647966')]);
    expect([house(x, 'HOUSE', 'BTC'), house(x, 'HOUSE', 'USDT')]).toEqual([big('0.00012345'), big('996.29648519')]);
    expect(x.fees()).toBe(big('0.03703515'));
    const posted = x.events.filter((event) => event.kind === 'Posted').filter(({ posting }) => posting === 'DUST');
    expect(
      posted.map(({ asset, entries }) => [asset, entries.map(({ account, amount }) => [account, amount])]),
    ).toEqual([
      [
        'BTC',
        [
          ['SPOT', -big('0.00012345')],
          ['HOUSE', big('0.00012345')],
        ],
      ],
      [
        'USDT',
        [
          ['HOUSE', -big('3.70351481')],
          ['SPOT', big('3.66647966')],
          ['HOUSE_FEE', big('0.03703515')],
        ],
      ],
    ]);
    expect(view(x).coins).toEqual([]);
  });

  test.each([
    ['5', '0.00016666', '4.949802'],
    ['5', '0.00016667', '4.950099'],
    ['5', '0.00017', 'NOT_DUST'],
    ['20', '0.00033333', '9.899901'],
    ['20', '0.00033334', 'NOT_DUST'],
  ])('trading C7 X-C9 with a smallest order of %s USDT, %s BTC: %s', (minAmount, amount, received) => {
    const x = exchange({ price: '30000' }, { stepSize: 1_000, minAmount: units(minAmount) });
    x.deposit(1, 'BTC', amount);
    expect(view(x).coins.map((coin) => coin.received)).toEqual(received === 'NOT_DUST' ? [] : [big(received)]);
    expect(convert(x)).toBe(received === 'NOT_DUST' ? received : units(received));
  });

  test('trading C7 X-C9 a balance of exactly 10 USDT is not small, one unit of the coin less is', () => {
    const x = exchange({ price: '40000' }, { stepSize: 1_000, minAmount: units('20') });
    x.deposit(1, 'BTC', '0.00025');
    expect([convert(x), view(x).coins]).toEqual(['NOT_DUST', []]);
    x.deposit(2, 'BTC', '0.00024999');
    expect(convert(x, { uid: 2 })).toBe(units('9.899604'));
  });

  test('trading C7 X-C9 a balance that gives nothing stays', () => {
    const x = exchange({ price: '0.01' });
    x.deposit(1, 'BTC', '0.00000001');
    expect(view(x).coins).toEqual([]);
    expect(convert(x)).toBe('NOT_DUST');
    expect(x.available(1, 'BTC')).toBe(1n);
  });

  test('trading C7 a smallest quantity makes a balance small as well', () => {
    const x = exchange({ price: '1' }, { stepSize: 1_000, minVolume: 100_000 });
    x.deposit(1, 'BTC', '0.00099999');
    expect(convert(x)).toBe(units('0.00098999'));
    x.deposit(2, 'BTC', '0.001');
    expect(convert(x, { uid: 2 })).toBe('NOT_DUST');
  });

  test('trading C7 X-C10 the house pays all or nothing', () => {
    const x = exchange({ capital: '3.7035148' });
    x.deposit(1, 'BTC', '0.00012345');
    expect(convert(x)).toBe('POOL_SHORT');
    expect([x.available(1, 'BTC'), x.available(1, 'USDT')]).toEqual([big('0.00012345'), 0n]);
    x.do('ContributeCapital', { asset: 'USDT', amount: 1 });
    expect(convert(x)).toBe(units('3.66647966'));
    expect(house(x, 'HOUSE', 'USDT')).toBe(0n);
  });

  test('trading C7 X-C10 less than the user agreed to is refused', () => {
    const x = exchange({});
    x.deposit(1, 'BTC', '0.00012345');
    expect(convert(x, { minReceived: units('3.66647967') })).toBe('QUOTE_CHANGED');
    expect(convert(x, { minReceived: units('3.66647966') })).toBe(units('3.66647966'));
  });

  test('trading C7 X-C10 once in 24 hours, also after a restart; a refusal does not count', () => {
    const x = exchange({});
    x.deposit(1, 'BTC', '0.00012345');
    expect(convert(x, { coins: ['USDT'] })).toBe('BAD_FIELDS');
    expect(convert(x)).toBe(units('3.66647966'));
    const free = x.timeMs + DAY;
    x.deposit(1, 'BTC', '0.00012345');
    x.timeMs = free - 1;
    expect([convert(x), view(x).waitsUntilMs]).toEqual(['TOO_SOON', free]);
    const restored = restoreCore(x.core.snapshot(), { checkInvariants: true });
    const again = {
      kind: 'ConvertDust',
      seq: restored.lastSeq + 1,
      timeMs: free - 1,
      uid: 1,
      coins: ['BTC'],
      minReceived: 0,
      idempotency: { key: 'again', fingerprint: '' },
    } as unknown as Command;
    expect(restored.apply(again, () => {})).toMatchObject({ code: 'TOO_SOON' });
    x.timeMs = free;
    expect(view(x).waitsUntilMs).toBe(0);
    expect(convert(x)).toBe(units('3.66647966'));
  });

  test('trading C7 who may convert again is forgotten as the clock goes on', () => {
    const x = exchange({});
    x.deposit(1, 'BTC', '0.00012345');
    convert(x);
    x.timeMs += HOUR;
    x.run({ kind: 'Clock' });
    const kept = x.core.snapshot().length;
    x.timeMs += 40 * DAY;
    x.run({ kind: 'Clock' });
    expect(x.core.snapshot().length).toBeLessThan(kept);
    x.deposit(1, 'BTC', '0.00012345');
    expect(convert(x)).toBe(units('3.66647966'));
  });

  test('trading C7 only at the last price of a market that trades', () => {
    const untraded = new ProductExchange({ openPrice: units('100') });
    untraded.do('ContributeCapital', { asset: 'USDT', amount: units(10) });
    untraded.deposit(1, 'BTC', '0.00012345');
    expect([convert(untraded), view(untraded).coins]).toEqual(['NO_PRICE', []]);
    const x = exchange({});
    x.deposit(1, 'BTC', '0.00012345');
    x.setStatus('HALTED');
    expect([convert(x), view(x).coins]).toEqual(['NO_PRICE', []]);
  });

  test('trading C7 what orders hold is no part of it', () => {
    const x = exchange({ price: '100' });
    x.deposit(1, 'BTC', '0.00212345');
    x.sell(1, { price: 200, quantity: '0.002' });
    expect(convert(x)).toBe(units('0.01222155'));
    expect([x.available(1, 'BTC'), x.locked(1, 'BTC')]).toEqual([0n, big('0.002')]);
  });

  test.each<[string, object, string]>([
    ['no coin', { coins: [] }, 'BAD_FIELDS'],
    ['a coin twice', { coins: ['BTC', 'BTC'] }, 'BAD_FIELDS'],
    ['USDT', { coins: ['BTC', 'USDT'] }, 'BAD_FIELDS'],
    ['a coin that is none', { coins: ['BTC', 'NONE'] }, 'UNKNOWN_ASSET'],
    ['a part of a unit', { minReceived: 0.5 }, 'BAD_FIELDS'],
    ['less than nothing', { minReceived: -1 }, 'BAD_FIELDS'],
    ['a user who holds nothing', { uid: 77 }, 'NOT_DUST'],
  ])('trading C7 %s is refused', (_, fields, code) => {
    const x = exchange({});
    x.deposit(1, 'BTC', '0.00012345');
    expect(convert(x, fields)).toBe(code);
    expect(x.available(1, 'BTC')).toBe(big('0.00012345'));
  });
});
