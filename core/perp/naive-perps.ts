/**
 * The rules of the perpetuals (trading B) a second time, as plainly as can be and written from their text. Tests run the
 * model and the engine on the same commands and compare all that is visible. This part takes the commands.
 */
import type { Command } from '../commands.ts';
import type { RejectCode } from '../rejects.ts';
import type { PerpCommand, PerpOwner } from './commands.ts';
import {
  ceil,
  least,
  type ModelAccount,
  type ModelContract,
  type ModelPosition,
  most,
  worth,
} from './naive-accounts.ts';
import { NaiveMarks } from './naive-marks.ts';

type Owned = Extract<PerpCommand, PerpOwner>;
type Of<K extends PerpCommand['kind']> = Extract<PerpCommand, { kind: K }>;

export class NaivePerps extends NaiveMarks {
  /** The refusal, or null. */
  apply(command: Command): RejectCode | null {
    this.timeMs = command.timeMs;
    const refusal = this.perform(command);
    if (refusal === null) this.settleDown();
    return refusal;
  }

  private settleDown(): void {
    for (;;) {
      for (const account of this.accounts) for (const symbol of account.symbols) this.trim(account, symbol);
      this.liquidate(this.accounts);
      this.coverDebts();
      const { prints } = this;
      this.prints = [];
      for (const { symbol, price } of prints) this.wake(this.contract(symbol), 'LAST', price);
      if (this.prints.length > 0) continue;
      if (this.woken.length === 0) return;
      this.fireNext();
    }
  }

  private perform(command: Command): RejectCode | null {
    switch (command.kind) {
      case 'CreateContract':
        this.contracts.set(command.symbol, this.newContract(command));
        return null;
      case 'Deposit':
        this.pay(`SPOT ${command.uid}`, BigInt(command.amount));
        return null;
      case 'ContributeCapital':
        this.pay('HOUSE', BigInt(command.amount));
        return null;
      case 'FundPool':
        this.pay('HOUSE', -BigInt(command.amount));
        this.pay(command.pool, BigInt(command.amount));
        return null;
      case 'Transfer':
        return this.transfer(command);
      case 'SetPositionMode':
        return this.setPositionMode(command);
      case 'SetContractStatus':
        return this.setStatus(this.contract(command.symbol), command.status);
      case 'TickMark':
        return this.tick(this.contract(command.symbol), command.sources);
      case 'SettleFunding':
        return this.settleFunding(this.contract(command.symbol));
      case 'CreateAsset':
        return null;
      default:
        return this.onOwned(command as Owned);
    }
  }

  private newContract({ symbol, parameters }: Of<'CreateContract'>): ModelContract {
    const zero = {
      mark: 0n,
      index: 0n,
      indexAtMs: 0,
      last: 0n,
      basis: [],
      premiums: [],
      minute: 0,
      rate: 0n,
      nextFundingMs: 0,
    };
    return { symbol, p: parameters, status: 'OPEN', frozen: false, stock: null, ...zero };
  }

  /** Money that never traded is a number only; an account is one that a command was taken from. */
  private account(uid: number, wallet: string): ModelAccount {
    const mode = wallet === 'FUTURES' ? 'ONE_WAY' : 'HEDGE';
    const own = this.has(`${wallet} ${uid}`);
    const none = { symbols: [], positions: new Map(), isolated: new Set<string>(), leverages: new Map() };
    return this.find(uid, wallet) ?? { uid, wallet, mode, own, ...none };
  }
  private keep(account: ModelAccount, symbol: string): void {
    if (!this.accounts.includes(account)) this.accounts.push(account);
    if (symbol !== '' && !account.symbols.includes(symbol)) account.symbols.push(symbol);
  }

  private onOwned(command: Owned): RejectCode | null {
    const account = this.account(command.uid, command.wallet);
    if (command.kind === 'CancelAllPerpOrders') {
      for (const symbol of command.symbol === '' ? account.symbols : [command.symbol]) {
        for (const order of this.liveOrders(account, symbol)) this.end(order, 'CANCELED', 'USER');
        this.cancelStops(account, symbol, '', 'USER');
      }
      this.keep(account, '');
      return null;
    }
    // What belongs to it may enter at once: the account is kept first, and goes again with a refusal.
    const [isNew, hadSymbol] = [!this.accounts.includes(account), account.symbols.includes(command.symbol)];
    this.keep(account, command.symbol);
    const refusal = this.onContract(command, account, this.contract(command.symbol));
    if (refusal !== null && !hadSymbol) account.symbols.pop();
    if (refusal !== null && isNew) this.accounts.pop();
    return refusal;
  }

  private onContract(
    command: Exclude<Owned, { kind: 'CancelAllPerpOrders' }>,
    account: ModelAccount,
    contract: ModelContract,
  ): RejectCode | null {
    switch (command.kind) {
      case 'PlacePerpOrder': {
        const order = this.place(account, contract, command, false);
        return typeof order === 'string' ? order : null;
      }
      case 'PlaceStopOrder':
        return this.placeStop(account, contract, command);
      case 'SetPositionExits':
        return this.setExits(account, contract, command);
      case 'AmendPerpOrder':
        return this.amend(account, contract, command);
      case 'CancelPerpOrder': {
        const order = this.findOrder(account, contract.symbol, command.orderId, command.clientOrderId);
        if (order === undefined) return 'UNKNOWN_ORDER';
        if (order.rest === 0n) return 'ORDER_CLOSED';
        this.end(order, 'CANCELED', 'USER');
        return null;
      }
      case 'CancelStopOrder':
        return this.cancelStop(account, contract.symbol, command.orderId, command.clientOrderId);
      case 'SetMarginMode':
        return this.setMarginMode(account, contract, command.mode);
      case 'SetLeverage':
        return this.setLeverage(account, contract, command);
      case 'MoveMargin':
        return this.moveMargin(account, contract, command);
      case 'SetAutoAddMargin': {
        const position = this.isolatedOf(account, contract, command.positionSide);
        if (typeof position === 'string') return position;
        position.autoAdd = command.on;
        return null;
      }
    }
  }

  private transfer({ uid, from, to, amount }: Extract<Command, { kind: 'Transfer' }>): RejectCode | null {
    if (from === to) return 'BAD_FIELDS';
    const units = BigInt(amount);
    const left = (wallet: string): bigint => {
      const account = this.find(uid, wallet);
      return account === undefined ? this.has(`${wallet} ${uid}`) : this.transferable(account);
    };
    if (left(from) < units) return 'INSUFFICIENT_BALANCE';
    for (const [wallet, change] of [
      [from, -units],
      [to, units],
    ] as const) {
      const account = this.find(uid, wallet);
      if (account === undefined) this.pay(`${wallet} ${uid}`, change);
      else account.own += change;
    }
    return null;
  }

  private isIdle(account: ModelAccount, symbol: string): boolean {
    const held = this.positionsOf(account).some((p) => p.symbol === symbol);
    return !held && this.liveOrders(account, symbol).length === 0 && this.openStops(account, symbol).length === 0;
  }
  private setPositionMode({ uid, wallet, mode }: Of<'SetPositionMode'>): RejectCode | null {
    const account = this.account(uid, wallet);
    if (wallet !== 'FUTURES') return 'ACCOUNT_STATE';
    if (!account.symbols.every((symbol) => this.isIdle(account, symbol))) return 'NOT_FLAT';
    account.mode = mode;
    if (mode === 'ONE_WAY')
      for (const symbol of account.symbols) account.leverages.set(`${symbol} -1`, this.leverage(account, symbol, 1n));
    this.keep(account, '');
    return null;
  }
  private setMarginMode(account: ModelAccount, { symbol }: ModelContract, mode: string): RejectCode | null {
    if (!this.isIdle(account, symbol)) return 'NOT_FLAT';
    if (mode === 'ISOLATED') account.isolated.add(symbol);
    else {
      account.isolated.delete(symbol);
      account.leverages.set(`${symbol} -1`, this.leverage(account, symbol, 1n));
    }
    return null;
  }

  /** B3: the ceilings of B2, nothing below 0, and the base margin of isolated positions goes to ceil(C/lev). */
  private setLeverage(
    account: ModelAccount,
    contract: ModelContract,
    { positionSide, leverage }: Of<'SetLeverage'>,
  ): RejectCode | null {
    const { symbol, p } = contract;
    const perSide = account.mode === 'HEDGE' && account.isolated.has(symbol);
    if (positionSide !== 'BOTH' && !perSide) return 'POSITION_SIDE';
    if (leverage < p.leverageMin || leverage > p.leverageMax) return 'LEVERAGE_RANGE';
    const before = new Map(account.leverages);
    const was = (s: bigint): bigint => before.get(`${symbol} ${s}`) ?? BigInt(p.leverageDefault);
    if (positionSide !== 'SHORT') account.leverages.set(`${symbol} 1`, BigInt(leverage));
    if (positionSide !== 'LONG') account.leverages.set(`${symbol} -1`, BigInt(leverage));
    const isolated = this.positionsOf(account).filter((q) => q.symbol === symbol && q.isolated);
    const change = (q: ModelPosition): bigint =>
      ceil(q.cost, this.leverage(account, symbol, q.s)) - ceil(q.cost, was(q.s));
    const added = isolated.reduce((sum, q) => sum + most(0n, change(q)), 0n);
    const refusal =
      this.refuseCeiling(account, symbol) ??
      (this.free(account) < 0n || added > this.addable(account) ? 'INSUFFICIENT_BALANCE' : null);
    if (refusal !== null) {
      account.leverages.clear();
      for (const [key, value] of before) account.leverages.set(key, value);
      return refusal;
    }
    for (const q of isolated) {
      const moved = change(q) > 0n ? change(q) : -least(-change(q), this.removable(account, q));
      account.own -= moved;
      q.margin += moved;
    }
    return null;
  }
  private refuseCeiling(account: ModelAccount, symbol: string): RejectCode | null {
    for (const [side, s, name] of [
      ['BUY', 1n, 'LONG'],
      ['SELL', -1n, 'SHORT'],
    ] as const) {
      const position = this.position(account, symbol, account.mode === 'ONE_WAY' ? 'BOTH' : name);
      const held = position === undefined ? 0n : s * position.s * this.notional(position);
      const notional =
        held + this.opening(account, symbol, side, null).reduce((sum, [price, q]) => sum + worth(q, price), 0n);
      if (notional > 0n && this.leverage(account, symbol, s) > this.tier(symbol, notional).maxLeverage)
        return 'LEVERAGE_TIER';
    }
    return null;
  }

  private isolatedOf(account: ModelAccount, { symbol }: ModelContract, side: string): ModelPosition | RejectCode {
    const refusal = this.refuseSide(account, side);
    if (refusal !== null) return refusal;
    const position = this.position(account, symbol, side);
    return position === undefined || !position.isolated ? 'UNKNOWN_POSITION' : position;
  }
  private moveMargin(
    account: ModelAccount,
    contract: ModelContract,
    { positionSide, amount }: Of<'MoveMargin'>,
  ): RejectCode | null {
    const position = this.isolatedOf(account, contract, positionSide);
    if (typeof position === 'string') return position;
    const units = BigInt(amount);
    if (units === 0n) return 'BAD_FIELDS';
    if (units > 0n && units > this.addable(account)) return 'INSUFFICIENT_BALANCE';
    if (units < 0n && -units > this.removable(account, position)) return 'MARGIN_LIMIT';
    account.own -= units;
    position.margin += units;
    return null;
  }

  /** At the end everything closes at mark. */
  private setStatus(contract: ModelContract, status: string): RejectCode | null {
    if (contract.status === 'SETTLED' || contract.status === status) return 'MARKET_STATUS';
    contract.status = status;
    if (status !== 'SETTLED') return null;
    for (const account of this.accounts) {
      for (const order of this.liveOrders(account, contract.symbol)) this.end(order, 'CANCELED', 'SYSTEM');
      this.cancelStops(account, contract.symbol, '', 'SYSTEM');
    }
    for (const account of this.accounts)
      for (const p of this.positionsOf(account).filter((q) => q.symbol === contract.symbol))
        this.closeAt(account, p, p.q, this.notional(p));
    const { stock, mark } = contract;
    if (stock !== null) this.giveStock(contract, stock.q, worth(stock.q, mark));
    return null;
  }
}
