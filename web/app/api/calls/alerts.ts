/** Price alerts: those that wait, what they told, and changes of them. */
import type { BodyOf } from '@agio/contracts/calls';
import type { FiredAlert, MarketStatusNotice, PriceAlert } from '@agio/contracts/http/alerts';
import { getFuturesTickers, getListedContracts } from './futures-markets.ts';
import { request, type Call } from '../request.ts';
import { getPairs, getTickers } from './spot.ts';
import type { MarketKind } from '@agio/core/words';

export type { FiredAlert, PriceAlert } from '@agio/contracts/http/alerts';

/** Newest first. */
export async function getPriceAlerts(call: Call): Promise<readonly PriceAlert[]> {
  return (await request(call, 'GET /web/alert/price/list')).alerts;
}

/** Newest first. */
export async function getFiredAlerts(call: Call): Promise<readonly FiredAlert[]> {
  return (await request(call, 'GET /web/alert/price/fired')).fired;
}

/** Newest first. */
export async function getStatusNotices(call: Call): Promise<readonly MarketStatusNotice[]> {
  return (await request(call, 'GET /web/alert/market-status/list')).changes;
}

export async function createPriceAlert(call: Call, body: BodyOf<'POST /web/alert/price/create'>): Promise<PriceAlert> {
  return (await request(call, 'POST /web/alert/price/create', { body })).alert;
}

export async function updatePriceAlert(call: Call, body: BodyOf<'POST /web/alert/price/update'>): Promise<PriceAlert> {
  return (await request(call, 'POST /web/alert/price/update', { body })).alert;
}

export function deletePriceAlert(call: Call, id: number): Promise<unknown> {
  return request(call, 'POST /web/alert/price/delete', { body: { id } });
}

/** What the form of an alert needs of its market. */
export interface AlertedMarket {
  readonly base: string;
  readonly quote: string;
  readonly decimals: number;
  /** Undefined before the first trade. */
  readonly lastPrice: string | undefined;
}

/** Null where there is no such market. */
export async function getAlertedMarket(call: Call, market: MarketKind, symbol: string): Promise<AlertedMarket | null> {
  const isIt = (one: { readonly symbol: string }): boolean => one.symbol === symbol;
  if (market === 'SPOT') {
    const [pairs, tickers] = await Promise.all([getPairs(call), getTickers(call)]);
    const pair = pairs.find(isIt);
    return pair ? marketOf(pair, pair.quotePrecision, tickers.find(isIt)) : null;
  }
  const [contracts, tickers] = await Promise.all([getListedContracts(call), getFuturesTickers(call)]);
  const contract = contracts.find(isIt);
  return contract ? marketOf(contract, contract.pricePrecision, tickers.find(isIt)) : null;
}

function marketOf(
  { base, quote }: Pick<AlertedMarket, 'base' | 'quote'>,
  decimals: number,
  ticker: { readonly lastPrice: string } | undefined,
): AlertedMarket {
  return { base, quote, decimals, lastPrice: ticker?.lastPrice };
}
