import { Globe, Lock, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Link } from 'react-router';
import { useLocale } from '../../i18n/use-locale.ts';
import { Loupe } from './loupe.tsx';
import { useIsSecure, type ShownAddress } from './shown-address.ts';

export type AuthLayoutProps = {
  readonly address: ShownAddress;
  readonly wordmark: ReactNode;
  /** Stands beside the wordmark. */
  readonly mark: ReactNode;
  readonly top: ReactNode;
  readonly children: ReactNode;
};

/** Beside the form stands the site's own address, to be compared with the browser's before a password is typed. */
export function AuthLayout({ address, wordmark, mark, top, children }: AuthLayoutProps) {
  const { t } = useTranslation();
  const { to } = useLocale();
  const isSecure = useIsSecure(address);
  return (
    <div className="grid min-h-dvh flex-1 grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(0,560px)_minmax(0,1fr)]">
      <aside
        aria-label={t('auth.check_title')}
        className="relative isolate hidden flex-col overflow-hidden border-e border-line bg-surface px-12 py-8 lg:flex"
      >
        <Loupe />
        <div className="flex items-center gap-3 self-start">
          <Link to={to('/')} aria-label={t('frame.home')}>
            {wordmark}
          </Link>
          {mark}
        </div>
        <div className="mt-auto pb-4">
          <h2 className="text-20">{t('auth.check_title')}</h2>
          <p className="my-3 inline-flex h-9 items-center gap-2 rounded-full border border-line-strong bg-canvas ps-3 pe-4 text-muted">
            {isSecure ? <Lock aria-hidden className="size-4 text-done" /> : <Globe aria-hidden className="size-4" />}
            <bdi>
              <b className="font-semibold text-fg">{address.text}</b>
            </bdi>
          </p>
          <p className="flex gap-2.5 text-13 text-muted">
            <ShieldCheck aria-hidden className="mt-0.5 size-4 flex-none text-accent" />
            {t('auth.never_ask')}
          </p>
        </div>
      </aside>
      <div className="flex min-w-0 flex-col px-[var(--gutter)] lg:px-12">
        <div className="flex h-[72px] items-center gap-2">
          <div className="me-auto flex flex-none items-center gap-2.5 max-[479px]:flex-col max-[479px]:items-start max-[479px]:gap-0.5 lg:hidden">
            <Link to={to('/')} aria-label={t('frame.home')}>
              {wordmark}
            </Link>
            {mark}
          </div>
          <div className="ms-auto flex items-center gap-2 text-14 text-muted">{top}</div>
        </div>
        <div className="mx-auto w-full max-w-[392px] flex-1 pt-4 pb-12 lg:flex lg:flex-col lg:justify-center lg:pt-0">
          {children}
        </div>
      </div>
    </div>
  );
}
