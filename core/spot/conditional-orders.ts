/** New orders that wait for a trigger, alone or as a leg of an OCO (trading A1.1 to A1.4). */
import { BUY, INT_STRIDE, KEY, NO_TRIGGER, type OrderPool } from '../book/order-pool.ts';
import { OrderTerms } from '../book/order-terms.ts';
import type { PlaceOco, PlaceOrder } from '../protocol/commands.ts';
import { MAX_UNITS } from '../fixed.ts';
import { AVAILABLE, type Ledger } from '../ledger/ledger.ts';
import type { RejectCode } from '../protocol/rejects.ts';
import type { OrderAcceptor } from './accept-order.ts';
import { checkFilters, checkStatus, type Intent, newIntent, readIntent } from './checks.ts';
import { crosses } from '../book/reach.ts';
import { isCount } from '../protocol/field-checks.ts';
import type { OrderCloser } from './close-order.ts';
import { reserveOfIntent } from './entry.ts';
import type { IncomingMatcher } from './match-incoming.ts';
import type { Market } from './market.ts';
import type { Oco } from './oco.ts';
import { checkDormant, readTerms, reserveOfDormant, wouldTriggerNow } from './trigger-checks.ts';
import { MAX_DORMANT } from './triggers.ts';
import type { User } from '../users/user.ts';
import type { Users } from '../users/users.ts';

/** One order of those to be placed. A leg that rests at once has terms too: they name its pair. */
interface Leg {
  readonly command: PlaceOrder;
  readonly intent: Intent;
  readonly terms: OrderTerms;
}

export class Conditional {
  private readonly orders: OrderPool;
  private readonly users: Users;
  private readonly ledger: Ledger;
  private readonly acceptor: OrderAcceptor;
  private readonly incoming: IncomingMatcher;
  private readonly closing: OrderCloser;
  private readonly oco: Oco;

  constructor(
    parts: { orders: OrderPool; users: Users; ledger: Ledger },
    acceptor: OrderAcceptor,
    incoming: IncomingMatcher,
    closing: OrderCloser,
    oco: Oco,
  ) {
    this.orders = parts.orders;
    this.users = parts.users;
    this.ledger = parts.ledger;
    this.acceptor = acceptor;
    this.incoming = incoming;
    this.closing = closing;
    this.oco = oco;
  }

  /** The new order's slot, or why it is refused. */
  place(command: PlaceOrder, market: Market, timeMs: number): number | RejectCode {
    const user = this.users.find(command.uid);
    const leg = this.read(command, user, market, timeMs);
    if (typeof leg === 'string') return leg;
    const { intent, terms } = leg;
    if (wouldTriggerNow(market, intent, terms)) return 'WOULD_TRIGGER_NOW';
    const reserve = reserveOfDormant(market, intent, terms);
    const poor = this.checkMeans(user, market, intent.side, reserve);
    if (poor !== null) return poor;
    const order = this.acceptor.accept(command, user, intent, market, timeMs, terms);
    this.closing.reserve(order, reserve);
    this.wait(market, order);
    return order;
  }

  /** The reason to refuse the order, without looking at last price and balance; null if there is none. Changes nothing. */
  check(command: PlaceOrder, user: User | undefined, market: Market, timeMs: number): RejectCode | null {
    const leg = this.read(command, user, market, timeMs);
    return typeof leg === 'string' ? leg : null;
  }

  /** The order as it asks to be, or why it cannot be that (trading A4.1 to A4.8). */
  private read(command: PlaceOrder, user: User | undefined, market: Market, timeMs: number): Leg | RejectCode {
    const status = checkStatus(market, command.type, command.timeInForce, timeMs);
    if (status !== null) return status;
    const leg = readLeg(command, market);
    if (typeof leg === 'string') return leg;
    return (
      this.acceptor.checkClientId(user, market, command.clientOrderId) ??
      checkDormant(market, leg.intent, leg.terms) ??
      this.acceptor.checkCounts(user, market, { open: 1, dormant: 1, icebergs: 0 }) ??
      leg
    );
  }

  /** The slot of the first leg, or why the pair is refused. */
  placeOco(command: PlaceOco, market: Market, timeMs: number): number | RejectCode {
    const status = checkStatus(market, 'STOP_LIMIT', 'GTC', timeMs);
    if (status !== null) return status;
    const legs = readPair(command, market);
    if (typeof legs === 'string') return legs;
    const user = this.users.find(command.uid);
    const dormant = legs.filter(isTriggered).length;
    const refusal =
      this.checkClientIds(user, market, command) ??
      this.checkLeg(market, legs[0]) ??
      this.checkLeg(market, legs[1]) ??
      this.acceptor.checkCounts(user, market, { open: 2, dormant, icebergs: 0 }) ??
      this.checkPrices(market, legs);
    if (refusal !== null) return refusal;
    const reserve = Math.max(...legs.map((leg) => this.reserveOfLeg(market, leg)));
    const poor = this.checkMeans(user, market, legs[0].intent.side, reserve);
    if (poor !== null) return poor;

    const ocoId = this.acceptor.lastOrderId + 1;
    const [first, second] = legs.map(({ command: order, intent, terms }) => {
      terms.ocoId = ocoId;
      return this.acceptor.accept(order, user, intent, market, timeMs, terms);
    });
    this.oco.link(first, second);
    this.closing.reserve(first, reserve);
    if (isTriggered(legs[0])) this.wait(market, first);
    else this.incoming.rest(market, first);
    this.wait(market, second);
    return first;
  }

  /** A trailing stop without an activation price follows the last price at once (trading A1.3). */
  wait(market: Market, order: number): void {
    const terms = this.orders.terms(order);
    terms.extremeTicks = terms.deltaBips !== 0 && terms.activationTicks === 0 ? market.lastTicks : 0;
    market.triggers.add(order);
  }

  private checkMeans(user: User | undefined, market: Market, side: number, reserve: number): RejectCode | null {
    if (reserve > MAX_UNITS) return 'AMOUNT_TOO_LARGE';
    const asset = side === BUY ? market.quote.index : market.base.index;
    const row = this.ledger.walletRow(user?.index ?? 0, asset);
    if (!this.ledger.covers(row, AVAILABLE, reserve)) return 'INSUFFICIENT_BALANCE';
    return this.acceptor.hasRoom(user) && market.triggers.size < MAX_DORMANT ? null : 'LIMIT_REACHED';
  }

  private checkClientIds(user: User | undefined, market: Market, command: PlaceOco): RejectCode | null {
    const { clientOrderId, stopClientOrderId } = command;
    if (clientOrderId !== '' && clientOrderId === stopClientOrderId) return 'DUPLICATE_CLIENT_ORDER_ID';
    return (
      this.acceptor.checkClientId(user, market, clientOrderId) ??
      this.acceptor.checkClientId(user, market, stopClientOrderId)
    );
  }

  private checkLeg(market: Market, leg: Leg): RejectCode | null {
    return isTriggered(leg) ? checkDormant(market, leg.intent, leg.terms) : checkFilters(market, leg.intent);
  }

  /** The last price stands between the legs: a sell's first leg above it and its stop below, a buy's mirrored. */
  private checkPrices(market: Market, [first, second]: readonly [Leg, Leg]): RejectCode | null {
    const { side, ticks } = first.intent;
    if (!isTriggered(first) && crosses(market, this.orders, side, ticks)) return 'POST_ONLY';
    for (const { intent, terms } of [first, second]) {
      if (wouldTriggerNow(market, intent, terms)) return 'WOULD_TRIGGER_NOW';
    }
    const sign = side === BUY ? -1 : 1;
    const firstTicks = isTriggered(first) ? first.terms.stopTicks : ticks;
    const last = market.lastTicks === 0 ? second.terms.stopTicks : market.lastTicks;
    return sign * (firstTicks - last) > 0 ? null : 'OCO_PRICES';
  }

  private reserveOfLeg(market: Market, leg: Leg): number {
    if (isTriggered(leg)) return reserveOfDormant(market, leg.intent, leg.terms);
    const best = market.book.first(1 - leg.intent.side);
    const bestTicks = best === 0 ? 0 : Math.abs(this.orders.int[best * INT_STRIDE + KEY]);
    return reserveOfIntent(market, leg.intent, bestTicks);
  }
}

const isTriggered = (leg: Leg): boolean => leg.intent.trigger !== NO_TRIGGER;

function readLeg(command: PlaceOrder, market: Market): Leg | RejectCode {
  const intent = newIntent();
  const refusal = readIntent(command, market, intent);
  if (refusal !== null) return refusal;
  const terms = command.type === 'LIMIT' ? new OrderTerms() : readTerms(command, market, intent);
  return terms === null ? 'BAD_FIELDS' : { command, intent, terms };
}

/** The two orders that the command stands for. */
function readPair(command: PlaceOco, market: Market): readonly [Leg, Leg] | RejectCode {
  const { uid, symbol, side, quantity, stpMode, takeProfitPrice } = command;
  if (!isCount(takeProfitPrice)) return 'BAD_FIELDS';
  const none = { quoteAmount: 0, maxSlippage: 0 } as Pick<PlaceOrder, 'quoteAmount' | 'maxSlippage'>;
  const both = { kind: 'PlaceOrder', uid, symbol, side, quantity, stpMode, idempotency: null, ...none } as const;
  const first = {
    price: command.price,
    clientOrderId: command.clientOrderId,
    ...(takeProfitPrice === 0
      ? ({ type: 'LIMIT', timeInForce: 'GTX' } as const)
      : ({
          type: command.price === 0 ? 'TAKE_PROFIT_MARKET' : 'TAKE_PROFIT_LIMIT',
          timeInForce: 'GTC',
          stopPrice: takeProfitPrice,
        } as const)),
  };
  const second = {
    type: command.stopLimitPrice === 0 ? 'STOP_MARKET' : 'STOP_LIMIT',
    timeInForce: 'GTC',
    price: command.stopLimitPrice,
    stopPrice: command.stopPrice,
    clientOrderId: command.stopClientOrderId,
  } as const;
  const firstLeg = readLeg({ ...both, ...first }, market);
  if (typeof firstLeg === 'string') return firstLeg;
  const secondLeg = readLeg({ ...both, ...second }, market);
  return typeof secondLeg === 'string' ? secondLeg : [firstLeg, secondLeg];
}
