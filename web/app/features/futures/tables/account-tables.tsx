import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from '../../../i18n/use-translation.tsx';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { Tabs } from '../../../../ui/tabs.tsx';
import { quietCall } from '../../../api/client.ts';
import { getPositions } from '../../../api/calls/futures.ts';
import { useStore } from '../../../live-views/use-store.ts';
import { LogInFirst } from '../../../terminal/log-in.tsx';
import { useFuturesMarket } from '../futures-market.ts';
import { CloseAllButton } from './close-all-positions.tsx';
import { FillHistory, FundingHistory, OrderHistory, PositionHistory } from './histories.tsx';
import { LiquidationHistory } from './liquidation-history.tsx';
import { CancelAllFuturesButton, OpenOrdersTable, useOpenRows } from './open-orders-table.tsx';
import { PositionsTable } from './positions-table.tsx';

type AccountTab = 'positions' | 'open' | 'history' | 'fills' | 'closed' | 'funding' | 'liquidations';

/** Positions, orders and what became of them. */
export function AccountTables({ className }: { className?: string }) {
  const { t } = useTranslation();
  const { account, contract, isLoggedIn } = useFuturesMarket();
  const [tab, setTab] = useState<AccountTab>('positions');
  const [isOnlyHere, setIsOnlyHere] = useState(false);
  const symbol = isOnlyHere ? contract.symbol : undefined;
  const rows = useOpenRows(symbol);
  const everywhere = useStore(account.positions) ?? [];
  const positions = everywhere.filter((one) => symbol === undefined || one.symbol === symbol);
  useAdlLights(positions.map(({ positionId }) => positionId).join(' '));
  const counted = (label: string, count: number) => (
    <>
      {label}
      {count > 0 ? <bdi className="rounded-1 bg-hover px-1.5 text-11 font-medium text-muted">{count}</bdi> : null}
    </>
  );
  const guarded = (panel: ReactNode) => (isLoggedIn ? panel : <LogInFirst />);
  const controls = (
    <div className="flex flex-none items-center gap-3 ps-3 text-12 text-muted">
      <span className="max-md:hidden">
        <Checkbox checked={isOnlyHere} onChange={setIsOnlyHere}>
          {t('terminal.this_market_only')}
        </Checkbox>
      </span>
      {rows && rows.length > 0 ? (
        <CancelAllFuturesButton symbol={symbol} rows={rows} isInSight={tab === 'open'} />
      ) : null}
      {tab === 'positions' && everywhere.length > 0 ? <CloseAllButton positions={everywhere} /> : null}
    </div>
  );
  return (
    <section
      aria-label={t('futures.table.title')}
      className={classNames('num min-h-0 min-w-0 bg-surface text-12', className)}
    >
      <Tabs
        label={t('futures.table.title')}
        value={tab}
        onChange={setTab}
        end={isLoggedIn ? controls : null}
        moreLabel={t('terminal.more')}
        className="h-full"
        tabs={[
          {
            value: 'positions',
            label: counted(t('futures.table.positions'), positions.length),
            panel: guarded(<PositionsTable symbol={symbol} />),
          },
          {
            value: 'open',
            label: counted(t('futures.table.open_orders'), rows?.length ?? 0),
            panel: guarded(<OpenOrdersTable rows={rows} />),
          },
          { value: 'history', label: t('futures.table.history'), panel: guarded(<OrderHistory symbol={symbol} />) },
          { value: 'fills', label: t('futures.table.fills'), panel: guarded(<FillHistory symbol={symbol} />) },
          {
            value: 'closed',
            label: t('futures.table.position_history'),
            panel: guarded(<PositionHistory symbol={symbol} />),
          },
          { value: 'funding', label: t('futures.table.funding'), panel: guarded(<FundingHistory symbol={symbol} />) },
          {
            value: 'liquidations',
            label: t('navigation.liquidations'),
            panel: guarded(<LiquidationHistory symbol={symbol} />),
          },
        ]}
      />
    </section>
  );
}

const LIGHTS_MS = 60_000;

/** No channel tells how near a position stands to being deleveraged: it is asked for when one opens, and now and then. */
function useAdlLights(ids: string): void {
  const { account } = useFuturesMarket();
  useEffect(() => {
    if (ids === '') return;
    const ask = () => getPositions(quietCall).then(account.acceptPositions, () => undefined);
    void ask();
    const timer = setInterval(() => void ask(), LIGHTS_MS);
    return () => clearInterval(timer);
  }, [account, ids]);
}
