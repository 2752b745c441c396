/** What stands in a terminal where a visitor would have something of their own. */
import { useTranslation } from '../i18n/use-translation.tsx';
import { Link, useLocation } from 'react-router';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useLocale } from '../i18n/use-locale.ts';
import { TicketFoot } from './ticket/ticket-foot.tsx';

/** In place of the button that sends an order. */
export function LogInInstead() {
  const { t } = useTranslation();
  const { to } = useLocale();
  const { pathname } = useLocation();
  const back = `?redirect=${encodeURIComponent(pathname)}`;
  return (
    <TicketFoot>
      <div className="grid grid-cols-2 gap-2">
        <Link to={to('/login') + back} className={buttonClass('line', 'md', 'h-12 md:h-10')}>
          {t('frame.log_in')}
        </Link>
        <Link to={to('/register') + back} className={buttonClass('primary', 'md', 'h-12 md:h-10')}>
          {t('frame.register')}
        </Link>
      </div>
    </TicketFoot>
  );
}

/** In place of one's own tables. */
export function LogInFirst() {
  const { t } = useTranslation();
  const { to } = useLocale();
  const { pathname } = useLocation();
  return (
    <EmptyState
      text={t('terminal.log_in_to_see')}
      action={
        <Link to={`${to('/login')}?redirect=${encodeURIComponent(pathname)}`} className={buttonClass('line', 'sm')}>
          {t('frame.log_in')}
        </Link>
      }
    />
  );
}
