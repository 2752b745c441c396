import { Star } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../../../ui/class-names.ts';
import { usePreferences } from '../../choices/preferences.ts';

export function FavoriteButton({ symbol, name }: { symbol: string; name: string }) {
  const { t } = useTranslation();
  const isFavorite = usePreferences((state) => state.favorites.includes(symbol));
  const toggle = usePreferences((state) => state.toggleFavorite);
  return (
    <button
      type="button"
      aria-pressed={isFavorite}
      aria-label={t('market.favorite_pair', { pair: name })}
      onClick={() => toggle(symbol)}
      className="relative z-[1] grid h-11 w-8 place-items-center md:h-6"
    >
      <Star
        aria-hidden
        className={classNames('size-4', isFavorite ? 'fill-warn text-warn' : 'text-line-field hover:text-muted')}
      />
    </button>
  );
}
