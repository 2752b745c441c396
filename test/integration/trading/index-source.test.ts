/** ccxt as an index source, against a venue that speaks a real dialect: another exchange of ours. */
import { setTimeout as sleep } from 'node:timers/promises';
import ccxt from 'ccxt';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCcxtSource } from '../../../server/external/index-prices/ccxt-source.ts';
import { bootExchange, type TestExchange, type TestUser } from '../../exchange.ts';
import { until } from '../../until.ts';

let venue: TestExchange;
let users: TestUser[];
const pairs = new Map([['BTCUSDT', 'BTC/USDT']]);

beforeAll(async () => {
  venue = await bootExchange();
  const funds = { USDT: '1000000', BTC: '10' };
  users = [await venue.createUser(funds), await venue.createUser(funds)];
});
afterAll(() => venue.close());

/** ccxt's own addresses of the class, with the host of the local venue. */
function settings(): Record<string, unknown> {
  const { api } = new ccxt.binance().urls as { api: Record<string, unknown> };
  const local = Object.fromEntries(
    Object.entries(api).map(([name, url]) => [
      name,
      typeof url === 'string' ? url.replace(/^https:\/\/[^/]+/, venue.url) : url,
    ]),
  );
  return { urls: { api: local }, options: { fetchMarkets: { types: ['spot'] } } };
}

const limit = (user: TestUser, side: string, price: string): Promise<{ status: number }> =>
  venue.signed(user, 'POST', '/api/v3/order', {
    symbol: 'BTCUSDT',
    side,
    type: 'LIMIT',
    timeInForce: 'GTC',
    price,
    quantity: '0.1',
  });

test('B8 a venue tells the middle of its bid and ask, and grows old when it falls silent', async () => {
  await limit(users[0]!, 'BUY', '96000');
  await limit(users[1]!, 'SELL', '96010');
  const troubles: Error[] = [];
  const source = await createCcxtSource({
    venue: 'binance',
    weight: 2,
    pairs,
    settings: settings(),
    onTrouble: (error) => troubles.push(error),
  });
  const first = await until(() => source.latest('BTCUSDT'));
  expect(first.price).toBe(9_600_500_000_000);
  expect(Math.abs(Date.now() - first.timeMs)).toBeLessThan(5_000);
  expect(source.latest('ETHUSDT')).toBeNull();
  source.stop();
  await sleep(1_500);
  const last = source.latest('BTCUSDT')!;
  await sleep(500);
  expect(source.latest('BTCUSDT')).toEqual(last);
  expect(troubles).toEqual([]);
});

test('an unknown venue is refused by its name', async () => {
  const opening = createCcxtSource({ venue: 'nowhere', weight: 1, pairs, onTrouble: () => {} });
  await expect(opening).rejects.toThrow('INDEX_SOURCES names "nowhere"');
});

test('B8 a venue that cannot be reached has no price, and says so', async () => {
  const troubles: Error[] = [];
  const gone = { urls: { api: { public: 'http://127.0.0.1:9/api/v3' } }, timeout: 500 };
  const source = await createCcxtSource({
    venue: 'binance',
    weight: 1,
    pairs,
    settings: gone,
    onTrouble: (error) => troubles.push(error),
  });
  await until(() => troubles[0] ?? null);
  expect(source.latest('BTCUSDT')).toBeNull();
  source.stop();
});
