import { Bell } from 'lucide-react';
import { type ButtonHTMLAttributes, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Popover } from '../../../ui/popover.tsx';
import { SkeletonRows } from '../../../ui/states.tsx';
import { whenQuiet } from '../../../ui/when-quiet.ts';
import { ensureDomains } from '../../i18n/browser-texts.ts';
import { useStore } from '../../live-views/use-store.ts';
import type { AlertCenter } from '../../live/alert-center.ts';
import type { FillCenter } from '../../live/fill-center.ts';
import { unseen, unseenAlerts } from '../../live/unseen.ts';
import { OpenedReceipt } from '../../receipts/opened-receipt.tsx';
import { loadPart } from '../../start/load-part.ts';
import { SOMEBODY } from '../../visitor/session.ts';
import { useIsWide } from '../../terminal/layout/use-is-wide.ts';

const FillList = lazy(() =>
  loadPart(async () => {
    await ensureDomains(['alerts', 'terminal']);
    return import('./fill-list.tsx');
  }),
);

/** Tells of the person's fills and price alerts on every page: each as it comes, and how many were not seen. */
export function FillBell({ user }: { user: number }) {
  const centers = useCenters(user);
  return centers ? <OpenBell {...centers} /> : <BellButton count={0} />;
}

interface Centers {
  readonly center: FillCenter;
  readonly alerts: AlertCenter;
}

/** A panel below the bell, so that the page can be read beside it; where there is no room beside it, a sheet for thumbs. */
function OpenBell({ center, alerts }: Centers) {
  const { t } = useTranslation();
  const isWide = useIsWide();
  const count = useUnseen(center, alerts);
  const markSeen = () => {
    center.markSeen();
    alerts.markSeen();
  };
  const list = (onLeave: () => void) => (
    <Suspense fallback={<SkeletonRows rows={6} height="h-14" label={t('common.loading')} />}>
      <FillList center={center} alerts={alerts} onLeave={onLeave} />
    </Suspense>
  );
  return (
    <>
      {isWide === false ? (
        <BellSheet count={count} onClose={markSeen} list={list} />
      ) : (
        <Popover
          trigger={<BellButton count={count} />}
          label={t('frame.fills.title')}
          align="end"
          onClose={markSeen}
          hasField={false}
        >
          {(close) => (
            <div className="scroll-quiet max-h-[70vh] w-[400px] max-w-full overflow-y-auto">
              <h2 className="px-4 pt-2 text-16 font-semibold">{t('frame.fills.title')}</h2>
              {list(close)}
            </div>
          )}
        </Popover>
      )}
      <OpenedReceipt />
    </>
  );
}

/** 0 while an answer is missing: a number that grows on each page by what other pages knew would tell of news that are none. */
function useUnseen(center: FillCenter, alerts: AlertCenter): number {
  const others = [...useStore(center.closings), ...useStore(center.lost), ...useStore(center.statuses)];
  const fills = unseen(useStore(center.fills), useStore(center.seenAt), others);
  const count = fills + unseenAlerts(useStore(alerts.fired), useStore(alerts.seenId));
  const haveAnswered = [useStore(center.hasAnswered), useStore(alerts.hasAnswered)].every(Boolean);
  return haveAnswered ? count : 0;
}

type BellSheetProps = {
  readonly count: number;
  readonly onClose: () => void;
  readonly list: (onLeave: () => void) => ReactNode;
};

function BellSheet({ count, onClose, list }: BellSheetProps) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const change = (isNext: boolean) => {
    setIsOpen(isNext);
    if (!isNext) onClose();
  };
  return (
    <>
      <BellButton count={count} onClick={() => change(true)} />
      <Dialog
        isOpen={isOpen}
        onOpenChange={change}
        shape="sheet"
        title={t('frame.fills.title')}
        closeLabel={t('common.close')}
      >
        {list(() => change(false))}
      </Dialog>
    </>
  );
}

const MOST_SHOWN = 99;

/** `rest`: what a pop-up gives its button. */
function BellButton({ count, ...rest }: ButtonHTMLAttributes<HTMLButtonElement> & { readonly count: number }) {
  const { t } = useTranslation();
  const shown = count > MOST_SHOWN ? `${MOST_SHOWN}+` : String(count);
  const title = t('frame.fills.title');
  return (
    <IconButton
      data-bell
      label={count === 0 ? title : t('frame.fills.unread', { count: shown })}
      className="relative"
      {...rest}
    >
      <Bell aria-hidden className="size-[18px]" />
      {count === 0 ? null : (
        <bdi
          aria-hidden
          className="num absolute end-0 top-0 grid min-w-4 place-content-center rounded-full bg-accent px-1 text-[10px] leading-4 font-semibold text-on-accent"
        >
          {shown}
        </bdi>
      )}
    </IconButton>
  );
}

/** Connected once the page has come to rest; the centers outlive this part of the page. */
function useCenters(user: number): Centers | null {
  const [centers, setCenters] = useState<Centers | null>(null);
  useEffect(() => {
    // On a shared page the browser asks who it is: what is told before would be told again, to the person by name.
    if (user === SOMEBODY.id) return undefined;
    let isGone = false;
    const leave = whenQuiet(() => {
      const connect = async () => {
        const { connectFills } = await loadPart(() => import('./connect-fills.ts'));
        const { connectAlerts } = await loadPart(async () => {
          await ensureDomains(['alerts']);
          return import('./connect-alerts.ts');
        });
        const made = { center: connectFills(user), alerts: connectAlerts(user) };
        if (!isGone) setCenters(made);
      };
      // Without it the page works as before; the next page tries again.
      connect().catch(() => null);
    });
    return () => {
      isGone = true;
      leave();
    };
  }, [user]);
  return centers;
}
