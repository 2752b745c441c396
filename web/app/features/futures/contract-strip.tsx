import { useTranslation } from '../../i18n/use-translation.tsx';
import { formatCompact, formatNumber } from '../../../ui/format.ts';
import { AlertButton } from '../../alerts/alert-button.tsx';
import { Countdown } from '../../figures/countdown.tsx';
import { fundingPercent } from '../../figures/funding.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { useStore } from '../../live-views/use-store.ts';
import { futuresPublicSocket } from '../../live/sockets.ts';
import { InfoPanel } from '../../terminal/info-panel.tsx';
import { DayChangeStat } from '../../terminal/strip/day-change-stat.tsx';
import { FavoriteToggle } from '../../terminal/strip/favorite-toggle.tsx';
import { MarketMenu } from '../../terminal/strip/market-menu.tsx';
import { Strip, type Stat } from '../../terminal/strip/strip.tsx';
import { useDayRange } from '../../terminal/use-last-price.ts';
import { useContractTicker, useFuturesMarket } from './futures-market.ts';

/** The contract's prices and figures of the day. */
function useStats(): readonly Stat[] {
  const { t } = useTranslation();
  const { contract } = useFuturesMarket();
  const ticker = useContractTicker();
  const { base: asset } = contract;
  const range = useDayRange(ticker);
  const priceOf = (text: string | undefined) => <bdi>{formatNumber(text ?? '0', contract.pricePrecision)}</bdi>;
  return [
    { label: t('futures.mark'), value: priceOf(ticker?.markPrice), phoneLabel: t('futures.mark') },
    { label: t('futures.index'), value: priceOf(ticker?.indexPrice), className: 'max-[1359px]:hidden' },
    {
      label: t('futures.funding'),
      value: <Funding rate={ticker?.fundingRate} at={ticker?.nextFundingTime} />,
      phoneLabel: t('futures.funding_short'),
    },
    {
      label: t('terminal.change_24h'),
      // On a laptop the open interest needs the room.
      value: <DayChangeStat amountClassName="max-[1439px]:hidden" />,
    },
    { label: t('terminal.high_24h'), value: priceOf(range?.highPrice) },
    { label: t('terminal.low_24h'), value: priceOf(range?.lowPrice) },
    {
      label: t('terminal.volume_24h', { asset }),
      value: <bdi>{formatCompact(ticker?.volume ?? '0')}</bdi>,
    },
    {
      label: t('futures.open_interest', { asset }),
      value: <bdi>{formatCompact(ticker?.openInterest ?? '0')}</bdi>,
    },
  ];
}

export function ContractStrip() {
  const { t } = useTranslation();
  const { contract } = useFuturesMarket();
  const { symbol } = contract;
  const stats = useStats();
  return (
    <Strip
      heading={t('futures.heading', { symbol })}
      titleOf={(price) => t('futures.title', { price, symbol })}
      menu={<ContractMenu />}
      stats={stats}
      socket={futuresPublicSocket}
      actions={
        <>
          <AlertButton market="FUTURES" symbol={symbol} name={symbol} className="max-md:size-11" />
          <FavoriteToggle symbol={symbol} name={symbol} type="FUTURES" />
        </>
      }
    />
  );
}

/** The rate if the interval ended now, and how long it still goes. */
function Funding({ rate = '0', at = 0 }: { rate: string | undefined; at: number | undefined }) {
  return (
    <span>
      <bdi className="text-warn">{fundingPercent(rate).replace('+', '')}</bdi>
      {' · '}
      <Countdown untilMs={at} />
    </span>
  );
}

function ContractMenu() {
  const { t } = useTranslation();
  const { to } = useLocale();
  const { contract, contracts, prices } = useFuturesMarket();
  const tickers = useStore(prices.tickers);
  return (
    <MarketMenu
      subtitle={<span className="block text-11 text-muted">{t('futures.perpetual', { asset: contract.settle })}</span>}
      rows={contracts.map(({ symbol, base, pricePrecision }) => ({
        symbol,
        title: symbol,
        base,
        fullName: '',
        name: (
          <bdi translate="no" className="font-semibold">
            {symbol}
          </bdi>
        ),
        ticker: tickers.get(symbol),
        decimals: pricePrecision,
      }))}
      addressOf={(symbol) => to(`/contract-trade/${symbol}`)}
    />
  );
}

/** The contract's figures and its rules, as a tab of phones. */
export function ContractInfo({ className }: { className: string }) {
  const { contract } = useFuturesMarket();
  return (
    <InfoPanel
      className={className}
      rules={{ ...contract, least: contract.minNotional }}
      rows={useStats().map(({ label, value }) => [label, value])}
    />
  );
}
