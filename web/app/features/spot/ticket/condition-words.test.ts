import { expect, test } from 'vitest';
import type { Translate } from '../../../i18n/translator.ts';
import { conditionWords } from './condition-words.ts';
import type { Ticket } from './ticket.ts';

const t = ((key: string, values: Record<string, string> = {}) =>
  [key, ...Object.values(values)].join(' ')) as unknown as Translate;
const ofTicket = (part: Partial<Ticket>) =>
  conditionWords(t, undefined).ofTicket({
    side: 'SELL',
    type: 'STOP_LIMIT',
    stopPrice: '200',
    price: '',
    quantity: '3',
    activationPrice: '',
    ...part,
  } as Ticket);

test('a stop that shall place a limit order says nothing of the market price while its price is empty', () => {
  expect(ofTicket({})).toBe(null);
  expect(ofTicket({ price: '199' })).toContain('then_limit_SELL');
  expect(ofTicket({ type: 'STOP_MARKET' })).toContain('then_market_SELL');
});
