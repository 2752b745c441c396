import { useEffect, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Link } from 'react-router';
import { classNames } from '../../../ui/class-names.ts';
import { rowTime } from '../../terminal/clock.ts';
import { EmptyState, ErrorState, SkeletonRows } from '../../../ui/states.tsx';
import { useLocale } from '../../i18n/use-locale.ts';
import { useStore } from '../../live-views/use-store.ts';
import type { AlertCenter } from '../../live/alert-center.ts';
import { type FillCenter, type FilledOrder, filledOrders } from '../../live/fill-center.ts';
import { filledMarkets, marketKey, type FilledMarket } from '../../live/own-fills.ts';
import { FiredAlerts } from './fired-alerts.tsx';
import { fillWords } from './fill-words.ts';
import { marketName } from '../../figures/market-name.ts';

type FillListProps = { readonly center: FillCenter; readonly alerts: AlertCenter; readonly onLeave: () => void };

/** The newest fills of both kinds of markets, and before them what price alerts told. The content of a dialog. */
export default function FillList({ center, alerts, onLeave }: FillListProps) {
  const markets = useMarkets();
  return (
    <>
      <FiredAlerts center={alerts} markets={markets} onLeave={onLeave} />
      <Fills center={center} markets={markets} onLeave={onLeave} />
    </>
  );
}

type FillsProps = Pick<FillListProps, 'center' | 'onLeave'> & {
  readonly markets: ReadonlyMap<string, FilledMarket> | null;
};

function Fills({ center, markets, onLeave }: FillsProps) {
  const { t } = useTranslation();
  const fills = useStore(center.fills);
  const hasFailed = useStore(center.hasFailed);
  const seenAt = useStore(center.seenAt);
  if (fills === null && hasFailed)
    return (
      <ErrorState text={t('frame.fills.failed')} retryLabel={t('common.retry')} onRetry={() => void center.load()} />
    );
  if (fills === null || markets === null) return <SkeletonRows rows={6} height="h-14" label={t('common.loading')} />;
  if (fills.length === 0) return <EmptyState text={t('frame.fills.none')} className="min-h-48" />;
  return (
    <ul className="num pb-2">
      {filledOrders(fills).map((fill) => (
        <FillRow
          key={`${fill.market} ${fill.orderId}`}
          fill={fill}
          market={markets.get(marketKey(fill.market, fill.symbol))}
          isUnread={fill.time > seenAt}
          onLeave={onLeave}
        />
      ))}
    </ul>
  );
}

type FillRowProps = {
  readonly fill: FilledOrder;
  readonly market: FilledMarket | undefined;
  readonly isUnread: boolean;
  readonly onLeave: () => void;
};

function FillRow({ fill, market, isUnread, onLeave }: FillRowProps) {
  const { t } = useTranslation();
  const { to } = useLocale();
  const { title, description } = fillWords(t, fill, market);
  const path = fill.market === 'spot' ? `/spot-trade/${fill.symbol}` : `/contract-trade/${fill.symbol}`;
  return (
    <li className="border-t border-line">
      <Link
        to={to(path)}
        onClick={onLeave}
        className="grid min-h-14 grid-cols-[1fr_auto] gap-x-3 px-4 py-2 hover:bg-hover"
      >
        <span className={classNames('text-14 font-semibold', fill.side === 'BUY' ? 'text-up' : 'text-down')}>
          {title}
          {isUnread ? (
            <span className="ms-2 rounded-full bg-accent-tint px-1.5 py-0.5 text-11 font-medium text-accent">
              {t('frame.fills.new')}
            </span>
          ) : null}
        </span>
        <bdi className="text-12 text-muted">{rowTime(fill.time, Date.now())}</bdi>
        <span className="text-13 text-muted">{description}</span>
        <span className="text-end text-12 text-muted">
          <bdi>{nameOf(fill, market)}</bdi> · {t(fill.market === 'spot' ? 'frame.spot' : 'navigation.futures')}
        </span>
      </Link>
    </li>
  );
}

function nameOf({ market: kind, symbol }: FilledOrder, market: FilledMarket | undefined): string {
  return market ? marketName({ ...market, kind, symbol }) : symbol;
}

/** Null until they are known; without an answer fills are shown by their symbols. */
function useMarkets(): ReadonlyMap<string, FilledMarket> | null {
  const [markets, setMarkets] = useState<ReadonlyMap<string, FilledMarket> | null>(null);
  useEffect(() => {
    filledMarkets().then(setMarkets, () => setMarkets(new Map()));
  }, []);
  return markets;
}
