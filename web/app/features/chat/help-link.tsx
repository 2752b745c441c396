import { LifeBuoy } from 'lucide-react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Link } from 'react-router';
import { useLocale } from '../../i18n/use-locale.ts';
import { cornerClass } from './corner.ts';
import { useHiddenWhileScrolling } from './use-hidden-while-scrolling.ts';

type HelpLinkProps = { readonly isHidden: boolean; readonly isAboveTabBar: boolean };

/** Shown without a chat: a link to the support's channels. */
export function HelpLink({ isHidden, isAboveTabBar }: HelpLinkProps) {
  const { t } = useTranslation();
  const { to } = useLocale();
  const isOutOfSight = useHiddenWhileScrolling();
  if (isHidden) return null;
  return (
    <Link
      to={to('/social-media')}
      aria-label={t('chat.help')}
      title={t('chat.help')}
      className={cornerClass(isAboveTabBar, isOutOfSight)}
    >
      <LifeBuoy aria-hidden className="size-5" />
    </Link>
  );
}
