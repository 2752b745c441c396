import { afterEach, expect, test, vi } from 'vitest';
import { loadNotice, useLimitedAccess } from '../api/notice.ts';
import { endSession } from '../api/session-end.ts';
import { deviceStorage, tabStorage } from './browser-storage.ts';
import { leaveAfterLogOut } from '../navigation/log-in-return.ts';
import { usePreferences } from './preferences.ts';

afterEach(() => vi.unstubAllGlobals());

/** As in a browser whose cookies and storage a person forbids: the properties themselves throw. */
function forbidStorage() {
  const forbid = () => {
    throw new DOMException('The request is denied.', 'SecurityError');
  };
  const assign = vi.fn();
  vi.stubGlobal('window', {
    location: { origin: 'http://site.test', pathname: '/assets', search: '', assign, reload: vi.fn() },
    addEventListener: vi.fn(),
    setTimeout: globalThis.setTimeout,
    get localStorage() {
      return forbid();
    },
    get sessionStorage() {
      return forbid();
    },
  });
  vi.stubGlobal('navigator', { userAgent: 'Firefox', doNotTrack: '1' });
  return { assign };
}

test('a forbidden storage reads as empty and keeps nothing', () => {
  forbidStorage();
  for (const storage of [deviceStorage, tabStorage]) {
    expect(storage.setItem('name', 'text')).toBe(false);
    expect(storage.getItem('name')).toBeNull();
    expect(storage.removeItem('name')).toBe(false);
  }
});

test('a full storage reports that it could not keep a value', () => {
  const setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  vi.stubGlobal('window', { localStorage: { getItem: () => 'old', setItem } });
  expect([deviceStorage.setItem('name', 'text'), deviceStorage.getItem('name')]).toEqual([false, 'old']);
});

test('S1 where storage is forbidden the notice is shown', async () => {
  forbidStorage();
  const data = { display: true, title: 'Not here', content: 'Text', button: 'I know' };
  const answer = { code: 0, msg: '', data };
  expect(await loadNotice(() => Promise.resolve(answer as never))).toBe(true);
  expect(useLimitedAccess.getState()).toMatchObject({ isShown: true, notice: data });
});

test('X2 where storage is forbidden a session that ended is logged out all the same', async () => {
  forbidStorage();
  const asked = vi.fn((_path: string, _init: RequestInit) => Promise.resolve(new Response()));
  vi.stubGlobal('fetch', asked);
  await endSession('/');
  expect(asked.mock.calls.map(([path]) => path)).toEqual(['/auth-v2/api/v2/auth/logout']);
});

test('where storage is forbidden a log-out leads away', () => {
  const { assign } = forbidStorage();
  leaveAfterLogOut('/login', false);
  expect(assign.mock.calls).toEqual([['/login']]);
});

test('where storage is forbidden the page’s own choices last as long as the page', async () => {
  forbidStorage();
  await usePreferences.persist.rehydrate();
  usePreferences.getState().setAlertType('notify');
  expect(usePreferences.getState().alertType).toBe('notify');
});
