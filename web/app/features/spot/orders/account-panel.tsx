import { useState, type ReactNode } from 'react';
import { useTranslation } from '../../../i18n/use-translation.tsx';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { Tabs } from '../../../../ui/tabs.tsx';
import { LogInFirst } from '../../../terminal/log-in.tsx';
import { useStore } from '../../../live-views/use-store.ts';
import { AssetRows } from './asset-rows.tsx';
import { FillHistory } from './fill-history.tsx';
import { CancelAllSpotButton, OpenOrders } from './open-orders.tsx';
import { OrderHistory } from './order-history.tsx';
import { useSpotMarket } from '../spot-market.ts';

type AccountTab = 'open' | 'history' | 'fills' | 'assets';

export function AccountPanel({ className }: { className?: string }) {
  const { t } = useTranslation();
  const { account, pair, isLoggedIn } = useSpotMarket();
  const [tab, setTab] = useState<AccountTab>('open');
  const [isOnlyHere, setIsOnlyHere] = useState(false);
  const orders = useStore(account.openOrders);
  const symbol = isOnlyHere ? pair.symbol : undefined;
  const shown = orders?.filter((order) => !symbol || order.symbol === symbol) ?? null;
  const guarded = (panel: ReactNode) => (isLoggedIn ? panel : <LogInFirst />);
  const openLabel = (
    <>
      {t('terminal.tab_open')}
      {shown && shown.length > 0 ? (
        <bdi className="rounded-1 bg-hover px-1.5 text-11 font-medium text-muted">{shown.length}</bdi>
      ) : null}
    </>
  );
  const controls = (
    <div className="flex flex-none items-center gap-3 ps-3 text-12 text-muted">
      {tab === 'assets' ? null : (
        <span className="max-md:hidden">
          <Checkbox checked={isOnlyHere} onChange={setIsOnlyHere}>
            {t('terminal.this_market_only')}
          </Checkbox>
        </span>
      )}
      {shown && shown.length > 0 ? (
        <CancelAllSpotButton pair={isOnlyHere ? pair : undefined} orders={shown} isInSight={tab === 'open'} />
      ) : null}
    </div>
  );
  return (
    <section
      aria-label={t('terminal.account')}
      className={classNames('num min-h-0 min-w-0 bg-surface text-12', className)}
    >
      <Tabs
        label={t('terminal.account')}
        value={tab}
        onChange={setTab}
        end={isLoggedIn ? controls : null}
        moreLabel={t('terminal.more')}
        className="h-full"
        tabs={[
          { value: 'open', label: openLabel, panel: guarded(<OpenOrders orders={shown} />) },
          { value: 'history', label: t('terminal.tab_history'), panel: guarded(<OrderHistory symbol={symbol} />) },
          { value: 'fills', label: t('terminal.tab_fills'), panel: guarded(<FillHistory symbol={symbol} />) },
          { value: 'assets', label: t('terminal.tab_assets'), panel: guarded(<AssetRows />) },
        ]}
      />
    </section>
  );
}
