/** The naive model: granting and ending of bonus, fee vouchers, covers and prizes (trading C2, C6, E1, E4, E5). */
import type { Command } from '../../protocol/commands.ts';
import type { ProductCommandOf } from '../../protocol/product-commands.ts';
import type { RejectCode } from '../../protocol/rejects.ts';
import { least, type ModelAccount, type ModelGrant, most, sumOf } from './naive-accounts.ts';
import { totalOf } from './naive-margin.ts';
import { NaiveVoucherPositions } from './naive-voucher-positions.ts';

type RewardKind =
  | 'GrantBonus'
  | 'RevokeBonus'
  | 'GrantFeeVoucher'
  | 'CancelFeeVoucher'
  | 'AttachCover'
  | 'PayCover'
  | 'EndCover'
  | 'PayPrize'
  | 'ClawBackPrize'
  | 'PostCorrection'
  | 'WithholdProfit'
  | 'AccrueCopyShare'
  | 'PayCopyShare';
export type RewardCommand = ProductCommandOf<RewardKind>;
export type Reply = RejectCode | bigint;

interface ModelCoverage {
  readonly uid: number;
  readonly amount: bigint;
  ending: string;
}

export abstract class NaiveRewards extends NaiveVoucherPositions {
  /** The amount that the last house command moved. */
  answer: bigint | null = null;
  readonly coverages = new Map<number, ModelCoverage>();
  /** House commands by kind and id: the request, and the amount it moved. */
  private readonly done = new Map<string, { readonly body: string; readonly answer: bigint }>();

  protected abstract correct(command: ProductCommandOf<'PostCorrection'>): Reply;
  protected abstract accrueShare(command: ProductCommandOf<'AccrueCopyShare'>): Reply;
  protected abstract payShare(command: ProductCommandOf<'PayCopyShare'>): Reply;
  protected abstract withhold(command: ProductCommandOf<'WithholdProfit'>): Reply;

  protected reward(command: RewardCommand): RejectCode | null {
    const reply = this.rewardReply(command);
    if (typeof reply === 'string') return reply;
    this.answer = reply;
    return null;
  }

  private rewardReply(command: RewardCommand): Reply {
    switch (command.kind) {
      case 'GrantBonus':
        return this.once(`grant ${command.grantId}`, command, () => this.grantBonus(command));
      case 'GrantFeeVoucher':
        return this.once(`voucher ${command.voucherId}`, command, () => this.grantVoucher(command));
      case 'AttachCover':
        return this.once(`cover ${command.coverId}`, command, () => this.attach(command));
      case 'PayPrize':
        return this.once(`prize ${command.prizeId}`, command, () =>
          this.fromPool('PRIZE_POOL', BigInt(command.amount), () => {
            this.payWallet(command.uid, command.wallet, BigInt(command.amount));
          }),
        );
      case 'ClawBackPrize':
        return this.once(`claw-back ${command.prizeId}`, command, () => this.clawBack(command));
      case 'PostCorrection':
        return this.once(`correction ${command.correctionId}`, command, () => this.correct(command));
      case 'WithholdProfit':
        return this.once(`withholding ${command.withholdingId}`, command, () => this.withhold(command));
      case 'AccrueCopyShare':
        return this.accrueShare(command);
      case 'PayCopyShare':
        return this.payShare(command);
      case 'RevokeBonus':
        return this.revoke(command.grantId);
      case 'CancelFeeVoucher':
        return this.cancelVoucher(command.voucherId);
      case 'PayCover':
        return this.endCover(command.coverId, 'PAID', BigInt(command.amount));
      default:
        return this.endCover(command.coverId, 'ENDED', 0n);
    }
  }

  /** A repeat of the same request does nothing and gives the first answer; another request under the same id is refused. */
  private once(key: string, command: RewardCommand, begin: () => Reply): Reply {
    const body = JSON.stringify({ ...command, seq: 0, timeMs: 0, idempotency: null });
    const known = this.done.get(key);
    if (known !== undefined) return known.body === body ? known.answer : 'ALREADY_EXISTS';
    const reply = begin();
    if (typeof reply !== 'string') this.done.set(key, { body, answer: reply });
    return reply;
  }

  private fromPool(pool: string, amount: bigint, give: () => void): Reply {
    if (this.has(pool) < amount) return 'POOL_SHORT';
    this.pay(pool, -amount);
    give();
    return amount;
  }

  private grantBonus(command: ProductCommandOf<'GrantBonus'>): Reply {
    const { grantId: id, uid, mode, expiresAtMs, maxLeverage, symbols, minOwnFunds } = command;
    const [amount, ratio] = [BigInt(command.amount), BigInt(command.ratio)];
    if (expiresAtMs <= this.timeMs) return 'ALREADY_ENDED';
    const others = [...this.grants.values()].filter((grant) => grant.uid === uid && grant.ending === '');
    if (others.some((grant) => grant.mode !== mode || grant.ratio !== ratio)) return 'BONUS_MODE';
    if (this.fundsOf(uid, 'FUTURES') < BigInt(minOwnFunds)) return 'OWN_FUNDS';
    return this.fromPool('BONUS_POOL', amount, () => {
      const grant = { id, uid, mode, ratio, expiresAtMs, maxLeverage, symbols, free: amount, ending: '' };
      this.grants.set(id, grant);
    });
  }

  private grantVoucher(command: ProductCommandOf<'GrantFeeVoucher'>): Reply {
    const { voucherId: id, uid, products, symbols, expiresAtMs } = command;
    if (expiresAtMs <= this.timeMs) return 'ALREADY_ENDED';
    const left = BigInt(command.amount);
    return this.fromPool('PRIZE_POOL', left, () => {
      const limits = { ratio: BigInt(command.ratio), maxPerUse: BigInt(command.maxPerUse) };
      this.vouchers.set(id, { id, uid, ...limits, products, symbols, expiresAtMs, left, ending: '' });
    });
  }
  private cancelVoucher(id: number): Reply {
    const voucher = this.vouchers.get(id);
    if (voucher === undefined) return 'UNKNOWN_ID';
    if (voucher.ending === 'CANCELED') return this.done.get(`cancel ${id}`)!.answer;
    if (voucher.ending !== '') return 0n;
    const { left } = voucher;
    this.pay('PRIZE_POOL', left);
    Object.assign(voucher, { left: 0n, ending: 'CANCELED' });
    this.done.set(`cancel ${id}`, { body: '', answer: left });
    return left;
  }

  private attach({ coverId, uid, amount }: ProductCommandOf<'AttachCover'>): Reply {
    return this.fromPool('PRIZE_POOL', BigInt(amount), () => {
      this.coverages.set(coverId, { uid, amount: BigInt(amount), ending: '' });
    });
  }
  /** A cover pays at most what it holds; the rest goes back to the pool. */
  private endCover(id: number, ending: string, wanted: bigint): Reply {
    const cover = this.coverages.get(id);
    if (cover === undefined) return 'UNKNOWN_ID';
    if (cover.ending === ending) return this.done.get(`end ${id}`)!.answer;
    if (cover.ending !== '') return ending === 'PAID' ? 'ALREADY_ENDED' : 0n;
    const paid = least(wanted, cover.amount);
    this.payWallet(cover.uid, 'FUTURES', paid);
    this.pay('PRIZE_POOL', cover.amount - paid);
    cover.ending = ending;
    const answer = ending === 'PAID' ? paid : cover.amount;
    this.done.set(`end ${id}`, { body: '', answer });
    return answer;
  }

  /** Takes back the part of a prize that is not spent. This is no transfer, so it voids no bonus. */
  private clawBack({ uid, wallet, amount }: ProductCommandOf<'ClawBackPrize'>): Reply {
    const taken = least(BigInt(amount), most(0n, this.leaving(uid, wallet)));
    this.payWallet(uid, wallet, -taken);
    this.pay('PRIZE_POOL', taken);
    return taken;
  }
  /** The amount that may leave a wallet. */
  protected leaving(uid: number, wallet: string): bigint {
    const account = this.find(uid, wallet);
    return account === undefined ? this.has(`${wallet} ${uid}`) : this.transferable(account);
  }

  private revoke(id: number): Reply {
    const grant = this.grants.get(id);
    if (grant === undefined) return 'UNKNOWN_ID';
    if (grant.ending === 'REVOKED') return this.done.get(`revoke ${id}`)!.answer;
    if (grant.ending !== '') return 0n;
    const answer = this.endGrants([grant], 'REVOKED');
    this.done.set(`revoke ${id}`, { body: '', answer });
    return answer;
  }

  /** Ends expired vouchers, then expired grants, each with all consequences. */
  protected clock(): void {
    for (const voucher of this.vouchers.values()) {
      if (voucher.ending !== '' || voucher.expiresAtMs > this.timeMs) continue;
      this.pay('PRIZE_POOL', voucher.left);
      Object.assign(voucher, { left: 0n, ending: 'EXPIRED' });
    }
    const due = [...this.grants.values()].filter((grant) => grant.ending === '' && grant.expiresAtMs <= this.timeMs);
    for (const grant of due.sort((a, b) => a.expiresAtMs - b.expiresAtMs || a.id - b.id)) {
      if (grant.ending === '') this.endGrants([grant], 'EXPIRED');
      this.runToQuiescence();
    }
  }

  /**
   * Ends a grant: all that is left of it goes back to the pool, also from positions. Then opening orders end, the newest first,
   * until the margin suffices; then free own money replaces what positions lost (trading E4). Answers what went back.
   */
  protected endGrants(grants: readonly ModelGrant[], ending: string): bigint {
    const back = sumOf(grants.map((grant) => this.remaining(grant)));
    this.pay('BONUS_POOL', back);
    const account = this.find(grants[0]!.uid, 'FUTURES');
    const lost = (account === undefined ? [] : this.positionsOf(account)).map((position) => {
      const parts = grants.map((grant) => position.lent.get(grant) ?? 0n);
      for (const grant of grants) position.lent.delete(grant);
      position.margin -= sumOf(parts);
      return { position, part: sumOf(parts) };
    });
    for (const grant of grants) Object.assign(grant, { free: 0n, ending });
    this.steps.push(ending);
    if (account === undefined) return back;
    this.cancelOpening(account, () => this.free(account) >= 0n, 'NO_MARGIN');
    for (const { position, part } of lost) {
      const instead = least(part, this.ownAvailable(account));
      account.own -= instead;
      position.margin += instead;
      if (part > 0n) this.steps.push(instead < part ? 'LOST_BACKING' : 'REPLACED_BACKING');
    }
    return back;
  }

  /** Own money that neither orders nor cross positions need. */
  private ownAvailable(account: ModelAccount): bigint {
    const free = account.own + this.crossGain(account) - totalOf(this.needs(account));
    return most(0n, least(free, this.ownFree(account)));
  }

  /** Orders that may open something, the newest first (trading E4). */
  protected cancelOpening(account: ModelAccount, isDone: () => boolean, reason: string): void {
    const live = this.orders.filter((order) => order.account === account && order.rest > 0n && order.rank > 0);
    for (const order of live.reverse()) {
      if (isDone()) return;
      if (this.opens(order)) {
        this.end(order, 'CANCELED', reason);
        this.steps.push(`CANCELED ${reason}`);
      }
    }
  }

  protected setTier({ uid, version, own, trial, trialEndMs }: Extract<Command, { kind: 'SetFeeTier' }>): void {
    const known = this.tiers.get(uid)?.version ?? 0;
    if (version !== undefined && version <= known) return;
    const rates = (of: typeof own): Readonly<Record<string, number>> | null => (of === null ? null : { ...of });
    this.tiers.set(uid, { version: version ?? known, own: rates(own), trial: rates(trial), trialEndMs });
  }
}
