/** What commands tell as rows is what they tell one by one: cases that the models seldom reach (see also core/model/replay-check.ts). */
import { expect, test } from 'vitest';
import { createCore, unpackEvents } from '../index.ts';
import type { Command } from '../protocol/commands.ts';
import type { CoreEvent } from '../protocol/events.ts';
import { parameters } from '../testing/exchange.ts';

const idempotency = (key: string) => ({ key, fingerprint: '' });
const LARGEST = Number.MAX_SAFE_INTEGER;

/** Two cores that take the same commands: one tells its events one by one, the other as rows. */
function twoCores() {
  const [single, packed] = [createCore(), createCore()];
  const events: CoreEvent[] = [];
  const give = (...bodies: readonly object[]): void => {
    for (const body of bodies) {
      const command = { ...body, seq: single.lastSeq + 1, timeMs: 1 } as Command;
      expect(single.apply(command, (event) => events.push(event)).ok).toBe(true);
      packed.applyPacked(command);
    }
  };
  const assets = ['BTC', 'ETH', 'USDT'].map((asset) => ({ kind: 'CreateAsset', asset, scale: 8 }));
  const markets = ['BTC', 'ETH'].map((base) => ({
    kind: 'CreateMarket',
    symbol: `${base}USDT`,
    base,
    quote: 'USDT',
    parameters: parameters(),
  }));
  give(...assets, ...markets);
  return { give, take: () => packed.takeTold(), events: () => events.splice(0) };
}

const deposit = (uid: number, asset: string, amount: number, key: string): object => ({
  kind: 'Deposit',
  uid,
  asset,
  amount,
  idempotency: idempotency(key),
});

test('a balance beyond 2^53 units is whole in its row', () => {
  const { give, take, events } = twoCores();
  for (let i = 0; i < 5; i += 1) give(deposit(1, 'USDT', LARGEST, `${i}`));
  give({
    kind: 'Transfer',
    uid: 1,
    asset: 'USDT',
    amount: LARGEST,
    from: 'SPOT',
    to: 'FUTURES',
    idempotency: idempotency('t'),
  });
  const told = unpackEvents([structuredClone(take())]);
  expect(told).toEqual(events());
  const amounts = told.flatMap((event) => (event.kind === 'BalanceChanged' ? [event.available] : []));
  expect(amounts.slice(-2)).toEqual(expect.arrayContaining([BigInt(LARGEST), 4n * BigInt(LARGEST)]));
});

test('each message has its own texts, and holds whatever comes after it', () => {
  const { give, take, events } = twoCores();
  const order = (uid: number, symbol: string, clientOrderId: string) => ({
    kind: 'PlaceOrder',
    uid,
    symbol,
    side: 'SELL',
    type: 'LIMIT',
    timeInForce: 'GTC',
    price: 100_000_000,
    quantity: 100_000_000,
    quoteAmount: 0,
    maxSlippage: 0,
    stpMode: '',
    clientOrderId,
    idempotency: null,
  });
  give(deposit(1, 'BTC', 10 ** 12, 'a'), order(1, 'BTCUSDT', 'first'), order(1, 'BTCUSDT', ''));
  const first = take();
  give(deposit(2, 'ETH', 10 ** 12, 'b'), order(2, 'ETHUSDT', 'second'), order(2, 'ETHUSDT', 'first'));
  const second = take();
  expect(unpackEvents([first, second])).toEqual(events());
  expect([first.texts.includes('second'), second.texts.includes('BTCUSDT')]).toEqual([false, false]);
  expect(take()).toEqual({ numbers: new Float64Array(0), texts: [''], objects: [] });
});

test('rows beyond the first room are kept, and their events stay in order', () => {
  const { give, take, events } = twoCores();
  for (let i = 0; i < 600; i += 1) give(deposit(1 + (i % 7), 'ETH', 1 + i, `${i}`));
  const rows = take();
  expect(rows.numbers.length).toBeGreaterThan(4_096);
  expect(unpackEvents([rows])).toEqual(events());
});

test('what a command told before it failed is not told with the next one', () => {
  const core = createCore();
  const create = (seq: number) => ({ kind: 'CreateAsset', asset: `A${seq}`, scale: 8, seq, timeMs: 1 }) as Command;
  expect(() =>
    core.apply(create(1), () => {
      throw new Error('the listener failed');
    }),
  ).toThrow('the listener failed');
  const told: CoreEvent[] = [];
  core.apply(create(2), (event) => told.push(event));
  expect(told.map(({ seq, index }) => [seq, index])).toEqual([[2, 0]]);
});

test('a row of a kind that is not known ends the reading with an error', () => {
  const { give, take } = twoCores();
  give(deposit(1, 'BTC', 5, 'a'));
  const rows = take();
  const numbers = new Float64Array([...rows.numbers, 99, 0]);
  expect(() => unpackEvents([{ ...rows, numbers }])).toThrow('no known kind');
});
