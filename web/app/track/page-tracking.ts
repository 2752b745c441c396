/** The page's one tracker: counts page views and events of the sockets, and sends them when the page is left. */
import { isCrawlerAgent } from '@agio/contracts/device';
import {
  categoryOf,
  isTestHost,
  TRACK_MIN_NET_MS,
  TRACK_MIN_NET_TEST_MS,
  type TrackCategory,
  type TrackEvent,
} from '@agio/contracts/track';
import { quietCall } from '../api/client.ts';
import { barePath } from '../addresses/locales.ts';
import { systemClock } from '../live/clock.ts';
import { onSocketEvent } from '../live/socket-events.ts';
import { TRACK_PATH } from '../api/events.ts';
import { request } from '../api/request.ts';
import { createTracker, type Tracker, type TrackItem } from './tracker.ts';

let tracker: Tracker | null | undefined;
let category: TrackCategory = 'other';
let shown = '';

interface Agent {
  readonly userAgent: string;
  readonly doNotTrack: string | null;
  readonly globalPrivacyControl?: boolean;
}

/** Not for crawlers, and not for visitors who ask not to be tracked. */
export function isTrackingAllowed({ userAgent, doNotTrack, globalPrivacyControl }: Agent): boolean {
  return doNotTrack !== '1' && globalPrivacyControl !== true && !isCrawlerAgent(userAgent);
}

/** Counts an event of the page that is shown now. Browser only. */
export function trackEvent(event: TrackEvent): void {
  tracker ??= isTrackingAllowed(navigator) ? startTracker() : null;
  tracker?.track({ event, category });
}

/** A page is shown: counted once, however often it is rendered. */
export function trackPage(pathname: string): void {
  if (pathname === shown) return;
  shown = pathname;
  category = categoryOf(barePath(pathname));
  trackEvent('page_view');
}

function startTracker(): Tracker {
  const started = createTracker({
    clock: systemClock,
    minNetMs: isTestHost(window.location.hostname) ? TRACK_MIN_NET_TEST_MS : TRACK_MIN_NET_MS,
    send: async (events) => void (await request(quietCall, `POST ${TRACK_PATH}`, { body: { events } })),
    sendLast: (events) => navigator.sendBeacon(TRACK_PATH, bodyOf(events)),
  });
  onSocketEvent(trackEvent);
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) started.flush();
  });
  window.addEventListener('pagehide', () => started.flush());
  return started;
}

function bodyOf(events: readonly TrackItem[]): Blob {
  return new Blob([JSON.stringify({ events })], { type: 'application/json' });
}
