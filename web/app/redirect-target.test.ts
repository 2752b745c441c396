import { expect, test } from 'vitest';
import { safeRedirect } from './redirect-target.ts';

test('N12 a return target stays on this site', () => {
  expect(safeRedirect('/assets', '/')).toBe('/assets');
  expect(safeRedirect('/fa-ir/spot-trade/BTCUSDT?x=1#y', '/')).toBe('/fa-ir/spot-trade/BTCUSDT?x=1#y');
  for (const evil of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    '',
    null,
  ]) {
    expect(safeRedirect(evil, '/')).toBe('/');
  }
});
