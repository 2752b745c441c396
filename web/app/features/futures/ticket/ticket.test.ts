/** The ticket of a perpetual: what it sends, and what it says before it sends. */
import { describe, expect, test } from 'vitest';
import { formatUnits } from '../../../../ui/decimal.ts';
import type { Position } from '../../../api/calls/futures.ts';
import type { Side } from '../../../api/types.ts';
import { unitsOf } from '../margin.ts';
import { leftOverOf } from './left-over.ts';
import { sentOf } from './ticket-order.ts';
import { isPostOnlyRefused, previewOf } from './ticket-preview.ts';
import { problemsOf } from './ticket-problems.ts';
import { largestSize, quantityForShare, shareOf } from './ticket-size.ts';
import { afterSent, EMPTY_TICKET, inMode, orderText, withType, type FuturesTicket } from './ticket.ts';
import { contextOf, contract, HEDGE, ONE_WAY, short, ticket } from '../../../../testing/futures-ticket.ts';

describe('R24 what is sent', () => {
  test.each([
    ['limit', { price: '49000' }, { kind: 'order', body: { type: 'LIMIT', price: '49000', timeInForce: 'GTC' } }],
    ['post-only', { price: '49000', isPostOnly: true }, { kind: 'order', body: { timeInForce: 'GTX' } }],
    [
      'market, reduce-only',
      { type: 'MARKET', isReduceOnly: true },
      { kind: 'order', body: { type: 'MARKET', reduceOnly: true } },
    ],
    [
      'with exits at the mark',
      { price: '49000', hasExits: true, takeProfit: '55000', stopLoss: '48000', source: 'MARK' },
      { body: { takeProfit: { triggerPrice: '55000', source: 'MARK' }, stopLoss: { triggerPrice: '48000' } } },
    ],
    ['stop', { type: 'STOP', triggerPrice: '51000' }, { kind: 'stop', body: { type: 'STOP', triggerPrice: '51000' } }],
    [
      'take-profit limit',
      { type: 'TAKE_PROFIT', triggerPrice: '49000', isMarketThen: false, price: '48990' },
      { kind: 'stop', body: { type: 'TAKE_PROFIT', triggerPrice: '49000', price: '48990' } },
    ],
    [
      'trailing stop of 1.5 %',
      { type: 'TRAILING_STOP', callback: '1.5', activationPrice: '49500' },
      { kind: 'stop', body: { type: 'TRAILING_STOP', callbackRate: '0.015', activationPrice: '49500' } },
    ],
  ] as const)('%s', (_name, part, expected) => {
    expect(sentOf(ticket(part), 'BTCUSDT', ONE_WAY)).toMatchObject(expected);
  });

  test('exits of an order that only closes are not sent, even if they were typed', () => {
    const { body } = sentOf(
      ticket({ type: 'MARKET', isReduceOnly: true, hasExits: true, takeProfit: '55000' }),
      'BTCUSDT',
      ONE_WAY,
    );
    expect(body).not.toHaveProperty('takeProfit');
  });

  test.each([
    ['BUY', false, 'LONG'],
    ['SELL', false, 'SHORT'],
    ['BUY', true, 'SHORT'],
    ['SELL', true, 'LONG'],
  ] as const)('B3 in hedge mode a %s that closes: %s names the %s side', (side, isClosing, positionSide) => {
    expect(sentOf(ticket({ type: 'MARKET', side, isClosing }), 'BTCUSDT', HEDGE).body.positionSide).toBe(positionSide);
  });
});

describe('R24 B19 what is said before it is sent', () => {
  const reasons = (part: Partial<FuturesTicket>, context = contextOf()) =>
    problemsOf(ticket(part), context).map(({ field, reason }) => `${field} ${reason}`);

  const trail = { type: 'TRAILING_STOP', callback: '1' } as const;
  test.each([
    ['nothing', { price: '49000' }, []],
    ['a comma', { price: '49,5' }, ['price number_comma']],
    ['a price between ticks', { price: '49000.05' }, ['price price_step']],
    ['a buy above the band', { price: '52600' }, ['price price_highest']],
    ['a sell below the band', { side: 'SELL', price: '47400' }, ['price price_lowest']],
    ['an amount between steps', { price: '49000', quantity: '0.0105' }, ['quantity quantity_step']],
    [
      'too little money, before too much for one market order',
      { type: 'MARKET', quantity: '11' },
      ['quantity balance'],
    ],
    ['too little value', { price: '49000', quantity: '0' }, ['quantity quantity_missing']],
    ['a buy stop below the price', { type: 'STOP', triggerPrice: '49000' }, ['triggerPrice above_last']],
    ['a callback of 11 %', { type: 'TRAILING_STOP', callback: '11' }, ['callback callback_range']],
    ['a reached activation', { ...trail, side: 'SELL', activationPrice: '50000' }, ['activationPrice above_last']],
    ['one of a buy', { ...trail, activationPrice: '50000' }, ['activationPrice below_last']],
    ['a stop-loss above a long', { price: '49000', hasExits: true, stopLoss: '49500' }, ['stopLoss exit_below']],
    ['reduce-only without a position', { type: 'MARKET', isReduceOnly: true }, ['quantity nothing_open']],
    ['more than is available', { price: '50000', quantity: '0.4' }, ['quantity balance']],
  ] as const)('%s', (_name, part, expected) => {
    expect(reasons(part)).toEqual(expected);
  });

  test('B19 too much for one market order, where the money is there', () => {
    const context = { ...contextOf({ ...ONE_WAY, longLeverage: 1 }), available: unitsOf('100000000') };
    expect(reasons({ type: 'MARKET', quantity: '11' }, context)).toEqual(['quantity quantity_most']);
  });
  test('B2 at 100x no position of 100,000 is opened', () => {
    const context = { ...contextOf({ ...ONE_WAY, longLeverage: 100 }), available: unitsOf('100000') };
    expect(reasons({ price: '50000', quantity: '2' }, context)).toEqual(['quantity ceiling']);
    expect(reasons({ price: '50000', quantity: '1' }, context)).toEqual([]);
  });

  test('an order that takes back a short costs nothing and may be reduce-only', () => {
    const context = { ...contextOf(ONE_WAY, [short]), available: 0n };
    expect(reasons({ price: '50000', quantity: '0.4' }, context)).toEqual([]);
    expect(reasons({ type: 'MARKET', quantity: '0.1', isReduceOnly: true }, context)).toEqual([]);
  });
});

test('B11 closing most of a hedged long says that no price liquidates the rest, where that price is above all prices', () => {
  const tiers = [
    { cap: '50000', maxLeverage: 125, maintenanceMarginRate: '0.004', deduction: '0' },
    { cap: '1000000000', maxLeverage: 50, maintenanceMarginRate: '0.01', deduction: '300' },
    { cap: '2000000000', maxLeverage: 1, maintenanceMarginRate: '0.15', deduction: '140000300' },
  ];
  const long = {
    ...short,
    positionId: 2,
    positionSide: 'LONG',
    direction: 'LONG',
    quantity: '1',
    notional: '50000',
  } as const;
  const half = { ...short, positionSide: 'SHORT', quantity: '0.5', notional: '25000' } as const;
  const context = contextOf(HEDGE, [long, half]);
  const hedged = { ...contract, tiers };
  const state = { ...context.state, contract: hedged, contracts: [hedged] };
  const rich = { ...state, capital: { ...state.capital, balance: '200000' } };
  const closing = ticket({ price: '50000', side: 'SELL', isClosing: true, quantity: '0.4' });
  expect(previewOf(closing, { ...context, state: rich })).toMatchObject({ isCovered: true, liquidationAfter: null });
});

test('R24 a change of type keeps the amount; each type has prices of its own, which come back with it', () => {
  const limit = ticket({ price: '49000', hasExits: true, takeProfit: '55000', stopLoss: '48000' });
  const stop = withType(limit, 'STOP');
  const empty = { price: '', triggerPrice: '', callback: '', activationPrice: '', takeProfit: '', stopLoss: '' };
  expect(stop).toMatchObject({ type: 'STOP', quantity: '0.01', ...empty });
  const typed = { ...stop, isMarketThen: false, triggerPrice: '51000', price: '51010', quantity: '0.02' };
  const takesProfit = withType(typed, 'TAKE_PROFIT');
  expect(takesProfit).toMatchObject({ type: 'TAKE_PROFIT', quantity: '0.02', ...empty });
  const trails = { ...withType(takesProfit, 'TRAILING_STOP'), callback: '1.5', activationPrice: '49500' };
  expect(withType(trails, 'MARKET')).toMatchObject({ type: 'MARKET', ...empty });
  expect(withType(trails, 'STOP')).toMatchObject({ ...empty, triggerPrice: '51000', price: '51010' });
  const back = withType(withType(trails, 'STOP'), 'LIMIT');
  expect(back).toMatchObject({ ...empty, price: '49000', takeProfit: '55000', stopLoss: '48000', quantity: '0.02' });
  expect(withType(back, 'LIMIT')).toMatchObject({ price: '49000' });
  expect(withType(back, 'TRAILING_STOP')).toMatchObject({ ...empty, callback: '1.5', activationPrice: '49500' });
});

test('B3 what another position mode had ticked does not count: reduce-only in hedge mode, closing in one-way mode', () => {
  const ticked = { ...EMPTY_TICKET, isReduceOnly: true, isClosing: true };
  expect(inMode(ticked, { positionMode: 'HEDGE' })).toMatchObject({ isReduceOnly: false, isClosing: true });
  expect(inMode(ticked, { positionMode: 'ONE_WAY' })).toMatchObject({ isReduceOnly: true, isClosing: false });
  expect(inMode(EMPTY_TICKET, { positionMode: 'HEDGE' })).toBe(EMPTY_TICKET);
});

test('R24 an order that can be paid says where its position would be liquidated, one that cannot says nothing', () => {
  const order = ticket({ type: 'LIMIT', price: '49000', quantity: '0.1' });
  const isolated = contextOf({ ...ONE_WAY, marginMode: 'ISOLATED' });
  const { reserved: cost, liquidationAfter } = previewOf(order, isolated)!;
  expect(liquidationAfter).toBeGreaterThan(0n);
  expect(previewOf(order, { ...isolated, available: cost })!.liquidationAfter).toBe(liquidationAfter);
  expect(previewOf(order, { ...isolated, available: cost - 1n })!.liquidationAfter).toBeNull();
});

test('R24 a share of what is available: its cost fits, one step more would not; of a closing order a share of the position', () => {
  const context = contextOf();
  const limit = ticket({ price: '50000', quantity: '' });
  const all = quantityForShare(limit, 100, context);
  // 20x: 0.395 × 50,000 / 20 = 987.50, and 11.85 of fees.
  expect(all).toBe(unitsOf('0.395'));
  expect(quantityForShare(limit, 50, context)).toBe(unitsOf('0.197'));
  const closing = ticket({ type: 'MARKET', isReduceOnly: true });
  expect(quantityForShare(closing, 25, contextOf(ONE_WAY, [short]))).toBe(unitsOf('0.1'));
});

test('B5 a market order with everything says what stays: margin is asked for at the worst price that a buy may pay', () => {
  const context = contextOf();
  const allOf = (side: Side, positions: readonly Position[]) => {
    const market = ticket({ type: 'MARKET', side });
    return { ...market, quantity: formatUnits(quantityForShare(market, 100, contextOf(ONE_WAY, positions)), 8) };
  };
  const all = allOf('BUY', []);
  const leftOver = leftOverOf(all, context)!;
  expect(leftOver).toMatchObject({ asset: 'USDT', reason: 'price', detail: '52,500.0 USDT' });
  expect(unitsOf(leftOver.left)).toBeGreaterThan(unitsOf('100'));
  expect(leftOverOf(ticket({ type: 'MARKET' }), context)).toBeNull();
  // What is open on the same side changes nothing of that; what is taken back first frees an amount that is not known yet.
  const long: Position = { ...short, direction: 'LONG' };
  expect(leftOverOf(allOf('BUY', [long]), contextOf(ONE_WAY, [long]))).toMatchObject({ reason: 'price' });
  expect(leftOverOf(allOf('BUY', [short]), contextOf(ONE_WAY, [short]))).toBeNull();
  const rich = { ...context, available: unitsOf('2000'), state: { ...context.state, mark: unitsOf('49990') } };
  const sold = ticket({ type: 'MARKET', side: 'SELL' });
  const allSold = { ...sold, quantity: formatUnits(quantityForShare(sold, 100, rich), 8) };
  expect(leftOverOf(allSold, rich)).toMatchObject({ reason: 'cushion' });
});

test('B18 a limit too far on the side that waits is named, and a post-only order that would trade is known', () => {
  const bounded = contextOf();
  const far = { ...contract, minBuyPriceOffset: '-0.1', maxSellPriceOffset: '0.1' };
  const context = { ...bounded, state: { ...bounded.state, contract: far } };
  const found = (part: Partial<FuturesTicket>) => problemsOf(ticket(part), context).map(({ reason }) => reason);
  expect([found({ price: '44999.9' }), found({ price: '45000' })]).toEqual([['waits_lowest'], []]);
  expect([found({ side: 'SELL', price: '55000.1' }), found({ side: 'SELL', price: '55000' })]).toEqual([
    ['waits_highest'],
    [],
  ]);
  const postOnly = (price: string) => isPostOnlyRefused(ticket({ price, isPostOnly: true }), context);
  expect([postOnly('50009.9'), postOnly('50010')]).toEqual([false, true]);
});

test.each([
  // What is available, the bonus in it, what bonus carries of a cost of 25 or so: nothing, the missing part, never more than there is.
  ['own funds carry the order', '100', '30', (cost: bigint) => cost - cost],
  ['own funds carry a part', '40', '30', (cost: bigint) => cost - unitsOf('10')],
  ['all own funds are in other orders', '30', '30', (cost: bigint) => cost],
  ['marks took own funds and some of the bonus', '10', '30', (cost: bigint) => cost],
  ['there is no bonus', '10', '0', () => 0n],
  ['bonus cannot carry the rest either', '10', '5', () => unitsOf('5')],
])('trading E2 E7 the ticket says what it takes from bonus: %s', (_case, available, bonus, carried) => {
  const context = contextOf();
  const state = {
    ...context.state,
    capital: { balance: '1000', expMoney: bonus, bonuses: [] },
  };
  const preview = previewOf(ticket({ type: 'LIMIT', price: '50000' }), {
    ...context,
    state,
    available: unitsOf(available),
  })!;
  expect(preview.reserved).toBeGreaterThanOrEqual(unitsOf('25'));
  expect(preview.reserved).toBeLessThan(unitsOf('30'));
  expect(preview.fromBonus).toBe(carried(preview.reserved));
});

test.each([
  // Cost 25 or so, own funds 10; free of the grants 30 in all.
  ['without limits', [{ free: '30', maxLeverage: 0, symbols: [] }], []],
  ['at its leverage', [{ free: '30', maxLeverage: 20, symbols: ['BTCUSDT'] }], []],
  ['below the leverage', [{ free: '30', maxLeverage: 10, symbols: [] }], ['bonus_leverage', '10', '30']],
  ['for other contracts', [{ free: '30', maxLeverage: 0, symbols: ['ETHUSDT'] }], ['bonus_contract', undefined, '30']],
  [
    'one of two counts, and is too little',
    [
      { free: '5', maxLeverage: 0, symbols: [] },
      { free: '25', maxLeverage: 15, symbols: [] },
    ],
    ['bonus_leverage', '15', '25'],
  ],
] as const)('trading E2 bonus that may not back the order is told before it is sent: %s', (_case, bonuses, told) => {
  const context = contextOf();
  const preference = { ...context.state.preference, longLeverage: 20, shortLeverage: 20 };
  const capital = {
    balance: '10',
    expMoney: '30',
    bonuses: bonuses.map((one) => ({ ...one, symbols: [...one.symbols] })),
  };
  const given = { ...context, state: { ...context.state, preference, capital }, available: unitsOf('40') };
  const order = ticket({ type: 'LIMIT', price: '50000' });
  const found = problemsOf(order, given).map(({ reason, values }) => [
    reason,
    values?.['leverage'],
    values?.['amount'],
  ]);
  expect(found).toEqual(told.length === 0 ? [] : [told]);
  // The slider never proposes what would be refused, and the hint counts only what may be used.
  const all = quantityForShare(order, 100, given);
  const isBarred = told[0] !== undefined;
  expect(problemsOf({ ...order, quantity: formatUnits(all, 8) }, given)).toEqual([]);
  expect(previewOf(order, given)!.fromBonus > unitsOf('5')).toBe(!isBarred);
});

test.each(['LIMIT', 'MARKET'] as const)(
  'V1 an amount with more decimals than the contract has, in a %s order that would trade at once, is named and not fatal',
  (type) => {
    const off = ticket({ type, price: type === 'LIMIT' ? '50010' : '', quantity: '0.1234567' });
    const context = { ...contextOf(), available: unitsOf('10000') };
    expect(() => previewOf(off, context)).not.toThrow();
    expect(problemsOf(off, context).map(({ field }) => field)).toContain('quantity');
  },
);

test('B19 a size without a price of its own yet counts at the last price, for the slider and for what is available', () => {
  const limit = ticket({ price: '50000', quantity: '0.2' });
  for (const type of ['STOP', 'TAKE_PROFIT', 'TRAILING_STOP'] as const) {
    const next = withType(limit, type);
    expect([type, shareOf(next, largestSize(next, contextOf()))]).toEqual([type, 51]);
    const given = { ...contextOf(), available: unitsOf('400') };
    expect([type, shareOf(next, largestSize(next, given))]).toEqual([type, 100]);
    // A trailing stop counts at the best price of the other side, 50010.
    const half = type === 'TRAILING_STOP' ? '0.196' : '0.197';
    expect([type, quantityForShare(next, 50, contextOf())]).toEqual([type, unitsOf(half)]);
  }
  // Those that wait are margined when they fire; an order of now has to be paid now.
  const unpriced = withType(ticket({ type: 'MARKET', quantity: '0.5' }), 'LIMIT');
  const found = problemsOf(unpriced, contextOf()).map(({ field, reason }) => `${field} ${reason}`);
  expect([shareOf(unpriced, largestSize(unpriced, contextOf())), found]).toEqual([
    100,
    ['price price_missing', 'quantity balance'],
  ]);
  expect(shareOf(limit, largestSize({ ...limit, price: '25000' }, contextOf()))).toBe(25);
});

test('R24 exits and the size are those of one order: a ticket whose order was taken has none, in no type; the rest stays', () => {
  const exits = { hasExits: true, takeProfit: '55000', stopLoss: '48000' };
  const sent = withType(ticket({ type: 'MARKET', ...exits, isReduceOnly: false }), 'LIMIT');
  const limit = { ...sent, ...exits, price: '49000', source: 'MARK', isPostOnly: true } as const;
  const next = afterSent(limit);
  expect(next).toMatchObject({ hasExits: false, takeProfit: '', stopLoss: '', quantity: '' });
  expect(next).toMatchObject({ type: 'LIMIT', price: '49000', source: 'MARK', isPostOnly: true });
  expect(withType(next, 'MARKET')).toMatchObject({ hasExits: false, takeProfit: '', stopLoss: '' });
});

test('trading B5 a market buy costs its margin at the expected price and its fee; what its worst price takes is only reserved', () => {
  // 0.01 at 50,010: margin 500.1 / 20, fee 0.06 % of 500.1.
  const market = previewOf(ticket({ type: 'MARKET' }), contextOf())!;
  expect([market.margin, market.fee]).toEqual([unitsOf('25.005'), unitsOf('0.30006')]);
  expect(market.cost).toBe(market.margin + market.fee);
  // At 52,500, 5 % above the mark: margin 26.25, 25 more than the mark, fee 0.315.
  expect(market.reserved).toBe(unitsOf('51.565'));
  const limit = previewOf(ticket({ price: '49000' }), contextOf())!;
  // It waits as a maker, and its fee is covered as a taker's.
  expect([limit.cost, limit.reserved]).toEqual([unitsOf('24.598'), unitsOf('24.794')]);
});

test('trading B5 an order that waits for its trigger reserves nothing yet, and one that only closes costs no margin', () => {
  const waiting = previewOf(ticket({ type: 'STOP', triggerPrice: '51000' }), contextOf())!;
  expect([waiting.cost, waiting.reserved]).toEqual([unitsOf('25.806'), 0n]);
  for (const isReduceOnly of [true, false]) {
    const closing = previewOf(ticket({ type: 'MARKET', isReduceOnly }), contextOf(ONE_WAY, [short]))!;
    expect([closing.cost, closing.reserved, closing.margin]).toEqual([0n, 0n, 0n]);
  }
});

test('B19 a market order stays the same while the limit price that waits follows the market, and is another once something is typed', () => {
  const market = withType(ticket({ price: '50000', isPriceOffered: true }), 'MARKET');
  const followed = {
    ...market,
    pricesOf: { ...market.pricesOf, LIMIT: { ...market.pricesOf.LIMIT!, price: '50001' } },
  };
  expect(orderText(market)).toBe(orderText(followed));
  for (const change of [{ amount: '7' }, { side: 'SELL' }, { type: 'LIMIT' }, { isReduceOnly: true }] as const)
    expect(orderText({ ...market, ...change })).not.toBe(orderText(market));
});

test('B11 a position that no price liquidates is told as covered; an order that cannot be paid or closes is not', () => {
  const isCovered = (quantity: string, positions: readonly Position[] = []) =>
    previewOf(ticket({ price: '49000', quantity }), contextOf(ONE_WAY, positions))!.isCovered;
  expect([isCovered('0.01'), isCovered('5'), isCovered('0.4', [short])]).toEqual([true, false, false]);
});
