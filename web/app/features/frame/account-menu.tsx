import {
  ArrowDownToLine,
  ArrowUpFromLine,
  Bell,
  BellRing,
  ChartNoAxesColumn,
  IdCard,
  KeyRound,
  ScrollText,
  Wallet,
  type LucideIcon,
} from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Link, useLocation } from 'react-router';
import { classNames } from '../../../ui/class-names.ts';
import type { SessionUser } from '../../api/types.ts';
import { barePath } from '../../addresses/locales.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { useArePreferencesRead, usePreferences } from '../../choices/preferences.ts';
import { ACCOUNT_MENU, isHere } from './menus.ts';

const ICONS: Readonly<Record<string, LucideIcon>> = {
  '/assets': Wallet,
  '/assets/pnl': ChartNoAxesColumn,
  '/assets/records': ScrollText,
  '/assets/recharge': ArrowDownToLine,
  '/assets/withdraw': ArrowUpFromLine,
  '/messages': Bell,
  '/account/id-auth': IdCard,
  '/account/price-alerts': BellRing,
  '/account/api': KeyRound,
};

/** Beside the page; on phones and tablets a row that scrolls sideways. */
export function AccountMenu({ user }: { user: SessionUser }) {
  const { t } = useTranslation();
  const { to } = useLocale();
  // Whether the UID is shown is stored in the browser: until that is read none is drawn, or a hidden one would flash up.
  const areRead = useArePreferencesRead();
  const isUidShown = usePreferences(({ displayUID }) => displayUID) && areRead;
  const here = barePath(useLocation().pathname);
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => showCurrent(row.current), [here]);
  return (
    <nav aria-label={t('navigation.account_menu')} className="min-w-0 lg:border-e lg:border-line lg:pe-5 lg:pt-5">
      <p className="hidden items-center gap-2.5 pb-4 lg:flex">
        <span
          aria-hidden
          className="grid size-9 flex-none place-items-center rounded-full bg-accent-tint text-13 font-semibold text-accent uppercase"
        >
          {user.email.slice(0, 2)}
        </span>
        <span className="grid min-w-0 leading-snug">
          <bdi className="truncate text-13 font-semibold">{user.email}</bdi>
          {isUidShown ? (
            <span className="text-12 text-faint">
              {t('frame.uid')} <bdi>{user.id}</bdi>
            </span>
          ) : (
            <span aria-hidden className="text-12">
              &nbsp;
            </span>
          )}
        </span>
      </p>
      <div
        ref={row}
        className="scroll-quiet flex overflow-x-auto max-lg:border-b max-lg:border-line lg:grid lg:overflow-visible"
      >
        {ACCOUNT_MENU.map(({ path, label }) => {
          const Icon = ICONS[path];
          return (
            <Link
              key={path}
              to={to(path)}
              aria-current={isHere(here, path) ? 'page' : undefined}
              className={classNames(
                'flex h-11 flex-none items-center gap-2.5 px-3 text-13 font-medium lg:-ms-2.5 lg:h-9 lg:rounded-1 lg:px-2.5',
                isHere(here, path)
                  ? 'text-fg max-lg:shadow-[inset_0_-2px_var(--accent)] lg:bg-accent-tint [&_svg]:text-accent'
                  : 'text-muted hover:text-fg lg:hover:bg-hover',
              )}
            >
              {Icon ? <Icon aria-hidden className="size-4 max-lg:hidden" /> : null}
              {t(label)}
            </Link>
          );
        })}
      </div>
    </nav>
  );
}

/** Brings the current one into the middle of the row, in either direction of writing; the page itself does not move. */
function showCurrent(row: HTMLElement | null): void {
  const current = row?.querySelector('[aria-current=page]');
  if (!row || !current) return;
  const [outer, inner] = [row.getBoundingClientRect(), current.getBoundingClientRect()];
  row.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2);
}
