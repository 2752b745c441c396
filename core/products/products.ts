/** What the exchange offers beside trading: every command of it has one case here, and the work is done by the part of its area. */
import { assertNever } from '../protocol/invariant.ts';
import type { RejectCode } from '../protocol/rejects.ts';
import { type BonusHolder, withoutPositions } from './bonus-holder.ts';
import { Books, type ProductParts } from './books.ts';
import type { CommandHeader } from '../protocol/commands.ts';
import type { ProductCommand } from '../protocol/product-commands.ts';
import { Corrections } from './corrections.ts';
import { CopyShares } from './copy-shares.ts';
import { Dust } from './dust.ts';
import { FeeVouchers } from './fee-vouchers.ts';
import { GrantPurse } from './grant-purse.ts';
import { Grants } from './grants.ts';
import { P2p } from './p2p.ts';
import { Pools } from './pools.ts';
import type { EarnCommand } from '../protocol/earn-commands.ts';
import { Prizes } from './prizes.ts';
import { EarnAndDual } from './earn-and-dual.ts';
import { Withdrawals } from './withdrawals.ts';

export class Products {
  readonly books: Books;
  readonly pools: Pools;
  readonly vouchers: FeeVouchers;
  readonly prizes: Prizes;
  readonly withdrawals: Withdrawals;
  readonly p2p: P2p;
  readonly earnAndDual: EarnAndDual;
  readonly copyShares: CopyShares;
  readonly grants: Grants;
  readonly purse: GrantPurse;
  readonly corrections: Corrections;
  readonly dust: Dust;
  /** The perpetuals, whose positions bonus may back. */
  holder: BonusHolder;

  constructor(parts: ProductParts) {
    this.books = new Books(parts);
    this.holder = withoutPositions(this.books);
    const holder = (): BonusHolder => this.holder;
    this.pools = new Pools(this.books, holder);
    this.vouchers = new FeeVouchers(this.books, this.pools);
    this.prizes = new Prizes(this.books, this.pools, holder);
    this.withdrawals = new Withdrawals(this.books);
    this.p2p = new P2p(this.books);
    this.earnAndDual = new EarnAndDual(this.books, this.pools);
    this.copyShares = new CopyShares(this.books, holder);
    this.grants = new Grants(this.books, this.pools, holder);
    this.purse = new GrantPurse(this.books, this.grants);
    this.corrections = new Corrections({ books: this.books, pools: this.pools, grants: this.grants, holder });
    this.dust = new Dust({
      books: this.books,
      scale: (asset) => parts.assets[asset].scale,
      markets: () => parts.markets,
    });
  }

  /** A refusal, or how much was moved. */
  execute(command: CommandHeader & ProductCommand, timeMs: number): RejectCode | number {
    switch (command.kind) {
      case 'ContributeCapital':
      case 'FundPool':
      case 'SetPoolFloor':
        return this.onPool(command);
      case 'PayRebate':
        return this.prizes.payRebate(command);
      case 'GrantFeeVoucher':
        return this.vouchers.grant(command, timeMs);
      case 'CancelFeeVoucher':
        return this.vouchers.cancel(command);
      case 'AttachCover':
        return this.prizes.attach(command);
      case 'PayCover':
        return this.prizes.payCover(command);
      case 'EndCover':
        return this.prizes.endCover(command);
      case 'PayPrize':
        return this.prizes.pay(command);
      case 'ClawBackPrize':
        return this.prizes.clawBack(command);
      case 'GrantBonus':
        return this.grants.grant(command, timeMs);
      case 'RevokeBonus':
        return this.grants.revoke(command, timeMs);
      case 'AccrueCopyShare':
        return this.copyShares.accrue(command);
      case 'PayCopyShare':
        return this.copyShares.pay(command);
      case 'PostCorrection':
        return this.corrections.post(command);
      case 'WithholdProfit':
        return this.corrections.withhold(command);
      case 'ConvertDust':
        return this.dust.convert(command, command);
      default:
        return this.onProduct(command);
    }
  }

  /** The time of the commands goes on: vouchers and grants expire. */
  clock(timeMs: number): void {
    this.vouchers.expire(timeMs);
    this.grants.expire(timeMs);
    this.dust.clock(timeMs);
  }

  private onPool(
    command: Extract<ProductCommand, { kind: 'ContributeCapital' | 'FundPool' | 'SetPoolFloor' }>,
  ): RejectCode | number {
    const asset = this.books.asset(command.asset);
    if (asset === undefined) return 'UNKNOWN_ASSET';
    if (command.kind === 'ContributeCapital') return this.pools.contribute(command, asset);
    return command.kind === 'FundPool' ? this.pools.fund(command, asset) : this.pools.setFloor(command, asset);
  }

  private onProduct(command: EarnCommand): RejectCode | number {
    switch (command.kind) {
      case 'RequestWithdrawal':
        return this.withdrawals.request(command);
      case 'SendWithdrawal':
        return this.withdrawals.send(command);
      case 'RefundWithdrawal':
        return this.withdrawals.refund(command);
      case 'OpenP2pAd':
        return this.p2p.openAd(command);
      case 'ChangeP2pAd':
        return this.p2p.changeAd(command);
      case 'CloseP2pAd':
        return this.p2p.closeAd(command);
      case 'OpenP2pOrder':
        return this.p2p.openOrder(command);
      case 'ReleaseP2pOrder':
        return this.p2p.release(command);
      case 'RefundP2pOrder':
        return this.p2p.refund(command);
      case 'SubscribeEarn':
        return this.earnAndDual.subscribe(command);
      case 'RedeemEarn':
        return this.earnAndDual.redeem(command);
      case 'PayEarnInterest':
        return this.earnAndDual.payInterest(command);
      case 'SubscribeDual':
        return this.earnAndDual.subscribeDual(command);
      case 'SettleDual':
        return this.earnAndDual.settleDual(command);
      default:
        return assertNever(command);
    }
  }
}
