import { Bell } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { SkeletonRows } from '../../../ui/states.tsx';
import { whenQuiet } from '../../../ui/when-quiet.ts';
import { ensureDomains } from '../../i18n/browser-texts.ts';
import { useStore } from '../../live-views/use-store.ts';
import { unseenAlerts, type AlertCenter } from '../../live/alert-center.ts';
import { unseen, type FillCenter } from '../../live/fill-center.ts';
import { OpenedReceipt } from '../../receipts/opened-receipt.tsx';
import { loadPart } from '../../start/load-part.ts';

const FillList = lazy(() =>
  loadPart(async () => {
    await ensureDomains(['alerts']);
    return import('./fill-list.tsx');
  }),
);

/** Tells of the person's fills and price alerts on every page: each as it comes, and how many were not seen. */
export function FillBell({ user }: { user: number }) {
  const centers = useCenters(user);
  return centers ? <OpenBell {...centers} /> : <BellButton count={0} onClick={() => undefined} />;
}

interface Centers {
  readonly center: FillCenter;
  readonly alerts: AlertCenter;
}

function OpenBell({ center, alerts }: Centers) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const fills = unseen(useStore(center.fills), useStore(center.seenAt), useStore(center.closings));
  const count = fills + unseenAlerts(useStore(alerts.fired), useStore(alerts.seenId));
  const close = () => {
    setIsOpen(false);
    center.markSeen();
    alerts.markSeen();
  };
  return (
    <>
      <BellButton count={count} onClick={() => setIsOpen(true)} />
      <Dialog
        isOpen={isOpen}
        onOpenChange={(isNext) => (isNext ? setIsOpen(true) : close())}
        title={t('frame.fills.title')}
        closeLabel={t('common.close')}
      >
        <Suspense fallback={<SkeletonRows rows={6} height="h-14" label={t('common.loading')} />}>
          <FillList center={center} alerts={alerts} onLeave={close} />
        </Suspense>
      </Dialog>
      <OpenedReceipt />
    </>
  );
}

const MOST_SHOWN = 99;

function BellButton({ count, onClick }: { count: number; onClick: () => void }) {
  const { t } = useTranslation();
  const shown = count > MOST_SHOWN ? `${MOST_SHOWN}+` : String(count);
  const title = t('frame.fills.title');
  return (
    <IconButton
      label={count === 0 ? title : t('frame.fills.unread', { count: shown })}
      className="relative"
      onClick={onClick}
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
