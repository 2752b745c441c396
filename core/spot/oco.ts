/** One cancels the other (trading A1.4): two legs over one reservation, the larger of what each needs alone. */
import type { IdTable } from '../book/id-table.ts';
import {
  CANCELED,
  FLAGS,
  ID,
  INT_STRIDE,
  isDormant,
  isLinked,
  KEY,
  LOTS,
  NUM_STRIDE,
  type OrderPool,
  BY_OCO,
  PREVENTED_LOTS,
  UPDATED,
} from '../book/order-pool.ts';
import { mulDivCeil } from '../fixed.ts';
import { assert } from '../protocol/invariant.ts';
import type { OrderCloser } from './close-order.ts';
import type { Market } from './market.ts';
import { reserveOf } from './reservation.ts';

export class Oco {
  private readonly orders: OrderPool;
  private readonly ids: IdTable;
  private readonly closing: OrderCloser;

  constructor(parts: { orders: OrderPool; ids: IdTable }, closing: OrderCloser) {
    this.orders = parts.orders;
    this.ids = parts.ids;
    this.closing = closing;
  }

  /** Ties two live legs; the reservation of the pair is the caller's. */
  link(first: number, second: number): void {
    for (const leg of [first, second]) this.orders.setLinked(leg, true);
  }

  /**
   * Ends the other leg, so that one leg goes on alone with the reserve that it needs. Answers the ended leg, which the caller reports; 0
   * if the order has no live partner.
   */
  cancelOtherLeg(market: Market, survivor: number, timeMs: number): number {
    const { int, num } = this.orders;
    if (!isLinked(int[survivor * INT_STRIDE + FLAGS])) return 0;
    const loser = this.partnerOf(survivor);
    const need = reserveOf(this.orders, market, survivor);
    const shared = Math.max(need, reserveOf(this.orders, market, loser));
    this.orders.setLinked(survivor, false);
    this.orders.setLinked(loser, false);
    if (isDormant(int[loser * INT_STRIDE + FLAGS])) {
      market.triggers.remove(loser);
    } else {
      market.book.remove(loser);
      market.touchLevel(int[loser * INT_STRIDE + KEY]);
    }
    this.closing.release(survivor, shared - need);
    num[loser * NUM_STRIDE + LOTS] = 0;
    num[loser * NUM_STRIDE + UPDATED] = timeMs;
    this.closing.close(loser, CANCELED, BY_OCO);
    return loser;
  }

  /** The amount that an order keeps locked; for either leg of a pair the larger need of the two. */
  reserveOf(market: Market, order: number): number {
    const need = reserveOf(this.orders, market, order);
    if (!isLinked(this.orders.int[order * INT_STRIDE + FLAGS])) return need;
    return Math.max(need, reserveOf(this.orders, market, this.partnerOf(order)));
  }

  /**
   * Self-trade prevention took lots off a resting leg without a fill (trading A1.4): the leg that waits loses as many, and what a market
   * buy has set aside for them. Answers that leg, which the caller reports; the caller also adjusts the pair's reservation.
   */
  cutPartner(resting: number, lots: number, timeMs: number): number {
    const { num } = this.orders;
    const waiting = this.partnerOf(resting);
    const at = waiting * NUM_STRIDE;
    const terms = this.orders.terms(waiting);
    const left = num[at + LOTS] - lots;
    assert(left > 0, 'the leg of a pair that is cut keeps lots');
    if (terms.setAside !== 0) terms.setAside = mulDivCeil(terms.setAside, left, num[at + LOTS]);
    num[at + LOTS] = left;
    num[at + PREVENTED_LOTS] += lots;
    num[at + UPDATED] = timeMs;
    return waiting;
  }

  /** The other leg of a pair; 0 for an order that belongs to no pair. */
  partnerIn(order: number): number {
    return isLinked(this.orders.int[order * INT_STRIDE + FLAGS]) ? this.partnerOf(order) : 0;
  }

  private partnerOf(leg: number): number {
    const id = this.orders.num[leg * NUM_STRIDE + ID];
    const { ocoId } = this.orders.terms(leg);
    const partner = this.ids.get(id === ocoId ? id + 1 : ocoId);
    assert(partner !== 0, 'a leg whose pair lives has a partner');
    return partner;
  }
}
