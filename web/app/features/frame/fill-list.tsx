import { useEffect, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Link } from 'react-router';
import { classNames } from '../../../ui/class-names.ts';
import { rowTime } from '../../terminal/clock.ts';
import { EmptyState, ErrorState, SkeletonRows } from '../../../ui/states.tsx';
import { unbroken } from '../../../ui/unbroken.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { useStore } from '../../live-views/use-store.ts';
import type { AlertCenter } from '../../live/alert-center.ts';
import { type FillCenter, filledOrders } from '../../live/fill-center.ts';
import type { FillMarket } from '../../live/fill-market.ts';
import { orderKey } from '../../live/order-rests.ts';
import { filledMarkets, marketKey, type FilledMarket } from '../../live/own-fills.ts';
import { FiredAlerts } from './fired-alerts.tsx';
import { closingWords, fillWords, lostWords } from './fill-words.ts';
import { kindOfMarket, statusWords } from './status-words.ts';
import { marketName } from '../../figures/market-name.ts';

type FillListProps = { readonly center: FillCenter; readonly alerts: AlertCenter; readonly onLeave: () => void };

/** The newest fills of both kinds of markets, with what closed or ended against the person's will and which of their markets halted, and before them what price alerts told. The content of a dialog. */
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
  const rests = useStore(center.rests);
  const closings = useStore(center.closings);
  const lost = useStore(center.lost);
  const statuses = useStore(center.statuses);
  const hasFailed = useStore(center.hasFailed);
  const seenAt = useStore(center.seenAt);
  if (fills === null && hasFailed)
    return (
      <ErrorState text={t('frame.fills.failed')} retryLabel={t('common.retry')} onRetry={() => void center.load()} />
    );
  if (fills === null || markets === null) return <SkeletonRows rows={6} height="h-14" label={t('common.loading')} />;
  if ([fills, closings, lost, statuses].every((all) => all.length === 0))
    return <EmptyState text={t('frame.fills.none')} className="min-h-48" />;
  const rows = [
    ...filledOrders(fills).map((fill) => {
      const market = markets.get(marketKey(fill.market, fill.symbol));
      const color = fill.side === 'BUY' ? 'text-up' : 'text-down';
      const key = orderKey(fill.market, fill.orderId);
      return { ...fill, ...fillWords(t, fill, market, rests.get(key) ?? null), key, listed: market, color };
    }),
    ...closings.map((closing) => {
      const listed = markets.get(marketKey('futures', closing.symbol));
      const words = closingWords(t, closing, listed);
      return { ...closing, ...words, key: closing.receiptId, market: 'futures' as const, listed, color: 'text-urgent' };
    }),
    ...lost.map((order) => {
      const listed = markets.get(marketKey(order.market, order.symbol));
      return { ...order, ...lostWords(t, order, listed), listed, color: 'text-urgent' };
    }),
    ...statuses.map((notice) => {
      const market = kindOfMarket(notice);
      const listed = markets.get(marketKey(market, notice.symbol));
      const words = statusWords(t, notice, listed);
      return {
        ...notice,
        ...words,
        key: `status ${notice.id}`,
        market,
        listed,
        color: words.isOpen ? 'text-fg' : 'text-warn',
      };
    }),
  ].toSorted((a, b) => b.time - a.time);
  return (
    <ul className="num pb-2">
      {rows.map(({ key, ...row }) => (
        <FillRow key={key} row={row} isUnread={row.time > seenAt} onLeave={onLeave} />
      ))}
    </ul>
  );
}

interface Row {
  readonly market: FillMarket;
  readonly symbol: string;
  readonly listed: FilledMarket | undefined;
  readonly title: string;
  readonly description: string;
  readonly color: string;
  readonly time: number;
}

type FillRowProps = {
  readonly row: Row;
  readonly isUnread: boolean;
  readonly onLeave: () => void;
};

function FillRow({ row, isUnread, onLeave }: FillRowProps) {
  const { t } = useTranslation();
  const { to } = useLocale();
  const { title, description } = row;
  const path = row.market === 'spot' ? `/spot-trade/${row.symbol}` : `/contract-trade/${row.symbol}`;
  return (
    <li className="border-t border-line">
      <Link
        to={to(path)}
        onClick={onLeave}
        className="grid min-h-14 grid-cols-[1fr_auto] gap-x-3 px-4 py-2 hover:bg-hover"
      >
        <span className={classNames('text-14 font-semibold', row.color)}>
          {unbroken(title)}
          {isUnread ? (
            <span className="ms-2 rounded-full bg-accent-tint px-1.5 py-0.5 text-11 font-medium text-accent">
              {t('frame.fills.new')}
            </span>
          ) : null}
        </span>
        <bdi className="text-end text-12 text-muted">{rowTime(row.time, Date.now(), true)}</bdi>
        <span className="text-13 text-muted">{unbroken(description)}</span>
        <span className="text-end text-12 text-muted">
          <bdi>{nameOf(row)}</bdi> · {t(row.market === 'spot' ? 'frame.spot' : 'navigation.futures')}
        </span>
      </Link>
    </li>
  );
}

function nameOf({ market, symbol, listed }: Row): string {
  return listed ? marketName({ ...listed, kind: market, symbol }) : symbol;
}

/** Null until they are known; without an answer fills are shown by their symbols. */
function useMarkets(): ReadonlyMap<string, FilledMarket> | null {
  const [markets, setMarkets] = useState<ReadonlyMap<string, FilledMarket> | null>(null);
  useEffect(() => {
    filledMarkets().then(setMarkets, () => setMarkets(new Map()));
  }, []);
  return markets;
}
