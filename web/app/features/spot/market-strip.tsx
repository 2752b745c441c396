import { ChevronDown, Star } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { IconButton } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { CoinIcon } from '../../../ui/coin-icon.tsx';
import { formatAmount, formatCompact, formatNumber, formatPercent, signOf } from '../../../ui/format.ts';
import { Menu } from '../../../ui/menu.tsx';
import { Change, directionClass, Price } from '../../../ui/price.tsx';
import { useLocale } from '../../i18n/use-locale.ts';
import { LinkState } from '../../live-views/link-state.tsx';
import { publicSocket } from '../../live/sockets.ts';
import { usePreferences } from '../../choices/preferences.ts';
import { useIsMounted } from '../../start/use-is-mounted.ts';
import { useStore } from '../../live-views/use-store.ts';
import { PairName } from '../../figures/pair-name.tsx';
import { useLastPrice } from '../../terminal/use-last-price.ts';
import { useSpotMarket } from './spot-market.ts';

export function MarketStrip() {
  const { t } = useTranslation();
  const { pair, tickers } = useSpotMarket();
  const isMounted = useIsMounted();
  const ticker = useStore(tickers.tickers).get(pair.symbol);
  const { price, direction } = useLastPrice();
  const shown = formatNumber(price, pair.quotePrecision);
  const name = `${pair.base}/${pair.quote}`;
  useTitle(t('spot.title', { price: shown, pair: name }));
  const change = ticker?.changePercent ?? '0';
  const stats = [
    [
      t('terminal.change_24h'),
      <bdi
        key="change"
        className={directionClass(signOf(change))}
      >{`${signed(ticker?.change ?? '0', pair.quotePrecision)} · ${formatPercent(change)}`}</bdi>,
    ],
    [t('terminal.high_24h'), <bdi key="high">{formatNumber(ticker?.highPrice ?? '0', pair.quotePrecision)}</bdi>],
    [t('terminal.low_24h'), <bdi key="low">{formatNumber(ticker?.lowPrice ?? '0', pair.quotePrecision)}</bdi>],
    [t('terminal.volume_24h', { asset: pair.base }), <bdi key="volume">{formatCompact(ticker?.volume ?? '0')}</bdi>],
    [
      t('terminal.turnover_24h', { asset: pair.quote }),
      <bdi key="turnover">{formatCompact(ticker?.quoteVolume ?? '0')}</bdi>,
    ],
  ] as const;
  return (
    <section
      aria-label={t('terminal.market')}
      className="num flex flex-none flex-wrap items-center gap-x-3 bg-surface px-4 py-2 text-12 md:h-14 md:flex-nowrap md:gap-x-5 md:py-0"
    >
      <h1 className="sr-only">{t('spot.heading', { pair: name })}</h1>
      <div className="flex flex-wrap items-center justify-between max-md:w-full">
        <PairMenu />
        <LinkState socket={isMounted ? publicSocket() : null} className="md:hidden" />
      </div>
      <p className="flex flex-wrap items-baseline gap-x-3 border-line max-md:w-full md:border-s md:ps-5">
        <Price
          text={shown}
          direction={direction}
          className="text-28 font-semibold tracking-[-0.02em] md:text-20 md:tracking-[-0.01em]"
        />
        <Change percent={change} look="text" className="text-14 md:hidden" />
      </p>
      <dl className="grid w-full grid-cols-3 gap-x-3 pt-1 cramped:max-[359px]:grid-cols-2 md:flex md:w-auto md:min-w-0 md:gap-6 md:overflow-hidden md:pt-0">
        {stats.map(([label, value], index) => (
          <div
            key={label}
            className={classNames(
              'max-md:flex max-md:min-w-0 max-md:flex-col max-md:justify-between',
              (index === 0 || index === 4) && 'max-md:hidden',
              index === 4 && 'md:max-lg:hidden',
            )}
          >
            <dt className="text-11 leading-[1.4] text-muted max-md:hyphens-auto max-md:wrap-anywhere md:truncate">
              {label}
            </dt>
            <dd className="leading-[1.5] font-medium whitespace-nowrap">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="ms-auto hidden items-center gap-1 md:flex">
        <LinkState socket={isMounted ? publicSocket() : null} />
        <FavoriteToggle symbol={pair.symbol} name={name} />
      </div>
    </section>
  );
}

function signed(text: string, decimals: number): string {
  const sign = signOf(text);
  const size = formatAmount(text.replace('-', ''), decimals);
  return `${sign > 0 ? '+' : sign < 0 ? '−' : ''}${size}`;
}

function useTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}

function PairMenu() {
  const { t } = useTranslation();
  const { to } = useLocale();
  const { pair, pairs, tickers } = useSpotMarket();
  const prices = useStore(tickers.tickers);
  const trigger = (
    <button type="button" className="-ms-2 flex h-11 items-center gap-2.5 rounded-2 px-2 hover:bg-hover md:h-10">
      <CoinIcon asset={pair.base} className="size-7" />
      <span className="text-start">
        <bdi translate="no" className="flex items-center gap-1.5 text-16 leading-5 font-semibold">
          {pair.base}/{pair.quote}
          <ChevronDown aria-hidden className="size-3.5 text-muted" />
        </bdi>
        <span translate="no" className="block text-11 text-muted">
          {pair.baseName}
        </span>
        <span className="sr-only">{t('terminal.choose_market')}</span>
      </span>
    </button>
  );
  return (
    <Menu trigger={trigger} align="start">
      {({ Item }) => (
        <div className="scroll-quiet max-h-[60vh] w-72 overflow-y-auto">
          {pairs.map((other) => (
            <Item
              key={other.symbol}
              render={
                <Link
                  to={to(`/spot-trade/${other.symbol}`)}
                  aria-current={other.symbol === pair.symbol ? 'page' : undefined}
                />
              }
            >
              <CoinIcon asset={other.base} className="size-5" />
              <PairName pair={other} className="flex-1" />
              <bdi className="text-12">
                {formatNumber(prices.get(other.symbol)?.lastPrice ?? '0', other.quotePrecision)}
              </bdi>
              <span
                className={classNames(
                  'min-w-16 text-end text-12',
                  directionClass(signOf(prices.get(other.symbol)?.changePercent ?? '0')),
                )}
              >
                <bdi>{formatPercent(prices.get(other.symbol)?.changePercent ?? '0')}</bdi>
              </span>
            </Item>
          ))}
        </div>
      )}
    </Menu>
  );
}

function FavoriteToggle({ symbol, name }: { symbol: string; name: string }) {
  const { t } = useTranslation();
  const isFavorite = usePreferences((state) => state.favorites.includes(symbol));
  const toggle = usePreferences((state) => state.toggleFavorite);
  return (
    <IconButton
      label={t('terminal.favorite_pair', { pair: name })}
      aria-pressed={isFavorite}
      onClick={() => toggle(symbol)}
    >
      <Star aria-hidden className={classNames('size-4', isFavorite && 'fill-warn text-warn')} />
    </IconButton>
  );
}
