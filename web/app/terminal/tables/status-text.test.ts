import { expect, test } from 'vitest';
import type { StopOrder } from '../../api/calls/futures.ts';
import type { Order } from '../../api/types.ts';
import type { Translate } from '../../i18n/translator.ts';
import { statusText } from './status-text.ts';

const t = ((key: string) => key) as unknown as Translate;

test('B15 A4 a condition that came true and whose order was refused is refused, not expired', () => {
  const stop = { stopOrderId: 7, status: 'EXPIRED', reason: 'INSUFFICIENT_MARGIN' } as unknown as StopOrder;
  expect(statusText(t, stop)).toBe('terminal.status_REFUSED');
  expect(statusText(t, { ...stop, status: 'CANCELED' })).toBe('terminal.status_CANCELED');
  const spot = (reason: Order['reason']) => statusText(t, { status: 'EXPIRED', reason });
  expect(spot('PRICE_BAND')).toBe('terminal.status_REFUSED');
  expect([spot('TIME_IN_FORCE'), spot('NO_LIQUIDITY')]).toEqual(['terminal.status_EXPIRED', 'terminal.status_EXPIRED']);
});
