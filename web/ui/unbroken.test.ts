import { expect, test } from 'vitest';
import { unbroken } from './unbroken.ts';

test('an amount stays with its unit, and a separator at the end of the line before it', () => {
  expect(unbroken('Buy 0.002 BTC at 96,985.20 USDT · fee 0.19 USDT')).toBe(
    'Buy 0.002\u00a0BTC at 96,985.20\u00a0USDT\u00a0· fee 0.19\u00a0USDT',
  );
  expect(unbroken('Price: 100.5 → 200')).toBe('Price: 100.5\u00a0→ 200');
  expect(unbroken('3 Orders of BTC')).toBe('3 Orders of BTC');
});
