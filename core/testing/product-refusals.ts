/** How each refusal of the house's commands is reached, for the test that every one is. */
import type { CommandBody } from '../protocol/commands.ts';
import type { Outcome } from '../protocol/events.ts';
import type { RejectCode } from '../protocol/rejects.ts';
import type { TestExchange } from './exchange.ts';

export type RefusalCase = readonly [code: RejectCode, what: string, act: (x: TestExchange) => Outcome];

let lastKey = 0;
/** A command with a key of its own. */
const house = (fields: object): CommandBody =>
  ({ ...fields, idempotency: { key: `house ${(lastKey += 1)}`, fingerprint: '' } }) as unknown as CommandBody;
const prize = { uid: 1, wallet: 'SPOT', asset: 'USDT', amount: 1 };
const grant = {
  kind: 'GrantBonus',
  grantId: 1,
  uid: 1,
  asset: 'USDT',
  amount: 1,
  mode: 'BONUS_FIRST',
  ratio: 0,
  expiresAtMs: 2 ** 50,
  minOwnFunds: 0,
  maxLeverage: 0,
  symbols: [],
  source: '',
};
function withGrant(x: TestExchange): void {
  x.run(house({ kind: 'ContributeCapital', asset: 'USDT', amount: 9 }));
  x.run(house({ kind: 'FundPool', pool: 'BONUS_POOL', asset: 'USDT', amount: 9 }));
  x.run(house(grant));
}

const convert = (x: TestExchange, fields: object = {}): Outcome =>
  x.run(house({ kind: 'ConvertDust', uid: 1, coins: ['BTC'], minReceived: 0, ...fields }));
/** A small balance of user 7, and a house that can pay for it. */
function withDust(x: TestExchange): void {
  x.run(house({ kind: 'ContributeCapital', asset: 'USDT', amount: 9_000_000 }));
  x.run(house({ kind: 'Deposit', uid: 7, asset: 'BTC', amount: 99_000 }));
}

export const PRODUCT_CASES: readonly RefusalCase[] = [
  ['UNKNOWN_ID', 'a release of no order', (x) => x.run(house({ kind: 'ReleaseP2pOrder', orderId: 5 }))],
  [
    'ALREADY_ENDED',
    'a refund of a P2P order that was released',
    (x) => {
      const order = { orderId: 5, adId: 0, sellerUid: 1, buyerUid: 2, asset: 'BTC', amount: 1, fee: 0 };
      x.run(house({ kind: 'OpenP2pOrder', ...order }));
      x.run(house({ kind: 'ReleaseP2pOrder', orderId: 5 }));
      return x.run(house({ kind: 'RefundP2pOrder', orderId: 5 }));
    },
  ],
  ['POOL_SHORT', 'a prize from an empty pool', (x) => x.run(house({ kind: 'PayPrize', prizeId: 1, ...prize }))],
  ['OWN_FUNDS', 'a grant that asks for funds', (x) => x.run(house({ ...grant, minOwnFunds: 1 }))],
  [
    'BONUS_MODE',
    'a grant of another mode',
    (x) => {
      withGrant(x);
      return x.run(house({ ...grant, grantId: 2, mode: 'OWN_FIRST' }));
    },
  ],
  [
    'BONUS_FORFEIT',
    'a transfer out of FUTURES that does not say so',
    (x) => {
      withGrant(x);
      const move = { kind: 'Transfer', uid: 1, asset: 'USDT', amount: 1 };
      x.run(house({ ...move, kind: 'Deposit' }));
      x.run(house({ ...move, from: 'SPOT', to: 'FUTURES' }));
      return x.run(house({ ...move, from: 'FUTURES', to: 'SPOT' }));
    },
  ],
  [
    'NO_PRICE',
    'a small balance of a coin without a market in USDT',
    (x) => {
      x.run({ kind: 'CreateAsset', asset: 'COIN', scale: 8 });
      return convert(x, { coins: ['COIN'] });
    },
  ],
  ['NOT_DUST', 'a balance that an order can sell', (x) => convert(x)],
  [
    'QUOTE_CHANGED',
    'small balances that give less than was agreed to',
    (x) => {
      withDust(x);
      return convert(x, { uid: 7, minReceived: 196_021 });
    },
  ],
  [
    'TOO_SOON',
    'small balances for the second time in a day',
    (x) => {
      withDust(x);
      convert(x, { uid: 7, minReceived: 196_020 });
      return convert(x, { uid: 7 });
    },
  ],
];
