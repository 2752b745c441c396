import type { PagePath } from '@agio/contracts/pages';
import { LogIn, Wallet } from 'lucide-react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Link, useLocation } from 'react-router';
import { buttonClass, iconButtonClass } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import type { SessionUser } from '../../api/types.ts';
import { barePath } from '../../addresses/locales.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { usePageSearch } from '../../navigation/use-page-search.ts';
import { Brand } from './brand.tsx';
import { FillBell } from './fill-bell.tsx';
import { MAIN_MENU, isHere } from './menus.ts';
import { LanguageMenu } from './language-menu.tsx';
import { MarketSearch } from './market-search.tsx';
import { ProfileMenu } from './profile-menu.tsx';
import { ThemeButton } from './theme-button.tsx';

type HeaderProps = { readonly isSlim: boolean; readonly user: SessionUser | null };

export function Header({ isSlim, user }: HeaderProps) {
  const { t } = useTranslation();
  const height = isSlim ? 'h-[var(--head-terminal)]' : 'h-[var(--head)]';
  const width = isSlim ? 'px-4' : 'mx-auto max-w-[calc(var(--page)+2*var(--gutter))] px-[var(--gutter)]';
  return (
    <header
      className={classNames('sticky top-0 z-30 flex-none border-b border-line', isSlim ? 'bg-surface' : 'bg-canvas')}
    >
      <div className={classNames('flex items-center gap-3 md:gap-6', height, width)}>
        <Brand />
        <nav aria-label={t('frame.main_navigation')} className="hidden h-full items-stretch md:flex">
          {MAIN_MENU.map(({ path, label }) => (
            <NavLink key={path} path={path} label={t(label)} />
          ))}
        </nav>
        <div className="ms-auto flex min-w-0 items-center gap-1">
          <MarketSearch />
          {user ? <SignedIn user={user} /> : <SignedOut />}
          <span aria-hidden className="mx-1 hidden h-5 w-px bg-line md:block" />
          <LanguageMenu />
          <ThemeButton className="max-md:hidden" />
        </div>
      </div>
    </header>
  );
}

function NavLink({ path, label }: { path: PagePath; label: string }) {
  const { to } = useLocale();
  const { pathname } = useLocation();
  const isCurrent = isHere(barePath(pathname), path);
  return (
    <Link
      to={to(path)}
      aria-current={isCurrent ? 'page' : undefined}
      className={classNames(
        'relative flex items-center px-3 text-14 font-medium whitespace-nowrap',
        isCurrent
          ? 'text-fg after:absolute after:inset-x-3 after:-bottom-px after:h-0.5 after:bg-accent'
          : 'text-muted hover:text-fg',
      )}
    >
      {label}
    </Link>
  );
}

function SignedIn({ user }: { user: SessionUser }) {
  const { t } = useTranslation();
  const { to } = useLocale();
  return (
    <>
      <Link to={to('/assets')} title={t('frame.assets')} className={buttonClass('soft', 'sm', 'max-md:hidden')}>
        <Wallet aria-hidden className="size-4" />
        {t('frame.assets')}
      </Link>
      {/* With large text there is no room for it; the bar of tabs and the person's menu lead there too. */}
      <Link to={to('/assets')} aria-label={t('frame.assets')} className={iconButtonClass('md:hidden cramped:hidden')}>
        <Wallet aria-hidden className="size-[18px]" />
      </Link>
      <FillBell user={user.id} />
      <ProfileMenu user={user} />
    </>
  );
}

function SignedOut() {
  const { t } = useTranslation();
  const { to } = useLocale();
  const { pathname } = useLocation();
  const search = usePageSearch();
  const isPlainHome = barePath(pathname) === '/' && search === '';
  const back = isPlainHome ? '' : `?redirect=${encodeURIComponent(pathname + search)}`;
  return (
    <>
      <Link to={to('/login') + back} className={buttonClass('plain', 'sm', 'max-[359px]:px-1.5 cramped:px-2')}>
        <LogIn aria-hidden className="hidden size-[18px] cramped:block rtl:-scale-x-100" />
        <span className="cramped:sr-only">{t('frame.log_in')}</span>
      </Link>
      <Link
        to={to('/register') + back}
        className={buttonClass(
          'soft',
          'sm',
          "max-[359px]:hidden max-md:[[data-text-size='150']_&]:hidden cramped:hidden",
        )}
      >
        {t('frame.register')}
      </Link>
    </>
  );
}
