/** The naive model: liquidation, the takeover inventory, the fund, deleveraging (trading B13, B14). */
import {
  ceil,
  floor,
  isLive,
  least,
  type ModelAccount,
  type ModelContract,
  type ModelOrder,
  type ModelPosition,
  type ModelScope,
  most,
  ONE,
  worth,
} from './naive-accounts.ts';
import { NaiveFills } from './naive-fills.ts';

const PEAK_MINUTES = 480;

export abstract class NaiveLiquidation extends NaiveFills {
  /** One line for each deleveraged position: owner, rank, score, quantity, value and result. */
  readonly closures: string[] = [];
  protected lastOrderId = 0;
  /**
   * The fund's highest level in each minute. Deposits and withdrawals of operators shift all levels, since they are neither gain nor loss
   * (trading B14).
   */
  protected peaks: { minute: number; level: bigint }[] = [];

  protected abstract cancelStops(account: ModelAccount, symbol: string, side: string, reason?: string): void;

  private scopes(account: ModelAccount): ModelScope[] {
    const isolated = this.positionsOf(account).filter((p) => p.isolated);
    return [{ account, only: null }, ...isolated.map((only) => ({ account, only }))];
  }

  /** Liquidates the scopes that need it: those without equity first, then by falling margin ratio, then by user. */
  liquidate(accounts: readonly ModelAccount[]): void {
    const isFrozen = (scope: ModelScope): boolean => this.partsOf(scope).some((p) => this.contract(p.symbol).frozen);
    const unsafe = accounts
      .flatMap((account) => this.scopes(account))
      .filter((scope) => !this.isSafe(scope) && !isFrozen(scope))
      .map((scope) => ({
        scope,
        equity: this.equity(scope),
        needed: this.partsOf(scope).reduce((sum, p) => sum + this.maintenance(p), 0n),
      }));
    unsafe.sort((a, b) => {
      const uids = a.scope.account.uid - b.scope.account.uid;
      const inOrder =
        uids === 0 ? this.accounts.indexOf(a.scope.account) - this.accounts.indexOf(b.scope.account) : uids;
      if (a.equity <= 0n || b.equity <= 0n) return Number(b.equity <= 0n) - Number(a.equity <= 0n) || inOrder;
      const ratio = b.needed * a.equity - a.needed * b.equity;
      return ratio === 0n ? inOrder : ratio > 0n ? 1 : -1;
    });
    for (const { scope } of unsafe) if (!this.isSafe(scope)) this.liquidateScope(scope);
  }

  private liquidateScope(scope: ModelScope): void {
    const isDone = (): boolean => this.isSafe(scope);
    this.steps.push('STARTED');
    this.autoAdd(scope);
    if (isDone()) return;
    this.cancelOrders(scope);
    this.closeHedges(scope);
    if (!isDone() && this.equity(scope) > 0n) this.tierDown(scope);
    if (!isDone() && this.equity(scope) > 0n) this.closeAll(scope);
    if (!isDone()) this.takeOver(scope);
  }

  private autoAdd({ account, only }: ModelScope): void {
    if (only === null || !only.autoAdd) return;
    const wanted =
      ceil(this.notional(only), this.leverage(account, only.symbol, only.s)) - (only.margin + this.gain(only));
    const amount = most(0n, least(this.addable(account), wanted));
    this.isolate(account, only, amount);
    if (amount > 0n) this.steps.push('AUTO_ADD');
  }

  private cancelOrders({ account, only }: ModelScope): void {
    for (const symbol of account.symbols) {
      if (only === null ? account.isolated.has(symbol) : only.symbol !== symbol) continue;
      const side = only?.side ?? '';
      for (const order of this.liveOrders(account, symbol))
        if (side === '' || order.positionSide === side) this.end(order, 'CANCELED', 'LIQUIDATION');
      this.cancelStops(account, symbol, side);
    }
  }

  private closeHedges(scope: ModelScope): void {
    if (scope.only !== null) return;
    for (const symbol of scope.account.symbols) {
      const [long, short] = ['LONG', 'SHORT'].map((side) => this.position(scope.account, symbol, side));
      if (long === undefined || short === undefined || long.isolated) continue;
      const x = least(long.q, short.q);
      for (const position of [long, short])
        this.closeAt(scope.account, position, x, worth(x, this.contract(symbol).mark));
      this.steps.push('HEDGE_CLOSED');
    }
  }

  /** Closes a part of a position at a given value, without a fee. */
  protected closeAt(account: ModelAccount, position: ModelPosition, x: bigint, value: bigint): void {
    const removed = this.removed(position, x);
    const realised = position.s * (value - removed);
    this.close(account, position, x, realised, 0n);
    position.realised += realised;
    this.shrink(account, position, x, removed);
  }

  private tierDown(scope: ModelScope): void {
    const stuck = new Set<ModelPosition>();
    const tierOf = (p: ModelPosition): number => this.tier(p.symbol, this.notional(p)).at;
    for (;;) {
      const [next] = this.partsOf(scope)
        .filter((p) => !stuck.has(p) && tierOf(p) > 0)
        .sort((a, b) => Number(this.maintenance(b) - this.maintenance(a)));
      if (next === undefined) return;
      const { mark, p } = this.contract(next.symbol);
      const cap = BigInt(p.tiers[tierOf(next) - 1]!.cap);
      const step = BigInt(p.stepSize);
      const keep = ((cap * ONE) / mark / step) * step;
      if (this.sendLiquidation(scope, next, next.q - keep)) this.steps.push('REDUCED');
      else stuck.add(next);
      if (this.isSafe(scope) || this.equity(scope) <= 0n) return;
    }
  }

  private closeAll(scope: ModelScope): void {
    for (const p of this.partsOf(scope).sort((a, b) => Number(this.gain(a) - this.gain(b)))) {
      if (this.sendLiquidation(scope, p, p.q)) this.steps.push('CLOSED');
      if (this.isSafe(scope) || this.equity(scope) <= 0n) return;
    }
  }

  private sendLiquidation(scope: ModelScope, position: ModelPosition, quantity: bigint): boolean {
    const value = this.bankruptcy(scope).get(position)!;
    const tick = BigInt(this.contract(position.symbol).p.tickSize);
    const limit = this.bankruptcyPrice(position, value);
    if (limit < tick && position.s === -1n) return false;
    const order = this.newOrder({
      account: scope.account,
      symbol: position.symbol,
      side: position.s === 1n ? 'SELL' : 'BUY',
      positionSide: position.side,
      isMarket: false,
      timeInForce: 'IOC',
      price: most(tick, limit),
      quantity,
      reduceOnly: true,
      isLiquidation: true,
      stpMode: 'NONE',
      clientOrderId: '',
      exits: { takeProfit: null, stopLoss: null },
    });
    this.match(order);
    this.end(order, order.rest === 0n ? 'FILLED' : 'EXPIRED', order.rest === 0n ? '' : 'TIME_IN_FORCE');
    return order.filled > 0n;
  }

  protected newOrder(
    request: Omit<
      ModelOrder,
      'id' | 'rest' | 'filled' | 'value' | 'status' | 'reason' | 'rank' | 'exactFees' | 'charged' | 'amends'
    >,
  ): ModelOrder {
    const none = { filled: 0n, value: 0n, status: 'NEW', reason: '', rank: 0, exactFees: 0n, charged: 0n, amends: 0 };
    const order = { ...request, ...none, id: (this.lastOrderId += 1), rest: request.quantity };
    this.orders.push(order);
    return order;
  }

  /** The liquidation engine takes over what is left at the bankruptcy value, so that the scope's loss is exactly its equity. */
  private takeOver(scope: ModelScope): void {
    const { account } = scope;
    const results = [...this.bankruptcy(scope)].map(([position, value]) => {
      return { position, value, result: position.s * (value - position.cost) };
    });
    // Gains are booked first, because they may be needed to pay losses.
    for (const { position, value, result } of results.sort((a, b) => Number(b.result - a.result))) {
      if (position.isolated) this.release(account, position, position.margin);
      this.realise(account, position.symbol, result);
      position.realised += result;
      this.addToInventory(this.contract(position.symbol), position.s, position.q, value);
      this.shrink(account, position, position.q, position.cost);
      this.steps.push('TAKEN_OVER');
    }
  }

  private addToInventory(contract: ModelContract, s: 1n | -1n, q: bigint, value: bigint): void {
    const held = contract.inventory;
    if (held === null || held.s === s) {
      contract.inventory = { s, q: q + (held?.q ?? 0n), cost: value + (held?.cost ?? 0n) };
      return;
    }
    const closed = least(q, held.q);
    const part = closed === q ? value : floor(value * closed, q);
    this.sellInventory(contract, closed, part);
    this.steps.push('NETTED');
    if (closed < q) this.addToInventory(contract, s, q - closed, value - part);
  }

  protected sellInventory(contract: ModelContract, x: bigint, value: bigint): void {
    const held = contract.inventory!;
    const removed = x === held.q ? held.cost : (held.s === 1n ? ceil : floor)(held.cost * x, held.q);
    this.reduceInventory(contract, x, removed);
    const result = held.s * (value - removed);
    this.pay(`CLEARING:${contract.symbol}`, -result);
    this.fromFund(-result);
  }
  private reduceInventory(contract: ModelContract, x: bigint, removed: bigint): void {
    const { s, q, cost } = contract.inventory!;
    contract.inventory = x === q ? null : { s, q: q - x, cost: cost - removed };
  }

  /** Pays from the insurance fund; the house pays what the fund lacks. */
  protected fromFund(amount: bigint): void {
    const paid = least(amount, this.has('INSURANCE'));
    this.pay('INSURANCE', -paid);
    this.pay('HOUSE', paid - amount);
  }

  /** A negative wallet without cross positions is set to zero: bonus pays first, then the insurance fund (trading C4.17). */
  protected coverDebts(): void {
    for (const account of this.accounts) {
      if (account.own >= 0n || this.partsOf({ account, only: null }).length > 0) continue;
      this.steps.push('COVERED');
      const debt = -account.own;
      const fromBonus = least(debt, this.bonus(account));
      this.spend(account, fromBonus);
      account.own = 0n;
      this.fromFund(debt - fromBonus);
    }
  }

  /** Sells the takeover inventory in the book, once a second, at prices within 1 % of the mark. */
  protected tradeInventory(contract: ModelContract): void {
    const minute = Math.floor(this.timeMs / 60_000);
    this.peaks.push({ minute, level: this.has('INSURANCE') });
    this.peaks = this.peaks.filter((peak) => peak.minute > minute - PEAK_MINUTES);
    const held = contract.inventory;
    if (held === null) return;
    const tick = BigInt(contract.p.tickSize);
    const limit =
      held.s === 1n ? ceil(contract.mark * 99n, 100n * tick) * tick : floor(contract.mark * 101n, 100n * tick) * tick;
    this.takeForLiquidation(contract, held.s === 1n ? 'SELL' : 'BUY', held.q, limit, (x, value) =>
      this.sellInventory(contract, x, value),
    );
  }

  /** The fund's highest recorded level of the last 8 hours. */
  peak(): bigint {
    return most(0n, ...this.peaks.map(({ level }) => level));
  }

  protected deleverage(contract: ModelContract): void {
    const lacking = (): bigint => {
      const held = contract.inventory;
      return held === null ? 0n : most(0n, held.s * (held.cost - worth(held.q, contract.mark)));
    };
    const isShort = lacking() > this.has('INSURANCE');
    const peak = most(...this.peaks.map(({ level }) => level), this.has('INSURANCE'));
    const hasFallen = peak > 0n && (peak - this.has('INSURANCE')) * 10n >= peak * 3n;
    if (lacking() === 0n || (!isShort && !hasFallen)) return;
    const ranking = this.ranking(contract.symbol, contract.inventory!.s === 1n ? -1n : 1n);
    for (const [at, { account, position, score }] of ranking.entries()) {
      if (contract.inventory === null || (isShort && lacking() <= this.has('INSURANCE'))) return;
      for (const order of this.liveOrders(account, contract.symbol))
        if (isLive(order)) this.end(order, 'CANCELED', 'ADL');
      this.cancelStops(account, contract.symbol, '', 'ADL');
      const { q, cost } = contract.inventory;
      const x = least(position.q, q);
      const value = x === q ? cost : floor(cost * x, q);
      this.reduceInventory(contract, x, value);
      const before = position.realised;
      this.closeAt(account, position, x, value);
      this.steps.push('ADL');
      const facts = [at + 1, score, x, value, position.realised - before];
      this.closures.push(['adl', account.uid, account.wallet, position.side, ...facts].join(' '));
    }
  }

  /**
   * Positions in the order of deleveraging: by falling score (rounded down to 10^-8, as it is reported), then the larger, then the older.
   */
  protected ranking(symbol: string, s: bigint): { account: ModelAccount; position: ModelPosition; score: bigint }[] {
    const found = this.accounts.flatMap((account) =>
      this.positionsOf(account)
        .filter((p) => p.symbol === symbol && p.s === s)
        .map((position) => ({ account, position, score: this.score(account, position) })),
    );
    return found.sort((a, b) => {
      if (a.score !== b.score) return b.score > a.score ? 1 : -1;
      return Number(b.position.q - a.position.q) || a.position.id - b.position.id;
    });
  }
  private score(account: ModelAccount, position: ModelPosition): bigint {
    const [gain, notional] = [this.gain(position), this.notional(position)];
    const all = this.partsOf({ account, only: null }).reduce((sum, p) => sum + this.notional(p), 0n);
    const margin = position.isolated ? position.margin : floor((account.own + this.bonus(account)) * notional, all);
    const equity = most(1n, margin + gain);
    if (gain > 0n) return floor(gain * notional * ONE, position.cost * equity);
    return floor(gain * equity * ONE, position.cost * notional);
  }
}
