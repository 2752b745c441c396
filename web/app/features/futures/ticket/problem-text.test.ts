import { expect, test } from 'vitest';
import type { Translate } from '../../../i18n/translator.ts';
import { problemText } from './problem-text.ts';

const words = ((key: string, values: Record<string, unknown>) =>
  `${key} ${String(values['needed'])} of ${String(values['available'])}`) as unknown as Translate;

test('an order that is too dear by less than a cent is told in cents that differ', () => {
  const problem = {
    field: 'quantity',
    reason: 'balance',
    values: { needed: '1234.50100001', available: '1234.50099999', asset: 'USDT' },
  } as const;
  expect(problemText(words, problem)).toBe('futures.ticket.problem_reserved 1,234.51 of 1,234.50');
});
