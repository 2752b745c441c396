import { expect, test } from 'vitest';
import { stopCondition, stopSentence } from './stop-condition.ts';

const t = ((key: string, values: object = {}) => [key, ...Object.values(values)].join(' ')) as never;
const none = { trigger: '97,000.0', percent: '', activation: '' };

test.each([
  ['STOP', 'BUY', 'LAST', 'futures.last: terminal.when.price_rises 97,000.0'],
  ['STOP', 'SELL', 'MARK', 'futures.mark: terminal.when.price_falls 97,000.0'],
  ['TAKE_PROFIT', 'BUY', 'INDEX', 'futures.index: terminal.when.price_falls 97,000.0'],
  ['TAKE_PROFIT', 'SELL', 'LAST', 'futures.last: terminal.when.price_rises 97,000.0'],
] as const)(
  'trading B15 a %s that will %s waits until its price comes from the other side',
  (type, side, source, words) => {
    expect(stopCondition(t, { type, side, source, ...none })).toBe(words);
  },
);

test('trading B15 a trailing stop waits until the price turns back, where it says so once another price was reached', () => {
  const trail = { type: 'TRAILING_STOP', source: 'LAST', trigger: '', percent: '1' } as const;
  expect(stopCondition(t, { ...trail, side: 'SELL', activation: '' })).toBe('futures.last: terminal.when.turns_down 1');
  expect(stopCondition(t, { ...trail, side: 'BUY', activation: '95,000.0' })).toBe(
    'futures.last: terminal.when.turns_up_from 1 95,000.0',
  );
});

test('a conditional order that was placed is told with its trigger and what it does then, its trigger never as its price', () => {
  const order = { type: 'TAKE_PROFIT', side: 'SELL', source: 'MARK', ...none } as const;
  expect(stopSentence(t, order, { quantity: '2 SOL', limit: '' })).toBe(
    'terminal.when.sentence terminal.when.price_rises 97,000.0 terminal.when.then_market_SELL 2 SOL futures.ticket.source: futures.mark.',
  );
  expect(stopSentence(t, order, { quantity: '2 SOL', limit: '96,900.0' })).toContain('then_limit_SELL 2 SOL 96,900.0');
});
