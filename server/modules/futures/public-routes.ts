/** The site's public calls about contracts: rules, prices, book, trades, klines, funding, the polling fallback. */
import type { Channel } from '@agio/contracts/channel';
import { DAY_MS } from '@agio/contracts/durations';
import { implement, type Route } from '@agio/contracts/endpoint';
import { Refusal } from '@agio/contracts/errors';
import * as contract from '@agio/contracts/http/futures-market';
import { PERP_SCALE } from '@agio/core';
import { formatUnits } from '@agio/core/fixed';
import type { EngineHandle } from '../../engine/index.ts';
import type { Db } from '../../store/index.ts';
import type { LiveContract, LiveContracts } from './live.ts';
import { pageOfRates } from './history-repo.ts';
import { firstKnownBalance, fundHistory } from './fund-history.ts';
import { pageOfFundMovements } from './fund-movements.ts';
import { pageOfLiquidations } from './liquidations.ts';
import { priceText, rateText } from '../markets/index.ts';
import { SETTLE_ASSET } from './settle-asset.ts';
import { klinesOf } from './kline-views.ts';
import * as views from './views.ts';

export function publicRoutes(live: LiveContracts, engine: EngineHandle, db: Db, channels: readonly Channel[]): Route[] {
  const contractOf = (symbol: string): LiveContract => {
    const found = live.contracts.get(symbol);
    if (found === undefined) throw new Refusal('UNKNOWN_MARKET');
    return found;
  };
  const all = (): LiveContract[] => [...live.contracts.values()];
  return [
    implement(contract.futuresTickers, async () => ({ tickers: all().map(views.tickerOf) })),
    implement(contract.futuresSymbol, async ({ query }) => ({
      symbols: (query.symbol === undefined ? all() : [contractOf(query.symbol)]).map(({ view }) =>
        views.contractOf(view),
      ),
    })),
    implement(contract.futuresDepth, async ({ query }) => {
      const { book, view } = contractOf(query.symbol);
      const [bids, asks] = [book.bids, book.asks].map((levels) => views.levelTexts(levels.slice(0, query.limit)));
      return {
        symbol: view.symbol,
        u: book.updateId,
        bids: bids!,
        asks: asks!,
        time: views.nowOf(contractOf(query.symbol)),
      };
    }),
    implement(contract.futuresDeals, async ({ query }) => ({
      deals: contractOf(query.symbol).deals.slice(-query.limit).reverse().map(views.dealOf),
    })),
    implement(contract.futuresKlines, async ({ query }) => ({
      klines: klinesOf(contractOf(query.symbol), query.source, query.interval, query),
    })),
    implement(contract.fundingHistory, async ({ query }) => {
      const { symbol } = contractOf(query.symbol).view;
      const { items, total } = await pageOfRates(db, symbol, query);
      return {
        items: items.map((row) => ({
          symbol,
          rate: rateText(row.rate),
          markPrice: priceText(row.markPrice),
          time: row.timeMs,
        })),
        total,
      };
    }),
    implement(contract.liquidations, async ({ query }) => {
      const symbol = query.symbol === undefined ? undefined : contractOf(query.symbol).view.symbol;
      const { items, total } = await pageOfLiquidations(db, symbol, query);
      return { items: items.map(views.liquidationOf), total };
    }),
    implement(contract.insuranceFund, async () => {
      const accounts = await engine.query('houseAccounts', {});
      const fund = accounts.find(({ name }) => name === 'INSURANCE');
      return { asset: fund?.asset ?? SETTLE_ASSET, balance: formatUnits(fund?.balance ?? 0n, 8) };
    }),
    implement(contract.insuranceFundDays, async ({ query: { days } }) => fundDays(db, days)),
    implement(contract.insuranceFundMovements, async ({ query }) => {
      const day = query.day === undefined ? undefined : Date.parse(query.day) / DAY_MS;
      const { items, total, sinceMs } = await pageOfFundMovements(db, day, query);
      return { asset: SETTLE_ASSET, items: items.map(views.fundMovementOf), total, since: sinceMs };
    }),
    implement(contract.futuresPoll, async ({ body }) => ({ messages: await newestOf(channels, body.channels) })),
  ];
}

/** The fund at the end of each of so many days; `opening` is what it held before the first of them, null where that is not known. */
async function fundDays(
  db: Db,
  days: number,
): Promise<{
  asset: string;
  items: { day: string; balance: string }[];
  opening: string | null;
}> {
  // The day before the first tells against what the first one changed.
  const [before, ...rest] = await fundHistory(db, Math.floor(Date.now() / DAY_MS), days + 1);
  const isYoung = before === undefined || rest.length < days;
  const known = isYoung && before !== undefined ? [before, ...rest] : rest;
  const first = isYoung ? before && (await firstKnownBalance(db, before.day)) : before.balance;
  const items = known.map(({ day, balance }) => ({
    day: new Date(day * DAY_MS).toISOString().slice(0, 10),
    balance: formatUnits(balance, PERP_SCALE),
  }));
  const opening = first === null || first === undefined ? null : formatUnits(first, PERP_SCALE);
  return { asset: SETTLE_ASSET, items, opening };
}

/** The newest message of each wanted public channel, which is its first frame; unknown channels are left out. */
async function newestOf(
  channels: readonly Channel[],
  wanted: readonly { readonly channel: string; readonly params: Record<string, unknown> }[],
): Promise<{ channel: string; params: Record<string, unknown>; data: unknown }[]> {
  const messages: { channel: string; params: Record<string, unknown>; data: unknown }[] = [];
  const told = new Set<string>();
  for (const { channel: name, params } of wanted) {
    const channel = channels.find((candidate) => candidate.name === name && !candidate.isPrivate);
    const topic = channel?.topic(params) ?? null;
    if (channel === undefined || topic === null || told.has(`${name} ${topic}`)) continue;
    told.add(`${name} ${topic}`);
    messages.push({ channel: name, params, data: (await channel.first(topic, 0)) ?? null });
  }
  return messages;
}
