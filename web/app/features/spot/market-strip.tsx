import { useTranslation } from '../../i18n/use-translation.tsx';
import { formatCompact, formatNumber } from '../../../ui/format.ts';
import { AlertButton } from '../../alerts/alert-button.tsx';
import { PairName } from '../../figures/pair-name.tsx';
import { useLocale } from '../../i18n/use-locale.ts';
import { useStore } from '../../live-views/use-store.ts';
import { publicSocket } from '../../live/sockets.ts';
import { InfoPanel } from '../../terminal/info-panel.tsx';
import { DayChangeStat } from '../../terminal/strip/day-change-stat.tsx';
import { FavoriteToggle } from '../../terminal/strip/favorite-toggle.tsx';
import { MarketMenu } from '../../terminal/strip/market-menu.tsx';
import { Strip, type Stat } from '../../terminal/strip/strip.tsx';
import { useDayRange } from '../../terminal/use-last-price.ts';
import { useSpotMarket } from './spot-market.ts';
import { pairName } from '../../figures/market-name.ts';

/** The figures of the day. */
function useStats(): readonly Stat[] {
  const { t } = useTranslation();
  const { pair, tickers } = useSpotMarket();
  const ticker = useStore(tickers.tickers).get(pair.symbol);
  const range = useDayRange(ticker);
  const priceOf = (text: string | undefined) => <bdi>{formatNumber(text ?? '0', pair.quotePrecision)}</bdi>;
  return [
    {
      label: t('terminal.change_24h'),
      value: <DayChangeStat />,
    },
    { label: t('terminal.high_24h'), value: priceOf(range?.highPrice) },
    { label: t('terminal.low_24h'), value: priceOf(range?.lowPrice) },
    {
      label: t('terminal.volume_24h', { asset: pair.base }),
      value: <bdi>{formatCompact(ticker?.volume ?? '0')}</bdi>,
    },
    {
      label: t('terminal.turnover_24h', { asset: pair.quote }),
      value: <bdi>{formatCompact(ticker?.quoteVolume ?? '0')}</bdi>,
    },
  ];
}

export function MarketStrip() {
  const { t } = useTranslation();
  const { pair } = useSpotMarket();
  const stats = useStats();
  const name = pairName(pair);
  return (
    <Strip
      heading={t('spot.heading', { pair: name })}
      titleOf={(price) => t('spot.title', { price, pair: name })}
      menu={<PairMenu />}
      stats={stats}
      socket={publicSocket}
      actions={
        <>
          <AlertButton market="SPOT" symbol={pair.symbol} name={name} className="max-md:size-11" />
          <FavoriteToggle symbol={pair.symbol} name={name} type="SPOT" />
        </>
      }
    />
  );
}

function PairMenu() {
  const { to } = useLocale();
  const { pair, pairs, tickers } = useSpotMarket();
  const prices = useStore(tickers.tickers);
  return (
    <MarketMenu
      subtitle={
        <span translate="no" className="block text-11 text-muted">
          {pair.baseName}
        </span>
      }
      rows={pairs.map((other) => ({
        symbol: other.symbol,
        title: pairName(other),
        base: other.base,
        fullName: other.baseName,
        name: <PairName pair={other} />,
        ticker: prices.get(other.symbol),
        decimals: other.quotePrecision,
      }))}
      addressOf={(symbol) => to(`/spot-trade/${symbol}`)}
    />
  );
}

/** The figures of the day and the pair's rules, as a tab of phones. */
export function PairInfo({ className }: { className: string }) {
  const { pair } = useSpotMarket();
  return (
    <InfoPanel
      className={className}
      rules={{ ...pair, least: pair.minAmount }}
      rows={useStats().map(({ label, value }) => [label, value])}
    />
  );
}
