import type { PagePath } from '@agio/contracts/pages';
import { ArrowLeftRight, ChartNoAxesColumn, Gift, House, Wallet, type LucideIcon } from 'lucide-react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Link, useLocation } from 'react-router';
import { classNames } from '../../../ui/class-names.ts';
import { usePreferences } from '../../choices/preferences.ts';
import { barePath } from '../../addresses/locales.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { isBuilt } from '../../navigation/page-files.ts';
import { terminalOf, tradePath } from '../../navigation/trade-path.ts';
import { isHere } from './menus.ts';

interface Tab {
  readonly path: PagePath;
  readonly label: string;
  readonly Icon: LucideIcon;
}

const ALL_TABS: readonly Tab[] = [
  { path: '/', label: 'frame.tab_home', Icon: House },
  { path: '/market', label: 'frame.tab_markets', Icon: ChartNoAxesColumn },
  { path: '/spot-trade', label: 'frame.tab_trade', Icon: ArrowLeftRight },
  { path: '/activity/act-center', label: 'navigation.rewards', Icon: Gift },
  { path: '/assets', label: 'frame.tab_assets', Icon: Wallet },
];
const TABS = ALL_TABS.filter(({ path }) => isBuilt(path));

export function TabBar({ isLoggedIn }: { readonly isLoggedIn: boolean }) {
  const { t } = useTranslation();
  const { to } = useLocale();
  const here = barePath(useLocation().pathname);
  const last = usePreferences((state) => state.terminal);
  const trade = tradePath({ here, last, isLoggedIn });
  return (
    <nav
      aria-label={t('frame.tab_bar')}
      className="fixed inset-x-0 bottom-0 z-30 grid auto-cols-fr grid-flow-col border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {TABS.map(({ path: first, label, Icon }) => {
        const isTrade = first === '/spot-trade';
        const path = isTrade ? trade : first;
        const isCurrent = isTrade ? terminalOf(here) !== undefined : isHere(here, first);
        return (
          <Link
            key={first}
            to={to(path)}
            aria-current={isCurrent ? 'page' : undefined}
            className={classNames(
              'grid h-[var(--tabbar)] place-content-center justify-items-center gap-1 text-11 font-medium',
              isCurrent ? 'text-accent' : 'text-faint',
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
