import { ArrowLeftRight, ChartNoAxesColumn, House, Wallet } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { classNames } from '../../../ui/class-names.ts';
import { barePath } from '../../i18n/locales.ts';
import { useLocale } from '../../i18n/use-locale.ts';

const TABS = [
  { path: '/', label: 'frame.tab_home', Icon: House },
  { path: '/market', label: 'frame.tab_markets', Icon: ChartNoAxesColumn },
  { path: '/spot-trade', label: 'frame.tab_trade', Icon: ArrowLeftRight },
  { path: '/assets', label: 'frame.tab_assets', Icon: Wallet },
] as const;

export function TabBar() {
  const { t } = useTranslation();
  const { to } = useLocale();
  const here = barePath(useLocation().pathname);
  return (
    <nav
      aria-label={t('frame.tab_bar')}
      className="fixed inset-x-0 bottom-0 z-30 grid grid-cols-4 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {TABS.map(({ path, label, Icon }) => {
        const isHere = path === '/' ? here === '/' : here === path || here.startsWith(`${path}/`);
        return (
          <Link
            key={path}
            to={to(path)}
            aria-current={isHere ? 'page' : undefined}
            className={classNames(
              'grid h-[var(--tabbar)] place-content-center justify-items-center gap-1 text-11 font-medium',
              isHere ? 'text-accent' : 'text-faint',
            )}
          >
            <Icon aria-hidden className="size-5" />
            {t(label)}
          </Link>
        );
      })}
    </nav>
  );
}
