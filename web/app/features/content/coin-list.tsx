import { Link } from 'react-router';
import { CoinIcon } from '../../../ui/coin-icon.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { Change } from '../../../ui/price.tsx';
import type { Pair, Ticker } from '../../api/types.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { coinsOf } from './coins.ts';

type CoinListProps = {
  readonly pairs: readonly Pair[];
  readonly tickers: readonly Ticker[];
  readonly label: string;
};

/** All coins with the price of their first market, each leading to its own page. */
export function CoinList({ pairs, tickers, label }: CoinListProps) {
  const { to } = useLocale();
  return (
    <ul aria-label={label} className="mt-4 grid gap-2 sm:grid-cols-2 lg:grid-cols-3">
      {coinsOf(pairs).map(({ coin, name, markets: [first] }) => {
        const ticker = tickers.find(({ symbol }) => symbol === first?.symbol);
        return (
          <li key={coin}>
            <Link
              to={to(`/coin-introduce/${coin}`)}
              className="flex min-h-14 items-center gap-3 rounded-2 border border-line bg-surface px-4 py-2 hover:border-line-strong"
            >
              <CoinIcon asset={coin} className="size-6" />
              <span className="min-w-0 flex-1 truncate">
                <bdi translate="no" className="font-semibold">
                  {coin}
                </bdi>{' '}
                <span translate="no" className="text-12 text-muted">
                  {name}
                </span>
              </span>
              {ticker && first ? (
                <span className="grid justify-items-end">
                  <bdi className="font-medium">{formatNumber(ticker.lastPrice, first.quotePrecision)}</bdi>
                  <Change percent={ticker.changePercent} look="text" className="text-12" />
                </span>
              ) : null}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
