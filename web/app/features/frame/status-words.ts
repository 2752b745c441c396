import type { MarketStatusNotice } from '@agio/contracts/http/alerts';
import { marketName } from '../../figures/market-name.ts';
import { restrictionOf } from '@agio/contracts/market-restrictions';
import type { Translate } from '../../i18n/translator.ts';
import type { FillMarket } from '../../live/fill-market.ts';
import type { FilledMarket } from '../../live/own-fills.ts';

export const kindOfMarket = ({ market }: MarketStatusNotice): FillMarket => (market === 'SPOT' ? 'spot' : 'futures');

/** Whether the page is the terminal of that market, whose head says the same. */
export function isOnTerminal(path: string, { market, symbol }: MarketStatusNotice): boolean {
  return path.endsWith(market === 'SPOT' ? `/spot-trade/${symbol}` : `/contract-trade/${symbol}`);
}

interface StatusWords {
  /** Of the market. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly isOpen: boolean;
}

/** What a market does not take any more and what still works, in the words of its terminal; or that it takes everything again. */
export function statusWords(t: Translate, notice: MarketStatusNotice, listed: FilledMarket | undefined): StatusWords {
  const { symbol, status } = notice;
  const kind = kindOfMarket(notice);
  const market = listed ? marketName({ ...listed, kind, symbol }) : symbol;
  // By its symbol alone it would read as the spot market of the same coins.
  const name = kind === 'spot' ? market : `${market} ${t('frame.perpetual')}`;
  const restriction = restrictionOf(status);
  if (restriction === null)
    return { name, title: t('frame.fills.market_open'), description: t('frame.fills.market_open_rest'), isOpen: true };
  const [title, description] = [t(`terminal.state.lead_${restriction}`), t(`terminal.state.rest_${restriction}`)];
  return { name, title, description, isOpen: false };
}
