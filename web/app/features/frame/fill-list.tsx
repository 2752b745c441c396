import { useEffect, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Link } from 'react-router';
import { classNames } from '../../../ui/class-names.ts';
import { rowTime } from '../../terminal/clock.ts';
import { readNews } from '../../../ui/toast-queue.ts';
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
import { firedWords, marketPath } from '../../alerts/alert-words.ts';
import { closingWords, fillWords, lostWords } from '../../terminal/fill-words.ts';
import { kindOfMarket, statusWords } from './status-words.ts';
import { marketName } from '../../figures/market-name.ts';

type FillListProps = { readonly center: FillCenter; readonly alerts: AlertCenter; readonly onLeave: () => void };

/**
 * The newest of what concerns the person, in one order: fills of both kinds of markets, what closed or ended against their will, which of
 * their markets halted, what price alerts told. The content of a dialog.
 */
export default function FillList({ center, alerts, onLeave }: FillListProps) {
  const { t } = useTranslation();
  const markets = useMarkets();
  const fills = useStore(center.fills);
  const hasFailed = useStore(center.hasFailed);
  const rows = [...useCenterRows(center, markets), ...useAlertRows(alerts, markets)];
  // Nothing is said to be there only once both have answered.
  const fired = useStore(alerts.fired);
  const isMissing = fills === null || markets === null;
  useEffect(readNews, []);
  return (
    <>
      <FiredAlerts center={alerts} onLeave={onLeave} />
      {isMissing && hasFailed ? (
        <ErrorState text={t('frame.fills.failed')} retryLabel={t('common.retry')} onRetry={() => void center.load()} />
      ) : null}
      {isMissing && !hasFailed ? (
        <SkeletonRows rows={6} height="h-14" label={t('common.loading')} />
      ) : rows.length > 0 ? (
        <ul className="num pb-2">
          {rows
            .toSorted((a, b) => b.time - a.time)
            .map((row) => (
              <BellRow key={row.key} row={row} onLeave={onLeave} />
            ))}
        </ul>
      ) : isMissing || fired === null ? null : (
        <EmptyState text={t('frame.fills.none')} className="min-h-48" />
      )}
    </>
  );
}

type Markets = ReadonlyMap<string, FilledMarket> | null;
const NO_MARKETS: ReadonlyMap<string, FilledMarket> = new Map();
const MOST_ALERTS = 10;

function useAlertRows(alerts: AlertCenter, markets: Markets): readonly Row[] {
  const { t } = useTranslation();
  const fired = useStore(alerts.fired);
  const seenId = useStore(alerts.seenId);
  return (fired ?? []).slice(0, MOST_ALERTS).map((one) => ({
    ...firedWords(t, one, markets ?? NO_MARKETS),
    key: `alert ${one.id}`,
    path: marketPath(one),
    place: null,
    color: '',
    time: one.time,
    isUnread: one.id > seenId,
  }));
}

/** Of the fill center; none before it answered. */
function useCenterRows(center: FillCenter, known: Markets): readonly Row[] {
  const { t } = useTranslation();
  const fills = useStore(center.fills);
  const rests = useStore(center.rests);
  const closings = useStore(center.closings);
  const lost = useStore(center.lost);
  const statuses = useStore(center.statuses);
  const seenAt = useStore(center.seenAt);
  if (fills === null || known === null) return [];
  const listed = (market: FillMarket, symbol: string) => known.get(marketKey(market, symbol));
  const rowOf = (
    of: { readonly market: FillMarket; readonly symbol: string; readonly time: number },
    words: Pick<Row, 'title' | 'description'>,
    more: Pick<Row, 'key' | 'color'>,
  ): Row => ({
    ...words,
    ...more,
    path: of.market === 'spot' ? `/spot-trade/${of.symbol}` : `/contract-trade/${of.symbol}`,
    place: { name: nameOf(of, listed(of.market, of.symbol)), isSpot: of.market === 'spot' },
    time: of.time,
    isUnread: of.time > seenAt,
  });
  return [
    ...filledOrders(fills).map((fill) => {
      const key = orderKey(fill.market, fill.orderId);
      const words = fillWords(t, fill, listed(fill.market, fill.symbol), rests.get(key) ?? null);
      return rowOf(fill, words, { key, color: fill.side === 'BUY' ? 'text-up' : 'text-down' });
    }),
    ...closings.map((closing) =>
      rowOf({ ...closing, market: 'futures' }, closingWords(t, closing, listed('futures', closing.symbol)), {
        key: closing.receiptId,
        color: 'text-urgent',
      }),
    ),
    ...lost.map((order) =>
      rowOf(order, lostWords(t, order, listed(order.market, order.symbol)), { key: order.key, color: 'text-urgent' }),
    ),
    ...statuses.map((notice) => {
      const market = kindOfMarket(notice);
      const { isOpen, ...words } = statusWords(t, notice, listed(market, notice.symbol));
      const color = isOpen ? 'text-fg' : 'text-warn';
      return rowOf({ ...notice, market }, words, { key: `status ${notice.id}`, color });
    }),
  ];
}

interface Row {
  readonly key: string;
  readonly title: string;
  readonly description: string;
  /** Where a press leads. */
  readonly path: string;
  /** Named beside the description; null: the title names it. */
  readonly place: { readonly name: string; readonly isSpot: boolean } | null;
  readonly color: string;
  readonly time: number;
  readonly isUnread: boolean;
}

function BellRow({ row, onLeave }: { readonly row: Row; readonly onLeave: () => void }) {
  const { t } = useTranslation();
  const { to } = useLocale();
  const { title, description, place } = row;
  return (
    <li className="border-t border-line">
      <Link
        to={to(row.path)}
        onClick={onLeave}
        className="grid min-h-14 grid-cols-[1fr_auto] gap-x-3 px-4 py-2 hover:bg-hover"
      >
        <span className={classNames('text-14 font-semibold', row.color)}>
          {unbroken(title)}
          {row.isUnread ? (
            <span className="ms-2 rounded-full bg-accent-tint px-1.5 py-0.5 text-11 font-medium text-accent">
              {t('frame.fills.new')}
            </span>
          ) : null}
        </span>
        <bdi className="text-end text-12 text-muted">{rowTime(row.time, Date.now(), true)}</bdi>
        <span className={classNames('text-13 text-muted', place === null ? 'col-span-2' : '')}>
          {unbroken(description)}
        </span>
        {place === null ? null : (
          <span className="text-end text-12 text-muted">
            <bdi>{place.name}</bdi> · {t(place.isSpot ? 'frame.spot' : 'navigation.futures')}
          </span>
        )}
      </Link>
    </li>
  );
}

function nameOf(
  { market, symbol }: { readonly market: FillMarket; readonly symbol: string },
  listed: FilledMarket | undefined,
): string {
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
