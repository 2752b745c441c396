import { useEffect, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { ArtPicture } from './art-picture.tsx';
import { CLOSED_BOX, OPENING_BOX } from './pictures.ts';
import { PopupFrame, PrizeCard } from './prize-card.tsx';
import type { PendingPrize } from './prize-records.ts';

const OPENS_AFTER_MS = 1_200;
const OPENING_MS = 900;

/** A box that opens when pressed, or automatically, and then shows its prize. */
export function MysteryCard({ pending, place }: { pending: PendingPrize; place: string }) {
  const { t } = useTranslation();
  const [phase, setPhase] = useState<'closed' | 'opening' | 'open'>(() => (isStill() ? 'open' : 'closed'));
  useEffect(() => {
    if (phase === 'open') return;
    const timer =
      phase === 'closed'
        ? setTimeout(() => setPhase('opening'), OPENS_AFTER_MS)
        : setTimeout(() => setPhase('open'), OPENING_MS);
    return () => clearTimeout(timer);
  }, [phase]);
  if (phase === 'open') return <PrizeCard prize={pending.prize} place={place} />;
  const isClosed = phase === 'closed';
  return (
    <PopupFrame
      place={place}
      isTall
      picture={
        <button
          type="button"
          aria-label={t('popups.prize.box.open')}
          className="relative z-[1] rounded-2"
          onClick={() => setPhase(isClosed ? 'opening' : 'open')}
        >
          <ArtPicture files={isClosed ? CLOSED_BOX : OPENING_BOX} size={262} />
        </button>
      }
    >
      <h2 className="text-16">{t(isClosed ? 'popups.prize.box.title' : 'popups.prize.box.opening')}</h2>
      <p className="text-13 text-balance text-muted">
        {t(isClosed ? 'popups.prize.box.hint' : 'popups.prize.box.drawn')}
      </p>
      <span aria-hidden className="prize-wait">
        <i key={phase} style={{ animationDuration: `${isClosed ? OPENS_AFTER_MS : OPENING_MS}ms` }} />
      </span>
    </PopupFrame>
  );
}

/** With reduced motion (a setting of the device) the box is open at once. */
function isStill(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}
