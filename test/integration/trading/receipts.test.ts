/** Receipts over a whole exchange: what is told of a trade, funding and a crash computes to what was booked, and is its owner's alone. */
import type { DataOf } from '@agio/contracts/calls';
import type { FuturesTicker, Receipt as Step } from '@agio/contracts/http/futures-shapes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { showCommand } from '../../../server/engine/show-command.ts';
import { checkReceipt } from '../../../web/app/receipts/check-receipt.ts';
import { bootExchange, execute, type TestExchange, type TestUser } from '../../exchange.ts';
import { until } from '../../until.ts';

type Receipt = DataOf<'GET /web/receipt'>['receipt'];
type Fill = DataOf<'GET /web/spot/order/fills'>['items'][number];

let exchange: TestExchange;
beforeAll(async () => {
  exchange = await bootExchange({ environment: { INDEX_SOURCES: 'demo' } });
});
afterAll(() => exchange?.close());

let keys = 0;
async function done(user: TestUser, path: string, body: object): Promise<void> {
  const headers = { 'idempotency-key': `receipts-${(keys += 1)}` };
  expect(await exchange.call('POST', path, body, { token: user.token, headers })).toMatchObject({ code: 0 });
}
async function get<Data>(user: TestUser, path: string): Promise<Data> {
  const answer = await exchange.call<Data>('GET', path, undefined, { token: user.token });
  expect(answer).toMatchObject({ code: 0 });
  return answer.data;
}
const receiptOf = async (user: TestUser, kind: string, id: string): Promise<Receipt> =>
  (await get<{ receipt: Receipt }>(user, `/web/receipt?kind=${kind}&id=${id}`)).receipt;
const refused = async (user: TestUser, kind: string, id: string): Promise<number> =>
  (await exchange.call('GET', `/web/receipt?kind=${kind}&id=${id}`, undefined, { token: user.token })).code;
const nameOf = ({ symbol, tradeId, isMaker }: { symbol: string; tradeId: number; isMaker: boolean }): string =>
  `${symbol}-${tradeId}-${isMaker ? 'MAKER' : 'TAKER'}`;

/** A maker's row comes a moment after the taker's answer. */
const fillsOf = (user: TestUser): Promise<Fill[]> =>
  until(async () => {
    const { items } = await get<{ items: Fill[] }>(user, '/web/spot/order/fills');
    return items.length > 0 && items;
  });

/** Computes to what was booked, and names the unit that holds it. */
function expectProven(receipt: Receipt): void {
  const { checks, agrees } = checkReceipt(receipt);
  expect(checks.filter((check) => !check.agrees)).toEqual([]);
  expect([agrees, checks.length > 0]).toEqual([true, true]);
  expect(receipt.unit).toMatchObject({ hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(receipt.unit!.firstSeq).toBeLessThanOrEqual(receipt.seq);
  expect(receipt.unit!.lastSeq).toBeGreaterThanOrEqual(receipt.seq);
}

test('both sides of a spot trade have a receipt that computes, names its unit in the log, and is nobody else’s', async () => {
  const [seller, buyer] = [await exchange.createUser({ BTC: '1' }), await exchange.createUser({ USDT: '100000' })];
  const order = { symbol: 'BTCUSDT', type: 'LIMIT', price: '96543.2' };
  await done(seller, '/web/spot/order/place', { ...order, side: 'SELL', quantity: '0.2' });
  await done(buyer, '/web/spot/order/place', { ...order, side: 'BUY', quantity: '0.01234' });
  const sides = [seller, buyer];
  for (const [at, user] of sides.entries()) {
    const items = await fillsOf(user);
    const receipt = await receiptOf(user, 'SPOT_FILL', nameOf(items[0]!));
    expectProven(receipt);
    const { amount, fee, price, quantity } = items[0]!;
    expect(receipt).toMatchObject({ amount, fee, price, quantity, side: at === 0 ? 'SELL' : 'BUY' });
    const other = sides[1 - at]!;
    expect(JSON.stringify(receipt)).not.toMatch(new RegExp(`"(?:uid|makerUid|takerUid)"|${other.email}`));
    expect(await refused(other, 'SPOT_FILL', nameOf(items[0]!))).toBe(70_050);
    expect(checkReceipt({ ...receipt, quantity: '0.01235' } as Receipt).agrees).toBe(false);
    expect(checkReceipt({ ...receipt, feeRate: '0.0011' } as Receipt).agrees).toBe(false);
    // What an auditor with the data folder finds is what the receipt says.
    const shown = showCommand(`${exchange.exchange.config.dataDirectory}/journal`, receipt.seq)!;
    expect(shown.unit.receiptHash).toBe(receipt.unit!.hash);
    expect(shown.unit.chainHash).not.toBe(receipt.unit!.hash);
    expect(shown.events![receipt.eventIndex]).toMatchObject({ kind: 'Traded', index: receipt.eventIndex });
  }
  expect(await refused(buyer, 'SPOT_FILL', 'BTCUSDT-999999999-TAKER')).toBe(70_050);
  expect(await refused(buyer, 'SPOT_FILL', 'x')).toBe(40_001);
});

test('of a row that is older than receipts it is said that there is none', async () => {
  const [seller, buyer] = [await exchange.createUser({ BTC: '1' }), await exchange.createUser({ USDT: '10000' })];
  const order = { symbol: 'BTCUSDT', type: 'LIMIT', price: '96543.2', quantity: '0.05' };
  await done(seller, '/web/spot/order/place', { ...order, side: 'SELL' });
  await done(buyer, '/web/spot/order/place', { ...order, side: 'BUY' });
  const items = await fillsOf(buyer);
  const { databaseUrl } = exchange.exchange.config;
  await execute(databaseUrl, 'update spot_fills set fee_rate = null where trade_id = $1', [items[0]!.tradeId]);
  expect(await refused(buyer, 'SPOT_FILL', nameOf(items[0]!))).toBe(40_004);
});

test('ATK-1 a funding payment has a receipt for its owner alone', async () => {
  const [owner, other] = [await exchange.createUser(), await exchange.createUser()];
  const row = [owner.uid, 'FUTURES', 'BTCUSDT', 'BOTH', 1, 1, 1, 1, Date.now()];
  await execute(
    exchange.exchange.config.databaseUrl,
    `insert into futures_funding_payments
       (seq, event_index, uid, wallet, symbol, position_side, quantity, rate, mark_price, amount, time_ms)
     values (1, 77, $1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    row,
  );
  // It is of before receipts.
  expect(await refused(owner, 'FUNDING', '1-77')).toBe(40_004);
  expect(await refused(other, 'FUNDING', '1-77')).toBe(70_050);
});

test('fills of contracts, funding entries, a liquidation and a deleveraging compute to what was booked', async () => {
  const symbol = 'SOLUSDT';
  const ticker = async (): Promise<FuturesTicker> => {
    const { tickers } = await get<{ tickers: FuturesTicker[] }>(weak, '/futures/market/tickers/aggregate');
    return tickers.find((one) => one.symbol === symbol)!;
  };
  const trader = async (amount: string): Promise<TestUser> => {
    const user = await exchange.createUser({ USDT: amount });
    await done(user, '/web/account/transfer', { asset: 'USDT', from: 'SPOT', to: 'FUTURES', amount });
    return user;
  };
  const [weak, strong] = [await trader('2000'), await trader('200000')];
  await until(async () => (await ticker()).markPrice !== '0');
  await done(weak, '/futures/account/margin-mode', { symbol, marginMode: 'ISOLATED' });
  const price = Number((await ticker()).markPrice).toFixed(2);
  const quantity = (20_000 / Number(price)).toFixed(0);
  const order = { symbol, type: 'LIMIT', price, quantity };
  await done(strong, '/futures/order/place', { ...order, side: 'SELL' });
  await done(weak, '/futures/order/place', { ...order, side: 'BUY' });
  // A part is closed again, so that a result is booked.
  await done(strong, '/futures/order/place', {
    ...order,
    side: 'BUY',
    price: (Number(price) * 0.999).toFixed(2),
    quantity: '3',
  });
  await done(weak, '/futures/order/place', {
    ...order,
    side: 'SELL',
    price: (Number(price) * 0.99).toFixed(2),
    quantity: '3',
  });
  for (const user of [weak, strong]) {
    type Fills = DataOf<'GET /futures/order/fills'>;
    const { items } = await get<Fills>(user, '/futures/order/fills');
    for (const fill of items) {
      const receipt = await receiptOf(user, 'PERP_FILL', nameOf(fill));
      expectProven(receipt);
      expect(receipt).toMatchObject({ amount: fill.amount, fee: fill.fee, realised: fill.realised });
      // The fee's entry in the ledger leads to the same receipt.
      const place = `${receipt.seq}-${receipt.eventIndex}`;
      expect(await receiptOf(user, 'PERP_FILL', place)).toMatchObject({ tradeId: fill.tradeId, isMaker: fill.isMaker });
      const other = user === weak ? strong : weak;
      expect(await refused(other, 'PERP_FILL', nameOf(fill))).toBe(70_050);
    }
    expect(items.some(({ realised }) => realised !== '0')).toBe(true);
  }
  expect(
    await exchange.operate('/operator/pool/fund', { pool: 'INSURANCE', asset: 'USDT', amount: '1' }),
  ).toMatchObject({ code: 0 });
  expect(await exchange.operate('/operator/demo/shock', { symbol, percent: -15, forSeconds: 30 })).toMatchObject({
    code: 0,
  });
  const stepsOf = async (user: TestUser): Promise<Step[]> =>
    (await get<{ items: Step[] }>(user, '/futures/account/receipts')).items;
  await until(async () => (await stepsOf(strong)).some(({ kind }) => kind === 'ADL'));
  const kinds = new Set<string>();
  for (const user of [weak, strong]) {
    for (const { kind, receiptId, step } of await stepsOf(user)) {
      const receipt = await receiptOf(user, kind, receiptId);
      expectProven(receipt);
      // Its fee is told with what it was computed from.
      if (receipt.kind === 'LIQUIDATION')
        expect(receipt.feeRate !== null, step).toBe(step === 'REDUCED' || step === 'CLOSED');
      kinds.add(kind === 'ADL' ? kind : step);
      expect(await refused(user === weak ? strong : weak, kind, receiptId)).toBe(70_050);
    }
  }
  expect([...kinds]).toEqual(expect.arrayContaining(['STARTED', 'TAKEN_OVER', 'ADL']));
  // The lists name the position that was closed; the beginning of a liquidation is no closing.
  type Receipts = DataOf<'GET /futures/account/receipts'>;
  const { items: closings } = await get<Receipts>(weak, '/futures/account/receipts?closings=true');
  expect(closings.map(({ step }) => step)).not.toContain('STARTED');
  expect(closings[0]).toMatchObject({ kind: 'LIQUIDATION', direction: 'LONG', realised: expect.stringMatching(/^-/) });
  expect(Number(closings[0]!.price)).toBeGreaterThan(0);
  type Positions = DataOf<'GET /futures/position/history'>;
  const { items: positions } = await get<Positions>(weak, '/futures/position/history');
  const fees = closings.reduce((sum, { fee }) => sum + Number(fee), 0);
  expect(positions[0]).toMatchObject({ endedBy: 'LIQUIDATION', liquidationFee: String(Number(fees.toFixed(8))) });
  const { items: orders } = await get<DataOf<'GET /futures/order/history'>>(weak, '/futures/order/history');
  // The order of one's own and the liquidation's: no conditional order sent either.
  expect(orders.length).toBeGreaterThan(0);
  expect(orders.every(({ stop }) => stop === null)).toBe(true);
});
