import { Star } from 'lucide-react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { classNames } from '../../../ui/class-names.ts';
import type { FavoriteType } from '../../choices/account-favorites.ts';
import { usePreferences } from '../../choices/preferences.ts';

type FavoriteButtonProps = { readonly symbol: string; readonly name: string; readonly type?: FavoriteType };

export function FavoriteButton({ symbol, name, type = 'SPOT' }: FavoriteButtonProps) {
  const { t } = useTranslation();
  const isFavorite = usePreferences((state) =>
    (type === 'SPOT' ? state.favorites : state.futuresFavorites).includes(symbol),
  );
  const toggle = usePreferences((state) => state.toggleFavorite);
  return (
    <button
      type="button"
      aria-pressed={isFavorite}
      aria-label={t('market.favorite_pair', { pair: name })}
      onClick={() => toggle(symbol, type)}
      className="relative z-[1] grid h-11 w-8 place-items-center md:h-6"
    >
      <Star
        aria-hidden
        className={classNames('size-4', isFavorite ? 'fill-warn text-warn' : 'text-line-field hover:text-muted')}
      />
    </button>
  );
}
