/**
 * The rules of the perpetuals (trading B) a second time, as plainly as can be and written from their text. Tests run the
 * model and the core on the same commands and compare all that is visible. This part takes the commands.
 */
import type { Command } from '../../protocol/commands.ts';
import type { RejectCode } from '../../protocol/rejects.ts';
import type { PerpCommand, PerpOwner } from '../../protocol/perp-commands.ts';
import {
  ceil,
  least,
  type ModelAccount,
  type ModelContract,
  type ModelGrant,
  type ModelPosition,
  most,
  worth,
} from './naive-accounts.ts';
import { NaivePrices } from './naive-prices.ts';
import type { RewardCommand } from './naive-rewards.ts';

type Owned = Extract<PerpCommand, PerpOwner>;
type Of<K extends PerpCommand['kind']> = Extract<PerpCommand, { kind: K }>;

export class NaivePerps extends NaivePrices {
  /** Applies the command; answers the refusal, or null. */
  apply(command: Command): RejectCode | null {
    this.timeMs = command.timeMs;
    this.answer = null;
    const refusal = this.perform(command);
    if (refusal === null) this.runToQuiescence();
    return refusal;
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
        return this.fundPool(command.pool, BigInt(command.amount));
      case 'Transfer':
        return this.transfer(command);
      case 'Clock':
        this.clock();
        return null;
      case 'SetFeeTier':
        this.setTier(command);
        return null;
      case 'SetTradeGroup':
        this.groups.set(command.uid, command.tradeGroupId);
        return null;
      case 'SetPositionMode':
        return this.setPositionMode(command);
      case 'RestrictMarginAccount':
        return this.restrict(command);
      case 'OpenVoucherPosition':
        return this.openVoucherPosition(command);
      case 'GrantBonus':
      case 'RevokeBonus':
      case 'GrantFeeVoucher':
      case 'CancelFeeVoucher':
      case 'AttachCover':
      case 'PayCover':
      case 'EndCover':
      case 'PayPrize':
      case 'ClawBackPrize':
      case 'PostCorrection':
      case 'WithholdProfit':
      case 'AccrueCopyShare':
      case 'PayCopyShare':
        return this.reward(command as RewardCommand);
      case 'ChangeContract':
        return this.changeContract(command);
      case 'SetContractStatus':
      case 'TickMark':
      case 'SettleFunding':
        return this.onWholeContract(command);
      case 'CreateAsset':
        return null;
      default:
        return this.onOwned(command as Owned);
    }
  }

  private onWholeContract(command: Of<'SetContractStatus'> | Of<'TickMark'> | Of<'SettleFunding'>): RejectCode | null {
    const contract = this.contracts.get(command.symbol);
    if (contract === undefined) return 'UNKNOWN_MARKET';
    if (command.kind === 'SetContractStatus') return this.setStatus(contract, command.status);
    return command.kind === 'TickMark' ? this.tick(contract, command.sources) : this.settleFunding(contract);
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
      intervalHours: parameters.fundingIntervalHours,
    };
    return { symbol, p: parameters, status: 'OPEN', version: 1, frozen: false, inventory: null, ...zero };
  }

  /** A wallet becomes a margin account with the first command that is accepted for it; before, it is only a balance. */
  private account(uid: number, wallet: string): ModelAccount {
    const mode = wallet === 'FUTURES' ? 'ONE_WAY' : 'HEDGE';
    const own = this.has(`${wallet} ${uid}`);
    const none = { symbols: [], positions: new Map(), isolated: new Set<string>(), leverages: new Map() };
    return this.find(uid, wallet) ?? { uid, wallet, mode, own, closeOnly: false, face: 0n, ...none };
  }
  private keep(account: ModelAccount, symbol: string): void {
    if (!this.accounts.includes(account)) this.accounts.push(account);
    if (symbol !== '' && !account.symbols.includes(symbol)) account.symbols.push(symbol);
  }

  private onOwned(command: Owned): RejectCode | null {
    const account = this.account(command.uid, command.wallet);
    if (command.wallet.startsWith('VOUCHER:')) {
      if (!this.accounts.includes(account)) return 'UNKNOWN_POSITION';
      const refusal = this.refuseInVoucher(command);
      if (refusal !== null) return refusal;
    }
    if (command.symbol !== '' && !this.contracts.has(command.symbol)) return 'UNKNOWN_MARKET';
    if (command.kind === 'CancelAllPerpOrders') {
      for (const symbol of command.symbol === '' ? account.symbols : [command.symbol]) {
        for (const order of this.liveOrders(account, symbol)) this.end(order, 'CANCELED', 'USER');
        this.cancelStops(account, symbol, '', 'USER');
      }
      this.keep(account, '');
      return null;
    }
    // Orders of the account may be matched at once, so it is registered first, and removed again if the command is refused.
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
      case 'AmendStopOrder':
        return this.amendStop(account, contract, command);
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

  hasGrants(uid: number): boolean {
    return this.atStake(uid).length > 0;
  }
  voidGrants(uid: number): void {
    this.endGrants(this.atStake(uid), 'INVALIDATED');
  }
  private atStake(uid: number): ModelGrant[] {
    return [...this.grants.values()].filter((grant) => grant.uid === uid && grant.ending === '');
  }

  /** A transfer out of FUTURES voids bonus. All checks come before that, so that a refused transfer voids nothing (trading E5). */
  private transfer(command: Extract<Command, { kind: 'Transfer' }>): RejectCode | null {
    const { uid, from, to } = command;
    const amount = BigInt(command.amount);
    if (from === to) return 'BAD_FIELDS';
    const voids = from === 'FUTURES' && this.hasGrants(uid);
    if (this.leaving(uid, from) < amount) return 'INSUFFICIENT_BALANCE';
    if (voids && command.confirmForfeit !== true) return 'BONUS_FORFEIT';
    if (voids) this.voidGrants(uid);
    this.payWallet(uid, from, -amount);
    this.payWallet(uid, to, amount);
    return null;
  }

  /** Open orders become reduce-only; those that would open something end. */
  private onlyReduce(account: ModelAccount, symbol: string): void {
    for (const order of this.liveOrders(account, symbol)) order.reduceOnly = true;
    this.trim(account, symbol);
  }

  /** Restricts an account to closing, or lifts that (trading B17). */
  private restrict({ uid, wallet, closeOnly }: Of<'RestrictMarginAccount'>): RejectCode | null {
    const account = this.account(uid, wallet);
    if (wallet.startsWith('VOUCHER:') && !this.accounts.includes(account)) return 'UNKNOWN_POSITION';
    this.keep(account, '');
    account.closeOnly = closeOnly;
    if (closeOnly) for (const symbol of account.symbols) this.onlyReduce(account, symbol);
    return null;
  }

  private isIdle(account: ModelAccount, symbol: string): boolean {
    const held = this.positionsOf(account).some((p) => p.symbol === symbol);
    return !held && this.liveOrders(account, symbol).length === 0 && this.openStops(account, symbol).length === 0;
  }
  private setPositionMode({ uid, wallet, mode }: Of<'SetPositionMode'>): RejectCode | null {
    if (wallet.startsWith('VOUCHER:') && this.find(uid, wallet) === undefined) return 'UNKNOWN_POSITION';
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

  /**
   * Sets the leverage (trading B3): within the tiers of B2, without making the available balance negative; the margin of isolated
   * positions becomes ceil(C/leverage).
   */
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
      if (change(q) > 0n) this.isolate(account, q, change(q));
      else this.release(account, q, least(-change(q), this.removable(account, q)));
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
    if (units > 0n) this.isolate(account, position, units);
    else this.release(account, position, -units);
    return null;
  }

  /** Settles a contract that ends: all positions close at the mark price. */
  private setStatus(contract: ModelContract, status: string): RejectCode | null {
    if (contract.status === 'SETTLED' || contract.status === status) return 'MARKET_STATUS';
    contract.status = status;
    if (status === 'REDUCE_ONLY') for (const account of this.accounts) this.onlyReduce(account, contract.symbol);
    if (status !== 'SETTLED') {
      this.wakeAll(contract);
      return null;
    }
    for (const account of this.accounts) {
      for (const order of this.liveOrders(account, contract.symbol)) this.end(order, 'CANCELED', 'SYSTEM');
      this.cancelStops(account, contract.symbol, '', 'SYSTEM');
    }
    for (const account of this.accounts)
      for (const p of this.positionsOf(account).filter((q) => q.symbol === contract.symbol))
        this.closeAt(account, p, p.q, this.notional(p));
    const { inventory, mark } = contract;
    if (inventory !== null) this.sellInventory(contract, inventory.q, worth(inventory.q, mark));
    return null;
  }
}
