/** The page's one alert center: connected once somebody is logged in, for as long as the page lives. */
import type { FiredAlert } from '@agio/contracts/http/alerts';
import { getFiredAlerts } from '../api/calls/alerts.ts';
import { quietCall } from '../api/client.ts';
import { deviceStorage } from '../choices/browser-storage.ts';
import { createAlertCenter, type AlertCenter } from './alert-center.ts';
import { ownSeenMark } from './own-seen.ts';
import { privateSocket } from './sockets.ts';

let center: { readonly user: number; readonly made: AlertCenter; readonly leave: () => void } | undefined;

/** `user`: the UID of who is logged in. Another one begins another center. */
export function connectOwnAlerts(user: number, onFired: (fired: FiredAlert) => void): AlertCenter {
  if (center?.user === user) return center.made;
  center?.leave();
  const name = `agio.alerts.${user}`;
  const keep = (kept: KeptAlerts) => deviceStorage.setItem(name, JSON.stringify(kept));
  const made = createAlertCenter({
    read: () => getFiredAlerts(quietCall),
    onFired,
    told: {
      get: () => keptOf(deviceStorage.getItem(name)).told ?? null,
      set: (told) => void keep({ ...keptOf(deviceStorage.getItem(name)), told }),
    },
    seen: ownSeenMark(user, 'alertId', {
      device: {
        get: () => keptOf(deviceStorage.getItem(name)).seen ?? null,
        forget: () => {
          const { told, seen } = keptOf(deviceStorage.getItem(name));
          if (seen !== undefined) keep({ told });
        },
      },
      first: 0,
    }),
    now: Date.now,
    openedAt: performance.timeOrigin,
  });
  const leave = privateSocket().subscribe('price_alert', {}, ({ fired }) => made.accept(fired));
  // The list is there even where the socket cannot connect.
  void made.load();
  center = { user, made, leave };
  return made;
}

interface KeptAlerts {
  readonly told: number | undefined;
  /** Devices kept it before accounts did. */
  readonly seen?: number | undefined;
}

/** Empty: nothing was kept, or it is not what we write. */
function keptOf(text: string | null): KeptAlerts {
  const [told, seen] = (/^\{"told":(\d+)(?:,"seen":(\d+))?\}$/.exec(text ?? '') ?? []).slice(1).map(Number);
  return { told, seen: Number.isNaN(seen) ? undefined : seen };
}
