import { afterEach, expect, test, vi } from 'vitest';
import { hasBell, openBell } from './bell.ts';

afterEach(() => void vi.unstubAllGlobals());

function page(parts: { readonly hasHeader: boolean; readonly isFullScreen: boolean }): readonly string[] {
  const done: string[] = [];
  vi.stubGlobal('document', {
    fullscreenElement: parts.isFullScreen ? {} : null,
    exitFullscreen: async () => void done.push('left full screen'),
    querySelector: () => (parts.hasHeader ? { click: () => void done.push('opened') } : null),
  });
  return done;
}

test('T2 full screen hides the bell: the way to its list leaves full screen first', async () => {
  const done = page({ hasHeader: true, isFullScreen: true });
  expect(hasBell()).toBe(true);
  await openBell();
  expect(done).toEqual(['left full screen', 'opened']);
});

test('T2 in a window the list opens at once, and a page without the header has none', async () => {
  const done = page({ hasHeader: true, isFullScreen: false });
  await openBell();
  expect(done).toEqual(['opened']);
  page({ hasHeader: false, isFullScreen: false });
  expect(hasBell()).toBe(false);
});
