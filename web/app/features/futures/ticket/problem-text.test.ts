import { expect, test } from 'vitest';
import type { Translate } from '../../../i18n/translator.ts';
import { contextOf, ticket } from '../../../../testing/futures-ticket.ts';
import { problemText } from './problem-text.ts';
import { problemsOf } from './ticket-problems.ts';
import type { FuturesTicket } from './ticket.ts';

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

test.each([
  [{ type: 'STOP', triggerPrice: '49000' }, 'futures.ticket.problem_above_price 50,000.0'],
  [{ price: '52600' }, 'futures.ticket.problem_price_highest 52,500.0'],
  [{ side: 'SELL', price: '47400' }, 'futures.ticket.problem_price_lowest 47,500.0'],
  [{ price: '49000', hasExits: true, takeProfit: '48000' }, 'futures.ticket.problem_above_price 49,000.0'],
] as const satisfies readonly (readonly [Partial<FuturesTicket>, string])[])(
  'a price in a sentence has the decimals of the contract’s tick: %j',
  (part, sentence) => {
    const tell = ((key: string, { price }: Record<string, unknown>) =>
      `${key} ${String(price)}`) as unknown as Translate;
    const [problem] = problemsOf(ticket(part), contextOf());
    expect(problemText(tell, problem!)).toBe(sentence);
  },
);
