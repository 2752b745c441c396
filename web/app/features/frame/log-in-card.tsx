import { CircleUserRound } from 'lucide-react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Link, useLocation } from 'react-router';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { useLocale } from '../../i18n/use-locale.ts';
import { usePageSearch } from '../../navigation/use-page-search.ts';

/** Shown to a visitor in place of a page of the user's own data: in the native app, or to a crawler. */
export function LogInCard() {
  const { t } = useTranslation();
  const { to } = useLocale();
  const { pathname } = useLocation();
  const search = usePageSearch();
  const back = `?redirect=${encodeURIComponent(pathname + search)}`;
  return (
    <div className="page-wrap flex flex-1 flex-col py-16">
      <h1 className="text-center text-28">{t('navigation.log_in_title')}</h1>
      <EmptyState
        Icon={CircleUserRound}
        text={t('navigation.log_in_hint')}
        action={
          <span className="flex flex-wrap justify-center gap-2">
            <Link to={to('/login') + back} className={buttonClass('primary')}>
              {t('frame.log_in')}
            </Link>
            <Link to={to('/register') + back} className={buttonClass('line')}>
              {t('frame.register')}
            </Link>
          </span>
        }
      />
    </div>
  );
}
