import { expect, test } from 'vitest';
import { canonicalPath } from './canonical-path.ts';

test('L7 a page has one address: without a slash at the end, its symbol in capitals', () => {
  for (const [path, canonical] of [
    ['/', '/'],
    ['/market', '/market'],
    ['/market/', '/market'],
    ['/spot-trade/btcusdt/', '/spot-trade/BTCUSDT'],
    ['/coin-introduce/wBTC/', '/coin-introduce/wBTC'],
  ] as const)
    expect(canonicalPath(path)).toBe(canonical);
});
