import { expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { EMPTY_TICKET, withChosenPrice, withType } from '../../features/futures/ticket/ticket.ts';
import { followOfferedPrice } from './offered-price.ts';

/** A ticket that begins at 100, and a market whose price can be moved. */
function offered() {
  const ticket = createStore(() => ({ ...EMPTY_TICKET, price: '100', isPriceOffered: true }));
  const market = { price: '100', isTyping: false, tell: () => undefined as void };
  const leave = followOfferedPrice(ticket, {
    priceNow: () => market.price,
    watch: (listener) => {
      market.tell = listener;
      return () => (market.tell = () => undefined);
    },
    isTyping: () => market.isTyping,
  });
  const move = (price: string): string => {
    market.price = price;
    market.tell();
    return ticket.getState().price;
  };
  return { ticket, market, move, leave };
}

test('S10 a price that nobody chose follows the market, and rests while somebody types', () => {
  const { market, move, leave } = offered();
  expect(move('120')).toBe('120');
  expect(move('')).toBe('120');
  market.isTyping = true;
  expect(move('130')).toBe('120');
  market.isTyping = false;
  expect(move('140')).toBe('140');
  leave();
  expect(move('150')).toBe('140');
});

test('S10 a chosen price stays, also where it was the last price when it was chosen', () => {
  const { ticket, move } = offered();
  ticket.setState({ price: '100', isPriceOffered: false });
  expect(move('120')).toBe('100');
});

test('S10 once the limit order has a size its price stays, also when the size is gone again', () => {
  const { ticket, move } = offered();
  ticket.setState({ quantity: '1' });
  ticket.setState({ quantity: '' });
  expect(move('120')).toBe('100');
});

test('S10 the price is of now when one comes back to a limit order, and then stays beside its size', () => {
  const { ticket, move } = offered();
  ticket.setState((now) => withType(now, 'MARKET'));
  ticket.setState({ quantity: '1' });
  expect(move('120')).toBe('');
  ticket.setState((now) => withType(now, 'LIMIT'));
  expect(ticket.getState().price).toBe('120');
  expect(move('140')).toBe('120');
});

test('S10 a price chosen for a stop leaves the offered price of the limit order as it is: of now', () => {
  const { ticket, move } = offered();
  ticket.setState((now) => ({ ...withType(now, 'STOP'), isMarketThen: false }));
  ticket.setState((now) => withChosenPrice(now, '90'));
  expect(move('150')).toBe('90');
  ticket.setState((now) => withType(now, 'LIMIT'));
  expect(ticket.getState().price).toBe('150');
  expect(move('160')).toBe('160');
});

test('S10 a price chosen for a limit order, or beside a market order, which becomes one, is no longer offered', () => {
  for (const type of ['LIMIT', 'MARKET'] as const) {
    const { ticket, move } = offered();
    ticket.setState((now) => withChosenPrice(withType(now, type), '90'));
    expect(ticket.getState().type).toBe('LIMIT');
    expect(move('150')).toBe('90');
  }
});
