/** The search over everything that is traded. It stands here because the spot markets know no contracts. */
import { implement, type Route } from '@agio/contracts/endpoint';
import { searchAll } from '@agio/contracts/http/markets';
import { holdsText, type Markets } from '../markets/index.ts';
import type { LiveContracts } from './live.ts';
import * as views from './views.ts';

export function searchRoute(live: LiveContracts, markets: Markets): Route {
  return implement(searchAll, async ({ query: { content } }) => {
    const names = new Map(markets.displays().coins.map(({ asset, fullName }) => [asset, fullName]));
    const futures = [...live.contracts.values()]
      .map(({ view }) => views.contractOf(view))
      .filter(
        ({ symbol, base, status }) => status !== 'SETTLED' && holdsText(content, symbol, base, names.get(base) ?? ''),
      )
      .map((found) => ({
        symbol: found.symbol,
        base: found.base,
        quote: found.quote,
        status: found.status,
        pricePrecision: found.pricePrecision,
      }));
    return { ...markets.search(content), futures };
  });
}
