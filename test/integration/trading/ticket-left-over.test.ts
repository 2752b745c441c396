/**
 * What the ticket of a perpetual says that a market order with everything leaves is what the engine leaves of the available balance, whatever
 * the order gains or loses against the mark (trading B5 to B7).
 */
import { expect, test } from 'vitest';
import { TestPerps } from '../../../core/testing/perps.ts';
import { unitsOf } from '../../../web/app/features/futures/margin.ts';
import { leftOverOf } from '../../../web/app/features/futures/ticket/left-over.ts';
import { quantityForShare } from '../../../web/app/features/futures/ticket/ticket-size.ts';
import type { TicketContext } from '../../../web/app/features/futures/ticket/ticket-preview.ts';
import { EMPTY_TICKET, type FuturesTicket } from '../../../web/app/features/futures/ticket/ticket.ts';
import { createBookMerger } from '../../../web/app/live/book.ts';
import { text } from '../../../web/app/terminal/ticket/typed-units.ts';
import { marginStateOf } from './margin-state.ts';

const [USER, MAKER, SYMBOL] = [1, 2, 'BTCUSDT'];
const MARK = 50_000;
const TAKER_FEE_RATE = 60_000;

interface Case {
  readonly side: 'BUY' | 'SELL';
  readonly mode: 'cross' | 'isolated';
  readonly leverage: number;
  /** Where the book is on the side that the order takes. */
  readonly price: number;
  /** Held on the same side before, in coins. */
  readonly held?: string;
  /** An own order that waits in the book on the other side. */
  readonly waiting?: string;
  readonly isHedged?: boolean;
}

function exchangeOf({ side, mode, leverage, price, held, waiting, isHedged = false }: Case): TestPerps {
  const x = new TestPerps({ takerFeeRate: TAKER_FEE_RATE }, MARK);
  x.fund(USER, 10_000);
  x.fund(MAKER, 50_000_000);
  if (isHedged) for (const uid of [USER, MAKER]) x.hedge(uid);
  if (mode === 'isolated') x.isolate(USER);
  x.leverage(USER, leverage);
  const isBuy = side === 'BUY';
  const other = isBuy ? 'SELL' : 'BUY';
  const opened = (isLong: boolean) => (isHedged ? { side: isLong ? ('LONG' as const) : ('SHORT' as const) } : {});
  if (held !== undefined) {
    const common = { price: MARK, quantity: held };
    x.tryPlace(MAKER, other, { ...common, ...opened(!isBuy) });
    expect(x.tryPlace(USER, side, { ...common, ...opened(isBuy), tif: 'FOK' })).toMatchObject({ ok: true });
  }
  if (waiting !== undefined) {
    const far = { price: isBuy ? 54_000 : 46_000, quantity: waiting, ...opened(!isBuy) };
    expect(x.tryPlace(USER, other, far)).toMatchObject({ ok: true });
  }
  expect(x.tryPlace(MAKER, other, { price, quantity: '100', ...opened(!isBuy) })).toMatchObject({ ok: true });
  return x;
}

function contextOf(x: TestPerps): TicketContext {
  const merger = createBookMerger({ price: 2, quantity: 3 });
  const depth = x.core.contractDepth(SYMBOL, 100)!;
  const rows = (levels: typeof depth.asks) =>
    levels.map(([price, quantity]): [string, string] => [text(BigInt(price)), text(BigInt(quantity))]);
  const shared = { snapshot: true, symbol: SYMBOL, U: 1, u: 1, pu: 1, time: 0 } as const;
  merger.apply({ ...shared, asks: rows(depth.asks), bids: rows(depth.bids) });
  return {
    state: marginStateOf(x, USER, SYMBOL),
    isAccountKnown: true,
    book: merger.book(),
    lastPrice: String(MARK),
    index: unitsOf(String(MARK)),
    available: x.core.capital(USER, 'FUTURES')!.available,
    feeRates: { maker: 0n, taker: BigInt(TAKER_FEE_RATE) },
  };
}

test.each<Case>([
  { side: 'BUY', mode: 'isolated', leverage: 20, price: 50_000 },
  { side: 'BUY', mode: 'isolated', leverage: 20, price: 50_400 },
  { side: 'BUY', mode: 'isolated', leverage: 20, price: 49_600 },
  { side: 'SELL', mode: 'isolated', leverage: 20, price: 49_600 },
  { side: 'SELL', mode: 'isolated', leverage: 20, price: 50_400 },
  { side: 'BUY', mode: 'cross', leverage: 20, price: 50_400 },
  { side: 'BUY', mode: 'cross', leverage: 20, price: 49_600 },
  { side: 'SELL', mode: 'cross', leverage: 20, price: 49_995 },
  { side: 'BUY', mode: 'isolated', leverage: 5, price: 50_400, held: '0.2' },
  { side: 'BUY', mode: 'cross', leverage: 5, price: 50_400, held: '0.2' },
  { side: 'BUY', mode: 'isolated', leverage: 5, price: 50_400, waiting: '0.3' },
  { side: 'BUY', mode: 'cross', leverage: 5, price: 50_400, waiting: '0.3' },
  { side: 'SELL', mode: 'cross', leverage: 5, price: 49_980, held: '0.1', waiting: '0.3' },
  { side: 'BUY', mode: 'isolated', leverage: 10, price: 50_400, isHedged: true },
  { side: 'SELL', mode: 'cross', leverage: 10, price: 49_990, held: '0.2', waiting: '0.1', isHedged: true },
])('trading B6 B7 what a market order with everything leaves is what the engine leaves: %o', (one) => {
  const x = exchangeOf(one);
  const context = contextOf(x);
  const market: FuturesTicket = { ...EMPTY_TICKET, type: 'MARKET', side: one.side };
  const quantity = text(quantityForShare(market, 100, context));
  const leftOver = leftOverOf({ ...market, quantity }, context)!;
  const positionSide = one.isHedged ? { side: one.side === 'BUY' ? ('LONG' as const) : ('SHORT' as const) } : {};
  const placed = x.tryPlace(USER, one.side, { quantity, ...positionSide });
  expect(placed).toMatchObject({ ok: true, result: { order: { status: 'FILLED' } } });
  const left = x.core.capital(USER, 'FUTURES')!.available;
  // One fill, whose roundings are the ticket's: not a unit apart.
  expect(unitsOf(leftOver.left)).toBe(left);
});
