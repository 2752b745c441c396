/** The naive model: what orders and positions need, what is left, and what a fill would do (trading B5 to B7, B16). */
import {
  ceil,
  least,
  type ModelAccount,
  type ModelOrder,
  type ModelPosition,
  most,
  ONE,
  signOf,
  size,
  worth,
} from './naive-accounts.ts';
import { NaivePurses } from './naive-purses.ts';
import type { PositionSide } from '../../protocol/words.ts';

/** A new order, or an order as it would be after an amendment. */
export interface Planned {
  readonly symbol: string;
  readonly side: 'BUY' | 'SELL';
  readonly positionSide: PositionSide;
  readonly quantity: bigint;
  readonly price: bigint;
  /** Id of the order that is amended; 0 for a new one. */
  readonly replaces: number;
}

export interface ModelNeeds {
  cross: bigint;
  isolatedOrders: bigint;
  losses: bigint;
  fees: bigint;
}

/** How a fill changes a position. */
export interface ModelFill {
  readonly before: ModelPosition | undefined;
  readonly closing: bigint;
  readonly realised: bigint;
  readonly removed: bigint;
  readonly opening: bigint;
  readonly next: { readonly q: bigint; readonly cost: bigint; readonly s: 1n | -1n };
}

export const totalOf = (n: ModelNeeds): bigint => n.cross + n.isolatedOrders + n.losses + n.fees;

export class NaiveMargin extends NaivePurses {
  /** Price and quantity of the orders of a side that are not reduce-only; the planned one is the last. */
  opening(account: ModelAccount, symbol: string, side: 'BUY' | 'SELL', planned: Planned | null): [bigint, bigint][] {
    const opens = (positionSide: string): boolean =>
      positionSide === 'BOTH' || (positionSide === 'LONG') === (side === 'BUY');
    const found = this.liveOrders(account, symbol)
      .filter((o) => o.side === side && !o.reduceOnly && opens(o.positionSide) && o.id !== planned?.replaces)
      .map((o): [bigint, bigint] => [o.price, o.rest]);
    const isMeant = planned !== null && planned.symbol === symbol && planned.side === side;
    return isMeant ? [...found, [planned.price, planned.quantity]] : found;
  }

  /** How much an order of this side closes of an opposite one-way position before it opens a new one. */
  offset(account: ModelAccount, symbol: string, side: 'BUY' | 'SELL'): bigint {
    const both = this.position(account, symbol, 'BOTH');
    return both !== undefined && both.s !== signOf(side) ? both.q : 0n;
  }

  needs(account: ModelAccount, planned: Planned | null = null): ModelNeeds {
    const needs = { cross: 0n, isolatedOrders: 0n, losses: 0n, fees: 0n };
    const symbols = new Set([...account.symbols, ...(planned === null ? [] : [planned.symbol])]);
    for (const symbol of symbols) {
      const { mark, p } = this.contract(symbol);
      const sums = { BUY: 0n, SELL: 0n };
      for (const side of ['BUY', 'SELL'] as const) {
        const orders = this.opening(account, symbol, side, planned);
        let offset = this.offset(account, symbol, side);
        // Only what exceeds the opposite position opens; orders with better prices close it first.
        if (offset > 0n) orders.sort(([a], [b]) => Number(side === 'BUY' ? b - a : a - b));
        for (const [price, quantity] of orders) {
          sums[side] += worth(quantity, price);
          const opens = most(0n, quantity - offset);
          offset = most(0n, offset - quantity);
          needs.losses += worth(opens, most(0n, signOf(side) * (price - mark)));
          needs.fees += ceil(worth(opens, price) * BigInt(p.takerFeeRate), ONE);
        }
      }
      this.addMargin(account, symbol, sums, needs);
    }
    return needs;
  }

  /** Adds the initial margin of one contract (trading B5). */
  private addMargin(
    account: ModelAccount,
    symbol: string,
    sums: { BUY: bigint; SELL: bigint },
    needs: ModelNeeds,
  ): void {
    const at = (side: string): bigint => {
      const position = this.position(account, symbol, side);
      return position === undefined ? 0n : position.s * this.notional(position);
    };
    const [longLeverage, shortLeverage] = [this.leverage(account, symbol, 1n), this.leverage(account, symbol, -1n)];
    const isIsolated = account.isolated.has(symbol);
    if (account.mode === 'HEDGE') {
      if (isIsolated) needs.isolatedOrders += ceil(sums.BUY, longLeverage) + ceil(sums.SELL, shortLeverage);
      else needs.cross += ceil(at('LONG') + sums.BUY, longLeverage) + ceil(sums.SELL - at('SHORT'), shortLeverage);
      return;
    }
    const signed = at('BOTH');
    const all = ceil(most(size(signed + sums.BUY), size(signed - sums.SELL)), longLeverage);
    if (isIsolated) needs.isolatedOrders += most(0n, all - ceil(size(signed), longLeverage));
    else needs.cross += all;
  }

  /** Does the order open something, after orders with better prices have closed their part of an opposite one-way position? */
  opens(order: ModelOrder): boolean {
    const { account, symbol, side } = order;
    if (order.reduceOnly) return false;
    let offset = this.offset(account, symbol, side);
    const rivals = this.liveOrders(account, symbol).filter((o) => o.side === side && !o.reduceOnly);
    rivals.sort((a, b) => Number(signOf(side) * (b.price - a.price)));
    for (const rival of rivals) {
      if (rival === order) return rival.rest > offset;
      offset = most(0n, offset - rival.rest);
    }
    return false;
  }

  crossGain(account: ModelAccount): bigint {
    return this.partsOf({ account, only: null }).reduce((sum, p) => sum + this.gain(p), 0n);
  }
  /** The available balance; negative after losses. */
  free(account: ModelAccount, needs = this.needs(account)): bigint {
    return account.own + this.bonus(account) + this.crossGain(account) - totalOf(needs);
  }
  available(account: ModelAccount): bigint {
    return most(0n, this.free(account));
  }
  /** What may leave the wallet: without bonus and unrealized gains; the larger of initial and maintenance margin stays (trading B6). */
  transferable(account: ModelAccount): bigint {
    const needs = this.needs(account);
    // At exactly the maintenance margin the account would be liquidated, so one unit more has to stay.
    const hasCross = this.partsOf({ account, only: null }).length > 0;
    if (hasCross) needs.cross = most(needs.cross, this.crossMaintenance(account) + 1n);
    const kept = totalOf(needs) + this.lentOf(account);
    return most(0n, account.own + least(0n, this.crossGain(account)) - kept);
  }
  addable(account: ModelAccount): bigint {
    return most(0n, least(this.available(account), this.ownFree(account)));
  }
  /**
   * Own money that is free. Cross positions keep their maintenance margin and one unit, since at exactly that margin they would be
   * liquidated.
   */
  ownFree(account: ModelAccount): bigint {
    const scope = { account, only: null };
    const own = account.own - this.needs(account).isolatedOrders - this.crossMaintenance(account);
    if (this.partsOf(scope).length === 0) return own;
    return least(own, this.equity(scope) - this.crossMaintenance(account) - 1n);
  }
  removable(account: ModelAccount, position: ModelPosition): bigint {
    const { margin } = position;
    const base = ceil(this.notional(position), this.leverage(account, position.symbol, position.s));
    return most(0n, least(margin, margin + this.gain(position) - base));
  }

  /** Splits a fill into the part that closes (with its result) and the part that opens (trading B4). */
  plan(
    account: ModelAccount,
    symbol: string,
    side: 'BUY' | 'SELL',
    positionSide: string,
    x: bigint,
    price: bigint,
  ): ModelFill {
    const before = this.position(account, symbol, positionSide);
    const s = signOf(side);
    if (before === undefined || before.s === s) {
      const next = { q: (before?.q ?? 0n) + x, cost: (before?.cost ?? 0n) + worth(x, price), s };
      return { before, closing: 0n, realised: 0n, removed: 0n, opening: x, next };
    }
    const closing = least(x, before.q);
    const removed = this.removed(before, closing);
    const realised = before.s * (worth(closing, price) - removed);
    const opening = x - closing;
    const next =
      opening > 0n
        ? { q: opening, cost: worth(opening, price), s }
        : { q: before.q - closing, cost: before.cost - removed, s: before.s };
    return { before, closing, realised, removed, opening, next };
  }
  removed(position: ModelPosition, x: bigint): bigint {
    if (x === position.q) return position.cost;
    return (position.s === 1n ? ceil : floorOf)(position.cost * x, position.q);
  }

  /** Would each scope that the fill touches keep more equity than its maintenance margin (trading B7)? */
  permits(account: ModelAccount, symbol: string, fill: ModelFill, price: bigint, fee: bigint): boolean {
    if (fill.opening === 0n) return true;
    const { before, next, realised } = fill;
    const cross = { account, only: null };
    const equity = this.equity(cross);
    const kept = this.crossMaintenance(account);
    const imagined: ModelPosition = { ...(before ?? BLANK), ...next, symbol };
    const [gain, needed] = [this.gain(imagined), this.maintenance(imagined)];
    if (!account.isolated.has(symbol)) {
      const gainBefore = before === undefined ? 0n : this.gain(before);
      const neededBefore = before === undefined ? 0n : this.maintenance(before);
      return equity + realised - fee + gain - gainBefore > kept + needed - neededBefore;
    }
    const added = ceil(worth(fill.opening, price), this.leverage(account, symbol, next.s));
    const flips = fill.closing > 0n;
    const back = flips ? before!.margin + realised : 0n;
    const margin = added + (flips ? 0n : (before?.margin ?? 0n));
    if (added + fee > most(0n, account.own + back + this.bonus(account)) || margin + gain <= needed) return false;
    return this.partsOf(cross).length === 0 || equity + back - added - fee > kept;
  }
}

const floorOf = (top: bigint, bottom: bigint): bigint => top / bottom;
const BLANK: ModelPosition = {
  id: 0,
  symbol: '',
  side: 'BOTH',
  s: 1n,
  q: 0n,
  cost: 0n,
  isolated: false,
  margin: 0n,
  lent: new Map(),
  autoAdd: false,
  realised: 0n,
  fees: 0n,
  funding: 0n,
};
