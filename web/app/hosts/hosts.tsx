import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from '../i18n/use-translation.tsx';
import { useLocation, useNavigation } from 'react-router';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { LoadingBar } from '../../ui/loading-bar.tsx';
import { onPassedOver } from '../../ui/toast-queue.ts';
import { ToastRegion } from '../../ui/toast.tsx';
import { whenQuiet } from '../../ui/when-quiet.ts';
import { useAlertDialog } from '../alerts/open-alert.ts';
import { quietCall } from '../api/client.ts';
import { browserDevice } from '../api/device.ts';
import { takeOverJumps } from '../api/jump.ts';
import { onEvent, track } from '../api/events.ts';
import { useHumanCode } from '../api/human-code.ts';
import { loadNotice, useLimitedAccess } from '../api/notice.ts';
import { setReloadTarget } from '../start/chunk-reload.ts';
import { loadPart } from '../start/load-part.ts';
import { watchErrors } from '../track/client-errors.ts';
import { ErrorToasts } from './error-toasts.tsx';
import { hasBell, openBell } from './bell.ts';
import { barePath } from '../addresses/locales.ts';
import { ensureDomains } from '../i18n/browser-texts.ts';
import { jumpNatively } from '../navigation/native-bridge.ts';
import { RoutePreload } from '../start/route-preload.tsx';
import { trackEvent } from '../track/page-tracking.ts';

const LocationNotice = lazy(() => loadPart(() => import('../features/notices/location-notice.tsx')));
const VerificationDialog = lazy(() => loadPart(() => import('../features/verification/verification-dialog.tsx')));
const AlertDialog = lazy(() =>
  loadPart(async () => {
    await ensureDomains(['alerts']);
    return import('../features/alerts/alert-dialog.tsx');
  }),
);
const PrizeArea = lazy(() => loadPart(() => import('../features/prizes/prize-area.tsx')));

type HostsProps = {
  /** Of who is logged in; null for a visitor. */
  readonly uid: number | null;
  /** Whether this page lets prizes open by themselves. */
  readonly opensPrizes: boolean;
};

/** Everything that may open over any page: failures, notices, questions, prizes. Code that most visits never need is loaded when needed. */
export function Hosts({ uid, opensPrizes }: HostsProps) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const navigation = useNavigation();
  const isNoticeShown = useOnce(useLimitedAccess((state) => state.isShown));
  const isVerifying = useOnce(useHumanCode((state) => state.state !== null));
  const hasAlertDialog = useOnce(useAlertDialog((state) => state.target !== null));
  const hadPrizePage = useOnce(opensPrizes && uid !== null);
  useNotice();
  useEffect(() => onEvent('track', ({ event }) => trackEvent(event)), []);
  useEffect(watchErrors, []);
  useEffect(
    () =>
      onPassedOver((count) => {
        if (!hasBell()) return null;
        const action = { label: t('frame.fills.title'), onPress: () => void openBell() };
        return { title: t('frame.fills.more', { count: String(count) }), action };
      }),
    [t],
  );
  useEffect(() => takeOverJumps(leaveFor), []);
  useEffect(() => {
    const { location } = navigation;
    setReloadTarget(location ? location.pathname + location.search : null);
  }, [navigation]);
  return (
    <>
      <LoadingBar isLoading={navigation.state !== 'idle'} label={t('common.loading')} />
      {/* Outside of the frame, which is a stacking context of its own: inside it toasts would lie under every pop-up. */}
      <ToastRegion closeLabel={t('common.close')} />
      <ErrorToasts />
      <ConfirmDialog />
      <RoutePreload />
      <Suspense fallback={null}>
        {isNoticeShown ? <LocationNotice /> : null}
        {hasAlertDialog ? <AlertDialog /> : null}
        {isVerifying ? <VerificationDialog uid={uid === null ? '' : String(uid)} /> : null}
        {hadPrizePage && uid !== null ? (
          <PrizeArea key={uid} path={barePath(pathname)} isAllowed={opensPrizes} />
        ) : null}
      </Suspense>
    </>
  );
}

/** Inside the native app opens the app's own screen, if it has one. */
function leaveFor(address: string): void {
  const isDone = browserDevice().webview && jumpNatively(new URL(address, window.location.origin).pathname);
  if (!isDone) window.location.assign(address);
}

/** Stays true once `isTrue` has been true. */
function useOnce(isTrue: boolean): boolean {
  const [was, setWas] = useState(isTrue);
  if (isTrue && !was) setWas(true);
  return was || isTrue;
}

/** Asks once a page load for the notice for this visitor's location. Without an answer none is shown. */
function useNotice(): void {
  useEffect(() => {
    if (browserDevice().spider) return undefined;
    return whenQuiet(() => {
      loadNotice(quietCall).then(
        (isDue) => isDue && track('view_location_restriction_window'),
        () => {},
      );
    });
  }, []);
}
