/** Which prize is current, and whether its pop-up opens by itself. Pure. */
import { POPUP_KIND, type PendingPrize, type PopupKind } from './prize-records.ts';

export interface Place {
  /** The route's path. */
  readonly path: string;
  /** Whether the route lets prizes open by themselves. */
  readonly isAllowed: boolean;
  readonly isWebView: boolean;
  /** A notice of restricted locations with content is shown. */
  readonly isNoticeShown: boolean;
}

/** The prize that opened last, and where: it does not open automatically twice on one route. */
export interface Opened {
  readonly id: string;
  readonly path: string;
}

/** The first prize that waits; none while a location notice is shown. */
export function currentPrize(queue: readonly PendingPrize[], isNoticeShown: boolean): PendingPrize | null {
  return isNoticeShown ? null : (queue[0] ?? null);
}

export function opensByItself(current: PendingPrize | null, last: Opened | null, place: Place): boolean {
  if (!current || !place.isAllowed || place.isWebView || place.isNoticeShown) return false;
  return last === null || last.id !== current.id || last.path !== place.path;
}

/** Only a box opens the mystery pop-up; the festival's does not. */
export function popupKindOf({ prize }: PendingPrize): PopupKind {
  return prize.type === 'BOX' ? POPUP_KIND.mystery : POPUP_KIND.success;
}
