/** State of the naive model of the perpetuals, and sums over it (trading B1 to B6, B12). All numbers are bigint, in ledger units. */
import type { ContractParameters } from '../../protocol/perp-commands.ts';
import type { PositionSide } from '../../protocol/words.ts';

export const ONE = 100_000_000n;
export const floor = (top: bigint, bottom: bigint): bigint => {
  const rest = ((top % bottom) + bottom) % bottom;
  return (top - rest) / bottom;
};
export const ceil = (top: bigint, bottom: bigint): bigint => -floor(-top, bottom);
/** Divides and rounds to the nearest whole number; a half is rounded away from zero. */
export const round = (top: bigint, bottom: bigint): bigint =>
  top < 0n ? -floor(-2n * top + bottom, 2n * bottom) : floor(2n * top + bottom, 2n * bottom);
export const least = (...all: bigint[]): bigint => all.reduce((a, b) => (a < b ? a : b));
export const most = (...all: bigint[]): bigint => all.reduce((a, b) => (a > b ? a : b));
export const sumOf = (all: Iterable<bigint>): bigint => [...all].reduce((a, b) => a + b, 0n);
export const size = (value: bigint): bigint => (value < 0n ? -value : value);
/** Quantity × price. Quantities and prices are on the contract's grid, so nothing is rounded. */
export const worth = (quantity: bigint, price: bigint): bigint => (quantity * price) / ONE;

export interface ModelPosition {
  readonly id: number;
  readonly symbol: string;
  readonly side: PositionSide;
  /** Direction: +1 long, -1 short. */
  readonly s: 1n | -1n;
  q: bigint;
  cost: bigint;
  readonly isolated: boolean;
  margin: bigint;
  /** How much of the margin each bonus grant provides (trading E2). */
  readonly lent: Map<ModelGrant, bigint>;
  autoAdd: boolean;
  realised: bigint;
  fees: bigint;
  funding: bigint;
}

/** A bonus grant (trading E1). */
export interface ModelGrant {
  readonly id: number;
  readonly uid: number;
  readonly mode: string;
  readonly ratio: bigint;
  readonly expiresAtMs: number;
  readonly maxLeverage: number;
  readonly symbols: readonly string[];
  /** Bonus of the grant that is not in the margin of an isolated position. */
  free: bigint;
  /** Why the grant ended; empty while it is active. */
  ending: string;
}

/** A fee voucher (trading A5.8). */
export interface ModelVoucher {
  readonly id: number;
  readonly uid: number;
  readonly ratio: bigint;
  /** The most that it pays of one fee; 0: no limit. */
  readonly maxPerUse: bigint;
  readonly products: readonly string[];
  readonly symbols: readonly string[];
  readonly expiresAtMs: number;
  left: bigint;
  ending: string;
}

export interface ModelAccount {
  readonly uid: number;
  readonly wallet: string;
  /** The account may only close positions (trading B17). */
  closeOnly: boolean;
  /** The voucher's amount, which the pool gets back first when the voucher's position closes; 0 once that is done (trading E6). */
  face: bigint;
  mode: 'ONE_WAY' | 'HEDGE';
  /** The user's own balance without isolated margin: W of the rules. */
  own: bigint;
  /** Contracts of the account, in the order in which they were first used. */
  readonly symbols: string[];
  readonly positions: Map<string, ModelPosition>;
  readonly isolated: Set<string>;
  readonly leverages: Map<string, bigint>;
}

export interface Exit {
  readonly triggerPrice: number;
  readonly source: string;
  readonly price: number;
}

export interface ModelOrder {
  readonly id: number;
  readonly account: ModelAccount;
  readonly symbol: string;
  readonly side: 'BUY' | 'SELL';
  readonly positionSide: PositionSide;
  readonly isMarket: boolean;
  readonly timeInForce: string;
  price: bigint;
  quantity: bigint;
  rest: bigint;
  filled: bigint;
  value: bigint;
  reduceOnly: boolean;
  readonly isLiquidation: boolean;
  readonly stpMode: string;
  readonly clientOrderId: string;
  status: string;
  reason: string;
  /** Time priority among orders at the same price; 0 while the order is not in the book. */
  rank: number;
  /** Exact fees of all fills in 10^-8 units, and the part that was charged so far. */
  exactFees: bigint;
  charged: bigint;
  amends: number;
  readonly exits: { readonly takeProfit: Exit | null; readonly stopLoss: Exit | null };
}

export interface ModelContract {
  readonly symbol: string;
  p: ContractParameters;
  version: number;
  status: string;
  frozen: boolean;
  mark: bigint;
  index: bigint;
  indexAtMs: number;
  /** Price of the last trade; 0 before the first one. */
  last: bigint;
  basis: { atMs: number; doubled: bigint }[];
  premiums: (bigint | null)[];
  minute: number;
  rate: bigint;
  nextFundingMs: number;
  intervalHours: number;
  inventory: { s: 1n | -1n; q: bigint; cost: bigint } | null;
}

/** What is liquidated together: one isolated position, or (`only` is null) all cross positions of an account. */
export interface ModelScope {
  readonly account: ModelAccount;
  readonly only: ModelPosition | null;
}

export const isLive = (order: ModelOrder): boolean => order.status === 'NEW' || order.status === 'PARTIALLY_FILLED';
export const signOf = (side: 'BUY' | 'SELL'): 1n | -1n => (side === 'BUY' ? 1n : -1n);

/** Balances outside of margin accounts, by name. */
export interface Money {
  get(name: string): bigint | undefined;
  set(name: string, amount: bigint): unknown;
}

export class NaiveAccounts {
  timeMs = 0;
  /** All grants ever made, by id. */
  readonly grants = new Map<number, ModelGrant>();
  readonly vouchers = new Map<number, ModelVoucher>();
  readonly contracts = new Map<string, ModelContract>();
  readonly accounts: ModelAccount[] = [];
  readonly orders: ModelOrder[] = [];
  /** Balances of the house's accounts by name, and of users' other wallets, such as `SPOT 1`. */
  readonly money: Money;

  constructor(money: Money = new Map<string, bigint>()) {
    this.money = money;
  }

  pay(name: string, amount: bigint): void {
    this.money.set(name, this.has(name) + amount);
  }
  has(name: string): bigint {
    return this.money.get(name) ?? 0n;
  }
  contract(symbol: string): ModelContract {
    return this.contracts.get(symbol)!;
  }
  find(uid: number, wallet: string): ModelAccount | undefined {
    return this.accounts.find((account) => account.uid === uid && account.wallet === wallet);
  }

  positionsOf(account: ModelAccount): ModelPosition[] {
    if (account.positions.size === 0) return [];
    return account.symbols.flatMap((symbol) =>
      ['BOTH', 'LONG', 'SHORT'].flatMap((side) => account.positions.get(`${symbol} ${side}`) ?? []),
    );
  }
  position(account: ModelAccount, symbol: string, side: string): ModelPosition | undefined {
    return account.positions.get(`${symbol} ${side}`);
  }
  leverage(account: ModelAccount, symbol: string, s: bigint): bigint {
    const chosen = account.leverages.get(`${symbol} ${s}`);
    return chosen ?? BigInt(this.contract(symbol).p.leverageDefault);
  }
  liveOrders(account: ModelAccount, symbol: string): ModelOrder[] {
    return this.orders.filter((o) => o.account === account && o.symbol === symbol && isLive(o));
  }

  notional(position: ModelPosition): bigint {
    return worth(position.q, this.contract(position.symbol).mark);
  }
  gain(position: ModelPosition): bigint {
    return position.s * (this.notional(position) - position.cost);
  }

  /** The tier of a notional, counted from 0, and its deduction `cum` (trading B2). */
  tier(symbol: string, notional: bigint): { at: number; maxLeverage: bigint; rate: bigint; cum: bigint; cap: bigint } {
    const { tiers } = this.contract(symbol).p;
    let cum = 0n;
    for (const [at, { cap, rate, maxLeverage }] of tiers.entries()) {
      if (at > 0) cum += ceil(BigInt(tiers[at - 1]!.cap) * BigInt(rate - tiers[at - 1]!.rate), ONE);
      if (notional <= BigInt(cap) || at === tiers.length - 1)
        return { at, maxLeverage: BigInt(maxLeverage), rate: BigInt(rate), cum, cap: BigInt(cap) };
    }
    throw new Error('a contract has tiers');
  }
  maintenance(position: ModelPosition): bigint {
    const notional = this.notional(position);
    const { rate, cum } = this.tier(position.symbol, notional);
    return ceil(notional * rate, ONE) - cum;
  }

  partsOf({ account, only }: ModelScope): ModelPosition[] {
    return only === null ? this.positionsOf(account).filter((p) => !p.isolated) : only.q > 0n ? [only] : [];
  }
  /** Active grants of a FUTURES wallet in the order in which they are used: the earliest expiry, then the smaller id (trading E3). */
  grantsOf({ uid, wallet }: ModelAccount): ModelGrant[] {
    return [...this.grants.values()]
      .filter((grant) => wallet === 'FUTURES' && grant.uid === uid && grant.ending === '')
      .sort((a, b) => a.expiresAtMs - b.expiresAtMs || a.id - b.id);
  }
  /** All bonus of the account that is not in isolated margin: B of the rules. */
  bonus(account: ModelAccount): bigint {
    return this.grantsOf(account).reduce((sum, { free }) => sum + free, 0n);
  }
  /** All bonus of the account that is in the margin of isolated positions. */
  lentOf(account: ModelAccount): bigint {
    return this.positionsOf(account).reduce((sum, { lent }) => sum + sumOf(lent.values()), 0n);
  }

  equity(scope: ModelScope): bigint {
    const gains = this.partsOf(scope).reduce((sum, p) => sum + this.gain(p), 0n);
    return gains + (scope.only === null ? scope.account.own + this.bonus(scope.account) : scope.only.margin);
  }
  isSafe(scope: ModelScope): boolean {
    const parts = this.partsOf(scope);
    if (parts.length === 0) return true;
    return this.equity(scope) > parts.reduce((sum, p) => sum + this.maintenance(p), 0n);
  }
  crossMaintenance(account: ModelAccount): bigint {
    return this.partsOf({ account, only: null }).reduce((sum, p) => sum + this.maintenance(p), 0n);
  }
  scopeOf(account: ModelAccount, position: ModelPosition): ModelScope {
    return { account, only: position.isolated ? position : null };
  }

  /** Bankruptcy values: the equity is shared among the positions by notional, the last one takes the rest (trading B12). */
  bankruptcy(scope: ModelScope): Map<ModelPosition, bigint> {
    const parts = this.partsOf(scope);
    const equity = this.equity(scope);
    const total = parts.reduce((sum, p) => sum + this.notional(p), 0n);
    const values = new Map<ModelPosition, bigint>();
    let left = equity;
    for (const [at, p] of parts.entries()) {
      const share = at === parts.length - 1 ? left : floor(equity * this.notional(p), total);
      left -= share;
      values.set(p, this.notional(p) - p.s * share);
    }
    return values;
  }

  /** Is a price worse for the position's owner than the bankruptcy price V/q on the tick grid (trading B17)? */
  isBeyond(position: ModelPosition, value: bigint, price: bigint): boolean {
    const limit = this.bankruptcyPrice(position, value);
    return position.s === 1n ? price < limit : price > limit;
  }
  bankruptcyPrice(position: ModelPosition, value: bigint): bigint {
    const tick = BigInt(this.contract(position.symbol).p.tickSize);
    return (position.s === 1n ? ceil : floor)(value * ONE, position.q * tick) * tick;
  }
}
