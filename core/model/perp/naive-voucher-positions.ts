/** The naive model: positions that vouchers open (trading E6), and the consequences of every command (trading B20). */
import type { RejectCode } from '../../protocol/rejects.ts';
import type { OpenVoucherPosition, PerpCommand } from '../../protocol/perp-commands.ts';
import {
  floor,
  least,
  type ModelAccount,
  type ModelContract,
  type ModelOrder,
  most,
  ONE,
  worth,
} from './naive-accounts.ts';
import { NaiveMarks } from './naive-marks.ts';

export abstract class NaiveVoucherPositions extends NaiveMarks {
  /** Runs all consequences (fired stops, liquidations, expiries) until nothing is left to do. */
  runToQuiescence(): void {
    for (;;) {
      for (const account of this.accounts) for (const symbol of account.symbols) this.trim(account, symbol);
      const before = this.trades.length + this.steps.length;
      this.liquidate(this.accounts);
      const isMoved = this.trades.length + this.steps.length > before;
      this.coverDebts();
      for (const account of this.accounts) this.settleVoucher(account);
      const { prints } = this;
      this.prints = [];
      for (const { symbol, price } of prints) this.wake(this.contract(symbol), 'LAST', price);
      for (const symbol of new Set(prints.map((print) => print.symbol))) this.wakeAll(this.contract(symbol));
      if (isMoved || this.prints.length > 0) continue;
      if (this.woken.length === 0) return;
      this.fireNext();
    }
  }

  fundsOf(uid: number, wallet: string): bigint {
    return this.find(uid, wallet)?.own ?? this.has(`${wallet} ${uid}`);
  }
  payWallet(uid: number, wallet: string, amount: bigint): void {
    const account = this.find(uid, wallet);
    if (account === undefined) this.pay(`${wallet} ${uid}`, amount);
    else account.own += amount;
  }

  /** A voucher's position may only be closed as a whole, by a market order or by its exits. */
  protected refuseInVoucher(command: Extract<PerpCommand, { wallet: string; symbol: string }>): RejectCode | null {
    if (command.kind === 'PlacePerpOrder' && command.closePosition) return null;
    if (command.kind === 'SetPositionExits' && command.quantity === 0) return null;
    return command.kind === 'CancelStopOrder' || command.kind === 'CancelAllPerpOrders' ? null : 'ACCOUNT_STATE';
  }

  protected openVoucherPosition(command: OpenVoucherPosition): RejectCode | null {
    const { uid, voucherId, symbol, side, leverage } = command;
    const contract = this.contracts.get(symbol);
    if (contract === undefined) return 'UNKNOWN_MARKET';
    const wallet = `VOUCHER:${voucherId}`;
    const known = this.find(uid, wallet);
    if (known !== undefined && known.symbols.length > 0) return 'ALREADY_EXISTS';
    const face = BigInt(command.amount);
    const quantity = floor(face * BigInt(leverage) * ONE, most(1n, contract.mark) * step(contract)) * step(contract);
    const refusal = this.refuseOpening(contract, side, leverage, quantity);
    if (refusal !== null) return refusal;
    if (this.has('BONUS_POOL') < face) return 'POOL_SHORT';
    this.pay('BONUS_POOL', -face);
    const account = known ?? this.voucherAccount(uid, wallet);
    Object.assign(account, { own: face, face });
    account.symbols.push(symbol);
    for (const s of [1n, -1n]) account.leverages.set(`${symbol} ${s}`, BigInt(leverage));
    const order = this.newOrder({
      account,
      symbol,
      side,
      positionSide: side === 'BUY' ? 'LONG' : 'SHORT',
      isMarket: true,
      reduceOnly: false,
      stpMode: contract.p.defaultStpMode,
      clientOrderId: '',
      price: this.band(contract, side),
      quantity,
      timeInForce: 'IOC',
      isLiquidation: false,
      exits: { takeProfit: null, stopLoss: null },
    });
    this.enter(order);
    this.returnUnfilled(account, order);
    return null;
  }

  private voucherAccount(uid: number, wallet: string): ModelAccount {
    const none = { symbols: [], positions: new Map(), isolated: new Set<string>(), leverages: new Map() };
    const account: ModelAccount = { uid, wallet, mode: 'HEDGE', own: 0n, closeOnly: false, face: 0n, ...none };
    this.accounts.push(account);
    return account;
  }

  /** Checks the opening order like any other (trading B18); a market buy is priced at its cap (trading B5). */
  private refuseOpening(
    contract: ModelContract,
    side: 'BUY' | 'SELL',
    leverage: number,
    quantity: bigint,
  ): RejectCode | null {
    const { p, mark, symbol } = contract;
    const price = side === 'BUY' ? this.band(contract, side) : most(mark, this.bestOf(symbol, 'BUY'));
    const notional = worth(quantity, price);
    const interest = worth(this.openInterest(contract), mark);
    const cap = BigInt(p.openInterestCap);
    return (
      this.refuseStatus(contract, false, false) ??
      (leverage < p.leverageMin || leverage > p.leverageMax ? 'LEVERAGE_RANGE' : null) ??
      this.refuseQuantity(contract, Number(quantity), false) ??
      (worth(quantity, mark) < BigInt(p.minNotional) ? 'MIN_AMOUNT' : null) ??
      (BigInt(leverage) > this.tier(symbol, notional).maxLeverage ? 'LEVERAGE_TIER' : null) ??
      (notional > BigInt(p.tiers.at(-1)!.cap) ? 'POSITION_LIMIT' : null) ??
      (cap !== 0n && interest + worth(quantity, mark) > cap ? 'OPEN_INTEREST_CAP' : null)
    );
  }

  /** Returns the part of the voucher that was not used; without any fill its id may be used again. */
  private returnUnfilled(account: ModelAccount, { filled, quantity }: ModelOrder): void {
    const back = floor(account.face * (quantity - filled), quantity);
    account.own -= back;
    account.face -= back;
    this.pay('BONUS_POOL', back);
    this.steps.push(filled === 0n ? 'VOUCHER_UNFILLED' : filled < quantity ? 'VOUCHER_IN_PART' : 'VOUCHER_FILLED');
    if (filled > 0n) return;
    account.symbols.length = 0;
    account.leverages.clear();
  }

  private settleVoucher(account: ModelAccount): void {
    if (account.face === 0n || this.positionsOf(account).length > 0) return;
    const toPool = most(0n, least(account.own, account.face));
    this.pay('BONUS_POOL', toPool);
    this.payWallet(account.uid, 'FUTURES', account.own - toPool);
    this.steps.push(account.own > toPool ? 'VOUCHER_WON' : 'VOUCHER_LOST');
    Object.assign(account, { own: 0n, face: 0n });
  }
}

const step = ({ p }: ModelContract): bigint => BigInt(p.stepSize);
