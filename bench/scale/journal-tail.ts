/** Puts commands behind the end of a journal whose exchange does not run, as one that trades would have. */
import { createHash, randomUUID } from 'node:crypto';
import { type Command, type CommandBody, type Core, encodeCommand, type Idempotency } from '../../core/index.ts';
import { restoreNewest, stateReplayer } from '../../server/engine/recover.ts';
import { nodeDisk, openJournal } from '../../server/journal/index.ts';
import { systemClock } from '../../server/system/clock.ts';

const SYMBOL = 'BTCUSDT';
/** As many as a group commit has under load. */
const COMMANDS_A_UNIT = 50;
/** Units of 10^-8 of a coin. */
const LOT = 100_000;
const ROUND = 8;
/** One of the five contracts after each four hundred commands. */
const TICK_EVERY = 50 * ROUND;
const FIRST_MARK = 95_000e8;
const FUTURES_FUNDS = 1e15;
/** Conditional orders wait for this price, which never comes. */
const FAR_BELOW = 80_000e8;

/** Funds the futures wallets of these users, who have USDT in their spot wallets. */
export function fundFutures(directory: string, segmentBytes: number, uids: readonly number[]): Promise<void> {
  return append(directory, segmentBytes, uids.length, (at) => ({
    kind: 'Transfer',
    uid: uids[at]!,
    asset: 'USDT',
    from: 'SPOT',
    to: 'FUTURES',
    amount: FUTURES_FUNDS as never,
    idempotency: { key: `tail${uids[at]}`, fingerprint: '' },
  }));
}

/**
 * So many orders and cancels of these users, half in spot and half in perpetuals: of eight commands two trades, in turn of each two users,
 * and two orders that rest and are cancelled. Every order is named as callers name them: one half of those of spot has a client order id, as
 * the trading API gives one to each order without, all others have a key, as the site sends them. Meanwhile a conditional order waits in the market, and one in
 * the contract. Throws where one is refused.
 */
export function trade(directory: string, segmentBytes: number, uids: readonly number[], count: number): Promise<void> {
  let next = 0;
  let clientOrderId = '';
  let ownOrder = 0;
  return append(directory, segmentBytes, count, (sent, core, made) => {
    if (made !== null) ownOrder = made;
    if (sent % TICK_EVERY === 0) return tick(core);
    if (sent === 1)
      return { ...spotOrder(uids[0]!, 'SELL', FAR_BELOW, ''), type: 'STOP_LIMIT', stopPrice: FAR_BELOW } as CommandBody;
    if (sent === 2) return perpStop(uids[0]!, FAR_BELOW);
    const at = next++;
    const round = Math.floor(at / ROUND);
    const [first, second] = [uids[round % uids.length]!, uids[(round + 1) % uids.length]!];
    // Each buys as often as it sells, so that positions stay small.
    const [buyer, seller] = Math.floor(round / uids.length) % 2 === 0 ? [first, second] : [second, first];
    const price = 95_000e8 + (round % 20) * 1e8;
    const isByApi = Math.floor(round / 2) % 2 === 0;
    if (at % ROUND === 2) clientOrderId = isByApi ? newClientId() : '';
    const mark = Math.round(core.contract(SYMBOL)!.markPrice / 1e8) * 1e8;
    const bodies: readonly (() => CommandBody)[] = [
      () => spotOrder(buyer, 'BUY', price, isByApi ? newClientId() : ''),
      () => spotOrder(seller, 'SELL', price, isByApi ? newClientId() : ''),
      () => spotOrder(first, 'BUY', price - 500e8, clientOrderId),
      () => ({ kind: 'CancelOrder', uid: first, symbol: SYMBOL, orderId: isByApi ? 0 : ownOrder, clientOrderId }),
      () => perpOrder(buyer, 'BUY', mark),
      () => perpOrder(seller, 'SELL', mark),
      () => perpOrder(first, 'BUY', mark - 500e8),
      () => ({
        kind: 'CancelPerpOrder',
        uid: first,
        wallet: 'FUTURES',
        symbol: SYMBOL,
        orderId: ownOrder,
        clientOrderId: '',
      }),
    ];
    return bodies[at % ROUND]!();
  });
}

/** As server/modules/spot/binance/order-views.ts makes them, and as the site makes a key and its server a fingerprint. */
const newClientId = (): string => Buffer.from(randomUUID().replaceAll('-', ''), 'hex').toString('base64url');
const newKey = (): Idempotency => ({ key: randomUUID(), fingerprint: fingerprintOf(randomUUID()) });
const fingerprintOf = (body: string): string => createHash('sha256').update(body).digest('hex').slice(0, 32);

async function append(
  directory: string,
  segmentBytes: number,
  count: number,
  bodyOf: (at: number, core: Core, madeOrder: number | null) => CommandBody,
): Promise<void> {
  const restored = restoreNewest(directory, Number.MAX_SAFE_INTEGER);
  const { core } = restored;
  const fail = (error: Error): never => {
    throw error;
  };
  const files = { directory, segmentBytes, disk: nodeDisk, clock: systemClock, onFailure: fail };
  const journal = openJournal(files, core.lastSeq, stateReplayer(directory, restored));
  let told = (): void => {};
  journal.onDurable(() => told());
  let madeOrder: number | null = null;
  for (let at = 0; at < count; at += 1) {
    const timeMs = Math.max(Date.now(), core.lastTimeMs);
    const command = { ...bodyOf(at, core, madeOrder), seq: core.lastSeq + 1, timeMs } as Command;
    const outcome = core.apply(command, () => {});
    if (!outcome.ok) throw new Error(`${command.kind} was refused: ${outcome.code}`);
    const { result } = outcome;
    madeOrder = result.kind === 'Order' || result.kind === 'PerpOrder' ? result.order.orderId : null;
    journal.append(command.seq, encodeCommand(command));
    if (at % COMMANDS_A_UNIT !== COMMANDS_A_UNIT - 1) continue;
    while (journal.durableSeq < core.lastSeq) await new Promise<void>((resolve) => (told = resolve));
  }
  await journal.close();
}

/** The index stays where it is: without one the contract is frozen, or has no mark yet. */
function tick(core: Core): CommandBody {
  const price = core.contract(SYMBOL)!.markPrice || (FIRST_MARK as never);
  const sources = [1, 2, 3].map(() => ({ price, weight: 1, timeMs: Math.max(Date.now(), core.lastTimeMs) }));
  return { kind: 'TickMark', symbol: SYMBOL, sources };
}

function spotOrder(uid: number, side: 'BUY' | 'SELL', price: number, clientOrderId: string): CommandBody {
  return {
    kind: 'PlaceOrder',
    uid,
    symbol: SYMBOL,
    side,
    type: 'LIMIT',
    timeInForce: 'GTC',
    price: price as never,
    quantity: LOT as never,
    quoteAmount: 0 as never,
    maxSlippage: 0 as never,
    stpMode: '',
    clientOrderId,
    idempotency: clientOrderId === '' ? newKey() : null,
  };
}

function perpOrder(uid: number, side: 'BUY' | 'SELL', price: number): CommandBody {
  return {
    kind: 'PlacePerpOrder',
    uid,
    wallet: 'FUTURES',
    symbol: SYMBOL,
    side,
    positionSide: 'BOTH',
    type: 'LIMIT',
    timeInForce: 'GTC',
    price: price as never,
    quantity: LOT as never,
    reduceOnly: false,
    closePosition: false,
    stpMode: '',
    clientOrderId: '',
    takeProfit: null,
    stopLoss: null,
    idempotency: newKey(),
  };
}

function perpStop(uid: number, triggerPrice: number): CommandBody {
  return {
    kind: 'PlaceStopOrder',
    uid,
    wallet: 'FUTURES',
    symbol: SYMBOL,
    side: 'SELL',
    positionSide: 'BOTH',
    type: 'STOP',
    source: 'LAST',
    timeInForce: 'GTC',
    triggerPrice: triggerPrice as never,
    price: 0 as never,
    quantity: LOT as never,
    callbackRate: 0 as never,
    activationPrice: 0 as never,
    reduceOnly: false,
    closePosition: false,
    priceProtect: false,
    clientOrderId: '',
    idempotency: newKey(),
  };
}
