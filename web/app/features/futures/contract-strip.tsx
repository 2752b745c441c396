import { ChevronDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { classNames } from '../../../ui/class-names.ts';
import { CoinIcon } from '../../../ui/coin-icon.tsx';
import { formatCompact, formatNumber, formatPercent, signOf } from '../../../ui/format.ts';
import { formatUnits } from '../../../ui/decimal.ts';
import { Menu } from '../../../ui/menu.tsx';
import { directionClass, Price } from '../../../ui/price.tsx';
import { useLocale } from '../../i18n/use-locale.ts';
import { LinkState } from '../../live-views/link-state.tsx';
import { useStore } from '../../live-views/use-store.ts';
import { futuresPublicSocket } from '../../live/sockets.ts';
import { useIsMounted } from '../../start/use-is-mounted.ts';
import { useLastPrice } from '../../terminal/use-last-price.ts';
import { useContractTicker, useFuturesMarket } from './futures-market.ts';
import { unitsOf } from './margin.ts';

/** The contract's prices and figures of the day, over all panels. */
export function ContractStrip() {
  const { t } = useTranslation();
  const { contract } = useFuturesMarket();
  const isMounted = useIsMounted();
  const ticker = useContractTicker();
  const { price, direction } = useLastPrice();
  const shown = formatNumber(price, contract.pricePrecision);
  const title = t('futures.title', { price: shown, symbol: contract.symbol });
  useEffect(() => {
    document.title = title;
  }, [title]);
  const priceOf = (text: string | undefined) => formatNumber(text ?? '0', contract.pricePrecision);
  const change = ticker?.changePercent ?? '0';
  const stats = [
    [t('futures.mark'), <bdi key="mark">{priceOf(ticker?.markPrice)}</bdi>],
    [t('futures.index'), <bdi key="index">{priceOf(ticker?.indexPrice)}</bdi>],
    [t('futures.funding'), <Funding key="funding" rate={ticker?.fundingRate} at={ticker?.nextFundingTime} />],
    [
      t('terminal.change_24h'),
      <bdi key="change" className={directionClass(signOf(change))}>
        {formatPercent(change)}
      </bdi>,
    ],
    [t('terminal.high_24h'), <bdi key="high">{priceOf(ticker?.highPrice)}</bdi>],
    [t('terminal.low_24h'), <bdi key="low">{priceOf(ticker?.lowPrice)}</bdi>],
    [
      t('terminal.volume_24h', { asset: contract.base }),
      <bdi key="volume">{formatCompact(ticker?.volume ?? '0')}</bdi>,
    ],
    [
      t('futures.open_interest', { asset: contract.base }),
      <bdi key="interest">{formatCompact(ticker?.openInterest ?? '0')}</bdi>,
    ],
  ] as const;
  return (
    <section
      aria-label={t('terminal.market')}
      className="num flex flex-none flex-wrap items-center gap-x-3 bg-surface px-4 py-2 text-12 md:h-14 md:flex-nowrap md:gap-x-5 md:py-0"
    >
      <h1 className="sr-only">{t('futures.heading', { symbol: contract.symbol })}</h1>
      <div className="flex flex-wrap items-center justify-between max-md:w-full">
        <ContractMenu />
        <LinkState socket={isMounted ? futuresPublicSocket() : null} className="md:hidden" />
      </div>
      <p className="flex flex-wrap items-baseline gap-x-3 border-line max-md:w-full md:border-s md:ps-5">
        <Price
          text={shown}
          direction={direction}
          className="text-28 font-semibold tracking-[-0.02em] md:text-20 md:tracking-[-0.01em]"
        />
      </p>
      <dl className="grid w-full grid-cols-3 gap-x-3 pt-1 max-[359px]:grid-cols-2 md:flex md:w-auto md:min-w-0 md:gap-5 md:overflow-hidden md:pt-0">
        {stats.map(([label, value], index) => (
          <div
            key={label}
            className={classNames('max-md:flex max-md:min-w-0 max-md:flex-col', index > 5 && 'max-md:hidden')}
          >
            <dt className="text-11 leading-[1.4] text-muted max-md:hyphens-auto max-md:wrap-anywhere md:truncate">
              {label}
            </dt>
            <dd className="leading-[1.5] font-medium md:whitespace-nowrap">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="ms-auto hidden items-center gap-1 md:flex">
        <LinkState socket={isMounted ? futuresPublicSocket() : null} />
      </div>
    </section>
  );
}

/** The rate if the interval ended now, and how long it still goes. */
function Funding({ rate = '0', at = 0 }: { rate: string | undefined; at: number | undefined }) {
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    const tick = () => setNow(Date.now());
    tick();
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, []);
  const left = now === null ? null : Math.max(0, Math.floor((at - now) / 1_000));
  const two = (value: number) => String(value).padStart(2, '0');
  const clock =
    left === null ? '–' : `${two(Math.floor(left / 3_600))}:${two(Math.floor(left / 60) % 60)}:${two(left % 60)}`;
  return (
    <span>
      <bdi className="text-warn">{formatPercent(formatUnits(unitsOf(rate) * 100n, 8), 4).replace('+', '')}</bdi>
      {' · '}
      <bdi>{clock}</bdi>
    </span>
  );
}

function ContractMenu() {
  const { t } = useTranslation();
  const { to } = useLocale();
  const { contract, contracts, prices } = useFuturesMarket();
  const tickers = useStore(prices.tickers);
  const trigger = (
    <button type="button" className="-ms-2 flex h-11 items-center gap-2.5 rounded-2 px-2 hover:bg-hover md:h-10">
      <CoinIcon asset={contract.base} className="size-7" />
      <span className="text-start">
        <bdi translate="no" className="flex items-center gap-1.5 text-16 leading-5 font-semibold">
          {contract.symbol}
          <ChevronDown aria-hidden className="size-3.5 text-muted" />
        </bdi>
        <span className="block text-11 text-muted">{t('futures.perpetual', { asset: contract.settle })}</span>
        <span className="sr-only">{t('terminal.choose_market')}</span>
      </span>
    </button>
  );
  return (
    <Menu trigger={trigger} align="start">
      {({ Item }) => (
        <div className="scroll-quiet max-h-[60vh] w-72 overflow-y-auto">
          {contracts.map((other) => {
            const ticker = tickers.get(other.symbol);
            const change = ticker?.changePercent ?? '0';
            return (
              <Item
                key={other.symbol}
                render={
                  <Link
                    to={to(`/contract-trade/${other.symbol}`)}
                    aria-current={other.symbol === contract.symbol ? 'page' : undefined}
                  />
                }
              >
                <CoinIcon asset={other.base} className="size-5" />
                <bdi translate="no" className="flex-1 font-semibold">
                  {other.symbol}
                </bdi>
                <bdi className="text-12">{formatNumber(ticker?.lastPrice ?? '0', other.pricePrecision)}</bdi>
                <span className={classNames('min-w-16 text-end text-12', directionClass(signOf(change)))}>
                  <bdi>{formatPercent(change)}</bdi>
                </span>
              </Item>
            );
          })}
        </div>
      )}
    </Menu>
  );
}
