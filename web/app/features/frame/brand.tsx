import { useTranslation } from '../../i18n/use-translation.tsx';
import { Link } from 'react-router';
import { useLocale } from '../../i18n/use-locale.ts';
import { DemoMark } from './demo-mark.tsx';
import { Wordmark } from './wordmark.tsx';

/**
 * The wordmark leads home. A narrow screen has no room beside it, so the mark of a demo stands below; with large text that would be a
 * second row, and the header has buttons of pictures alone instead.
 */
export function Brand() {
  const { t } = useTranslation();
  const { to } = useLocale();
  return (
    <div className="flex flex-none items-center gap-2.5 max-[399px]:flex-col max-[399px]:items-start max-[399px]:gap-0.5 cramped:flex-row cramped:items-center cramped:gap-2">
      <Link
        to={to('/')}
        aria-label={t('frame.home')}
        className="flex-none max-[399px]:not-last:[&>svg]:h-[22px] max-[399px]:not-last:[&>svg]:w-11 cramped:not-last:[&>svg]:h-[22px] cramped:not-last:[&>svg]:w-11"
      >
        <Wordmark />
      </Link>
      <DemoMark />
    </div>
  );
}
