import { expect, test } from 'vitest';
import type { Translate } from '../../../i18n/translator.ts';
import type { Order } from '../../../api/types.ts';
import { waitingWords } from './waiting-words.ts';

const t = ((key: string, values: Record<string, string> = {}) =>
  [key, ...Object.values(values)].join(' ')) as unknown as Translate;
const shared = { side: 'SELL', deltaBips: 0, activationPrice: '0', ocoId: 1 };
const limit = { ...shared, orderId: 1, type: 'LIMIT', status: 'NEW', price: '97000', stopPrice: '0' } as Order;
const stop = { ...shared, orderId: 2, type: 'STOP_MARKET', status: 'UNTRIGGERED', stopPrice: '94000' } as Order;
const wordsOf = (order: Order, partner?: Order) =>
  waitingWords(t, { order, pair: undefined, partner, held: null })?.short;

test('A1.4 both orders of a pair say at which price the conditional one fires', () => {
  expect(wordsOf(stop, limit)).toBe('terminal.when.alone terminal.when.falls 94,000.00000000');
  expect(wordsOf(limit, stop)).toBe('terminal.when.canceled terminal.when.falls 94,000.00000000');
  // The other order is gone, or has fired: nothing cancels this one any more.
  expect(wordsOf(limit)).toBeUndefined();
  expect(wordsOf(limit, { ...stop, status: 'NEW' })).toBeUndefined();
});
