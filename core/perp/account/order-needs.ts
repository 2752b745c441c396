/** What the live orders of one holding come to, side by side (trading B5): the rule, in BigInt. */
import {
  BUY,
  FLAGS,
  INT_STRIDE,
  isReduceOnly,
  KEY,
  LOTS,
  NUM_STRIDE,
  type OrderPool,
  positionSideOf,
  sideOf,
} from '../../book/order-pool.ts';
import { ceilDiv, max, notionalOf, ONE } from '../../formulas/rounding.ts';
import type { PositionSide } from '../../protocol/words.ts';
import type { Holding, MarginAccount } from './accounts.ts';
import { opens } from './order-sums.ts';

/** An order that is judged before it exists, or again as it would become. */
export interface PlannedOrder {
  readonly holding: Holding;
  readonly side: number;
  readonly positionSide: PositionSide;
  readonly lots: number;
  /** Its own, or the one assumed for a market order (trading B5). */
  readonly ticks: number;
  /** The order that it replaces; 0 for none. */
  readonly replaces: number;
}

/** A live order that may open, as the margin sees it. */
interface OpeningOrder {
  /** Its slot; 0 for one that is only planned. */
  readonly order: number;
  readonly ticks: number;
  readonly lots: number;
}

interface SideNeeds {
  /** Of all orders of the side. */
  notional: bigint;
  loss: bigint;
  fees: bigint;
}

export class OrderNeeds {
  private readonly orders: OrderPool;

  constructor(orders: OrderPool) {
    this.orders = orders;
  }

  /** What the opposite position takes up of these orders, the best price first: it sorts them so. */
  offset(account: MarginAccount, holding: Holding, side: number, orders: OpeningOrder[]): bigint {
    const offset = account.mode === 'ONE_WAY' ? offsetOf(holding, side) : 0n;
    if (offset > 0n) orders.sort((a, b) => (side === BUY ? b.ticks - a.ticks : a.ticks - b.ticks));
    return offset;
  }

  /** Orders of a side that are not reduce-only. In one-way mode the best ones offset an opposite position first. */
  sideNeeds(account: MarginAccount, holding: Holding, side: number, extra: PlannedOrder | null): SideNeeds {
    const needs: SideNeeds = { notional: 0n, loss: 0n, fees: 0n };
    const orders = this.openingOrders(account, holding, side, extra);
    if (orders.length === 0) return needs;
    const { contract } = holding;
    let offset = this.offset(account, holding, side, orders);
    const takerRate = BigInt(contract.parameters.takerFeeRate);
    for (const { ticks, lots } of orders) {
      const quantity = contract.quantityOf(lots);
      const price = contract.priceOf(ticks);
      const notional = notionalOf(quantity, price);
      needs.notional += notional;
      const opening = max(0n, quantity - offset);
      offset = max(0n, offset - quantity);
      if (opening === 0n) continue;
      const adverse = side === BUY ? price - contract.mark : contract.mark - price;
      if (adverse > 0n) needs.loss += notionalOf(opening, adverse);
      needs.fees += ceilDiv((opening === quantity ? notional : notionalOf(opening, price)) * takerRate, ONE);
    }
    return needs;
  }

  openingOrders(account: MarginAccount, holding: Holding, side: number, extra: PlannedOrder | null): OpeningOrder[] {
    const { int, num } = this.orders;
    const found: OpeningOrder[] = [];
    for (const order of holding.orders) {
      if (order === extra?.replaces) continue;
      const flags = int[order * INT_STRIDE + FLAGS];
      if (sideOf(flags) !== side || isReduceOnly(flags) || !opens(account.mode, side, positionSideOf(flags))) continue;
      found.push({ order, ticks: abs32(int[order * INT_STRIDE + KEY]), lots: num[order * NUM_STRIDE + LOTS] });
    }
    if (extra !== null && extra.side === side) found.push({ order: 0, ticks: extra.ticks, lots: extra.lots });
    return found;
  }
}

/** What the opposite position takes up before orders of a side open anything. */
export function offsetOf({ both }: Holding, side: number): bigint {
  if (both === null) return 0n;
  return both.direction === (side === BUY ? -1n : 1n) ? both.quantity : 0n;
}

function abs32(value: number): number {
  return value < 0 ? -value : value;
}
