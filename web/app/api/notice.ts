/** The notice of restricted locations: the server's text for this visitor's location, and when it is shown. */
import type { DataOf } from '@agio/contracts/calls';
import { DAY_MS } from '@agio/contracts/durations';
import { create } from 'zustand';
import { deviceStorage, type KeptTexts } from '../choices/browser-storage.ts';
import { request, type Call } from './request.ts';

type ComplianceNotice = DataOf<'GET /web/api/v1/compliance'>;

/** A visitor who confirmed it sees it again after a day. */
export const NOTICE_AGAIN_MS = DAY_MS;
const LIMITED_ACCESS_TIME = 'limitedAccessTime';
const ACKNOWLEDGED_TIME = 'locationRestrictionAcknowledged';

interface LimitedAccess {
  readonly notice: ComplianceNotice | null;
  readonly isShown: boolean;
}

/** Prize pop-ups read it too: they keep away while a notice with content is shown. */
export const useLimitedAccess = create<LimitedAccess>(() => ({ notice: null, isShown: false }));

export function isNoticeDue(notice: ComplianceNotice, confirmedAt: number | null, nowMs: number): boolean {
  if (!notice.display || notice.content.trim() === '') return false;
  return confirmedAt === null || nowMs - confirmedAt >= NOTICE_AGAIN_MS;
}

/** Whether it shows now. */
export async function loadNotice(call: Call): Promise<boolean> {
  const notice = await request(call, 'GET /web/api/v1/compliance');
  const isShown = isNoticeDue(notice, readTime(deviceStorage), Date.now());
  useLimitedAccess.setState({ notice, isShown });
  return isShown;
}

/** Closes it even if the browser cannot store the confirmation: then the next page shows it again. */
export function confirmNotice(): void {
  useLimitedAccess.setState({ isShown: false });
  const now = String(Date.now());
  deviceStorage.setItem(LIMITED_ACCESS_TIME, now);
  deviceStorage.setItem(ACKNOWLEDGED_TIME, now);
}

export function readTime(store: Pick<KeptTexts, 'getItem'>): number | null {
  const text = store.getItem(LIMITED_ACCESS_TIME);
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}
