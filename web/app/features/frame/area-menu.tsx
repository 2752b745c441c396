import { useTranslation } from '../../i18n/use-translation.tsx';
import { Link, useLocation } from 'react-router';
import { classNames } from '../../../ui/class-names.ts';
import { barePath } from '../../addresses/locales.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { isHere, type MenuEntry } from './menus.ts';

/** The row of the area's pages under the header; it stays where a page has no tab bar. */
export function AreaMenu({ entries }: { entries: readonly MenuEntry[] }) {
  const { t } = useTranslation();
  const { to } = useLocale();
  const here = barePath(useLocation().pathname);
  if (entries.length === 0) return null;
  return (
    <nav aria-label={t('navigation.rewards')} className="border-b border-line">
      <div className="page-wrap scroll-quiet flex gap-1 overflow-x-auto">
        {entries.map(({ path, label }) => (
          <Link
            key={path}
            to={to(path)}
            aria-current={isHere(here, path) ? 'page' : undefined}
            className={classNames(
              'flex h-11 flex-none items-center px-3 text-13 font-medium whitespace-nowrap',
              isHere(here, path) ? 'text-fg shadow-[inset_0_-2px_var(--accent)]' : 'text-muted hover:text-fg',
            )}
          >
            {t(label)}
          </Link>
        ))}
      </div>
    </nav>
  );
}
