import { useTranslation } from '../../i18n/use-translation.tsx';
import { ToggleButton } from '../../../ui/button.tsx';
import { BOOK_SIDES, type BookSides, usePreferences } from '../../choices/preferences.ts';

/** Which sides of the book are shown: both, or one that then has the whole panel. */
export function BookSidesSwitch() {
  const { t } = useTranslation();
  const sides = usePreferences((state) => state.bookSides);
  const setSides = usePreferences((state) => state.setBookSides);
  return (
    <div role="group" aria-label={t('terminal.book.shown')} className="ms-auto flex flex-none">
      {BOOK_SIDES.map((value) => (
        <ToggleButton
          key={value}
          isOn={sides === value}
          aria-label={t(`terminal.book.shown_${value}`)}
          title={t(`terminal.book.shown_${value}`)}
          onClick={() => setSides(value)}
          className="inline-grid size-9 place-items-center rounded-1 opacity-50 hover:bg-hover hover:opacity-100 aria-pressed:opacity-100 md:size-6"
        >
          <SidesIcon sides={value} />
        </ToggleButton>
      ))}
    </div>
  );
}

/** Rows of the book: sell orders above, buy orders below; those of a side that is not shown are missing. */
function SidesIcon({ sides }: { sides: BookSides }) {
  return (
    <svg aria-hidden viewBox="0 0 14 14" className="size-3.5 fill-current">
      {sides === 'bids' ? null : <path className="text-down" d="M1 1h12v2H1zM4 5h9v1.5H4z" />}
      {sides === 'asks' ? null : <path className="text-up" d="M4 7.5h9V9H4zM1 11h12v2H1z" />}
    </svg>
  );
}
