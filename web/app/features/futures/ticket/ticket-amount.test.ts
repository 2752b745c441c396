import { expect, test } from 'vitest';
import { contextOf, ONE_WAY, short, ticket } from '../../../../testing/futures-ticket.ts';
import { createBookMerger } from '../../../live/book.ts';
import { unitsOf } from '../margin.ts';
import { withCountedQuantity, withShare, withUnit } from './ticket-amount.ts';
import { sentOf } from './ticket-order.ts';
import { previewOf, type TicketContext } from './ticket-preview.ts';
import { problemsOf } from './ticket-problems.ts';
import { afterSent, type FuturesTicket, withType } from './ticket.ts';

const by = (amount: string, part: Partial<FuturesTicket> = {}) =>
  ticket({ sizeUnit: 'amount', quantity: '', amount, ...part });
const quantityOf = (one: FuturesTicket, context: TicketContext = contextOf()) =>
  withCountedQuantity(one, context).quantity;

/** Asks 50,010 and 50,020, bids 49,990 and 49,000; 0.002 at the best of each side. */
function stairs(): TicketContext {
  const merger = createBookMerger({ price: 1, quantity: 3 });
  const asks: [string, string][] = [['50010', '0.002'], ['50020', '1']]; // prettier-ignore
  const bids: [string, string][] = [['49990', '0.002'], ['49000', '1']]; // prettier-ignore
  merger.apply({ snapshot: true, symbol: 'BTCUSDT', U: 1, u: 1, pu: 1, time: 0, asks, bids });
  return { ...contextOf(), book: merger.book() };
}

test.each([
  ['a limit at its price, cut to the step', by('1000', { price: '48000' }), '0.02'],
  ['what pays for one step exactly', by('48', { price: '48000' }), '0.001'],
  ['less than one step', by('47.99', { price: '48000' }), '0'],
  ['a limit whose price is not typed, at the last price', by('1000'), '0.02'],
  ['a market buy at the best ask', by('1000', { type: 'MARKET' }), '0.019'],
  ['a market sell at the best bid', by('1000', { type: 'MARKET', side: 'SELL' }), '0.02'],
  ['a stop at its trigger', by('1000', { type: 'STOP', triggerPrice: '60000' }), '0.016'],
  ['a stop with a limit at that', by('1000', { type: 'STOP', triggerPrice: '60000', isMarketThen: false, price: '70000' }), '0.014'],
  ['nothing typed', by(''), ''],
  ['no number', by('1,5', { price: '48000' }), ''],
] as const)('S10 an amount makes whole steps: %s', (_name, given, expected) => {
  expect(quantityOf(given)).toBe(expected);
}); // prettier-ignore

test('S10 a market order by amount walks the book and never comes to more than the amount', () => {
  // 0.002 at 50,010 are 100.02; a third step costs 50.02.
  expect(quantityOf(by('150.04', { type: 'MARKET' }), stairs())).toBe('0.003');
  expect(quantityOf(by('150.03', { type: 'MARKET' }), stairs())).toBe('0.002');
  // The steps that the better bid takes bring 99.98; what is left would be one step there, and is one at 49,000.
  expect(quantityOf(by('148.98', { type: 'MARKET', side: 'SELL' }), stairs())).toBe('0.003');
  // The book holds one coin: the rest is counted at its best price, and the ticket says that the book is too thin.
  const thin = withCountedQuantity(by('100020', { type: 'MARKET' }), contextOf());
  expect([thin.quantity, previewOf(thin, contextOf())!.isComplete]).toEqual(['2', false]);
});

test('S10 A1 a limit by amount never comes to more than the amount, also where it trades at once at better prices', () => {
  const sold = withCountedQuantity(by('98', { side: 'SELL', price: '49000' }), stairs());
  // At its limit these would be two steps, which the better bid takes for 99.98.
  expect([sold.quantity, previewOf(sold, stairs())!.value]).toEqual(['0.001', 4_999_000_000n]);
  expect(quantityOf(by('148.98', { side: 'SELL', price: '49000' }), stairs())).toBe('0.003');
  // What does not take from the book comes to its limit.
  expect(quantityOf(by('98', { side: 'SELL', price: '49000', isPostOnly: true }), stairs())).toBe('0.002');
  // A buy may pay its limit, should the better asks be gone by then.
  expect(quantityOf(by('100.03', { price: '50020' }), stairs())).toBe('0.001');
});

test('S10 the unit can be changed to and fro: the order stays the same', () => {
  for (const part of [
    { price: '48000.3' },
    { type: 'MARKET' },
    { type: 'MARKET', side: 'SELL' },
    { side: 'SELL', price: '49000' },
    { type: 'STOP', triggerPrice: '60000.1' },
  ] as const) {
    const typed = ticket({ ...part, quantity: '0.017' });
    const amount = withUnit(typed, 'amount', stairs());
    expect([amount.sizeUnit, amount.quantity, quantityOf(amount, stairs())]).toEqual(['amount', '', '0.017']);
    expect(withUnit(amount, 'quantity', stairs())).toEqual(typed);
  }
  expect(withUnit(ticket({ quantity: '' }), 'amount', contextOf())).toMatchObject({ quantity: '', amount: '' });
});

test('S10 B5 a share of what is available is the same number of lots in both units', () => {
  const cases = [{ price: '50000' }, { type: 'MARKET' }, { type: 'MARKET', side: 'SELL' }] as const;
  for (const part of cases)
    for (const percent of [10, 50, 100]) {
      const lots = withShare(ticket(part), percent, stairs()).quantity;
      expect(Number(lots)).toBeGreaterThan(0);
      expect(quantityOf(withShare(by('1', part), percent, stairs()), stairs())).toBe(lots);
    }
  // A closing order by amount closes all of the position.
  const closing = withShare(by('', { price: '50000', isReduceOnly: true }), 100, contextOf(ONE_WAY, [short]));
  expect(closing).toMatchObject({ amount: '20000', quantity: '' });
});

test('S10 B19 what is wrong with an amount is said: no number, less than one step, more than there is', () => {
  const faults = (given: FuturesTicket) => problemsOf(withCountedQuantity(given, contextOf()), contextOf());
  expect(faults(by('1,5', { price: '48000' }))[0]).toMatchObject({ field: 'amount', reason: 'number_comma' });
  expect(faults(by('47.99', { price: '48000' }))).toMatchObject([{ field: 'quantity', reason: 'quantity_least' }]);
  expect(faults(by('', { price: '48000' }))).toMatchObject([{ field: 'quantity', reason: 'quantity_missing' }]);
  expect(faults(by('20000', { price: '50000' }))).toMatchObject([{ field: 'quantity', reason: 'balance' }]);
  // No step of the amount itself.
  expect(faults(by('1000.123', { price: '48000' }))).toEqual([]);
});

test('S10 B19 the least size of an amount is told as the least sum that is accepted, rounded up', () => {
  const given = contextOf();
  const ruled = (minNotional: string): TicketContext => ({
    ...given,
    state: { ...given.state, contract: { ...given.state.contract, minNotional } },
  });
  const faults = (part: FuturesTicket, context: TicketContext) =>
    problemsOf(withCountedQuantity(part, context), context).filter(({ field }) => field === 'quantity');
  for (const [part, minNotional, least] of [
    // One step.
    [{ price: '48000' }, '5', '48.00'],
    [{ type: 'MARKET' }, '5', '50.01'],
    [{ type: 'STOP', triggerPrice: '60000' }, '100', '60.00'],
    // Two steps come to less than the contract asks for.
    [{ price: '48000' }, '100', '144.00'],
    [{ price: '48000.3' }, '100', '144.01'],
    // A market buy is judged at the highest price that it may pay, and pays what the book asks.
    [{ type: 'MARKET' }, '150', '150.03'],
  ] as const) {
    const context = ruled(minNotional);
    const values = { least, asset: 'USDT' };
    const tooLittle = (Number(least) - 0.01).toFixed(2);
    for (const amount of ['6', tooLittle])
      expect(faults(by(amount, part), context)).toEqual([{ field: 'quantity', reason: 'quantity_least', values }]);
    expect(faults(by(least, part), context)).toEqual([]);
  }
  // What closes is worth as little as it is: one step of the open 0.4.
  const closing = contextOf(ONE_WAY, [short]);
  expect(problemsOf(withCountedQuantity(by('6', { price: '50000' }), closing), closing)).toMatchObject([
    { reason: 'quantity_least', values: { least: '50.00' } },
  ]);
  // In coins as before.
  expect(faults(ticket({ price: '48000', quantity: '0.002' }), ruled('100'))).toMatchObject([
    { reason: 'amount_least', values: { least: '100', asset: 'USDT' } },
  ]);
});

test('S10 B19 the largest size of an amount is told as the largest sum that is accepted, rounded down', () => {
  const given = contextOf({ ...ONE_WAY, longLeverage: 1, shortLeverage: 1 });
  const tiers = [{ ...given.state.contract.tiers[0]!, cap: '100000000' }];
  const rich: TicketContext = {
    ...given,
    available: unitsOf('100000000'),
    state: { ...given.state, contract: { ...given.state.contract, tiers } },
  };
  const faults = (part: FuturesTicket) =>
    problemsOf(withCountedQuantity(part, rich), rich).filter(({ field }) => field === 'quantity');
  for (const [part, most] of [
    [{ price: '48000' }, '4800000.00'],
    [{ price: '48000.3' }, '4800030.00'],
    // One at what the book asks, and what it is too thin for at the same price.
    [{ type: 'MARKET' }, '500100.00'],
    [{ type: 'MARKET', side: 'SELL' }, '499900.00'],
    [{ type: 'STOP', triggerPrice: '60000.1' }, '600001.00'],
  ] as const) {
    const tooMuch = String(Number(most) + 100);
    const values = { most, asset: 'USDT' };
    expect(faults(by(tooMuch, part))).toEqual([{ field: 'quantity', reason: 'quantity_most', values }]);
    expect(faults(by(most, part))).toEqual([]);
  }
  // In coins as before.
  expect(faults(ticket({ type: 'MARKET', quantity: '11' }))).toMatchObject([{ values: { most: '10', asset: 'BTC' } }]);
});

test('S10 R24 the lots are sent; the amount stays with another type, and is gone once its order was taken', () => {
  const typed = by('1000', { price: '48000', hasExits: true, takeProfit: '60000' });
  const { body } = sentOf(withCountedQuantity(typed, contextOf()), 'BTCUSDT', ONE_WAY);
  expect(body).toMatchObject({ quantity: '0.02', takeProfit: { triggerPrice: '60000' } });
  expect(body).not.toHaveProperty('amount');
  expect(quantityOf(withType(typed, 'MARKET'))).toBe('0.019');
  expect(afterSent(typed)).toMatchObject({ amount: '', sizeUnit: 'amount' });
});
