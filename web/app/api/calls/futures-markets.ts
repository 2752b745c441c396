/** Public figures of the contracts: which there are, what they trade at, their funding, the insurance fund, liquidations. */
import type { DataOf, QueryOf } from '@agio/contracts/calls';
import type { Contract, FuturesTicker } from '@agio/contracts/http/futures-shapes';
import { request, type Call } from '../request.ts';

export type { FuturesTicker } from '@agio/contracts/http/futures-shapes';
/** What a list of contracts needs of one: without the rules, which are long. */
export type ListedContract = Pick<
  Contract,
  'symbol' | 'base' | 'quote' | 'pricePrecision' | 'amountPrecision' | 'fundingIntervalHours'
>;

/** Every contract that was not settled for good, in the house's order. */
export async function getListedContracts(call: Call): Promise<readonly ListedContract[]> {
  const { symbols } = await request(call, 'GET /futures/market/symbol');
  return symbols
    .filter(({ status }) => status !== 'SETTLED')
    .map(({ symbol, base, quote, pricePrecision, amountPrecision, fundingIntervalHours }) => ({
      symbol,
      base,
      quote,
      pricePrecision,
      amountPrecision,
      fundingIntervalHours,
    }));
}

/** How many contracts trade, and the most leverage that one of them allows. */
export async function getContractFacts(call: Call): Promise<{ readonly count: number; readonly mostLeverage: number }> {
  const { symbols } = await request(call, 'GET /futures/market/symbol');
  const trading = symbols.filter(({ status }) => status !== 'SETTLED');
  return {
    count: trading.length,
    mostLeverage: Math.max(0, ...trading.map(({ leverageMax }) => leverageMax)),
  };
}

export async function getFuturesTickers(call: Call): Promise<readonly FuturesTicker[]> {
  return (await request(call, 'GET /futures/market/tickers/aggregate')).tickers;
}

export function getFundingHistory(
  call: Call,
  query: QueryOf<'GET /futures/market/funding-history'>,
): Promise<DataOf<'GET /futures/market/funding-history'>> {
  return request(call, 'GET /futures/market/funding-history', { query });
}

export function getInsuranceFund(call: Call): Promise<DataOf<'GET /futures/market/insurance-fund'>> {
  return request(call, 'GET /futures/market/insurance-fund');
}

export function getInsuranceFundDays(call: Call): Promise<DataOf<'GET /futures/market/insurance-fund/days'>> {
  return request(call, 'GET /futures/market/insurance-fund/days', { query: {} });
}

export function getInsuranceFundMovements(
  call: Call,
  query: QueryOf<'GET /futures/market/insurance-fund/movements'>,
): Promise<DataOf<'GET /futures/market/insurance-fund/movements'>> {
  return request(call, 'GET /futures/market/insurance-fund/movements', { query });
}

export function getLiquidations(
  call: Call,
  query: QueryOf<'GET /futures/market/liquidations'>,
): Promise<DataOf<'GET /futures/market/liquidations'>> {
  return request(call, 'GET /futures/market/liquidations', { query });
}
