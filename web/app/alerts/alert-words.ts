import type { FiredAlert, PriceAlert } from '@agio/contracts/http/alerts';
import type { Translate } from '../i18n/translator.ts';
import { formatAmount, formatNumber } from '../../ui/format.ts';
import { marketKey, type FilledMarket } from '../live/own-fills.ts';
import { isolated } from '../i18n/isolated.ts';
import { marketName } from '../figures/market-name.ts';

type Markets = ReadonlyMap<string, FilledMarket>;
type OfMarket = Pick<PriceAlert, 'market' | 'symbol'>;

const factsOf = (markets: Markets, { market, symbol }: OfMarket): FilledMarket | undefined =>
  markets.get(marketKey(market === 'SPOT' ? 'spot' : 'futures', symbol));

/** The name of an alert's market; its symbol where the market is not known. */
export function alertMarket(markets: Markets, of: OfMarket): string {
  const facts = factsOf(markets, of);
  return facts
    ? marketName({ ...facts, symbol: of.symbol, kind: of.market === 'SPOT' ? 'spot' : 'futures' })
    : of.symbol;
}

/** The same in a sentence, where nothing else tells a perpetual from the spot market of its coin: BTC/USDT, BTCUSDT Perpetual. */
export function alertMarketWords(t: Translate, markets: Markets, of: OfMarket): string {
  const name = alertMarket(markets, of);
  return of.market === 'SPOT' ? name : `${name} ${t('frame.perpetual')}`;
}

/** With the coin that it is counted in; isolated, for a place inside a sentence. */
export function alertPrice(markets: Markets, of: OfMarket, price: string): string {
  const facts = factsOf(markets, of);
  return isolated(facts ? `${formatNumber(price, facts.priceDecimals)} ${facts.quote}` : formatAmount(price, 8));
}

/** What an alert told, in words. */
export function firedWords(
  t: Translate,
  fired: FiredAlert,
  markets: Markets,
): { readonly title: string; readonly description: string } {
  const market = isolated(alertMarketWords(t, markets, fired));
  return {
    title: t(fired.direction === 'ABOVE' ? 'alerts.rose' : 'alerts.fell', {
      market,
      price: alertPrice(markets, fired, fired.lastPrice),
    }),
    description: t('alerts.at', { price: alertPrice(markets, fired, fired.price) }),
  };
}

/** What an alert waits for, in words. */
export function waitingWords(t: Translate, alert: PriceAlert, markets: Markets): string {
  const price = alertPrice(markets, alert, alert.price);
  return t(alert.direction === 'ABOVE' ? 'alerts.rises_to' : 'alerts.falls_to', { price });
}

/** Where its market is traded. */
export function marketPath({ market, symbol }: OfMarket): string {
  return market === 'SPOT' ? `/spot-trade/${symbol}` : `/contract-trade/${symbol}`;
}
