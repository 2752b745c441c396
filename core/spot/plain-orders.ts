/**
 * Commands about plain orders, the most of all, carried out by the kernel in one step (core/kernel). What the kernel leaves alone, because it
 * is not plain, the core does by its own rules (place-order.ts, amend-order.ts, cancel-order.ts); what would trade goes on in match-incoming.ts.
 */
import { GTC, GTX, INT_STRIDE, IOC, KEY, LIMIT_TYPE, type OrderPool, packFlags, SELL } from '../book/order-pool.ts';
import { type Kernel, KERNEL_REFUSALS } from '../kernel/kernel.ts';
import { DONE, ENTERS } from '../kernel/layout.ts';
import type { SharedState } from '../kernel/shared-state.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { AmendOrder, CancelOrder, Command, PlaceOrder } from '../protocol/commands.ts';
import { isClientId } from '../protocol/field-checks.ts';
import type { RejectCode } from '../protocol/rejects.ts';
import { STP_MODES } from '../protocol/words.ts';
import type { User } from '../users/user.ts';
import type { Users } from '../users/users.ts';
import type { OrderAcceptor } from './accept-order.ts';
import type { IncomingMatcher } from './match-incoming.ts';
import type { Market } from './market.ts';
import type { SpotSink } from './sink.ts';

type OrderCommand = Extract<Command, { kind: 'PlaceOrder' | 'PlaceOco' | 'AmendOrder' | 'CancelOrder' }>;

export class PlainOrders {
  /** Is nothing of the last command left to tell? */
  isTold = true;
  private readonly orders: OrderPool;
  private readonly users: Users;
  private readonly shared: SharedState;
  private readonly reporter: SpotSink;
  private readonly kernel: Kernel;
  private readonly acceptor: OrderAcceptor;
  private readonly incoming: IncomingMatcher;

  constructor(
    parts: { orders: OrderPool; users: Users; ledger: Ledger; reporter: SpotSink; kernel: Kernel },
    acceptor: OrderAcceptor,
    incoming: IncomingMatcher,
  ) {
    this.orders = parts.orders;
    this.users = parts.users;
    this.shared = parts.ledger.shared;
    this.reporter = parts.reporter;
    this.kernel = parts.kernel;
    this.acceptor = acceptor;
    this.incoming = incoming;
  }

  /** The order's slot, or why the command is refused; null where nothing was done. The command begins and, where `isTold`, ends here. */
  execute(command: OrderCommand, market: Market, timeMs: number): number | RejectCode | null {
    const address = market.kernelAddress();
    if (address === 0) return null;
    this.shared.beginKernels();
    this.isTold = true;
    switch (command.kind) {
      case 'AmendOrder':
        return this.amend(address, command, market, timeMs);
      case 'CancelOrder':
        return this.cancel(address, command, market, timeMs);
      case 'PlaceOrder':
        return this.place(address, command, market, timeMs);
      default:
        return null;
    }
  }

  private amend(address: number, command: AmendOrder, market: Market, timeMs: number): number | RejectCode | null {
    if (!isOfPlain(command)) return null;
    const { isUnheard } = this.reporter;
    const { uid, orderId, price, quantity } = command;
    const done = this.kernel.amend(address, uid, orderId, price, quantity, timeMs, isUnheard);
    if (done > ENTERS) return KERNEL_REFUSALS[done];
    const { named } = this.shared;
    if (done === DONE && isUnheard) return named;
    this.isTold = false;
    market.touchLevel(this.shared.keyBefore);
    this.reporter.orderChanged(named, 'AMENDED');
    if (done === ENTERS) this.incoming.enter(market, named, timeMs);
    else market.touchLevel(this.orders.int[named * INT_STRIDE + KEY]);
    return named;
  }

  private cancel(address: number, { uid, orderId }: CancelOrder, market: Market, timeMs: number): number | null {
    const { isUnheard } = this.reporter;
    if (this.kernel.cancel(address, uid, orderId, timeMs, isUnheard) !== DONE) return null;
    const { named } = this.shared;
    this.users.remember(named);
    if (isUnheard) return named;
    this.isTold = false;
    market.touchLevel(this.shared.keyBefore);
    this.reporter.orderChanged(named, 'ENDED');
    return named;
  }

  private place(address: number, command: PlaceOrder, market: Market, timeMs: number): number | RejectCode | null {
    const flags = flagsOf(command, market);
    const user = flags < 0 ? undefined : this.users.find(command.uid);
    if (user === undefined || !this.mayPlace(command, user, market)) return null;
    const { isUnheard } = this.reporter;
    const done = this.kernel.place(address, flags, user.index, command, timeMs, isUnheard);
    if (done > ENTERS) return KERNEL_REFUSALS[done];
    const { named } = this.shared;
    this.acceptor.name(named, user, command.clientOrderId);
    if (done === DONE && isUnheard) return named;
    this.isTold = false;
    this.reporter.orderChanged(named, 'ACCEPTED');
    if (done === ENTERS) this.incoming.enter(market, named, timeMs);
    else market.touchLevel(this.orders.int[named * INT_STRIDE + KEY]);
    return named;
  }

  private mayPlace({ clientOrderId }: PlaceOrder, user: User, market: Market): boolean {
    const { acceptor } = this;
    return acceptor.hasRoom(user) && acceptor.checkClientId(user, market, clientOrderId) === null;
  }
}

/** Has the command nothing that only conditional orders and icebergs have? A field that is not a number at all is no plain order's either. */
function isOfPlain(command: AmendOrder | PlaceOrder): boolean {
  const { stopPrice = 0, deltaBips = 0, activationPrice = 0, displayQuantity = 0 } = command;
  return stopPrice === 0 && deltaBips === 0 && activationPrice === 0 && displayQuantity === 0;
}

/** As packFlags makes them, of a plain limit order that need not fill whole; -1 for every other, and for a command that makes no sense. */
function flagsOf(command: PlaceOrder, market: Market): number {
  const { type, side, timeInForce, stpMode, quoteAmount, maxSlippage, clientOrderId } = command;
  if (type !== 'LIMIT' || quoteAmount !== 0 || maxSlippage !== 0 || !isOfPlain(command)) return -1;
  if ((side !== 'BUY' && side !== 'SELL') || !isClientId(clientOrderId)) return -1;
  const tif = timeInForce === 'GTC' ? GTC : timeInForce === 'IOC' ? IOC : timeInForce === 'GTX' ? GTX : -1;
  const stp = stpMode === '' ? market.defaultStpMode : STP_MODES.indexOf(stpMode);
  const isWeaker = stp <= 0 && market.defaultStpMode !== 0;
  if (tif < 0 || stp < 0 || isWeaker) return -1;
  return packFlags(side === 'BUY' ? 0 : SELL, LIMIT_TYPE, tif, stp);
}
