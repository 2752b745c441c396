import { useTranslation } from '../../../i18n/use-translation.tsx';
import { Link } from 'react-router';
import { buttonClass } from '../../../../ui/button.tsx';
import { CoinIcon } from '../../../../ui/coin-icon.tsx';
import { coinFigure } from '../../../figures/coin-amount.ts';
import { EmptyState, SkeletonRows } from '../../../../ui/states.tsx';
import type { Balance } from '../../../api/types.ts';
import { useLocale } from '../../../i18n/use-locale.ts';
import { useStore } from '../../../live-views/use-store.ts';
import { DataTable, type Column } from '../../../terminal/tables/data-table.tsx';
import { useSpotMarket } from '../spot-market.ts';

export function AssetRows() {
  const { t } = useTranslation();
  const { to } = useLocale();
  const { account } = useSpotMarket();
  const balances = useStore(account.balances);
  if (balances === null) return <SkeletonRows rows={4} label={t('common.loading')} />;
  const rows = balances.filter(
    (balance) => balance.wallet === 'SPOT' && /[1-9]/.test(balance.available + balance.locked),
  );
  if (rows.length === 0) {
    const action = (
      <Link to={to('/assets')} className={buttonClass('line', 'sm')}>
        {t('frame.assets')}
      </Link>
    );
    return <EmptyState text={t('terminal.no_assets')} action={action} />;
  }
  const columns: readonly Column<Balance>[] = [
    {
      key: 'asset',
      isTitle: true,
      label: t('terminal.asset_coin'),
      cell: (balance) => (
        <span translate="no" className="flex items-center gap-1.5 font-semibold">
          <CoinIcon asset={balance.asset} className="size-4" />
          {balance.asset}
        </span>
      ),
    },
    {
      key: 'available',
      label: t('terminal.asset_available'),
      isEnd: true,
      cell: (balance) => <bdi>{coinFigure(balance.available, balance.asset)}</bdi>,
    },
    {
      key: 'locked',
      label: t('terminal.asset_in_orders'),
      isEnd: true,
      cell: (balance) => <bdi>{coinFigure(balance.locked, balance.asset)}</bdi>,
    },
  ];
  return (
    <DataTable caption={t('terminal.tab_assets')} columns={columns} rows={rows} keyOf={(balance) => balance.asset} />
  );
}
