import { expect, test, vi } from 'vitest';
import { confirmNotice, isNoticeDue, NOTICE_AGAIN_MS, readTime, useLimitedAccess } from './notice.ts';

const NOW = 1_800_000_000_000;
const notice = { display: true, title: 'Not here', content: 'Text', button: 'I know' };

test('S1 the notice shows when the server says display and its content is not empty', () => {
  expect(isNoticeDue(notice, null, NOW)).toBe(true);
  expect(isNoticeDue({ ...notice, display: false }, null, NOW)).toBe(false);
  expect(isNoticeDue({ ...notice, content: ' \n' }, null, NOW)).toBe(false);
});

test('K1 notice 24 h: a visitor who confirmed it sees it again after so long, not earlier', () => {
  expect(NOTICE_AGAIN_MS).toBe(24 * 60 * 60 * 1_000);
  expect(isNoticeDue(notice, NOW - NOTICE_AGAIN_MS + 1, NOW)).toBe(false);
  expect(isNoticeDue(notice, NOW - NOTICE_AGAIN_MS, NOW)).toBe(true);
});

test('E1 an invalid stored time of acknowledgement is ignored', () => {
  for (const text of [null, '', 'yesterday', '1e99', '-5', '12345678901234567'])
    expect(readTime({ getItem: () => text })).toBeNull();
  expect(readTime({ getItem: (key) => (key === 'limitedAccessTime' ? '17' : null) })).toBe(17);
});

test('S1 confirming closes the notice even if the browser cannot store it', () => {
  const setItem = vi.fn(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  vi.stubGlobal('window', { localStorage: { setItem } });
  useLimitedAccess.setState({ notice, isShown: true });
  confirmNotice();
  expect([useLimitedAccess.getState().isShown, setItem.mock.calls.length]).toEqual([false, 2]);
  vi.unstubAllGlobals();
});
