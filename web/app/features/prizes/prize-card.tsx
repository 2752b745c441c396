import { X } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { quietCall } from '../../api/client.ts';
import { getPairs } from '../../api/calls/spot.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { ArtPicture } from './art-picture.tsx';
import { pictureOf } from './pictures.ts';
import type { Prize } from './prize-records.ts';
import { closePopup, jumpFromPopup } from './prize-store.ts';
import { targetOf, wordsOf } from './prize-words.ts';

/** A prize: its picture, its name and one button. */
export function PrizeCard({ prize, place }: { prize: Prize; place: string }) {
  const { t } = useTranslation();
  const { locale } = useLocale();
  const [isBusy, setIsBusy] = useState(false);
  const words = wordsOf(t, prize, locale.tag);
  const go = async () => {
    setIsBusy(true);
    const pairs = await getPairs(quietCall).catch(() => []);
    const listed = new Set(pairs.map(({ symbol }) => symbol));
    await jumpFromPopup(targetOf(prize, (coin) => listed.has(`${coin}USDT`)));
  };
  return (
    <PopupFrame place={place} picture={<ArtPicture files={pictureOf(prize)} size={210} />}>
      <h2 className="text-16">{words.title}</h2>
      {words.value ? (
        <p className="prize-value">
          <bdi>{words.value}</bdi> {words.unit ? <small>{words.unit}</small> : null}
        </p>
      ) : null}
      <p className="text-13 text-balance text-muted">{words.text}</p>
      {words.detail ? <p className="mt-1.5 text-12 text-balance text-muted">{words.detail}</p> : null}
      <Button look="primary" className="mt-auto h-11 w-full" busy={isBusy} onClick={() => void go()}>
        {words.action}
      </Button>
    </PopupFrame>
  );
}

type PopupFrameProps = {
  readonly place: string;
  readonly picture: ReactNode;
  readonly isTall?: boolean;
  readonly children: ReactNode;
};

export function PopupFrame({ place, picture, isTall, children }: PopupFrameProps) {
  const { t } = useTranslation();
  const frame = useRef<HTMLDivElement>(null);
  // The button that had the focus was on the previous card and is gone, so the focus is set here.
  useEffect(() => {
    if (document.activeElement === document.body) frame.current?.focus();
  }, []);
  return (
    <div ref={frame} tabIndex={-1} className="prize-frame outline-none">
      <div className={isTall ? 'prize-stage prize-stage-tall' : 'prize-stage'}>{picture}</div>
      {place ? <span className="prize-place num">{place}</span> : null}
      <div className="flex flex-1 flex-col px-4 pb-4">{children}</div>
      <IconButton label={t('common.close')} className="prize-close" onClick={() => void closePopup()}>
        <X aria-hidden className="size-4" />
      </IconButton>
    </div>
  );
}
