/**
 * The user's fills of all markets, for the bell on every page: what filled, at what price and fee, unread until it was seen; and beside them
 * what was closed by force and which orders were lost. The private sockets tell of new ones; what happened meanwhile is asked for whenever
 * a socket begins anew.
 */
import type { MarketStatusNotice } from '@agio/contracts/http/alerts';
import type { FuturesFill, Receipt, StopOrder } from '@agio/contracts/http/futures-shapes';
import type { Fill } from '@agio/contracts/http/spot';
import { decimal, formatUnits } from '../../ui/decimal.ts';
import { signOf } from '../../ui/format.ts';
import { createBackoff } from './backoff.ts';
import type { FillMarket } from './fill-market.ts';
import { avertedLiquidations, forcedClosings, type ForcedClosing } from './forced-closings.ts';
import { createOrderRests, orderKey, type OrderRest, type OrderRests } from './order-rests.ts';
import { createLostOrders, type LostOrder } from './lost-orders.ts';
import { createStatusNotices, type StatusNotices, type StatusNoticesInput } from './status-notices.ts';
import type { SeenMark } from './seen-mark.ts';
import { createStore, type Store } from './store.ts';

export interface OwnFill {
  readonly market: FillMarket;
  readonly tradeId: number;
  readonly orderId: number;
  readonly symbol: string;
  readonly side: Fill['side'];
  readonly price: string;
  readonly quantity: string;
  readonly fee: string;
  /** What of the fee a voucher paid; "0" of a coin, whose result is not told. */
  readonly voucher: string;
  /** Empty where the fill does not say: the coin of the market's values. */
  readonly feeAsset: string;
  /** Of a perpetual, before the fee; "0" of a coin. */
  readonly realised: string;
  /** What of the quantity closed a position; null: a coin was traded, or the fill is too old to know it. */
  readonly closedQuantity: string | null;
  /** Which conditional order sent the order, or what a coin's order waited for; null: the user sent it at once. */
  readonly sentBy: FuturesFill['sentBy'];
  /** The order was one of an OCO pair, whose other one is canceled by then (trading A1.4). */
  readonly isOfPair: boolean;
  readonly isMaker: boolean;
  readonly time: number;
}

/** Fills of one order that came together: their sum, and their average price by value. */
export type FillSum = Omit<OwnFill, 'tradeId' | 'orderId' | 'isMaker' | 'time'>;

export interface FillCenter extends OrderRests {
  /** Newest first; null before the first answer. */
  readonly fills: Store<readonly OwnFill[] | null>;
  /** What liquidations and deleveragings closed, newest first; their fills are none of the above. */
  readonly closings: Store<readonly ForcedClosing[]>;
  /** Orders that ended without the user wanting it, newest first. */
  readonly lost: Store<readonly LostOrder[]>;
  /** Markets of what the user holds whose status changed, newest first. */
  readonly statuses: StatusNotices['list'];
  /** Whether all that is asked for was answered once: before, nobody knows how much is new. */
  readonly hasAnswered: Store<boolean>;
  /** Whether the last asking failed. */
  readonly hasFailed: Store<boolean>;
  /** Fills up to this time were seen, in milliseconds. */
  readonly seenAt: Store<number>;
  markSeen(): void;
  /** Asks again what was seen on other devices. */
  refreshSeen(): void;
  /** Asks for the newest of both markets, again and again while that fails. */
  load(): Promise<void>;
  /** Somebody else is logged in now: plans no further asking. */
  stop(): void;
  acceptNews(market: FillMarket, news: readonly (Fill | FuturesFill)[]): void;
  /** Receipts of liquidations and deleveragings, as they happen. */
  acceptReceipts(news: readonly Receipt[]): void;
  /** Of either market, as their sockets tell them. */
  acceptLost(news: readonly LostOrder[]): void;
  acceptStatuses: StatusNotices['accept'];
  /** Conditional orders, of which some sent an order. */
  learnSenders(stops: readonly StopOrder[]): void;
  /** The ticket told of this order's immediate fills itself. */
  markTold(market: FillMarket, orderId: number): void;
  /** A cancel told how much this order filled: of that only what closed a position is still told, for its result. */
  markWholeTold(market: FillMarket, orderId: number): void;
  /** A dialog told that this order ended by its change. */
  markEndTold(market: FillMarket, orderId: number): void;
}

type OpenOrders = Parameters<OrderRests['acceptOrders']>[1];

export interface FillCenterInput extends StatusNoticesInput {
  readonly read: (market: FillMarket) => Promise<readonly (Fill | FuturesFill)[]>;
  readonly readReceipts: () => Promise<readonly Receipt[]>;
  readonly readLost: () => Promise<readonly LostOrder[]>;
  readonly readStatuses: () => Promise<readonly MarketStatusNotice[]>;
  /** Orders that are open. */
  readonly readOpen: (market: FillMarket) => Promise<OpenOrders>;
  /**
   * `restNow`: what the order has left whenever it is asked, as far as it is known. `order`: its key; undefined where the sum closed
   * something, whose result no answer to a cancel tells.
   */
  readonly onSum: (sum: FillSum, restNow: () => OrderRest | null, order: string | undefined) => void;
  readonly onClosing: (closing: ForcedClosing) => void;
  /** A liquidation began and closed nothing. */
  readonly onAverted: (start: Receipt) => void;
  /** Orders that were lost together, oldest first. */
  readonly onLost: (orders: readonly LostOrder[]) => void;
  readonly seen: SeenMark;
}

/** Fills of one order come in one or two frames; and the answer to the ticket may come after them. */
const TOGETHER_MS = 1_000;
const MOST_KEPT = 50;
/** More decimals than any price or amount has. */
const SCALE = 18;

export function createFillCenter(input: FillCenterInput): FillCenter {
  const { read, readOpen, readReceipts, readLost, readStatuses, seen, ...tells } = input;
  const fills = createStore<readonly OwnFill[] | null>(null);
  const closings = createStore<readonly ForcedClosing[]>([]);
  const hasFailed = createStore(false);
  const hasAnswered = createStore(false);
  const lost = createLostOrders(tells.onLost);
  const statuses = createStatusNotices(tells);
  const orders = createOrderRests();
  const teller = createFillTeller((sum, order) =>
    tells.onSum(sum, () => orders.rests.get().get(order) ?? null, hasResult(sum) ? undefined : order),
  );
  const merge = (fresh: readonly OwnFill[]) => {
    const byKey = new Map([...(fills.get() ?? []), ...fresh].map((fill) => [keyOf(fill), fill]));
    fills.set(ofNewestOrders([...byKey.values()].toSorted((a, b) => b.time - a.time || b.tradeId - a.tradeId)));
  };
  const mergeClosings = (fresh: readonly ForcedClosing[]) => closings.set(newestClosings(closings.get(), fresh));
  const asking = createAsking(async () => {
    const fillsOf = async (market: FillMarket) => {
      const [own, open] = await Promise.all([read(market), readOpen(market)]);
      orders.acceptOrders(market, open);
      return ownFills(market, own);
    };
    const all = Promise.all([fillsOf('spot'), fillsOf('futures')]).then((both) => merge(both.flat()));
    const forced = readReceipts().then((receipts) => mergeClosings(forcedClosings(receipts)));
    await Promise.all([all, forced, readLost().then(lost.merge), readStatuses().then(statuses.merge), seen.load()]);
    hasAnswered.set(true);
  }, hasFailed);
  return {
    ...orders,
    fills,
    closings,
    lost: lost.list,
    statuses: statuses.list,
    hasAnswered,
    hasFailed,
    seenAt: seen.upTo,
    refreshSeen: () => void seen.load().catch(() => undefined),
    markSeen: () =>
      seen.mark(
        Math.max(
          ...[fills.get() ?? [], closings.get(), lost.list.get(), statuses.list.get()].map((all) => all[0]?.time ?? 0),
        ),
      ),
    load: asking.load,
    stop: asking.stop,
    acceptNews(market, news) {
      const fresh = ownFills(market, news);
      merge(fresh);
      fresh.forEach(teller.add);
    },
    acceptReceipts(news) {
      const fresh = forcedClosings(news);
      mergeClosings(fresh);
      fresh.forEach(tells.onClosing);
      avertedLiquidations(news).forEach(tells.onAverted);
    },
    acceptLost: lost.accept,
    acceptStatuses: statuses.accept,
    learnSenders: lost.learnSenders,
    markEndTold: lost.markTold,
    markTold: teller.markTold,
    markWholeTold: teller.markWholeTold,
  };
}

function newestClosings(known: readonly ForcedClosing[], fresh: readonly ForcedClosing[]): readonly ForcedClosing[] {
  const byKey = new Map<string, ForcedClosing>();
  for (const one of [...known, ...fresh]) {
    const before = byKey.get(one.receiptId);
    // A page that was asked for may lack the first steps of a closing that the socket told whole.
    if (!before || decimal(one.quantity, SCALE) >= decimal(before.quantity, SCALE)) byKey.set(one.receiptId, one);
  }
  return [...byKey.values()].toSorted((a, b) => b.time - a.time).slice(0, MOST_KEPT);
}

/** Tells the fills of one order that came together as one sum; those that its ticket told are left out. */
function createFillTeller(onSum: (sum: FillSum, order: string) => void) {
  const told = new Set<string>();
  const toldWhole = new Set<string>();
  const waiting = new Map<string, OwnFill[]>();
  const tell = (order: string) => {
    const together = (waiting.get(order) ?? []).filter((fill) => fill.isMaker || !told.has(order));
    waiting.delete(order);
    if (together.length === 0) return;
    const sum = sumOf(together);
    if (!toldWhole.has(order) || hasResult(sum)) onSum(sum, order);
  };
  return {
    add(fill: OwnFill) {
      const order = orderKey(fill.market, fill.orderId);
      const together = waiting.get(order);
      if (together) together.push(fill);
      else {
        waiting.set(order, [fill]);
        setTimeout(() => tell(order), TOGETHER_MS);
      }
    },
    markTold: (market: FillMarket, orderId: number) => void told.add(orderKey(market, orderId)),
    markWholeTold: (market: FillMarket, orderId: number) => void toldWhole.add(orderKey(market, orderId)),
  };
}

/** Fills of a perpetual that closed something; old ones do not say how much. */
export const hasResult = ({ closedQuantity, realised }: FillSum): boolean =>
  signOf(closedQuantity ?? '0') > 0 || signOf(realised) !== 0;

/** Asks, and again and again while that fails: later each time, with one repeat planned at most. */
function createAsking(ask: () => Promise<void>, hasFailed: Store<boolean>): Pick<FillCenter, 'load' | 'stop'> {
  /** Sockets begin anew together: one asking serves both. */
  let asking: Promise<void> | undefined;
  const backoff = createBackoff();
  let next: ReturnType<typeof setTimeout> | undefined;
  let hasStopped = false;
  const load = () => (asking ??= askOnce());
  // A reconnecting socket triggers one request. If that fails without a later retry, fills made in between stay unknown until
  // a reload.
  const askLater = () => {
    // However many askings failed meanwhile, one is planned.
    clearTimeout(next);
    if (!hasStopped) next = setTimeout(() => hasFailed.get() && void load(), backoff.next());
  };
  const askOnce = async () => {
    try {
      await ask();
      hasFailed.set(false);
      backoff.reset();
    } catch {
      hasFailed.set(true);
      askLater();
    } finally {
      asking = undefined;
    }
  };
  return {
    load,
    stop() {
      hasStopped = true;
      clearTimeout(next);
    },
  };
}

/** Of the orders that filled last: all their known fills, for of some of them the sum would be wrong. */
function ofNewestOrders(fills: readonly OwnFill[]): readonly OwnFill[] {
  const orders = new Set<string>();
  for (const { market, orderId } of fills) if (orders.size < MOST_KEPT) orders.add(orderKey(market, orderId));
  return fills.filter(({ market, orderId }) => orders.has(orderKey(market, orderId)));
}

/** A page of the newest fills without those of its oldest order, where there are older ones, which may be of that order too. */
export function wholeOrders<F extends { readonly orderId: number }>(page: {
  readonly items: readonly F[];
  readonly total: number;
}): readonly F[] {
  const { items, total } = page;
  const oldest = items.at(-1);
  if (oldest === undefined || items.length >= total) return items;
  const whole = items.filter(({ orderId }) => orderId !== oldest.orderId);
  // One order alone fills the page: better a part of it than nothing.
  return whole.length === 0 ? items : whole;
}

/** The known fills of one order together; `time` is that of the newest. */
export interface FilledOrder extends FillSum {
  readonly orderId: number;
  readonly time: number;
}

/** One entry an order, however many counterparties it had; the one that filled last first, as the fills are. */
export function filledOrders(fills: readonly OwnFill[]): readonly FilledOrder[] {
  const byOrder = new Map<string, OwnFill[]>();
  for (const fill of fills) {
    const key = orderKey(fill.market, fill.orderId);
    const own = byOrder.get(key);
    if (own) own.push(fill);
    else byOrder.set(key, [fill]);
  }
  return [...byOrder.values()].map((own) => ({ ...sumOf(own), orderId: own[0]!.orderId, time: own[0]!.time }));
}

/** What the order did at once its ticket tells; what came of it later, or of one that waited for a price, comes by itself. */
export function sumOf(fills: readonly OwnFill[]): FillSum {
  let quantity = 0n;
  let value = 0n;
  let fee = 0n;
  let voucher = 0n;
  let realised = 0n;
  let closed: bigint | null = 0n;
  for (const fill of fills) {
    const amount = decimal(fill.quantity, SCALE);
    quantity += amount;
    value += amount * decimal(fill.price, SCALE);
    fee += decimal(fill.fee, SCALE);
    voucher += decimal(fill.voucher, SCALE);
    realised += decimal(fill.realised, SCALE);
    closed = closed === null || fill.closedQuantity === null ? null : closed + decimal(fill.closedQuantity, SCALE);
  }
  const { market, symbol, side, feeAsset, sentBy, isOfPair } = fills[0]!;
  return {
    market,
    symbol,
    side,
    feeAsset,
    sentBy,
    isOfPair,
    quantity: formatUnits(quantity, SCALE),
    price: formatUnits(quantity === 0n ? 0n : value / quantity, SCALE),
    fee: formatUnits(fee, SCALE),
    voucher: formatUnits(voucher, SCALE),
    realised: formatUnits(realised, SCALE),
    closedQuantity: closed === null ? null : formatUnits(closed, SCALE),
  };
}

/** Of one order of a perpetual, of which there is one fill at least. */
export const sumOfFutures = (fills: readonly FuturesFill[]): FillSum =>
  sumOf(fills.map((fill) => ownFill('futures', fill)));

export interface TakenOrder {
  readonly orderId: number;
  readonly filledQuantity: string;
}

/** Of the fills that an order made at once, which its answer counts: those of the rest come later, as it waits. Null: some are not known. */
export function sumOfTaken(
  known: readonly OwnFill[],
  market: FillMarket,
  { orderId, filledQuantity }: TakenOrder,
): FillSum | null {
  const own = known.filter((fill) => fill.market === market && fill.orderId === orderId && !fill.isMaker);
  const sum = own.length === 0 ? null : sumOf(own);
  return sum !== null && decimal(sum.quantity, SCALE) === decimal(filledQuantity, SCALE) ? sum : null;
}

const keyOf = ({ market, symbol, tradeId, orderId }: OwnFill): string => `${market} ${symbol} ${tradeId} ${orderId}`;

/** What a liquidation sold is no fill of the user's own: its closing tells of it. */
function ownFills(market: FillMarket, fills: readonly (Fill | FuturesFill)[]): readonly OwnFill[] {
  return fills.flatMap((fill) => ('isLiquidation' in fill && fill.isLiquidation ? [] : [ownFill(market, fill)]));
}

function ownFill(market: FillMarket, fill: Fill | FuturesFill): OwnFill {
  const { tradeId, orderId, symbol, side, price, quantity, fee, isMaker, time } = fill;
  const shared = { market, tradeId, orderId, symbol, side, price, quantity, fee, isMaker, time };
  if ('feeAsset' in fill)
    return {
      ...shared,
      feeAsset: fill.feeAsset,
      voucher: '0',
      realised: '0',
      closedQuantity: null,
      sentBy: fill.sentBy ?? null,
      isOfPair: (fill.ocoId ?? 0) !== 0,
    };
  const { voucher, realised, closedQuantity, sentBy } = fill;
  return { ...shared, feeAsset: '', voucher, realised, closedQuantity, sentBy, isOfPair: false };
}
