import { AtSign } from 'lucide-react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Link } from 'react-router';
import { buttonClass } from '../../../ui/button.tsx';
import { useLocale } from '../../i18n/use-locale.ts';
import { useSessionUser } from '../../visitor/session.ts';

/** The promise and the way in. The form is a plain GET: it works without JavaScript. */
export function Pitch() {
  const { t } = useTranslation();
  const { to } = useLocale();
  const user = useSessionUser();
  return (
    <div>
      <h1 className="text-28 leading-[1.08] tracking-[-0.03em] whitespace-pre-line md:text-40 [[lang|=fa]_&]:leading-[1.35] [[lang|=fa]_&]:tracking-normal">
        {t('home.promise')}
      </h1>
      <p className="mt-3 max-w-[500px] text-14 leading-[1.55] text-muted md:mt-4 md:text-16 [[lang|=fa]_&]:leading-[1.85]">
        {t('home.lead')}
      </p>
      {user ? (
        <div className="mt-6 flex flex-wrap gap-2">
          <Link to={to('/spot-trade')} className={buttonClass('primary', 'lg')}>
            {t('home.trade_now')}
          </Link>
          <Link to={to('/assets')} className={buttonClass('line', 'lg')}>
            {t('home.see_assets')}
          </Link>
        </div>
      ) : (
        <form action={to('/register')} method="get" className="mt-5 flex flex-col gap-2 sm:flex-row md:mt-6">
          <label htmlFor="pitch-email" className="sr-only">
            {t('home.email')}
          </label>
          <span className="field-well flex h-12 min-w-0 flex-none items-center gap-2 px-3 text-faint sm:flex-1">
            <AtSign aria-hidden className="size-4 flex-none" />
            <input
              id="pitch-email"
              name="email"
              type="email"
              required
              autoComplete="email"
              placeholder={t('home.email')}
              className="h-full min-w-0 flex-1 text-fg"
            />
          </span>
          <button type="submit" className={buttonClass('primary', 'lg', 'px-5')}>
            {t('home.create_account')}
          </button>
        </form>
      )}
      {user ? null : <p className="mt-2.5 text-12 text-faint">{t('home.under_form')}</p>}
    </div>
  );
}
