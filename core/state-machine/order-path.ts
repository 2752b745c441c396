/** Commands about orders of spot, from the checks to the sums: what becomes of the order, what is told, which triggers fire. */
import { BUY, type OrderPool, SELL } from '../book/order-pool.ts';
import { RUN_ENTERS } from '../kernel/layout.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Command } from '../protocol/commands.ts';
import type { OrderView } from '../protocol/events.ts';
import { assertNever } from '../protocol/invariant.ts';
import type { RejectCode } from '../protocol/rejects.ts';
import type { OrderAmender } from '../spot/amend-order.ts';
import type { OrderCanceller } from '../spot/cancel-order.ts';
import { isPlain } from '../spot/checks.ts';
import type { Conditional } from '../spot/conditional-orders.ts';
import type { TriggerFirer } from '../spot/fire-triggers.ts';
import type { Market } from '../spot/market.ts';
import type { IncomingMatcher } from '../spot/match-incoming.ts';
import type { OrderPlacer } from '../spot/place-order.ts';
import type { PlainOrders } from '../spot/plain-orders.ts';
import type { Users } from '../users/users.ts';
import type { Reporter } from './reporter.ts';
import { orderView } from './views.ts';

/** Commands that name one order or make one. */
export type OrderCommand = Extract<Command, { kind: 'PlaceOrder' | 'PlaceOco' | 'AmendOrder' | 'CancelOrder' }>;

interface Parts {
  readonly orders: OrderPool;
  readonly users: Users;
  readonly ledger: Ledger;
  readonly markets: readonly Market[];
  readonly reporter: Reporter;
  readonly plainOrders: PlainOrders;
  readonly placer: OrderPlacer;
  readonly conditional: Conditional;
  readonly amender: OrderAmender;
  readonly canceller: OrderCanceller;
  readonly incoming: IncomingMatcher;
  readonly triggerFirer: TriggerFirer;
  /** Called after a defect in the ledger was seen. */
  readonly stop: () => void;
}

export class OrderPath {
  /** The order that the last command named, as it stood before that command woke others; null when it woke none. */
  named: OrderView | null = null;
  private readonly parts: Parts;

  constructor(parts: Parts) {
    this.parts = parts;
  }

  /** The order's slot, or why the command is refused. */
  execute(command: OrderCommand, market: Market, timeMs: number): number | RejectCode {
    const { plainOrders, ledger } = this.parts;
    this.named = null;
    const done = plainOrders.execute(command, market, timeMs);
    // It traded nothing then and moved money within one wallet: nothing fires, and the sums are what they were.
    if (done !== null && plainOrders.isTold && !ledger.isOverdrawn) return done;
    if (done === null) this.begin();
    const answer = done ?? this.onMarket(command, market, timeMs);
    this.finish(market, answer, timeMs);
    return answer;
  }

  /** What a run of the kernel (OrderRuns) leaves to the core: to keep what ended, to let an order trade on, to look at the sums. */
  endRun(stopped: number, timeMs: number): void {
    const { users, ledger, markets, incoming } = this.parts;
    const { unkept, entered, named } = ledger.shared;
    this.named = null;
    users.takeUnkept(unkept.forgetLeft, unkept.orders);
    if (stopped === RUN_ENTERS) {
      const market = markets[entered.market];
      for (const key of entered.changed) market.touchLevel(key);
      incoming.goOn(market, named, entered.filledBefore, timeMs);
      this.finish(market, named, timeMs);
      return;
    }
    if (ledger.isOverdrawn || !ledger.areAllBalanced) this.parts.stop();
  }

  /** Whatever grows does so before the command rather than while one holds arrays over the same memory. */
  begin(): void {
    this.parts.ledger.begin();
    this.parts.users.reserve();
  }

  /** Tells the levels that changed. */
  reportDepth(market: Market): void {
    const { changedLevels } = market;
    for (let i = 0; i < changedLevels.count; i += 1) {
      const key = changedLevels.keys[i];
      market.updateId += 1;
      this.parts.reporter.depthChanged(market, key < 0 ? BUY : SELL, Math.abs(key));
    }
    changedLevels.count = 0;
  }

  private finish(market: Market, answer: number | RejectCode, timeMs: number): void {
    const { ledger } = this.parts;
    this.report(market);
    if (market.triggers.hasPrints) this.fire(market, answer, timeMs);
    // An order moves no other assets than these.
    const isBalanced = ledger.isBalanced(market.base.index) && ledger.isBalanced(market.quote.index);
    if (!isBalanced || ledger.isOverdrawn || ledger.isUnbalanced) this.parts.stop();
  }

  private report(market: Market): void {
    const { ledger, reporter } = this.parts;
    if (ledger.touchedCount > 0) reporter.balancesChanged(ledger);
    this.reportDepth(market);
  }

  private fire(market: Market, answer: number | RejectCode, timeMs: number): void {
    const triggered = market.triggers.takeTriggered();
    if (triggered.length === 0) return;
    const { orders, users, markets, triggerFirer } = this.parts;
    // Triggered orders may end, and push this one out of the user's remembered ended orders.
    if (typeof answer === 'number') this.named = orderView(orders, users, markets, answer);
    triggerFirer.run(market, triggered, timeMs, () => this.report(market));
  }

  private onMarket(command: OrderCommand, market: Market, timeMs: number): number | RejectCode {
    const { placer, conditional, amender, canceller } = this.parts;
    switch (command.kind) {
      case 'PlaceOrder':
        return isPlain(command.type)
          ? placer.place(command, market, timeMs)
          : conditional.place(command, market, timeMs);
      case 'PlaceOco':
        return conditional.placeOco(command, market, timeMs);
      case 'AmendOrder':
        return amender.amend(command, market, timeMs);
      case 'CancelOrder':
        return canceller.cancel(command, market, timeMs);
      default:
        return assertNever(command);
    }
  }
}
