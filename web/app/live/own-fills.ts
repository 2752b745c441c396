/** The page's one fill center: connected once somebody is logged in, for as long as the page lives. */
import {
  getContracts,
  getFuturesFills,
  getFuturesOrderHistory,
  getOpenFuturesOrders,
  getOwnLiquidations,
  getStopOrderHistory,
} from '../api/calls/futures.ts';
import { getStatusNotices } from '../api/calls/alerts.ts';
import { quietCall } from '../api/client.ts';
import { getFills, getOpenOrders, getOrderHistory, getPairs } from '../api/calls/spot.ts';
import { serverClock } from '../api/server-clock.ts';
import { toldOrders } from '../api/told-orders.ts';
import { deviceStorage, tabStorage } from '../choices/browser-storage.ts';
import {
  createFillCenter,
  type FillCenter,
  type FillCenterInput,
  type FillSum,
  sumOfTaken,
  type TakenOrder,
  wholeOrders,
} from './fill-center.ts';
import type { FillMarket } from './fill-market.ts';
import { wholeCommands } from './forced-closings.ts';
import { lostFuturesOrders, type LostOrder, lostSpotOrders, lostStopOrders } from './lost-orders.ts';
import { type OrderRest, restOf, type ToldOrder } from './order-rests.ts';
import { ownSeenMark } from './own-seen.ts';
import { keptFirst } from './seen-mark.ts';
import { futuresPrivateSocket, privateSocket } from './sockets.ts';

/** How a market's fills are written: its coins, and the decimals of its price. */
export interface FilledMarket {
  readonly base: string;
  readonly quote: string;
  readonly priceDecimals: number;
}

/** As many as one page may have: an order of which only the last fills are known would be told with a wrong sum. */
const FILLS_READ = 100;

let center: { readonly user: number; readonly made: FillCenter; readonly leave: () => void } | undefined;
let markets: Promise<ReadonlyMap<string, FilledMarket>> | undefined;

/** The center that is connected; undefined for a visitor and before the page has come to rest. */
export function ownFills(): FillCenter | undefined {
  return center?.made;
}

/** What an order that was just answered has left by the time it is told; where nothing hears of orders, as it was answered. */
export const restByNow = (market: FillMarket, order: ToldOrder): OrderRest | null =>
  center === undefined ? restOf(order) : center.made.restByNow(market, order);

/** What an order that was just answered filled at once, with its fee; null where not all of those fills were told yet. */
export const takenByNow = (market: FillMarket, order: TakenOrder): FillSum | null =>
  sumOfTaken(center?.made.fills.get() ?? [], market, order);

/** `user`: the UID of who is logged in. Another one begins another center. */
export function connectOwnFills(
  user: number,
  /** `onChange`: what was told of an order may not be true any more. */
  {
    onChange,
    ...tells
  }: Pick<FillCenterInput, 'onSum' | 'onClosing' | 'onAverted' | 'onLost' | 'onStatus'> & { onChange: () => void },
): FillCenter {
  if (center?.user === user) return center.made;
  center?.leave();
  const [name, firstName] = [`agio.fills-seen.${user}`, `agio.fills-first.${user}`];
  const toldName = `agio.statuses-told.${user}`;
  const made = createFillCenter({
    read: async (market) => {
      const page = { page: 1, pageSize: FILLS_READ };
      return market === 'spot'
        ? wholeOrders(await getFills(quietCall, page))
        : wholeOrders(await getFuturesFills(quietCall, page));
    },
    readOpen: (market) => (market === 'spot' ? getOpenOrders(quietCall) : getOpenFuturesOrders(quietCall)),
    readReceipts: async () =>
      wholeCommands(await getOwnLiquidations(quietCall, { page: 1, pageSize: 100, closings: 'true' })),
    readLost,
    readStatuses: () => getStatusNotices(quietCall),
    ...tells,
    // Of this tab: another one may show the terminal of that market, which says so itself.
    toldStatus: {
      get: () => Number(tabStorage.getItem(toldName)) || null,
      set: (id) => void tabStorage.setItem(toldName, String(id)),
    },
    now: serverClock.now,
    openedAt: () => serverClock.now() - performance.now(),
    seen: ownSeenMark(user, 'fillsAt', {
      device: {
        get: () => Number(deviceStorage.getItem(name)) || null,
        forget: () => [name, firstName].forEach((one) => deviceStorage.removeItem(one)),
      },
      first: keptFirst(deviceStorage, firstName, Date.now()),
    }),
  });
  const leaves = [
    made.rests.subscribe(onChange),
    made.fills.subscribe(onChange),
    ...followLost(made),
    privateSocket().subscribe('market_status', {}, made.acceptStatuses),
    privateSocket().subscribe('user_deal', {}, ({ snapshot, deals }) => {
      if (!snapshot) made.acceptNews('spot', deals);
      else void made.load();
    }),
    futuresPrivateSocket().subscribe('user_deal', {}, ({ snapshot, deals }) => {
      if (!snapshot) made.acceptNews('futures', deals);
      else void made.load();
    }),
    futuresPrivateSocket().subscribe('deal_notice', {}, ({ snapshot, notices }) => {
      if (!snapshot) made.acceptReceipts(notices);
    }),
  ];
  // Whoever comes back to this page may have looked at the list on another device meanwhile.
  const onReturn = () => void (document.hidden || made.refreshSeen());
  document.addEventListener('visibilitychange', onReturn);
  leaves.push(() => document.removeEventListener('visibilitychange', onReturn));
  // Where a terminal reads the channel already, no first frame comes.
  void made.load();
  // The words of a fill need them, and who tells of one may be gone by then.
  void filledMarkets().catch(() => undefined);
  center = { user, made, leave: () => [made.stop, ...leaves].forEach((leave) => leave()) };
  return made;
}

/** Which orders were lost, as the sockets tell it. */
function followLost(made: FillCenter): readonly (() => void)[] {
  const futures = futuresPrivateSocket();
  return [
    privateSocket().subscribe('order', {}, ({ snapshot, orders }) => {
      made.acceptOrders('spot', orders);
      toldOrders.spot.accept(orders);
      if (!snapshot) made.acceptLost(lostSpotOrders(orders));
    }),
    futures.subscribe('order', {}, ({ snapshot, orders }) => {
      made.acceptOrders('futures', orders);
      toldOrders.futures.accept(orders);
      if (!snapshot) made.acceptLost(lostFuturesOrders(orders));
    }),
    ...(['stop_order', 'tpsl', 'trailing_stop'] as const).map((channel) =>
      futures.subscribe(channel, {}, ({ snapshot, orders }) => {
        toldOrders.stops.accept(orders);
        if (snapshot) return;
        made.learnSenders(orders);
        made.acceptLost(lostStopOrders(orders));
      }),
    ),
  ];
}

/** Exactly those, whenever they were placed and however many others ended since. */
async function readLost(): Promise<readonly LostOrder[]> {
  const page = { page: 1, pageSize: FILLS_READ, lost: 'true' } as const;
  const [spot, futures, stops] = await Promise.all([
    getOrderHistory(quietCall, page),
    getFuturesOrderHistory(quietCall, page),
    getStopOrderHistory(quietCall, page),
  ]);
  return [lostSpotOrders(spot.items), lostFuturesOrders(futures.items), lostStopOrders(stops.items)].flat();
}

/** Asked for once; a failure is asked again the next time. */
export function filledMarkets(): Promise<ReadonlyMap<string, FilledMarket>> {
  markets ??= readMarkets().catch((error: unknown) => {
    markets = undefined;
    throw error;
  });
  return markets;
}

export const marketKey = (market: FillMarket, symbol: string): string => `${market} ${symbol}`;

async function readMarkets(): Promise<ReadonlyMap<string, FilledMarket>> {
  const [pairs, contracts] = await Promise.all([getPairs(quietCall), getContracts(quietCall)]);
  return new Map([
    ...pairs.map(({ symbol, base, quote, quotePrecision }): [string, FilledMarket] => [
      marketKey('spot', symbol),
      { base, quote, priceDecimals: quotePrecision },
    ]),
    ...contracts.map(({ symbol, base, settle, pricePrecision }): [string, FilledMarket] => [
      marketKey('futures', symbol),
      { base, quote: settle, priceDecimals: pricePrecision },
    ]),
  ]);
}
