/** The page's one alert center: connected once somebody is logged in, for as long as the page lives. */
import type { FiredAlert } from '@agio/contracts/http/alerts';
import { getFiredAlerts } from '../api/calls/alerts.ts';
import { quietCall } from '../api/client.ts';
import { deviceStorage } from '../choices/browser-storage.ts';
import { createAlertCenter, type AlertCenter, type KeptAlerts } from './alert-center.ts';
import { privateSocket } from './sockets.ts';

let center: { readonly user: number; readonly made: AlertCenter; readonly leave: () => void } | undefined;

/** `user`: the UID of who is logged in. Another one begins another center. */
export function connectOwnAlerts(user: number, onFired: (fired: FiredAlert) => void): AlertCenter {
  if (center?.user === user) return center.made;
  center?.leave();
  const name = `agio.alerts.${user}`;
  const made = createAlertCenter({
    read: () => getFiredAlerts(quietCall),
    onFired,
    kept: {
      get: () => keptOf(deviceStorage.getItem(name)),
      set: (kept) => deviceStorage.setItem(name, JSON.stringify(kept)),
    },
    now: Date.now,
  });
  const leave = privateSocket().subscribe('price_alert', {}, ({ fired }) => made.accept(fired));
  // The list is there even where the socket cannot connect.
  void made.load();
  center = { user, made, leave };
  return made;
}

/** Null: nothing was kept, or it is not what we write. */
function keptOf(text: string | null): KeptAlerts | null {
  const [told, seen] = (/^\{"told":(\d+),"seen":(\d+)\}$/.exec(text ?? '') ?? []).slice(1).map(Number);
  return told === undefined || seen === undefined ? null : { told, seen };
}
