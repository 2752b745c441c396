/** Two contracts with a mark and some funded users, for commands that the core alone and its kernel take beside each other. */
import type { Reached } from '../model/reached.ts';
import type { CommandBody } from '../protocol/commands.ts';
import { body } from './exchange.ts';
import { Beside } from './runs.ts';

export const CONTRACTS = ['BTCUSDT', 'ETHUSDT'] as const;
export const TICK = 1_000_000;
export const STEP = 100_000;
/** Ticks. */
export const MARK = 10_000;

export const owner = (uid: number, which = 0): object => ({ uid, wallet: 'FUTURES', symbol: CONTRACTS[which]! });
export const limit = (uid: number, side: string, ticks: number, steps: number, changes: object = {}, which = 0): CommandBody =>
  body({
    kind: 'PlacePerpOrder', ...owner(uid, which), side, positionSide: 'BOTH', type: 'LIMIT', timeInForce: 'GTC', price: ticks * TICK, quantity: steps * STEP,
    reduceOnly: false, closePosition: false, stpMode: '', clientOrderId: '', takeProfit: null, stopLoss: null, idempotency: null, ...changes,
  } as never); // prettier-ignore
export const tick = (which: number, ticks: number, timeMs: number): CommandBody =>
  body({ kind: 'TickMark', symbol: CONTRACTS[which]!, sources: [{ price: ticks * TICK, weight: 1, timeMs }] } as never);

/** Contracts of these parameters with a mark, and users with so many units of USDT, by uid, in one deposit or several. */
export function scene(
  reached: Reached,
  parameters: object,
  funds: readonly (number | readonly number[])[],
  mark = MARK,
): Beside {
  const beside = new Beside(reached);
  const { alone } = beside;
  let keys = 0;
  const move = (kind: string, uid: number, amount: number, changes: object): CommandBody =>
    ({
      kind,
      uid,
      asset: 'USDT',
      amount,
      idempotency: { key: `k${(keys += 1)}`, fingerprint: '' },
      ...changes,
    }) as never;
  alone.take(body({ kind: 'CreateAsset', asset: 'USDT', scale: 8 }));
  for (const symbol of CONTRACTS)
    alone.take(body({ kind: 'CreateContract', symbol, base: 'BTC', settle: 'USDT', parameters } as never));
  funds.forEach((amounts, at) => {
    for (const amount of [amounts].flat()) {
      alone.take(move('Deposit', at + 1, amount, {}));
      alone.take(move('Transfer', at + 1, amount, { from: 'SPOT', to: 'FUTURES' }));
    }
  });
  for (const which of CONTRACTS.keys()) alone.take(tick(which, mark, alone.timeMs + 1_000), 1_000);
  return beside;
}
