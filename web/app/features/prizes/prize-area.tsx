import { useEffect, useMemo } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { debounce } from '../../api/debounce.ts';
import { browserDevice } from '../../api/device.ts';
import { useLimitedAccess } from '../../api/notice.ts';
import { messageCenter } from '../../live/sockets.ts';
import { MysteryCard } from './mystery-card.tsx';
import { PrizeCard } from './prize-card.tsx';
import { currentPrize } from './prize-queue.ts';
import { POPUP_KIND } from './prize-records.ts';
import { clearPrizes, closePopup, hidePopup, openCurrent, refetchPrizes, usePrizes } from './prize-store.ts';
import { titleOf } from './prize-words.ts';
import './prizes.css';

export const REFETCH_WAIT_MS = 100;

/** The global place of prize pop-ups, for people who are logged in. */
export default function PrizeArea({ path, isAllowed }: { path: string; isAllowed: boolean }) {
  const { t } = useTranslation();
  const { queue, popup, closedCount } = usePrizes();
  const isNoticeShown = useLimitedAccess((state) => state.isShown);
  const isWebView = useMemo(() => browserDevice().webview, []);
  useEffect(() => {
    if (isWebView) return;
    void refetchPrizes();
    const refetch = debounce(() => void refetchPrizes(), REFETCH_WAIT_MS);
    const leave = messageCenter().subscribe('prize_pop', () => refetch(undefined));
    return () => {
      leave();
      refetch.cancel();
      clearPrizes();
    };
  }, [isWebView]);
  const current = currentPrize(queue, isNoticeShown);
  useEffect(() => {
    if (isNoticeShown || !isAllowed) return hidePopup();
    const timer = setTimeout(() => openCurrent(current, { path, isAllowed, isWebView, isNoticeShown }), 0);
    return () => clearTimeout(timer);
  }, [current, popup, path, isAllowed, isWebView, isNoticeShown]);
  const index = { index: closedCount + 1, count: closedCount + queue.length };
  const place = queue.length > 1 ? t('popups.prize.of', index) : '';
  return (
    <Dialog
      isOpen={popup !== null}
      onOpenChange={(isOpen) => isOpen || void closePopup()}
      shape="bare"
      title={popup ? titleOf(t, popup.prize.prize) : ''}
      isTitleHidden
      className="prize-popup"
    >
      {popup?.kind === POPUP_KIND.mystery ? (
        <MysteryCard key={popup.prize.id} pending={popup.prize} place={place} />
      ) : null}
      {popup?.kind === POPUP_KIND.success ? (
        <PrizeCard key={popup.prize.id} prize={popup.prize.prize} place={place} />
      ) : null}
    </Dialog>
  );
}
