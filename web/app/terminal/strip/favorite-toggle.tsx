import { Star } from 'lucide-react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import type { FavoriteType } from '../../choices/account-favorites.ts';
import { usePreferences } from '../../choices/preferences.ts';

type FavoriteToggleProps = { readonly symbol: string; readonly name: string; readonly type: FavoriteType };

/** Whether the market that is shown is one of the person's favorites. */
export function FavoriteToggle({ symbol, name, type }: FavoriteToggleProps) {
  const { t } = useTranslation();
  const isFavorite = usePreferences((state) =>
    (type === 'SPOT' ? state.favorites : state.futuresFavorites).includes(symbol),
  );
  const toggle = usePreferences((state) => state.toggleFavorite);
  return (
    <IconButton
      label={t('terminal.favorite_pair', { pair: name })}
      aria-pressed={isFavorite}
      onClick={() => toggle(symbol, type)}
      className="max-md:size-11"
    >
      <Star aria-hidden className={classNames('size-4', isFavorite && 'fill-warn text-warn')} />
    </IconButton>
  );
}
