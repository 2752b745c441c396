/** A snapshot of so many users that tables are filled part by part when it is read (core/kernel/in-parts.ts): each of them finds all that is theirs (trading C4.16). */
import { expect, test } from 'vitest';
import { createCore, restoreCore } from '../index.ts';
import type { Core } from '../protocol/core.ts';
import type { Outcome } from '../protocol/events.ts';
import { body, codeOf, machineOf, parameters, units } from '../testing/exchange.ts';

const USERS = 6_000;
/** Larger than 32 bits, and not in order. */
const uidOf = (user: number): number => 2 ** 40 + ((user * 7_919) % USERS);

function run(core: Core, fields: object): Outcome {
  return core.apply({ ...body(fields as never), seq: core.lastSeq + 1, timeMs: 1_700_000_000_000 } as never, () => {});
}

const deposit = (uid: number, asset: string): object => ({
  kind: 'Deposit', uid, asset, amount: units(1_000), reference: '', idempotency: { key: `d ${asset} ${uid}`, fingerprint: 'd' },
}); // prettier-ignore
const order = (uid: number, name: string, key: string | null): object => ({
  kind: 'PlaceOrder', uid, symbol: 'BTCUSDT', side: 'SELL', type: 'LIMIT', timeInForce: 'GTC', price: units(100 + (uid % 50)), quantity: units(1),
  quoteAmount: 0, maxSlippage: 0, stpMode: '', clientOrderId: name, idempotency: key === null ? null : { key, fingerprint: 'o' },
}); // prettier-ignore

test('trading C4.16 A4.8 A7 reliability 1.4 of thousands of users each finds balances, keys, names and the one order that may be open', () => {
  const core = createCore();
  for (const asset of ['USDT', 'BTC', 'ETH']) run(core, { kind: 'CreateAsset', asset, scale: 8 });
  const market = parameters({ maxOpenOrders: 1 });
  run(core, { kind: 'CreateMarket', symbol: 'BTCUSDT', base: 'BTC', quote: 'USDT', parameters: market });
  const uids = Array.from({ length: USERS }, (_, user) => uidOf(user));
  for (const uid of uids) for (const asset of ['BTC', 'ETH']) expect(run(core, deposit(uid, asset)).ok).toBe(true);
  for (const uid of uids) expect(run(core, order(uid, `n ${uid}`, `o ${uid}`)).ok).toBe(true);
  const restored = restoreCore(core.snapshot());
  expect(machineOf(restored).users.seats.count).toBe(USERS);
  for (const uid of uids.toReversed()) {
    const steps: readonly (readonly [object, string])[] = [
      [deposit(uid, 'BTC'), 'OK again'],
      [order(uid, `n ${uid}`, `o ${uid}`), 'OK again'],
      [
        { ...order(uid, 'other', `o ${uid}`), idempotency: { key: `o ${uid}`, fingerprint: 'x' } },
        'IDEMPOTENCY_MISMATCH',
      ],
      [order(uid, `n ${uid}`, null), 'DUPLICATE_CLIENT_ORDER_ID'],
      [order(uid, 'second', null), 'TOO_MANY_ORDERS'],
      [deposit(uid, 'USDT'), 'OK'],
      [{ kind: 'CancelOrder', uid, symbol: 'BTCUSDT', orderId: 0, clientOrderId: `n ${uid}` }, 'OK'],
      [order(uid, 'second', null), 'OK'],
    ];
    for (const [fields, expected] of steps) {
      const outcome = run(restored, fields);
      const said = `${codeOf(outcome)}${outcome.repeated ? ' again' : ''}`;
      if (said !== expected) expect([fields, said]).toEqual([fields, expected]);
      expect(run(core, fields)).toEqual(outcome);
    }
  }
  expect(restored.stateHash()).toBe(core.stateHash());
});
