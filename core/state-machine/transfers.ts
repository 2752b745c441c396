/** Funds that come in from outside, and those that a user moves between wallets (trading C2). */
import { MAX_UNITS } from '../fixed.ts';
import { AVAILABLE, FUTURES, type Ledger } from '../ledger/ledger.ts';
import { isMarginWallet } from '../perp/account/wallet-names.ts';
import type { Products } from '../products/products.ts';
import type { CommandBody } from '../protocol/commands.ts';
import { isCount, isUid } from '../protocol/field-checks.ts';
import type { RejectCode } from '../protocol/rejects.ts';
import type { User } from '../users/user.ts';
import type { Users } from '../users/users.ts';
import type { Reporter } from './reporter.ts';

type Of<K extends CommandBody['kind']> = Extract<CommandBody, { kind: K }>;

interface Parts {
  readonly ledger: Ledger;
  readonly users: Users;
  readonly products: Products;
  readonly reporter: Reporter;
  /** The asset's index, or undefined. */
  asset(name: string): number | undefined;
}

export class Transfers {
  /** Ids count up from 1. */
  lastId = 0;
  private readonly parts: Parts;

  constructor(parts: Parts) {
    this.parts = parts;
  }

  /** A refusal, or the transfer's id: new funds for SPOT, from outside. */
  deposit(command: Of<'Deposit'>): RejectCode | number {
    const asset = this.parts.asset(command.asset);
    if (asset === undefined) return 'UNKNOWN_ASSET';
    const { uid, amount } = command;
    if (!isUid(uid) || !isCount(amount) || amount === 0) return 'BAD_FIELDS';
    if (amount > MAX_UNITS) return 'AMOUNT_TOO_LARGE';
    if (this.parts.users.isFull && !this.parts.users.find(uid)) return 'LIMIT_REACHED';
    const user = this.parts.users.ensure(uid);
    this.parts.ledger.giveExternal(asset, -amount);
    this.parts.ledger.give(this.parts.users.row(user, asset), AVAILABLE, amount);
    const transferId = (this.lastId += 1);
    const move = {
      transferId,
      transferKind: 'DEPOSIT',
      asset: command.asset,
      amount,
      from: 'EXTERNAL',
      to: 'SPOT',
    } as const;
    this.parts.reporter.fundsMoved(user, move);
    return transferId;
  }

  /** Out of a wallet with positions only what can leave it (trading B6, C2); out of FUTURES it voids bonus (E5). */
  transfer(command: Of<'Transfer'>, timeMs: number): RejectCode | number {
    const asset = this.parts.asset(command.asset);
    if (asset === undefined) return 'UNKNOWN_ASSET';
    const { uid, amount, from, to } = command;
    if (!isUid(uid) || !isCount(amount) || amount === 0 || from === to || !isWallet(from) || !isWallet(to))
      return 'BAD_FIELDS';
    if (amount > MAX_UNITS) return 'AMOUNT_TOO_LARGE';
    const user = this.parts.users.find(uid);
    if (user === undefined || !this.canLeave(user, from, asset, amount)) return 'INSUFFICIENT_BALANCE';
    const voids = from === 'FUTURES' && user.grants.length > 0;
    if (voids && command.confirmForfeit !== true) return 'BONUS_FORFEIT';
    if (voids) this.parts.products.grants.voidAll(user, timeMs);
    const units = BigInt(amount);
    this.parts.ledger.post([
      { ...this.bucketOf(user, from, asset), amount: -units },
      { ...this.bucketOf(user, to, asset), amount: units },
    ]);
    const transferId = (this.lastId += 1);
    this.parts.reporter.fundsMoved(user, {
      transferId,
      transferKind: 'TRANSFER',
      asset: command.asset,
      amount,
      from,
      to,
    });
    return transferId;
  }

  private canLeave(user: User, wallet: string, asset: number, amount: number): boolean {
    const { ledger, products } = this.parts;
    if (wallet === 'SPOT') return ledger.covers(ledger.walletRow(user.index, asset), AVAILABLE, amount);
    return products.holder.transferable(user, wallet, asset) >= BigInt(amount);
  }

  private bucketOf(user: User, wallet: string, asset: number): { row: number; bucket: number } {
    if (wallet === 'SPOT') return { row: this.parts.users.row(user, asset), bucket: AVAILABLE };
    if (wallet === 'FUTURES') return { row: this.parts.users.row(user, asset), bucket: FUTURES };
    return { row: this.parts.ledger.account(user.index, wallet, asset), bucket: AVAILABLE };
  }
}

function isWallet(wallet: string): boolean {
  return wallet === 'SPOT' || isMarginWallet(wallet);
}
